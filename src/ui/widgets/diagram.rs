//! [`diagram_ui`]: both boards of a moment with their reserves, as in a printed diagram.

use super::{Stage, paint_board, paint_mark};
use crate::{
    app::figurines,
    diagram::{Scene, Show},
    document::Document,
    replay::Point,
    rules::{BoardId, Position, Reserve, Seat},
    ui::theme,
};
use eframe::egui::{Align2, Pos2, Rect, Ui, emath::GuiRounding as _, vec2};

/// The height of a reserve above or below a board, in points.
const RESERVE: f32 = 18.0;

/// Returns the height of a diagram whose boards have the side `side`, including reserves and margins, in points.
pub fn diagram_height(side: f32) -> f32 {
    side + 2.0 * RESERVE + 12.0
}

/// Returns the reserve of `seat` as figurines with counts: `♕ ♙2`.
fn reserve_text(position: &Position, seat: Seat) -> String {
    let reserve = &position.reserves[seat];
    let pieces = Reserve::ROLES.into_iter().rev().filter_map(|role| {
        let figurine = figurines(&role.upper_char().to_string());
        match reserve.count(role) {
            0 => None,
            1 => Some(figurine),
            count => Some(format!("{figurine}{count}")),
        }
    });
    pieces.collect::<Vec<_>>().join(" ")
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
    let (font, ink) = (theme::regular(theme::TEXT), stage.tokens.text);
    for board in boards {
        let Some(scene) = scenes.iter().map(|part| &part.board).find(|it| it.id == board) else {
            continue;
        };
        let at = corner.round_to_pixels(pixel);
        let below = Seat::new(board, scene.below);
        let painter = ui.painter();
        let text = |seat| reserve_text(&position, seat);
        let above = at - vec2(0.0, 2.0);
        painter.text(above, Align2::LEFT_BOTTOM, text(below.opponent()), font.clone(), ink);
        let under = at + vec2(0.0, side + 1.0);
        painter.text(under, Align2::LEFT_TOP, text(below), font.clone(), ink);
        let rect = Rect::from_min_size(at, vec2(side, side));
        paint_board(ui, stage, scene, rect, false);
        let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
        for (_, mark) in marks.iter().filter(|(of, _)| *of == board) {
            paint_mark(&painter, &stage.tokens, scene, rect, *mark, 0.8);
        }
        corner.x += side + 8.0;
    }
}
