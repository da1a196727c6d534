//! The counts of the book of mistakes: tables with bars, and the trend by month.

use super::table::line;
use crate::{
    analysis::report::Missed,
    formats::per_match,
    text::MONTH_NAMES,
    ui::{
        theme::{self, Tokens},
        widgets::{small, subheading},
    },
};
use eframe::egui::{
    Align2, CornerRadius, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};

/// The height of a row, in points.
const ROW: f32 = 22.0;

/// The widths of the columns with numbers, in points.
const NUMBERS: (f32, f32) = (66.0, 58.0);

/// The part of the width that names take.
const NAME_SHARE: f32 = 0.46;

const PLOT_HEIGHT: f32 = 96.0;

/// The maximum number of months in the plot.
const MAX_MONTHS: usize = 24;

/// A row of a table: what is counted, and the counts of the player and the partners.
pub(super) struct CountRow<T> {
    pub(super) counted: T,
    pub(super) name: &'static str,
    pub(super) counts: [usize; 2],
    /// The number of chances of which the player's count is a part; `None` if unknown.
    pub(super) of: Option<usize>,
}

/// Shows a table. A click on a row limits the list to what it counts, or takes the limit back.
pub(super) fn counts_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    tokens: &Tokens,
    title: &str,
    rows: &[CountRow<T>],
    chosen: &mut Option<T>,
) {
    if rows.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let size = vec2(ui.available_width(), ROW);
    let (head, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    let heading = theme::semibold(theme::TEXT);
    painter.text(head.left_center(), Align2::LEFT_CENTER, title, heading, tokens.text);
    for (edge, name) in [(NUMBERS.1 + 8.0, "Player"), (8.0, "Partners")] {
        let at = pos2(head.right() - edge, head.center().y);
        painter.text(at, Align2::RIGHT_CENTER, name, theme::regular(theme::SMALL), tokens.dim);
    }
    let most = rows.iter().map(|row| row.counts[0]).max().unwrap_or(0).max(1);
    let has_chances = rows.iter().any(|row| row.of.is_some());
    for row in rows {
        // Beside shares of chances, the length of a mere count would mislead.
        let whole = if has_chances { row.of } else { Some(most) };
        let is_chosen = *chosen == Some(row.counted);
        if count_ui(ui, tokens, row, whole, is_chosen, title) {
            *chosen = if is_chosen { None } else { Some(row.counted) };
        }
    }
}

/// Shows a row, with the player's count as a part of `whole` in a bar. Returns whether the row was clicked.
fn count_ui<T>(
    ui: &mut Ui,
    tokens: &Tokens,
    row: &CountRow<T>,
    whole: Option<usize>,
    is_chosen: bool,
    title: &str,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let [own, partners] = row.counts;
    let of = row.of.map_or_else(String::new, |of| format!(" of {of}"));
    let words = format!("{title}, {}: {own}{of}, partners {partners}", row.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &words));
    if is_chosen || response.hovered() || response.has_focus() {
        let fill = if is_chosen { tokens.chosen } else { tokens.card };
        ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    }
    let name_width = rect.width() * NAME_SHARE;
    let ink = if own + partners == 0 { tokens.dim } else { tokens.text };
    let name = rect.with_max_x(rect.left() + name_width + 8.0);
    let format = theme::regular_text(theme::TEXT, ink);
    let is_cut = line(ui, name, (6.0, 2.0), row.name, format);
    let painter = ui.painter();
    let bar = Rect::from_x_y_ranges(
        rect.left() + name_width + 8.0..=rect.right() - NUMBERS.0 - NUMBERS.1 - 8.0,
        rect.center().y - 4.0..=rect.center().y + 4.0,
    );
    if let Some(whole) = whole
        && bar.width() > 12.0
    {
        painter.rect_filled(bar, CornerRadius::same(2), tokens.card);
        let length = bar.width() * own as f32 / whole as f32;
        let filled = bar.with_max_x(bar.left() + length);
        painter.rect_filled(filled, CornerRadius::same(2), tokens.first);
    }
    let number = |edge: f32, text: String| {
        let at = pos2(rect.right() - edge, rect.center().y);
        painter.text(at, Align2::RIGHT_CENTER, text, theme::regular(theme::TEXT), ink);
    };
    number(NUMBERS.1 + 8.0, format!("{own}{of}"));
    number(8.0, partners.to_string());
    let hint = match (is_cut, row.of) {
        (_, Some(of)) => format!("{}: {own} of {of} chances.\nClick to list only these", row.name),
        (true, None) => format!("{}\nClick to list only these", row.name),
        (false, None) => "Click to list only these".to_owned(),
    };
    response.on_hover_text(hint).clicked()
}

