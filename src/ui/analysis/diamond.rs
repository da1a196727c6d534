//! A diamond: filled for a mate on the board, hollow for a missed one or one that needs another piece.

use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};

/// The distance from the middle to a corner, in points.
pub const DIAMOND: f32 = 4.0;

/// Paints a diamond around `at` in the colour `ink`.
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
