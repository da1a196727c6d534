//! Parts of painting that several widgets share.

use crate::rules::Color;
use eframe::egui::{
    Color32, FontId, Galley, Id, Painter, Pos2, Shape, Stroke, Ui, Vec2,
    text::{LayoutJob, TextFormat, TextWrapping},
};
use std::sync::Arc;

/// Lays out `text` in one line of at most `width` points, truncated if necessary.
pub fn truncated(
    painter: &Painter,
    text: impl Into<String>,
    font: FontId,
    ink: Color32,
    width: f32,
) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.into(), TextFormat::simple(font, ink));
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    painter.layout_job(job)
}

/// Returns a filled convex polygon. Its corners are relative to `at`.
pub fn polygon<const N: usize>(at: Pos2, corners: [Vec2; N], ink: Color32) -> Shape {
    let corners = corners.map(|corner| at + corner).to_vec();
    Shape::convex_polygon(corners, ink, Stroke::NONE)
}

/// Paints a disc in the colour of a player's pieces.
pub fn color_disc(painter: &Painter, center: Pos2, radius: f32, color: Color) {
    let (fill, rim) = match color {
        Color::White => (Color32::WHITE, Color32::from_gray(0x70)),
        Color::Black => (Color32::from_gray(0x18), Color32::from_gray(0x90)),
    };
    painter.circle(center, radius, fill, Stroke::new(1.2, rim));
}

/// Returns the value stored as `id` if it was made for the same `source`. Otherwise makes and stores the value.
pub fn cached<S, V>(ui: &Ui, id: Id, source: S, make: impl FnOnce(&S) -> Option<V>) -> Option<V>
where
    S: Clone + PartialEq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    let stored = ui.data(|data| data.get_temp::<(S, V)>(id));
    if let Some((_, value)) = stored.filter(|(stored_source, _)| *stored_source == source) {
        return Some(value);
    }
    let value = make(&source)?;
    ui.data_mut(|data| data.insert_temp(id, (source, value.clone())));
    Some(value)
}

/// Stores `value` as `id`. Returns whether it differs from the value stored before.
pub fn has_changed<T>(ui: &Ui, id: Id, value: T) -> bool
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    ui.data_mut(|data| {
        let before = data.get_temp(id);
        data.insert_temp(id, value.clone());
        before != Some(value)
    })
}
