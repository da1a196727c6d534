//! The parts that the pages of the Search panel share: rows, columns, progress and numbers.

use crate::{
    app::{JobKind, SearchAction, State},
    search::Score,
    text::count_text,
    timeline::duration_text,
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{bar_ui, job_error_ui},
    },
};
use eframe::egui::{
    Align, CornerRadius, Label, Layout, Pos2, Rect, RichText, Sense, Ui, WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

/// The height of a row, in points.
pub(super) const LINE: f32 = 26.0;

/// The height of the line with the progress, and the width of the progress bar, in points.
const STATUS_HEIGHT: f32 = 24.0;
const BAR: f32 = 70.0;

/// Shows a clickable row. Returns its place, and whether it was clicked.
pub(super) fn row_ui(ui: &mut Ui, tokens: &Tokens, height: f32, words: &str) -> (Rect, bool) {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    (rect, response.clicked())
}

pub(super) fn line(ui: &Ui, rect: Rect, (x, y): (f32, f32), text: &str, format: TextFormat) {
    let ink = format.color;
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(rect.width() - x - 8.0);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(rect.min + vec2(x, y), galley, ink);
}

/// The right edges of all columns but the first, relative to the width of the row.
const COLUMN_ENDS: [f32; 3] = [0.52, 0.76, 0.98];

pub(super) fn columns(ui: &mut Ui, tokens: &Tokens, names: [&str; 4]) {
    let size = vec2(ui.available_width(), 18.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let format = TextFormat::simple(theme::regular(theme::SMALL), tokens.dim);
    row(ui, rect, names, &format);
}

pub(super) fn cells(ui: &Ui, tokens: &Tokens, rect: Rect, texts: [&str; 4]) {
    let format = TextFormat::simple(theme::regular(theme::TEXT), tokens.text);
    row(ui, rect, texts, &format);
}

fn row(ui: &Ui, rect: Rect, [first, others @ ..]: [&str; 4], format: &TextFormat) {
    let first_end = rect.width() * (COLUMN_ENDS[0] - 0.13);
    let left = Rect::from_min_size(rect.min, vec2(first_end, rect.height()));
    line(ui, left, (8.0, 4.0), first, format.clone());
    for (end, text) in COLUMN_ENDS.into_iter().zip(others) {
        let job = LayoutJob::single_section(text.to_owned(), format.clone());
        let galley = ui.painter().layout_job(job);
        let place = pos2(rect.left() + rect.width() * end - galley.size().x, rect.top() + 4.0);
        ui.painter().galley(place, galley, format.color);
    }
}

/// Returns the index of the column at `at` in the row `rect`, counted from the second column. Returns `None` for the
/// first column.
pub(super) fn column_at(rect: Rect, at: Pos2) -> Option<usize> {
    let part = (at.x - rect.left()) / rect.width();
    let starts = [COLUMN_ENDS[0] - 0.13, COLUMN_ENDS[0], COLUMN_ENDS[1]];
    starts.iter().rposition(|start| part > *start)
}

/// Returns whether the query of the current page is complete.
pub(super) fn is_whole(state: &State) -> bool {
    let page = state.search.page;
    state.search.of(page).stopped.is_none() && !state.jobs.is_running(JobKind::Search(page))
}

/// Shows the error of the current page's query, the number of results and the progress. The height is constant, so that
/// nothing below moves under the pointer.
pub(super) fn progress_ui(ui: &mut Ui, state: &State, results: Option<&str>) {
    let kind = JobKind::Search(state.search.page);
    let running = state.jobs.progress(kind);
    job_error_ui(ui, &state.jobs, kind);
    let size = vec2(ui.available_width(), STATUS_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if let Some(progress) = running {
            ui.small_button("Stop").on_click(|| SearchAction::Stop);
            bar_ui(ui, progress, BAR);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let stopped = state.search.current_page().stopped_text();
            let detail = running.map(|progress| progress.detail.as_str());
            let words = results.into_iter().chain(stopped.as_deref()).chain(detail);
            for words in words.filter(|words| !words.is_empty()) {
                let words = RichText::new(words).small().weak();
                ui.add(Label::new(words).truncate());
            }
        });
    });
}

pub(super) fn small(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).small().weak());
}

/// Formats the points per finished match in per cent: `52.3%`, or a dash if no match is finished.
pub(super) fn percent(score: Score) -> String {
    let percent_text = |permille: u32| format!("{}.{}%", permille / 10, permille % 10);
    score.permille().map_or_else(|| "–".to_owned(), percent_text)
}

/// Returns the number of matches and their results as text: `12 matches, 7 won, 1 drawn, 4 lost`.
pub(super) fn matches_text(score: Score) -> String {
    format!("{}, {}", count_text(score.games(), "match", "matches"), score_text(score))
}

/// Returns the results as text: `7 won, 1 drawn, 4 lost`, with the number of unfinished matches if there are any.
pub(super) fn score_text(score: Score) -> String {
    let Score { won, drawn, lost, open } = score;
    let unfinished = if open > 0 { format!(", {open} unfinished") } else { String::new() };
    format!("{won} won, {drawn} drawn, {lost} lost{unfinished}")
}

/// Returns a duration in milliseconds as `3:41`; a dash for `None`.
pub(super) fn minutes(ms: Option<u64>) -> String {
    let ms = ms.and_then(|ms| u32::try_from(ms).ok());
    ms.map_or_else(|| "–".to_owned(), duration_text)
}
