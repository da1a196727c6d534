//! Parts of painting that several widgets share.

use crate::{
    rules::Color,
    text::{VisualCharacter, has_right_to_left, in_visual_order, visual_characters},
};
use eframe::egui::{
    Color32, FontId, Galley, Id, Painter, Pos2, Shape, Stroke, Ui, Vec2,
    epaint::text::Glyph,
    text::{LayoutJob, TextFormat, TextWrapping},
};
use std::{ops::Range, sync::Arc};

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
    let lines = WrappedLines::of(painter, &job);
    let mut ordered = LayoutJob { wrap: TextWrapping::no_max_width(), ..job.clone() };
    ordered.text.clear();
    ordered.sections.clear();
    for (index, line) in lines.ranges.iter().enumerate() {
        let is_elided = lines.is_elided && index + 1 == lines.ranges.len();
        if let (Some(section), true) = (job.sections.first(), index > 0) {
            ordered.append("\n", 0.0, section.format.clone());
        }
        for part in parts_of(&job, line) {
            let is_last = part.range.end == line.end;
            let text = text_in(&job, part.range);
            let seen = if is_last { text.trim_end() } else { text };
            let ellipsis = if is_last && is_elided { "…" } else { "" };
            let text = format!("{seen}{ellipsis}");
            ordered.append(&in_visual_order(&text), part.space, part.format.clone());
        }
    }
    let mut laid_out = Arc::unwrap_or_clone(painter.layout_job(ordered));
    laid_out.elided = lines.is_elided;
    Arc::new(laid_out)
}

/// Lays out `job`, which has one section, for a text field. As [`in_reading_order`], but each character has one glyph,
/// in the order of the text, so that the cursor passes the characters in that order.
pub fn in_reading_order_for_editing(painter: &Painter, job: LayoutJob) -> Arc<Galley> {
    if !has_right_to_left(&job.text) {
        return painter.layout_job(job);
    }
    let format = job.sections.first().map(|section| section.format.clone()).unwrap_or_default();
    let lines = WrappedLines::of(painter, &job);
    let characters: Vec<Vec<VisualCharacter>> =
        lines.ranges.iter().map(|line| visual_characters(text_in(&job, line.clone()))).collect();
    let words: Vec<String> =
        characters.iter().map(|line| line.iter().map(|it| it.character).collect()).collect();
    let mut ordered = LayoutJob::single_section(words.join("\n"), format);
    ordered.wrap = TextWrapping::no_max_width();
    ordered.keep_trailing_whitespace = true;
    let mut galley = Arc::unwrap_or_clone(painter.layout_job(ordered));
    if galley.rows.len() != lines.ranges.len() {
        return painter.layout_job(job);
    }
    for ((row, line), range) in galley.rows.iter_mut().zip(&characters).zip(&lines.ranges) {
        let Some(glyphs) = glyphs_of_characters(&row.row.glyphs, line) else {
            return painter.layout_job(job);
        };
        Arc::make_mut(&mut row.row).glyphs = glyphs;
        row.ends_with_newline = text_in(&job, range.end..job.text.len()).starts_with('\n');
    }
    galley.job = Arc::new(job);
    Arc::new(galley)
}

/// Returns the glyph of each character of a line in the order of the text. `painted` are the glyphs from left to right,
/// and `line` the characters in visual order. The cursor stands to the right of a right-to-left letter before it.
/// Returns `None` if the glyphs cannot be assigned, as those of a ligature.
fn glyphs_of_characters(painted: &[Glyph], line: &[VisualCharacter]) -> Option<Vec<Glyph>> {
    // egui adds glyphs without a width after a right-to-left word.
    let mut visible = painted.iter().filter(|glyph| glyph.advance_width > 0.0);
    let mut glyphs: Vec<Option<Glyph>> = vec![None; line.len()];
    let same_kind = |one: &VisualCharacter, other: &VisualCharacter| {
        one.is_of_right_to_left_word() && other.is_of_right_to_left_word()
    };
    for word in line.chunk_by(same_kind) {
        let letters = word.iter().filter(|it| !it.is_mark()).count();
        let is_reversed = word.iter().any(|it| it.is_of_right_to_left_word());
        let mut of_word: Vec<Glyph> = visible.by_ref().take(letters).copied().collect();
        if of_word.len() < letters || letters == 0 {
            return None;
        }
        if is_reversed {
            of_word.reverse();
            for glyph in &mut of_word {
                glyph.pos.x += glyph.advance_width;
            }
        }
        let mut next = 0;
        for one in word {
            next += usize::from(!one.is_mark());
            let glyph = of_word.get(next.checked_sub(1)?)?;
            *glyphs.get_mut(one.index)? = Some(*glyph);
        }
    }
    if visible.next().is_some() { None } else { glyphs.into_iter().collect() }
}

