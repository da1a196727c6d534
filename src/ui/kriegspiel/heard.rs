//! The list of announcements in a game, each in words and in the notation of the file.

use crate::{
    app::{GameState, HeardRow, KriegspielAction},
    rules::Color,
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{cached, has_changed},
    },
};
use eframe::egui::{
    Align2, CornerRadius, FontId, Id, Rect, ScrollArea, Sense, Stroke, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};
use std::sync::Arc;

/// The space above and below the text of a row, in points.
const PAD: f32 = 4.0;

/// The gap between two rows, in points.
const GAP: f32 = 1.0;

/// Shows the announcements, scrolled to the current one. A click on a row goes to its ply or try. Only visible rows are
/// painted.
pub fn heard_ui(ui: &mut Ui, tokens: &Tokens, game: &GameState, revision: u64) {
    let (rows, step) = (game.heard_rows(), game.moment_view.step);
    if rows.is_empty() {
        ui.weak(if game.rows().is_empty() { "No moves." } else { "No announcement yet." });
        return;
    }
    let width = ui.available_width() - 10.0;
    let tops = tops(ui, tokens, game, revision, width);
    let moved = has_changed(ui, Id::unique("heard step"), (step, game.moment_view.side));
    ScrollArea::vertical().id_salt("heard").auto_shrink(false).show_viewport(ui, |ui, view| {
        let height = tops.get(rows.len()).copied().unwrap_or(0.0);
        ui.set_height(height);
        let origin = ui.min_rect().min;
        let place = |index: usize| {
            let (top, next) = (tops[index], tops[index + 1]);
            Rect::from_min_size(origin + vec2(0.0, top), vec2(width, next - top - GAP))
        };
        let first = tops.partition_point(|&top| top < view.top()).saturating_sub(1);
        let last = tops.partition_point(|&top| top < view.bottom()).min(rows.len());
        let first = first.min(last);
        for (index, row) in (first..).zip(&rows[first..last]) {
            let is_current = row.covers(step);
            row_ui(ui, tokens, row, index, is_current, place(index));
        }
        if moved {
            let current = rows.iter().position(|row| row.covers(step));
            // Before the first ply, the list is at its top.
            let rect = current.map_or(Rect::from_min_size(origin, vec2(width, 1.0)), place);
            ui.scroll_to_rect(rect.expand2(vec2(0.0, 60.0)), None);
        }
    });
}

/// Returns the top of each row, followed by the bottom of the last row, in a list `width` points wide. The result is
/// cached until the width, the game or the view changes.
fn tops(ui: &Ui, tokens: &Tokens, game: &GameState, revision: u64, width: f32) -> Arc<[f32]> {
    let key = (revision, game.moment_view.side, width.to_bits());
    let tops = cached(ui, Id::unique("heard rows"), key, |_| {
        let mut tops = vec![0.0];
        let mut top = 0.0;
        for row in game.rows() {
            let galley = ui.painter().layout_job(row_job(row, tokens, width));
            top += galley.size().y + 2.0 * PAD + GAP;
            tops.push(top);
        }
        Some(Arc::from(tops))
    });
    tops.unwrap_or_default()
}

const fn indent(row: &HeardRow) -> f32 {
    if row.is_try { 46.0 } else { 34.0 }
}

/// Returns the layout job for the text of a row in a list `width` points wide.
fn row_job(row: &HeardRow, tokens: &Tokens, width: f32) -> LayoutJob {
    let accent = row.name.color.fold_wb(tokens.first, tokens.second);
    let small = |ink| theme::regular_text(theme::SMALL + 1.0, ink);
    let mut row_job = LayoutJob::default();
    row_job.wrap.max_width = width - indent(row) - 8.0;
    if row.is_try {
        let name = theme::semibold_text(theme::TEXT, tokens.warning);
        if !row.text.is_empty() {
            row_job.append(&row.text, 0.0, name);
        }
        let gap = if row.text.is_empty() { 0.0 } else { 8.0 };
        row_job.append(&row.words, gap, small(tokens.dim));
    } else {
        let name = theme::semibold_text(theme::TEXT, tokens.text);
        row_job.append(&row.text, 0.0, name.clone());
        let glyphs = row.notes.glyph_text();
        if !glyphs.is_empty() {
            let gap = if glyphs.starts_with('$') { 6.0 } else { 0.0 };
            row_job.append(&glyphs, gap, name);
        }
        if row.notes.diagram {
            row_job.append("diagram", 8.0, small(tokens.dim));
        }
        let code = TextFormat::simple(FontId::monospace(theme::SMALL + 1.0), accent);
        row_job.append(&row.code, 10.0, code);
        // If the only announcement is that the move is legal, just the tooltip shows it.
        if !row.is_silent() {
            row_job.append("\n", 0.0, TextFormat::default());
            row_job.append(&row.words, 0.0, small(tokens.dim));
        }
        for comment in &row.notes.comments {
            row_job.append("\n", 0.0, TextFormat::default());
            row_job.append(comment, 0.0, small(tokens.text));
        }
        for variation in &row.notes.variations {
            row_job.append("\n", 0.0, TextFormat::default());
            row_job.append(&format!("({variation})"), 0.0, small(accent));
        }
    }
    row_job
}

fn row_ui(ui: &Ui, tokens: &Tokens, row: &HeardRow, index: usize, on: bool, rect: Rect) {
    let accent = row.name.color.fold_wb(tokens.first, tokens.second);
    let galley = ui.painter().layout_job(row_job(row, tokens, rect.width()));
    let response = ui.interact(rect, ui.make_persistent_id(("heard", index)), Sense::click());
    let spoken =
        if row.code.is_empty() { row.spoken() } else { format!("{} {}", row.spoken(), row.code) };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, &spoken));
    response.on_click(|| KriegspielAction::GoTo(row.step));
    let painter = ui.painter();
    if on || response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    if on {
        let stripe = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(stripe, CornerRadius::same(1), accent);
    }
    // Black's move has a number only in the first row.
    let first = index == 0 || row.name.color == Color::White;
    if first && !row.is_try {
        let dots = row.name.color.fold_wb(".", "…");
        let (at, number) = (rect.left_top() + vec2(8.0, PAD), format!("{}{dots}", row.name.number));
        painter.text(at, Align2::LEFT_TOP, number, theme::regular(theme::TEXT), tokens.dim);
    }
    if row.is_try {
        let center = pos2(rect.left() + indent(row) - 9.0, rect.center().y);
        for aside in [vec2(3.0, 3.0), vec2(3.0, -3.0)] {
            let stroke = Stroke::new(1.6, tokens.warning);
            painter.line_segment([center - aside, center + aside], stroke);
        }
    }
    painter.galley(rect.min + vec2(indent(row), PAD), galley, tokens.text);
    if row.is_silent() {
        response.on_hover_text(&row.words);
    }
}
