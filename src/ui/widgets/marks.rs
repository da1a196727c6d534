//! Arrows and circles that are drawn on a board with the right button held.

use super::board::{square_rect, square_under};
use crate::{
    app::Action,
    diagram::{BoardScene, Mark, MarkColor},
    rules::{BoardId, Square},
};
use eframe::egui::{
    Color32, Id, Painter, PointerButton, Rect, Shape, Stroke, Ui, epaint::PathShape, vec2,
};

/// Paints the marks of the board in `rect`, and the one that is being drawn; a square where the button is
/// let go again is circled.
pub fn marks_ui(
    ui: &Ui,
    scene: &BoardScene,
    rect: Rect,
    marks: &[(BoardId, Mark)],
    actions: &mut Vec<Action>,
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
    if pressed
        && !covered
        && let Some(square) = over
    {
        ui.data_mut(|data| data.insert_temp(id, square));
    }
    let begun = ui.data(|data| data.get_temp::<Square>(id));
    if let Some(from) = begun {
        let mark = over.map(|to| Mark {
            from,
            to: (to != from).then_some(to),
            color,
        });
        if down {
            if let Some(mark) = mark {
                paint_mark(&painter, scene, rect, mark, 0.5);
            }
        } else {
            ui.data_mut(|data| data.remove::<Square>(id));
            actions.extend(mark.map(|mark| Action::Mark(scene.id, mark)));
        }
    }
    for (_, mark) in marks.iter().filter(|(board, _)| *board == scene.id) {
        paint_mark(&painter, scene, rect, *mark, 0.8);
    }
}

/// Paints one mark.
pub fn paint_mark(painter: &Painter, scene: &BoardScene, rect: Rect, mark: Mark, opacity: f32) {
    let from = square_rect(scene, rect, mark.from);
    let side = from.width();
    let rgb = mark.color.rgb();
    let color = Color32::from_rgb(rgb.0, rgb.1, rgb.2).gamma_multiply(opacity);
    let Some(to) = mark.to else {
        let stroke = Stroke::new(side * 0.075, color);
        painter.circle_stroke(from.center(), side * 0.45, stroke);
        return;
    };
    let tip = square_rect(scene, rect, to).center();
    let along = (tip - from.center()).normalized();
    let aside = vec2(-along.y, along.x) * side;
    let tail = from.center() + along * side * 0.27;
    let neck = tip - along * side * 0.38;
    painter.line_segment([tail, neck], Stroke::new(side * 0.16, color));
    painter.add(Shape::Path(PathShape::convex_polygon(
        vec![tip, neck + aside * 0.22, neck - aside * 0.22],
        color,
        Stroke::NONE,
    )));
}
