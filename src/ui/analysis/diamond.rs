//! The diamond that marks a forced win. Below a board, it is filled if the mate is forced whatever happens on the other
//! board. On the timeline and in the report, it is filled for a win that was played. In the move list, it marks a
//! missed mate and is hollow.

use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};

/// The distance from the middle of a diamond to a corner, in points.
pub const DIAMOND: f32 = 4.0;

pub fn diamond(painter: &Painter, at: Pos2, ink: Color32, is_filled: bool) {
    let corners = vec![
        at - vec2(0.0, DIAMOND),
        at + vec2(DIAMOND, 0.0),
        at + vec2(0.0, DIAMOND),
        at - vec2(DIAMOND, 0.0),
    ];
    let fill = if is_filled { ink } else { Color32::TRANSPARENT };
    painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.3, ink)));
}

/// Paints two linked diamonds around `at`, for a win that needs both boards.
pub fn linked_diamonds(painter: &Painter, at: Pos2, ink: Color32, is_filled: bool) {
    for side in [-1.0, 1.0] {
        diamond(painter, at + vec2(side * DIAMOND * 0.7, 0.0), ink, is_filled);
    }
}
