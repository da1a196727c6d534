//! The rows of the match list.

use crate::{
    archive::{CellValue, ListedResult, RecordId, Row, SeriesPlace, TABLE_COLUMNS},
    document::shortened,
    kriegspiel::Notation,
    notation::GameResult,
    rules::Team,
    text::count_text,
};

/// The maximum length of the text in a cell, in bytes.
const MAX_CELL_BYTES: usize = 240;

/// A row of the match list, with long texts truncated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The index in the complete list, zero-based.
    pub id: RecordId,
    /// The first team, such as `raven & death`; the event for a game of Kriegspiel without players.
    pub first: String,
    /// The second team; empty if `first` is an event.
    pub second: String,
    /// The winners; `None` for a draw, or if the result is unknown or hidden.
    pub winner: Option<Team>,
    /// The result, such as `raven & death won`, `draw` or `contradicted`; empty if unknown or hidden.
    pub result: String,
    /// The date; empty if unknown.
    pub date: String,
    /// The number of moves, such as `8 moves`; empty if hidden.
    pub length: String,
    /// The place of the match in its series (consecutive matches between the same teams), with the score.
    pub series: Option<SeriesPlace>,
    /// The cells of the table, in the order of [`TABLE_COLUMNS`].
    pub cells: Vec<String>,
    /// The score of the series; `None` without one, or if it is hidden.
    pub series_score: Option<String>,
    /// Whether the result is hidden until the match has been watched.
    pub is_hidden: bool,
}

impl MatchRow {
    pub fn of(id: RecordId, row: &Row<&str>, file: &str) -> Self {
        let length = match row.plies {
            0 => "no moves".to_owned(),
            plies => count_text(plies, "move", "moves"),
        };
        let (first, second) = match row.title_without_players() {
            Some(title) => (title.to_owned(), String::new()),
            None => (team(row, Team::First), team(row, Team::Second)),
        };
        let first = shortened(first, MAX_CELL_BYTES);
        let second = shortened(second, MAX_CELL_BYTES);
        let names = if second.is_empty() { ["White", "Black"] } else { [&*first, &*second] };
        let (winner, result) = match row.result {
            ListedResult::Written(GameResult::First) => {
                (Some(Team::First), format!("{} won", names[0]))
            }
            ListedResult::Written(GameResult::Second) => {
                (Some(Team::Second), format!("{} won", names[1]))
            }
            ListedResult::Written(GameResult::Draw) => (None, "draw".to_owned()),
            ListedResult::Contradicted(_) => (None, ListedResult::CONTRADICTED.to_owned()),
            ListedResult::Written(GameResult::Unknown) | ListedResult::Missing => {
                (None, String::new())
            }
        };
        let values = TABLE_COLUMNS.iter().map(|it| it.column.value);
        Self {
            id,
            first,
            second,
            winner,
            result,
            date: shortened(row.date().to_owned(), MAX_CELL_BYTES),
            length,
            series: row.series,
            series_score: row.series_score().map(|score| shortened(score, MAX_CELL_BYTES)),
            cells: values
                .map(|value| shortened(value.display_text(row, id + 1, file), MAX_CELL_BYTES))
                .collect(),
            is_hidden: false,
        }
    }

    /// Hides the score of the series, because it could reveal results of other matches. If `is_hidden`, hides the
    /// result of this match as well.
    #[must_use]
    pub fn with_hidden_result(mut self, is_hidden: bool) -> Self {
        self.series_score = None;
        self.is_hidden = is_hidden;
        for (it, cell) in TABLE_COLUMNS.iter().zip(&mut self.cells) {
            match (it.column.value, self.series) {
                (CellValue::Series, Some(series)) => *cell = series.short(None),
                (CellValue::Result | CellValue::Cause, _) if is_hidden => cell.clear(),
                _ => {}
            }
        }
        if is_hidden {
            (self.winner, self.result) = (None, String::new());
        }
        self
    }

    /// Hides what a player does not know before the end of a game of Kriegspiel: the result, the number of moves, and
    /// the annotations.
    #[must_use]
    pub(in crate::app) fn with_hidden_end(self) -> Self {
        let mut row = self.with_hidden_result(true);
        row.length.clear();
        for (it, cell) in TABLE_COLUMNS.iter().zip(&mut row.cells) {
            if matches!(
                it.column.value,
                CellValue::Plies
                    | CellValue::Seconds
                    | CellValue::Comments
                    | CellValue::Annotations
                    | CellValue::Diagrams
                    | CellValue::Notes
                    | CellValue::Start
                    | CellValue::End
            ) {
                cell.clear();
            }
        }
        row
    }
}

/// Returns the names of the players of `team`. In a match, the seat replaces an unknown name.
fn team(row: &Row<&str>, team: Team) -> String {
    if row.notation == Notation::Kriegspiel {
        return row.team(team);
    }
    team.seats().map(|seat| row.player_or_seat(seat)).join(" & ")
}