/// Shows the mistakes per match by month, with the trend. Returns the month that was clicked.
pub(super) fn months_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    missed: &Missed,
    chosen: Option<&str>,
    is_whole: bool,
) -> Option<String> {
    ui.add_space(8.0);
    ui.label(subheading("Mistakes a match, by month"));
    if !is_whole {
        ui.label(small("Shown when all matches are searched."));
        return None;
    }
    let months: Vec<Month<'_>> = Month::all(missed);
    match months.as_slice() {
        [] => {
            ui.label(small("The matches have no dates."));
            return None;
        }
        [only] => {
            let rate = per_match(only.mistakes, only.matches);
            ui.label(small(format!("{}: {rate}. No other month to compare.", only.name)));
            return None;
        }
        _ => {
            ui.label(small(trend_text(&months)));
        }
    }
    plot_ui(ui, tokens, &months[months.len().saturating_sub(MAX_MONTHS)..], chosen)
}

/// The counts of a month.
struct Month<'a> {
    name: &'a str,
    matches: usize,
    mistakes: usize,
}

impl<'a> Month<'a> {
    fn all(missed: &'a Missed) -> Vec<Self> {
        let months = missed.matches_by_month.iter().map(|(name, &matches)| Self {
            name,
            matches,
            mistakes: missed.own.months.get(name).copied().unwrap_or(0),
        });
        months.collect()
    }

    fn rate(&self) -> f32 {
        self.mistakes as f32 / self.matches.max(1) as f32
    }
}

/// The minimum number of matches in each half of the months for a trend.
const MIN_TREND_MATCHES: usize = 10;

