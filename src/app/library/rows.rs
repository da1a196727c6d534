//! The rows of the list of matches.

use crate::{
    archive::{RecordId, Row, SeriesPlace, table_columns},
    document::shortened,
    notation::GameResult,
    rules::Team,
};

/// No cell shows more of a text, in bytes.
const LONGEST: usize = 240;

/// A match as it is listed. What is too long for a row is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its place in the list of all, from 0.
    pub id: RecordId,
    /// The first team, `raven & death`; of a game of Kriegspiel without players its event.
    pub first: String,
    /// The second team; empty where the first is an event.
    pub second: String,
    /// `1-0`, or empty.
    pub result: &'static str,
    /// Date and number of plies.
    pub detail: String,
    /// Where it stands in its series, with the score.
    pub series: Option<SeriesPlace>,
    /// The cells of the table, as [`table_columns`] has them.
    pub cells: Vec<String>,
}

impl MatchRow {
    /// The row of record `id`, which stands in `file`.
    #[must_use]
    pub fn of(id: RecordId, row: &Row<&str>, file: &str) -> Self {
        let plies = match row.plies {
            0 => "no moves".to_owned(),
            1 => "1 ply".to_owned(),
            n => format!("{n} plies"),
        };
        let detail =
            if row.date().is_empty() { plies } else { format!("{} · {plies}", row.date()) };
        let columns = table_columns().into_iter();
        let (first, second) = match row.nameless_title() {
            Some(title) => (title.to_owned(), String::new()),
            None => (row.team(Team::First), row.team(Team::Second)),
        };
        Self {
            id,
            first: shortened(first, LONGEST),
            second: shortened(second, LONGEST),
            result: row.result.map_or("", GameResult::text),
            detail: shortened(detail, LONGEST),
            series: row.series,
            cells: columns
                .map(|(column, _)| shortened(column.value.shown(row, id + 1, file), LONGEST))
                .collect(),
        }
    }
}
