//! [`diagram_ui`]: both boards of a moment with their reserves, as in a printed diagram.

use super::{Stage, paint_board, paint_mark, paint_on_tray};
use crate::{
    diagram::{Scene, Show},
    document::Document,
    replay::Point,
    rules::{BoardId, Piece, Position, Reserve, Seat},
    ui::theme,
};
use eframe::egui::{Align2, Pos2, Rect, Ui, Vec2, emath::GuiRounding as _, vec2};

/// The height of a reserve above or below a board, in points.
const RESERVE: f32 = 18.0;

/// The side of a piece in a reserve, in points.
const PIECE: f32 = 16.0;

/// Returns the height of a diagram whose boards have the side `side`, including reserves and margins, in points.
pub fn diagram_height(side: f32) -> f32 {
    side + 2.0 * RESERVE + 12.0
}

/// Paints the reserve of `seat` from `corner` to the right: each kind of piece, with its number if it has several.
fn small_reserve_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    position: &Position,
    seat: Seat,
    mut corner: Pos2,
) {
    let ink = stage.tokens.text;
    for role in Reserve::ROLES.into_iter().rev() {
        let count = position.reserves[seat].count(role);
        if count == 0 {
            continue;
        }
        let piece = Piece { color: seat.color(), role };
        paint_on_tray(ui, stage, piece, Rect::from_min_size(corner, Vec2::splat(PIECE)));
        corner.x += PIECE;
        if count > 1 {
            let at = corner + vec2(0.0, PIECE / 2.0);
            let font = theme::regular(theme::SMALL);
            corner.x = ui.painter().text(at, Align2::LEFT_CENTER, count, font, ink).right();
        }
        corner.x += 2.0;
    }
}

/// Shows both boards with their arrows and circles in the order of `boards`, side by side, with their reserves above and
/// below. The side of a board is `side` points, rounded down to whole pixels per square.
pub fn diagram_ui(
    ui: &Ui,
    stage: &mut Stage<'_>,
    (boards, flipped): ([BoardId; 2], bool),
    document: &Document,
    point: &Point,
    (corner, side): (Pos2, f32),
) {
    let position = document.variations().position(document.played(), point);
    let scenes = Scene::at_point(document, point, &Show { flipped, ..Show::default() }).boards;
    let marks = document.saved_marks(point);
    let pixel = ui.ctx().pixels_per_point();
    let square = (side * pixel / 8.0).floor();
    let side = square * 8.0 / pixel;
    let mut corner = corner + vec2(0.0, RESERVE);
    for board in boards {
        let Some(scene) = scenes.iter().map(|part| &part.board).find(|it| it.id == board) else {
            continue;
        };
        let at = corner.round_to_pixels(pixel);
        let below = Seat::new(board, scene.below);
        let above = at - vec2(0.0, PIECE + 1.0);
        small_reserve_ui(ui, stage, &position, below.opponent(), above);
        small_reserve_ui(ui, stage, &position, below, at + vec2(0.0, side + 1.0));
        let rect = Rect::from_min_size(at, vec2(side, side));
        paint_board(ui, stage, scene, rect, false);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        for (_, mark) in marks.iter().filter(|(of, _)| *of == board) {
            paint_mark(&painter, &stage.tokens, scene, rect, *mark, 0.8);
        }
        corner.x += side + 8.0;
    }
}