/// Compares the later half of the months with the earlier half: `Down from 1.9 to 1.2 mistakes per match since July 2025.`
/// Names the numbers of matches instead if a half has fewer than [`MIN_TREND_MATCHES`].
fn trend_text(months: &[Month<'_>]) -> String {
    let (before, lately) = months.split_at(months.len() / 2);
    let sum = |months: &[Month<'_>]| {
        let matches: usize = months.iter().map(|month| month.matches).sum();
        let mistakes: usize = months.iter().map(|month| month.mistakes).sum();
        (mistakes, matches)
    };
    let (before_mistakes, before_matches) = sum(before);
    let (mistakes, matches) = sum(lately);
    let since = month_text(lately.first().map_or("", |month| month.name));
    if before_matches.min(matches) < MIN_TREND_MATCHES {
        return format!(
            "Too few matches for a trend: {before_matches} before {since}, {matches} since then. Each side \
             needs {MIN_TREND_MATCHES}."
        );
    }
    let (now, then) = (per_match(mistakes, matches), per_match(before_mistakes, before_matches));
    let change = if now == then {
        format!("Unchanged at {now}")
    } else if mistakes * before_matches < before_mistakes * matches {
        format!("Down from {then} to {now}")
    } else {
        format!("Up from {then} to {now}")
    };
    format!("{change} mistakes per match since {since}.")
}

/// Formats a month such as `2025.12` as `December 2025`.
fn month_text(month: &str) -> String {
    let parts = month.split_once('.');
    let name = parts.and_then(|(year, number)| {
        let index = number.parse::<usize>().ok()?.checked_sub(1)?;
        Some(format!("{} {year}", MONTH_NAMES.get(index)?))
    });
    name.unwrap_or_else(|| month.to_owned())
}

fn plot_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    months: &[Month<'_>],
    chosen: Option<&str>,
) -> Option<String> {
    let size = vec2(ui.available_width(), PLOT_HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), tokens.card);
    let inside = Rect::from_min_max(rect.min + vec2(8.0, 18.0), rect.max - vec2(8.0, 18.0));
    let most = months.iter().map(Month::rate).fold(0.0, f32::max).max(0.1);
    let width = inside.width() / months.len() as f32;
    let mut clicked = None;
    for (index, month) in (0_u16..).zip(months) {
        let left = inside.left() + f32::from(index) * width;
        let column = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
        let id = ui.scope_id().with(("month", month.name));
        let response = ui.interact(column, id, Sense::click());
        let rate = per_match(month.mistakes, month.matches);
        let words =
            format!("{}: {} in {}, {rate} a match", month.name, month.mistakes, month.matches);
        let is_chosen = chosen == Some(month.name);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &words));
        let top = inside.bottom() - inside.height() * month.rate() / most;
        let bar = Rect::from_x_y_ranges(
            left + width * 0.15..=left + width * 0.85,
            top.min(inside.bottom() - 1.0)..=inside.bottom(),
        );
        let is_lit = is_chosen || response.hovered() || response.has_focus();
        let ink = if is_lit { tokens.text } else { tokens.first };
        painter.rect_filled(bar, CornerRadius::same(2), ink);
        let font = || theme::regular(theme::SMALL);
        if width >= 26.0 {
            let at = pos2(bar.center().x, bar.top() - 2.0);
            painter.text(at, Align2::CENTER_BOTTOM, &rate, font(), tokens.text);
        }
        if width >= 48.0 {
            let at = pos2(bar.center().x, rect.bottom() - 3.0);
            painter.text(at, Align2::CENTER_BOTTOM, month.name, font(), tokens.dim);
        }
        if response.on_hover_text(format!("{words}\nClick to list only these")).clicked() {
            clicked = Some(month.name.to_owned());
        }
    }
    if width < 48.0
        && let (Some(first), Some(last)) = (months.first(), months.last())
    {
        let font = theme::regular(theme::SMALL);
        let below = rect.bottom() - 3.0;
        let ends = [
            (rect.left() + 8.0, Align2::LEFT_BOTTOM, first.name),
            (rect.right() - 8.0, Align2::RIGHT_BOTTOM, last.name),
        ];
        for (x, align, name) in ends {
            painter.text(pos2(x, below), align, name, font.clone(), tokens.dim);
        }
    }
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trend_says_from_what_to_what_and_since_when() {
        let trend = |counts: [(&'static str, usize, usize); 2]| {
            let months = counts.map(|(name, matches, mistakes)| Month { name, matches, mistakes });
            trend_text(&months)
        };
        let words = "Up from 0.0 to 0.2 mistakes per match since December 2025.";
        assert_eq!(trend([("2025.11", 10, 0), ("2025.12", 10, 2)]), words);
        let words = "Down from 1.0 to 0.5 mistakes per match since January 2026.";
        assert_eq!(trend([("2025.12", 20, 20), ("2026.01", 20, 10)]), words);
        let words = "Unchanged at 1.0 mistakes per match since May 2026.";
        assert_eq!(trend([("2026.04", 30, 30), ("2026.05", 10, 10)]), words);
    }

    #[test]
    fn trend_needs_matches_on_both_sides() {
        let few = |before, lately| {
            let month = |name, matches| Month { name, matches, mistakes: 2 };
            trend_text(&[month("2025.11", before), month("2025.12", lately)])
        };
        let words = "Too few matches for a trend: 1 before December 2025, 40 since then. Each side needs \
                     10.";
        assert_eq!(few(1, 40), words);
        assert!(few(40, 9).starts_with("Too few matches"));
        assert!(few(10, 10).starts_with("Unchanged"));
    }
}
