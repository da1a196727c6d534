//! The announcements in order, in words and in the file's codes.

use crate::{
    rules::Color,
    ui::theme::{self, Tokens},
    view::{Action, HeardRow, Step},
};
use eframe::egui::{
    Align, CornerRadius, FontId, Id, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};

/// Shows `rows`, the one of `step` in view; a click goes there.
pub fn heard_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    rows: &[HeardRow],
    step: Step,
    actions: &mut Vec<Action>,
) {
    if rows.is_empty() {
        ui.label(RichText::new("Nothing was played.").color(tokens.dim));
        return;
    }
    let id = Id::unique("heard step");
    let moved = ui.data_mut(|data| {
        let before = data.get_temp::<Step>(id);
        data.insert_temp(id, step);
        before != Some(step)
    });
    ScrollArea::vertical()
        .id_salt("heard")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for (index, row) in rows.iter().enumerate() {
                let on = row.covers(step);
                let rect = row_ui(ui, tokens, row, index, on, actions);
                if on && moved {
                    ui.scroll_to_rect(rect.expand2(vec2(0.0, 60.0)), None);
                }
            }
            if moved && step == Step::default() {
                ui.scroll_to_cursor(Some(Align::Max));
            }
        });
}

fn row_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    row: &HeardRow,
    index: usize,
    on: bool,
    actions: &mut Vec<Action>,
) -> Rect {
    let indent = if row.is_try { 46.0 } else { 34.0 };
    let width = ui.available_width() - 10.0;
    let accent = row.name.color.fold_wb(tokens.first, tokens.second);
    let small = |ink| TextFormat::simple(theme::regular(theme::SMALL + 1.0), ink);
    let mut job = LayoutJob::default();
    job.wrap.max_width = width - indent - 8.0;
    if row.is_try {
        let name = TextFormat::simple(theme::semibold(theme::TEXT), tokens.warning);
        if !row.text.is_empty() {
            job.append(&row.text, 0.0, name);
        }
        let gap = if row.text.is_empty() { 0.0 } else { 8.0 };
        job.append(&row.words, gap, small(tokens.dim));
    } else {
        let name = TextFormat::simple(theme::semibold(theme::TEXT), tokens.text);
        job.append(&row.text, 0.0, name);
        let code = TextFormat::simple(FontId::monospace(theme::SMALL + 1.0), accent);
        job.append(&row.code, 10.0, code);
        job.append("\n", 0.0, TextFormat::default());
        job.append(&row.words, 0.0, small(tokens.dim));
        if !row.comment.is_empty() {
            job.append("\n", 0.0, TextFormat::default());
            job.append(&row.comment, 0.0, small(tokens.text));
        }
    }
    let galley = ui.painter().layout_job(job);
    let size = vec2(width, galley.size().y + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let spoken = if row.code.is_empty() {
        row.spoken()
    } else {
        format!("{} {}", row.spoken(), row.code)
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, &spoken));
    if response.clicked() {
        actions.push(Action::GoInGame(row.step));
    }
    if !ui.is_rect_visible(rect) {
        return rect;
    }
    let painter = ui.painter();
    if on || response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    if on {
        let stripe = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(stripe, CornerRadius::same(1), accent);
    }
    // A number stands before White's move, and before the first row.
    let first = index == 0 || row.name.color == Color::White;
    if first && !row.is_try {
        let dots = row.name.color.fold_wb(".", "…");
        painter.text(
            rect.left_top() + vec2(8.0, 4.0),
            eframe::egui::Align2::LEFT_TOP,
            format!("{}{dots}", row.name.number),
            theme::regular(theme::TEXT),
            tokens.dim,
        );
    }
    if row.is_try {
        let center = pos2(rect.left() + indent - 9.0, rect.center().y);
        for aside in [vec2(3.0, 3.0), vec2(3.0, -3.0)] {
            let stroke = eframe::egui::Stroke::new(1.6, tokens.warning);
            painter.line_segment([center - aside, center + aside], stroke);
        }
    }
    painter.galley(rect.min + vec2(indent, 4.0), galley, tokens.text);
    rect
}
