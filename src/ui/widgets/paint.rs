//! Parts of painting that several widgets share.

use crate::{
    rules::Color,
    text::{has_right_to_left, in_visual_order},
};
use eframe::egui::{
    Color32, FontId, Galley, Id, Painter, Pos2, Shape, Stroke, Ui, Vec2,
    text::{ByteIndex, LayoutJob, TextFormat, TextWrapping},
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
    in_reading_order(painter, job)
}

/// Lays out `job`, a text in one format. If it has right-to-left words, egui would place them from left to right, so the
/// words of each line are reordered. A truncated text stays as it is.
pub fn in_reading_order(painter: &Painter, mut job: LayoutJob) -> Arc<Galley> {
    if !has_right_to_left(&job.text) || job.sections.len() != 1 {
        return painter.layout_job(job);
    }
    let galley = painter.layout_job(job.clone());
    if galley.elided {
        return galley;
    }
    let mut characters = job.text.chars();
    let mut ordered = String::with_capacity(job.text.len());
    for (index, row) in galley.rows.iter().enumerate() {
        if index > 0 {
            ordered.push('\n');
        }
        let count = row.char_count_excluding_newline().0;
        let line: String = characters.by_ref().take(count).collect();
        ordered.push_str(&in_visual_order(line.trim_end()));
        if row.ends_with_newline {
            characters.next();
        }
    }
    job.sections[0].byte_range = ByteIndex(0)..ByteIndex(ordered.len());
    job.text = ordered;
    job.wrap = TextWrapping::no_max_width();
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
