//! Parts of painting that several widgets share.

use crate::{
    rules::Color,
    text::{has_right_to_left, in_visual_order},
};
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
    in_reading_order(painter, job)
}

/// Lays out `job`. If it has right-to-left words, egui would place them from left to right, so the words of each line
/// are reordered, within each section.
pub fn in_reading_order(painter: &Painter, job: LayoutJob) -> Arc<Galley> {
    if !has_right_to_left(&job.text) {
        return painter.layout_job(job);
    }
    let galley = painter.layout_job(job.clone());
    let mut ordered = LayoutJob { wrap: TextWrapping::no_max_width(), ..job.clone() };
    ordered.text.clear();
    ordered.sections.clear();
    let mut start = 0;
    for (index, row) in galley.rows.iter().enumerate() {
        let is_elided = galley.elided && index + 1 == galley.rows.len();
        // The last character of an elided row is the ellipsis.
        let count = row.char_count_excluding_newline().0.saturating_sub(usize::from(is_elided));
        let rest = job.text.get(start..).unwrap_or_default();
        let end = start + rest.chars().take(count).map(char::len_utf8).sum::<usize>();
        if let (Some(section), true) = (job.sections.first(), index > 0) {
            ordered.append("\n", 0.0, section.format.clone());
        }
        for section in &job.sections {
            let range = section.byte_range.start.0.max(start)..section.byte_range.end.0.min(end);
            let Some(part) = job.text.get(range.clone()) else { continue };
            let is_last = range.end == end && !part.is_empty();
            let seen = if is_last { part.trim_end() } else { part };
            let ellipsis = if is_last && is_elided { "…" } else { "" };
            let space =
                if range.start == section.byte_range.start.0 { section.leading_space } else { 0.0 };
            let line = format!("{seen}{ellipsis}");
            ordered.append(&in_visual_order(&line), space, section.format.clone());
        }
        start = end + usize::from(row.ends_with_newline);
    }
    let mut laid_out = Arc::unwrap_or_clone(painter.layout_job(ordered));
    laid_out.elided = galley.elided;
    Arc::new(laid_out)
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
