//! The match list beside the boards.

use super::filter::{count_ui, filter_ui, no_matches_ui};
use crate::{
    app::{Command, FileSession, LibraryAction, Listing, MatchRow, State, TabsAction},
    archive::{ListedResult, RecordId, RowNumber, SeriesPlace},
    rules::Team,
    ui::{
        outbox::SendAction as _,
        shell::context_menu,
        theme::{self, Tokens},
        widgets::{RESULT_HIDDEN, RowList, row_response, truncated},
    },
};
use eframe::egui::{
    Align2, CornerRadius, FontId, Rect, Response, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};

/// The height of a row: two lines for the teams, and one for details, in points.
const ROW_HEIGHT: f32 = 62.0;

/// The commands on a match of the list.
pub(super) const ROW_MENU: &[Command] = &[
    Command::OpenInNewTab,
    Command::Review,
    Command::Share,
    Command::SaveMatch,
    Command::AppendMatch,
    Command::Export,
    Command::Print,
    Command::CopyMatch,
    Command::PuzzlesOfMatch,
];

/// The scroll state of a match list.
#[derive(Default)]
pub struct MatchesView {
    pub rows: RowList,
    /// The current match and the listing (filter and order) at the time of the last scroll to the current match.
    last_listing: Option<(RecordId, Listing)>,
}

impl MatchesView {
    /// Scrolls to the current match if another match was opened, or if the filter or the order of the list has changed.
    /// If the list lacks the match, scrolls to the top. Does nothing while the filter is running.
    pub(super) fn follow(&mut self, file: &FileSession) {
        if file.filter.pending {
            return;
        }
        let same = |(chosen, listing): &(RecordId, Listing)| {
            *chosen == file.record.id && *listing == file.filter.listing
        };
        if self.last_listing.as_ref().is_some_and(same) {
            return;
        }
        self.last_listing = Some((file.record.id, file.filter.listing.clone()));
        let chosen = RowNumber::try_from(file.record.id).unwrap_or(RowNumber::MAX);
        self.rows.scroll_to(file.filter.rows.iter().position(|&row| row == chosen));
    }
}

pub fn matches_ui(ui: &mut Ui, tokens: &Tokens, state: &State, view: &mut MatchesView) {
    let Some(file) = state.library.file() else { return };
    filter_ui(ui, &state.shell, file);
    count_ui(ui, &state.jobs, file);
    no_matches_ui(ui, state, file);
    view.follow(file);
    let count = file.filter.rows.len();
    view.rows.show(ui, tokens, ROW_HEIGHT, count, |ui, index, rect| {
        let id = file.filter.rows[index] as usize;
        let Some(row) = state.match_row(id) else { return };
        let next_row = file.filter.rows.get(index + 1);
        let next = next_row.and_then(|&row| file.list.index.row(row as usize)?.series);
        let number = |series: SeriesPlace| series.number;
        let is_continued = row.series.is_some() && row.series.map(number) == next.map(number);
        let response = row_ui(ui, tokens, &row, id == file.record.id, is_continued, rect);
        if response.clicked() || response.secondary_clicked() {
            ui.send(LibraryAction::Choose(id));
        }
        if response.middle_clicked() {
            ui.send(TabsAction::Open(id));
        }
        context_menu(state, &response, ROW_MENU);
    });
}

/// Returns the text of a row for screen readers and tooltips.
pub fn row_words(row: &MatchRow) -> String {
    let score = row.series_score.as_deref();
    let series = row.series.map_or_else(String::new, |series| format!(", {}", series.words(score)));
    let players = match row.second.as_str() {
        "" => row.first.clone(),
        second => format!("{} vs {second}", row.first),
    };
    let result = match row.result.as_str() {
        _ if row.is_hidden => "result hidden",
        "" => "no result",
        ListedResult::CONTRADICTED => "result contradicted",
        result => result,
    };
    let date = if row.date.is_empty() { String::new() } else { format!("{} · ", row.date) };
    let words = format!("Match {}: {players}, {result}, {date}{}", row.id + 1, row.length);
    format!("{}{series}", words.trim_end_matches([',', ' ', '·']))
}