fn text_in(job: &LayoutJob, range: Range<usize>) -> &str {
    job.text.get(range).unwrap_or_default()
}

/// The part of a section on a line.
struct SectionPart<'j> {
    /// The range in the text of the job, in bytes.
    range: Range<usize>,
    /// The space before the part, in points.
    space: f32,
    format: &'j TextFormat,
}

/// Returns the non-empty parts of the sections of `job` in `line`.
fn parts_of<'j>(job: &'j LayoutJob, line: &Range<usize>) -> impl Iterator<Item = SectionPart<'j>> {
    let line = line.clone();
    job.sections.iter().filter_map(move |section| {
        let whole = section.byte_range.start.0..section.byte_range.end.0;
        let range = whole.start.max(line.start)..whole.end.min(line.end);
        if range.is_empty() {
            return None;
        }
        let space = if range.start == whole.start { section.leading_space } else { 0.0 };
        Some(SectionPart { range, space, format: &section.format })
    })
}

/// The lines of a text with right-to-left words. The rows of egui do not tell where they end in the text, since it has
/// more glyphs than characters in such words.
struct WrappedLines {
    /// The lines in the text of the job, in bytes.
    ranges: Vec<Range<usize>>,
    /// Whether the last line is cut for want of rows.
    is_elided: bool,
}

impl WrappedLines {
    fn of(painter: &Painter, job: &LayoutJob) -> Self {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for paragraph in job.text.split('\n') {
            let end = start + paragraph.len();
            let mut from = start;
            loop {
                let is_last_row = ranges.len() + 1 >= job.wrap.max_rows;
                let line = from..line_end(painter, job, from..end);
                if is_last_row && line.end < job.text.trim_end().len() {
                    ranges.push(from..last_fitting_end(painter, job, from..end, "…"));
                    return Self { ranges, is_elided: true };
                }
                from = line.end;
                ranges.push(line);
                if from >= end || is_last_row {
                    break;
                }
            }
            start = end + 1;
        }
        Self { ranges, is_elided: false }
    }
}

/// Returns the width of the text of `job` in `range` with `suffix` on one line, in points.
fn width_of(painter: &Painter, job: &LayoutJob, range: Range<usize>, suffix: &str) -> f32 {
    let mut line = LayoutJob { wrap: TextWrapping::no_max_width(), ..LayoutJob::default() };
    for part in parts_of(job, &range) {
        line.append(text_in(job, part.range), part.space, part.format.clone());
    }
    if let Some(section) = job.sections.last() {
        line.append(suffix, 0.0, section.format.clone());
    }
    painter.layout_job(line).size().x
}

/// Returns the end of the first line of the paragraph `range`: after the last word that fits, or within the first word
/// if not even that fits.
fn line_end(painter: &Painter, job: &LayoutJob, range: Range<usize>) -> usize {
    // A field of one line does not wrap, and its text may be long.
    if job.wrap.max_width.is_infinite() {
        return range.end;
    }
    let mut end = range.start;
    for word in text_in(job, range.clone()).split_inclusive(' ') {
        let seen = range.start..end + word.trim_end().len();
        if width_of(painter, job, seen.clone(), "") > job.wrap.max_width {
            let is_first = end == range.start;
            return if is_first { last_fitting_end(painter, job, seen, "") } else { end };
        }
        end += word.len();
    }
    range.end
}

/// Returns the end of the longest beginning of `range` that fits on a line with `suffix`; at least one character.
fn last_fitting_end(
    painter: &Painter,
    job: &LayoutJob,
    range: Range<usize>,
    suffix: &str,
) -> usize {
    let text = text_in(job, range.clone());
    let ends = text.char_indices().map(|(at, letter)| range.start + at + letter.len_utf8());
    let mut last = None;
    for end in ends {
        if last.is_some() && width_of(painter, job, range.start..end, suffix) > job.wrap.max_width {
            break;
        }
        last = Some(end);
    }
    last.unwrap_or(range.end)
}

/// Returns a filled convex polygon. Its corners are relative to `at`.
pub fn polygon<const N: usize>(at: Pos2, corners: [Vec2; N], ink: Color32) -> Shape {
    let corners = corners.map(|corner| at + corner).to_vec();
    Shape::convex_polygon(corners, ink, Stroke::NONE)
}

/// Paints a line through `points`. egui paints a line that has a point three times in a row through the corner of the
/// window as well.
pub fn paint_line(painter: &Painter, mut points: Vec<Pos2>, stroke: Stroke) {
    points.dedup();
    painter.line(points, stroke);
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
