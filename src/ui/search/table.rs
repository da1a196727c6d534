//! The parts that the pages of the Search panel share: rows, columns, progress and numbers.

use crate::{
    app::{JobKind, SearchAction, SearchPage, State},
    search::Score,
    text::count_text,
    timeline::{ClockPrecision, duration_text},
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{bar_ui, job_error_ui, low_button, small, truncated},
    },
};
use eframe::egui::{
    Align, CornerRadius, Galley, Label, Layout, Pos2, Rect, Response, ScrollArea, Sense, Ui,
    WidgetInfo,
    accesskit::Role,
    pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};
use std::sync::Arc;

/// The height of a row, in points.
pub(super) const LINE: f32 = 26.0;

/// The height of the line with the number of results and the progress, in points.
const STATUS_HEIGHT: f32 = 24.0;

/// The width of the progress bar, in points.
const BAR_WIDTH: f32 = 70.0;

/// Shows the background of a clickable row. `words` is the accessible name.
pub(super) fn row_ui(ui: &mut Ui, tokens: &Tokens, height: f32, words: &str) -> Response {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(4), tokens.card);
    }
    response
}

/// Paints `text` in `rect`, at the offset (`x`, `y`). Returns whether the text is truncated.
pub(super) fn line(
    ui: &Ui,
    rect: Rect,
    (x, y): (f32, f32),
    text: &str,
    format: TextFormat,
) -> bool {
    let (ink, width) = (format.color, rect.width() - x - 8.0);
    let galley = truncated(ui.painter(), text, format.font_id, ink, width);
    let is_cut = galley.elided;
    ui.painter().galley(rect.min + vec2(x, y), galley, ink);
    is_cut
}

/// The columns of a table: a text, and three right-aligned numbers. The text has the width that the numbers leave.
pub(super) struct Columns {
    tokens: Tokens,
    /// The left and right edges of the numbers, as distances from the right edge of the row.
    edges: [(f32, f32); 3],
}

/// The gap between two columns, in points.
const COLUMN_GAP: f32 = 12.0;

/// The left and right margin of a row, in points.
const ROW_MARGIN: f32 = 8.0;

impl Columns {
    /// Shows a list of `count` rows below the heads of its columns. For each number, `numbers` holds the head of its
    /// column and a sample as wide as the column must be. `row_ui` shows the row with an index.
    pub(super) fn list_ui(
        ui: &mut Ui,
        tokens: &Tokens,
        (text, numbers): (&str, [(&str, &str); 3]),
        count: usize,
        mut row_ui: impl FnMut(&mut Ui, &Self, usize),
    ) {
        let head = theme::regular_text(theme::SMALL, tokens.dim);
        let galleys = numbers.map(|(name, _)| right_aligned(ui, name, &head));
        let columns = Self::of(ui, tokens, numbers);
        let height = galleys.iter().fold(14.0, |height, it| f32::max(height, it.size().y)) + 4.0;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let area = ScrollArea::vertical().id_salt(text).auto_shrink(false);
        let rows = area.show_rows(ui, LINE, count, |ui, range| {
            for index in range {
                row_ui(ui, &columns, index);
            }
        });
        // The heads stand above their columns, which a scroll bar moves.
        let rect = rect.with_max_x(rows.inner_rect.right());
        let left = rect.with_min_y(rect.bottom() - 22.0).with_max_x(columns.text_end(rect));
        line(ui, left, (ROW_MARGIN, 4.0), text, head);
        for ((_, right), galley) in columns.edges.into_iter().zip(galleys) {
            let place = pos2(rect.right() - right, rect.bottom() - galley.size().y);
            ui.painter().galley(place, galley, tokens.dim);
        }
    }

    /// Returns columns with room for their heads and sample numbers, without showing the heads.
    pub(super) fn of(ui: &Ui, tokens: &Tokens, numbers: [(&str, &str); 3]) -> Self {
        let head = theme::regular_text(theme::SMALL, tokens.dim);
        let mut left = ROW_MARGIN - COLUMN_GAP;
        let mut edges = numbers.map(|_| (0.0, 0.0));
        for (edge, (name, number)) in edges.iter_mut().zip(numbers).rev() {
            let widths = [(name, &head), (number, &number_format(tokens))]
                .map(|(text, format)| right_aligned(ui, text, format).size().x);
            let width = f32::max(widths[0], widths[1]);
            // A column without a head and a number takes no room.
            let right = if width > 0.0 { left + COLUMN_GAP } else { left };
            left = right + width;
            *edge = (left, right);
        }
        Self { tokens: *tokens, edges }
    }

