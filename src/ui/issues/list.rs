//! The list of issues in the file.

use crate::{
    app::{Command, IssueRow, IssuesAction},
    notation::Severity,
    ui::outbox::{SendAction as _, SendOnClick as _},
    ui::theme::{self, Tokens},
};
use eframe::egui::{
    CornerRadius, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo,
    accesskit::Role,
    text::{LayoutJob, TextFormat},
    vec2,
};

/// Shows the issues. A click on an issue goes to the ply or tag; a double click also shows the place in the source
/// text.
pub fn issues_ui(ui: &mut Ui, tokens: &Tokens, rows: &[IssueRow]) {
    if rows.is_empty() {
        ui.add_space(8.0);
        ui.weak("No issues found.");
        return;
    }
    ScrollArea::vertical().id_salt("issues").auto_shrink(false).show(ui, |ui| {
        for (index, row) in rows.iter().enumerate() {
            let response = issue_ui(ui, tokens, row);
            if response.double_clicked() {
                ui.send(IssuesAction::Show(index));
            } else if response.clicked() {
                ui.send(IssuesAction::GoTo(index));
            }
            response.on_hover_text(
                "Click to go to the move or tag. Double-click to show it in the text.",
            );
            if let Some(result) = row.correction {
                let button = ui.button(format!("Set result to {}", result.text()));
                button.on_click(|| Command::CorrectResult);
                ui.add_space(6.0);
            }
        }
    });
}

fn issue_ui(ui: &mut Ui, tokens: &Tokens, row: &IssueRow) -> Response {
    let (severity, ink) = match row.severity {
        Severity::Error => ("Error", tokens.warning),
        Severity::Warning => ("Warning", tokens.first),
        Severity::Hint => ("Hint", tokens.dim),
    };
    let place = format!("Line {}, column {}", row.place.line, row.place.column);
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width() - 24.0;
    job.append(severity, 0.0, theme::semibold_text(theme::SMALL, ink));
    job.append(&place, 8.0, theme::regular_text(theme::SMALL, tokens.dim));
    job.append("\n", 0.0, TextFormat::default());
    job.append(&row.text, 0.0, theme::regular_text(theme::TEXT, tokens.text));
    let galley = ui.painter().layout_job(job);
    let size = vec2(ui.available_width(), galley.size().y + 12.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = format!("{severity}, {place}: {}", row.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    let (left, inner) = (rect.left(), rect.shrink2(vec2(0.0, 6.0)));
    let stripe = Rect::from_x_y_ranges(left + 2.0..=left + 5.0, inner.y_range());
    ui.painter().rect_filled(stripe, CornerRadius::same(1), ink);
    ui.painter().galley(rect.min + vec2(14.0, 6.0), galley, tokens.text);
    response
}
