//! The rows of the list of matches.

use crate::{
    archive::{RecordId, Summary},
    notation::{GameResult, Notation},
    rules::{Seat, Team},
};

/// A match as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its place in the file, from 0.
    pub id: RecordId,
    /// The first team, `raven & death`.
    pub first: String,
    /// The second team.
    pub second: String,
    /// `1-0`, or empty.
    pub result: &'static str,
    /// Date and number of plies.
    pub detail: String,
    /// All that a filter looks at, in lower case.
    pub search: String,
}

impl MatchRow {
    /// The row of record `id`.
    #[must_use]
    pub fn of(id: RecordId, summary: &Summary) -> Self {
        let team = |team: Team| team.seats().map(|seat| player(summary, seat)).join(" & ");
        let (first, second) = match summary.notation {
            Notation::Bpgn => (team(Team::First), team(Team::Second)),
            Notation::Kriegspiel => (
                player(summary, Seat::WhiteA).to_owned(),
                player(summary, Seat::BlackA).to_owned(),
            ),
        };
        let result = summary.result.map_or("", GameResult::text);
        let plies = match summary.plies {
            0 => "no moves".to_owned(),
            1 => "1 ply".to_owned(),
            n => format!("{n} plies"),
        };
        let detail = if summary.date.is_empty() {
            plies
        } else {
            format!("{} · {plies}", summary.date)
        };
        let search = format!(
            "{first} {second} {} {} {result}",
            summary.event, summary.date
        )
        .to_lowercase();
        Self {
            id,
            first,
            second,
            result,
            detail,
            search,
        }
    }
}

fn player(summary: &Summary, seat: Seat) -> &str {
    match summary.players[seat].as_str() {
        "" => "?",
        name => name,
    }
}

/// The rows that hold every word of `filter`, letters of either case.
#[must_use]
pub fn filter_matches(rows: &[MatchRow], filter: &str) -> Vec<RecordId> {
    let filter = filter.to_lowercase();
    let words: Vec<&str> = filter.split_whitespace().collect();
    rows.iter()
        .filter(|row| words.iter().all(|word| row.search.contains(word)))
        .map(|row| row.id)
        .collect()
}
