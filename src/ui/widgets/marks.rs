//! Arrows and circles drawn on a board with the right mouse button.

use super::{
    board::square_under,
    drag::is_drag_cancelled,
    shapes::{SCREEN, paint_shape},
};
use crate::{
    app::{Action, PlaybackAction},
    diagram::{BoardScene, LastMove, Mark, MarkColor, Shape, mark_shape},
    replay::Point,
    rules::{BoardId, Move, Square},
    ui::{outbox::SendAction as _, theme::Tokens},
};
use eframe::egui::{self, Color32, Id, Painter, PointerButton, Pos2, Rect, Stroke, Ui, vec2};
use std::f32::consts::TAU;

/// Paints the marks of the board in `rect`, and the mark being drawn. A mark that ends on its first square is a circle.
/// A press of another button cancels it.
/// A new mark belongs to the point of the match at which drawing began, even if playback has moved on since. `at` is
/// the current point.
pub fn marks_ui(
    ui: &Ui,
    tokens: &Tokens,
    scene: &BoardScene,
    rect: Rect,
    marks: &[(BoardId, Mark)],
    at: Option<Point>,
) {
    let painter = ui.painter_at(rect);
    let id = Id::unique(("mark", scene.id));
    let (over, pressed, down, color) = ui.input(|input| {
        let over = input.pointer.interact_pos();
        let color = match (input.modifiers.shift, input.modifiers.alt) {
            (false, false) => MarkColor::Green,
            (true, false) => MarkColor::Red,
            (false, true) => MarkColor::Blue,
            (true, true) => MarkColor::Yellow,
        };
        (
            over.and_then(|at| square_under(scene, rect, at)),
            input.pointer.button_pressed(PointerButton::Secondary),
            input.pointer.button_down(PointerButton::Secondary),
            color,
        )
    });
    let covered = over.is_some() && !ui.rect_contains_pointer(rect);
    if is_drag_cancelled(ui) {
        ui.data_mut(|data| data.remove::<(Square, Option<Point>)>(id));
    } else if pressed
        && !covered
        && let Some(square) = over
    {
        ui.data_mut(|data| data.insert_temp(id, (square, at)));
    }
    let drag_start = ui.data(|data| data.get_temp::<(Square, Option<Point>)>(id));
    if let Some((from, at)) = drag_start {
        let mark = over.map(|to| {
            let to = if to == from { None } else { Some(to) };
            Mark { from, to, color }
        });
        if down {
            if let Some(mark) = mark {
                paint_mark(&painter, tokens, scene, rect, mark, 0.5);
            }
        } else {
            ui.data_mut(|data| data.remove::<(Square, Option<Point>)>(id));
            let action = |mark| Action::Playback(PlaybackAction::Mark(scene.id, mark, at));
            ui.send_all(mark.map(action));
        }
    }
    for (_, mark) in marks.iter().filter(|(board, _)| *board == scene.id) {
        paint_mark(&painter, tokens, scene, rect, *mark, 0.8);
    }
}

/// The look of the arrow of a move that can follow.
#[derive(Clone, Copy, Debug)]
pub struct NextMoveLook {
    pub is_selected: bool,
    pub is_variation: bool,
}

/// Paints the arrow of `mv`, a move that can follow, as an outline without colour, so that it is never taken for a mark of the
/// author. That of a variation is dashed.
pub fn paint_next_move(
    painter: &Painter,
    scene: &BoardScene,
    rect: Rect,
    mv: Move,
    look: NextMoveLook,
) {
    let LastMove { from, to } = LastMove::of(mv);
    let (from, to) = (from.unwrap_or(to), from.map(|_| to));
    let mark = Mark { from, to, color: MarkColor::default() };
    let at = |[x, y]: [f32; 2]| rect.min + vec2(x, y) * (rect.width() / 8.0);
    let outline: Vec<Pos2> = match mark_shape(scene, mark, SCREEN, 1.0) {
        Shape::Arrow { corners, .. } => corners.into_iter().chain([corners[0]]).map(at).collect(),
        Shape::Circle { center, radius, .. } => {
            let point = |step: u8| {
                let (y, x) = (f32::from(step) / 24.0 * TAU).sin_cos();
                at([center[0] + radius * x, center[1] + radius * y])
            };
            (0..=24).map(point).collect()
        }
        _ => return,
    };
    let (width, opacity) = if look.is_selected { (2.2, 1.0) } else { (1.3, 0.7) };
    let dash = rect.width() / 48.0;
    for (ink, width) in [(Color32::WHITE, width + 2.0), (Color32::BLACK, width)] {
        let stroke = Stroke::new(width, ink.gamma_multiply(opacity));
        if look.is_variation && ink == Color32::BLACK {
            painter.extend(egui::Shape::dashed_line(&outline, stroke, dash, dash * 0.7));
        } else {
            painter.line(outline.clone(), stroke);
        }
    }
}

pub fn paint_mark(
    painter: &Painter,
    tokens: &Tokens,
    scene: &BoardScene,
    rect: Rect,
    mark: Mark,
    opacity: f32,
) {
    let shape = mark_shape(scene, mark, SCREEN, opacity);
    paint_shape(painter, rect, tokens, &shape);
}