/// Shows `row` in `place`, and returns its response. If `is_continued`, the next row belongs to the same
/// series, and a strip at the left edge connects both rows.
fn row_ui(
    ui: &Ui,
    tokens: &Tokens,
    row: &MatchRow,
    chosen: bool,
    is_continued: bool,
    place: Rect,
) -> Response {
    let rect = place.with_max_y(place.bottom() - 2.0);
    let response = row_response(ui, tokens, ui.scope_id().with(row.id), rect, chosen);
    let words = row_words(row);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &words));
    if row.series.is_some() {
        let bottom = if is_continued { place } else { rect }.bottom();
        let strip = rect.with_max_x(rect.left() + 3.0).with_max_y(bottom);
        ui.painter().rect_filled(strip, CornerRadius::same(1), tokens.dim);
    }
    let painter = ui.painter_at(rect.intersect(ui.clip_rect()));
    let left = rect.left() + 16.0;
    let mut is_truncated = false;
    let mut line = |y: f32, text: &str, font: FontId, ink, right: f32| {
        let galley = truncated(&painter, text, font, ink, right - left);
        is_truncated |= galley.elided;
        painter.galley(pos2(left, rect.top() + y), galley, ink);
    };
    // Winners must not be marked by colour alone.
    for (team, y, players) in
        [(Team::First, 5.0, row.first.as_str()), (Team::Second, 22.0, row.second.as_str())]
    {
        // A row that shows only an event names no winners.
        let won = row.winner == Some(team) && !row.second.is_empty();
        let score_text = match team {
            _ if won => "won",
            Team::First if row.winner.is_none() || row.second.is_empty() => &row.result,
            _ => "",
        };
        let small = theme::regular(theme::SMALL);
        let at = rect.right_top() + vec2(-8.0, y + 2.0);
        let score_text = painter.text(at, Align2::RIGHT_TOP, score_text, small, tokens.dim);
        let font = if won { theme::semibold } else { theme::regular };
        line(y, players, font(theme::TEXT), tokens.text, score_text.left() - 6.0);
        // A row that shows only an event has no teams.
        if !row.second.is_empty() {
            let mark = Rect::from_min_size(rect.min + vec2(7.0, y + 2.0), vec2(3.0, 13.0));
            painter.rect_filled(mark, CornerRadius::same(1), tokens.team(team));
        }
    }
    let small = theme::regular(theme::SMALL);
    let number = (row.id + 1).to_string();
    let mut parts = vec![number.as_str(), &row.date, &row.length];
    parts.retain(|part| !part.is_empty());
    let text_width =
        |text: String| painter.layout_no_wrap(text, small.clone(), tokens.dim).size().x;
    let width = text_width(parts.join(" · "));
    let at = rect.right_top() + vec2(-8.0, 41.0);
    let score = row.series_score.as_deref();
    // A score without its team would mislead.
    let series = row.series.map_or_else(String::new, |series| {
        let mut texts = [series.title(score), series.short(score)].into_iter();
        let fitting = texts.find(|it| text_width(it.clone()) + width + 12.0 < at.x - left);
        fitting.unwrap_or_else(|| series.short(None))
    });
    let series = painter.text(at, Align2::RIGHT_TOP, series, small.clone(), tokens.text);
    let right = series.left() - 6.0;
    if width > right - left {
        // The other matches of a series have the same date.
        parts.retain(|part| *part != row.date);
    }
    if text_width(parts.join(" · ")) > right - left {
        // A number without its unit would mislead.
        parts.pop();
    }
    line(41.0, &parts.join(" · "), small, tokens.dim, right);

    let has_tooltip = is_truncated || row.series.is_some();
    let response = if has_tooltip { response.on_hover_text(words) } else { response };
    if row.is_hidden { response.on_hover_text(RESULT_HIDDEN) } else { response }
}
