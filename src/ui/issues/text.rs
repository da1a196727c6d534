//! The source text of the match, with a highlighted span.

use crate::{
    app::Content,
    document::excerpt,
    file::Span,
    text::unix_lines,
    ui::theme::Tokens,
    ui::widgets::{has_changed, small},
};
use eframe::egui::{
    Align, FontId, ScrollArea, Sense, Ui, WidgetInfo,
    accesskit::Role,
    text::{CCursor, LayoutJob, TextFormat},
};

/// The maximum length of a text that is shown as a whole, in bytes. Layout and painting take about 270 bytes of memory
/// per character.
const MAX_WHOLE_BYTES: usize = 32 * 1024;

/// A text longer than [`MAX_WHOLE_BYTES`] is shown only up to this distance before and after the highlight, in bytes.
/// That is more than fits on any screen. The highlight itself is cut to this length too.
const CONTEXT_BYTES: usize = 8 * 1024;

pub fn text_ui(ui: &mut Ui, tokens: &Tokens, content: &Content, highlight: Option<Span>) {
    let text = content.text();
    let highlight = visible_span(highlight.unwrap_or_default());
    let (from, to) = shown_range(text.len(), highlight);
    let place = content.known_line_column(highlight.start);
    let mut note = match content.is_scanned() {
        true => format!("Line {}, column {}", place.line, place.column),
        // A job is still counting the lines before the record, so the line number is unknown.
        false => "Text".to_owned(),
    };
    if to - from < text.len() {
        note.push_str(" (excerpt)");
    }
    ui.label(small(note));
    let encoding = content.record_encoding();
    let pieces = [
        from..highlight.start as usize,
        highlight.start as usize..highlight.end as usize,
        highlight.end as usize..to,
    ]
    .map(|range| visible_text(&encoding.decode(text.get(range).unwrap_or_default())));
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width() - 14.0;
    let font = FontId::monospace(12.0);
    for (index, piece) in pieces.iter().enumerate() {
        let mut format = TextFormat::simple(font.clone(), tokens.text);
        if index == 1 {
            format.background = tokens.chosen;
            format.color = tokens.first;
        }
        job.append(piece, 0.0, format);
    }
    let galley = ui.painter().layout_job(job);
    let before = pieces[0].chars().count();
    let highlight_changed = has_changed(ui, ui.make_persistent_id("lit"), highlight);
    ScrollArea::both().id_salt("text").auto_shrink(false).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Document, true, pieces.concat()));
        let cursor = galley.pos_from_cursor(CCursor::new(before));
        let at = cursor.translate(rect.min.to_vec2());
        ui.painter().galley(rect.min, galley, tokens.text);
        if highlight_changed {
            ui.scroll_to_rect(at, Some(Align::Center));
        }
    });
}

/// Shows `text` without a highlight. Of a long text, only the beginning is shown.
pub fn plain_text_ui(ui: &mut Ui, tokens: &Tokens, text: &str) {
    let text = &*excerpt(text, 2 * MAX_WHOLE_BYTES);
    let font = FontId::monospace(12.0);
    let mut job = LayoutJob::simple(visible_text(text), font, tokens.text, f32::INFINITY);
    job.wrap.max_width = ui.available_width() - 14.0;
    let galley = ui.painter().layout_job(job);
    ScrollArea::both().id_salt("plain text").auto_shrink(false).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Document, true, visible_text(text)));
        ui.painter().galley(rect.min, galley, tokens.text);
    });
}

/// Normalizes line ends, and replaces control characters by spaces.
fn visible_text(text: &str) -> String {
    let is_invisible = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    unix_lines(text).replace(is_invisible, " ")
}

/// Returns `highlight`, cut to [`CONTEXT_BYTES`].
fn visible_span(highlight: Span) -> Span {
    let max_bytes = u32::try_from(CONTEXT_BYTES).unwrap_or(u32::MAX);
    Span::new(highlight.start, highlight.end.min(highlight.start.saturating_add(max_bytes)))
}

/// Returns which part of a text of `len` bytes is shown: its start and its end, both as byte offsets.
fn shown_range(len: usize, highlight: Span) -> (usize, usize) {
    if len <= MAX_WHOLE_BYTES {
        return (0, len);
    }
    let from = (highlight.start as usize).saturating_sub(CONTEXT_BYTES);
    let to = (highlight.end as usize).saturating_add(CONTEXT_BYTES).min(len);
    (from.min(len), to)
}