    /// Returns the right edge of the area for the text in the row `rect`, including a margin.
    fn text_end(&self, rect: Rect) -> f32 {
        rect.right() - self.edges[0].0 - COLUMN_GAP + ROW_MARGIN
    }

    /// Shows a row in `rect`. Returns whether its text is truncated.
    pub(super) fn row(&self, ui: &Ui, rect: Rect, text: &str, numbers: [&str; 3]) -> bool {
        let format = number_format(&self.tokens);
        let left = rect.with_max_x(self.text_end(rect));
        let is_cut = line(ui, left, (ROW_MARGIN, 4.0), text, format.clone());
        for ((_, right), number) in self.edges.into_iter().zip(numbers) {
            let galley = right_aligned(ui, number, &format);
            let place = pos2(rect.right() - right, rect.top() + 4.0);
            ui.painter().galley(place, galley, format.color);
        }
        is_cut
    }

    /// Shows the row of a player with results. Returns whether it was clicked.
    pub(super) fn player_ui(
        &self,
        ui: &mut Ui,
        height: f32,
        name: &str,
        score: Score,
        numbers: [&str; 3],
    ) -> bool {
        let words = format!("{name}: {}", matches_text(score));
        let mut response = row_ui(ui, &self.tokens, height, &words);
        if self.row(ui, response.rect, name, numbers) {
            response = response.on_hover_text(name);
        }
        response.clicked()
    }

    /// Returns the index of the number at `at` in the row `rect`; `None` if `at` is on the text.
    pub(super) fn number_at(&self, rect: Rect, at: Pos2) -> Option<usize> {
        let from_right = rect.right() - at.x;
        self.edges.iter().rposition(|(left, _)| from_right < left + COLUMN_GAP / 2.0)
    }
}

fn number_format(tokens: &Tokens) -> TextFormat {
    theme::regular_text(theme::TEXT, tokens.text)
}

/// Lays out a text with its lines aligned at the right. The position at which it is painted is its right edge.
fn right_aligned(ui: &Ui, text: &str, format: &TextFormat) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), format.clone());
    job.halign = Align::RIGHT;
    ui.painter().layout_job(job)
}

/// Returns whether the query of `page` is complete.
pub(super) fn is_whole(state: &State, page: SearchPage) -> bool {
    state.search.page_state(page).stopped.is_none() && !state.jobs.is_running(JobKind::Search(page))
}

/// Shows the error of the query of `page`, the number of results and the progress. The line with results and
/// progress has a constant height, so that nothing below moves under the pointer.
pub(super) fn progress_ui(ui: &mut Ui, state: &State, page: SearchPage, results: Option<&str>) {
    let kind = JobKind::Search(page);
    let running = state.jobs.progress(kind);
    job_error_ui(ui, &state.jobs, kind);
    let size = vec2(ui.available_width(), STATUS_HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if let Some(progress) = running {
            ui.add(low_button(ui, "Stop")).on_click(|| SearchAction::Stop);
            bar_ui(ui, progress, BAR_WIDTH);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let stopped = state.search.page_state(page).stopped_text();
            let detail = running.map(|progress| progress.detail.as_str());
            let words = results.into_iter().chain(stopped.as_deref()).chain(detail);
            for words in words.filter(|words| !words.is_empty()) {
                ui.add(Label::new(small(words)).truncate());
            }
        });
    });
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

/// Returns the results as text: `7 won, 1 drawn, 4 lost`, with the numbers of unfinished matches and of matches with
/// contradicted results if there are any.
pub(super) fn score_text(score: Score) -> String {
    let Score { won, drawn, lost, open, contradicted } = score;
    let mut text = format!("{won} won, {drawn} drawn, {lost} lost");
    for (count, what) in [(open, "unfinished"), (contradicted, "contradicted")] {
        if count > 0 {
            text.push_str(&format!(", {count} {what}"));
        }
    }
    text
}

/// Returns a duration in milliseconds as `3:41`; a dash for `None`.
pub(super) fn minutes(ms: Option<u64>) -> String {
    let ms = ms.and_then(|ms| u32::try_from(ms).ok());
    ms.map_or_else(|| "–".to_owned(), |ms| duration_text(ms, ClockPrecision::Tenths))
}
