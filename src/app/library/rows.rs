//! The rows of the list of matches.

use crate::{
    archive::{RecordId, Row},
    notation::{Cause, GameResult, Notation},
    rules::{Seat, Team},
};

/// A match as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its place in the list of all, from 0.
    pub id: RecordId,
    /// The first team, `raven & death`.
    pub first: String,
    /// The second team.
    pub second: String,
    /// The same with ratings, `raven 2165 & death 2307`.
    pub rated: [String; 2],
    /// The mean of the known ratings of each team, or empty.
    pub means: [String; 2],
    /// The event.
    pub event: String,
    /// The date.
    pub date: String,
    /// The time control.
    pub time_control: String,
    /// `1-0`, or empty.
    pub result: &'static str,
    /// How it ended, or empty.
    pub cause: &'static str,
    /// The number of plies.
    pub plies: String,
    /// How long it took, `3:41`, or empty.
    pub length: String,
    /// What readers have left in it, `comments, diagrams`, or empty.
    pub notes: String,
    /// Date and number of plies.
    pub detail: String,
}

impl MatchRow {
    /// The row of record `id`.
    #[must_use]
    pub fn of(id: RecordId, row: &Row<'_>) -> Self {
        let seats = |team: Team| match (row.notation, team) {
            (Notation::Bpgn, team) => team.seats().to_vec(),
            (Notation::Kriegspiel, Team::First) => vec![Seat::WhiteA],
            (Notation::Kriegspiel, Team::Second) => vec![Seat::BlackA],
        };
        let name = |seat: Seat| match row.players[seat] {
            "" => "?",
            name => name,
        };
        let team = |team: Team| {
            seats(team)
                .into_iter()
                .map(name)
                .collect::<Vec<_>>()
                .join(" & ")
        };
        let rated = |team: Team| {
            let players = seats(team).into_iter().map(|seat| match row.ratings[seat] {
                Some(rating) => format!("{} {rating}", name(seat)),
                None => name(seat).to_owned(),
            });
            players.collect::<Vec<_>>().join(" & ")
        };
        let mean = |team: Team| {
            let known: Vec<u32> = seats(team)
                .into_iter()
                .filter_map(|seat| row.ratings[seat].map(u32::from))
                .collect();
            match u32::try_from(known.len()) {
                Ok(count @ 1..) => (known.iter().sum::<u32>() / count).to_string(),
                _ => String::new(),
            }
        };
        let plies = match row.plies {
            0 => "no moves".to_owned(),
            1 => "1 ply".to_owned(),
            n => format!("{n} plies"),
        };
        let detail = if row.date.is_empty() {
            plies
        } else {
            format!("{} · {plies}", row.date)
        };
        let marks = [
            (row.marks.comment, "comments"),
            (row.marks.annotation, "signs"),
            (row.marks.diagram, "diagrams"),
        ];
        let marks = marks
            .into_iter()
            .filter_map(|(there, name)| there.then_some(name));
        Self {
            id,
            first: team(Team::First),
            second: team(Team::Second),
            rated: [Team::First, Team::Second].map(rated),
            means: [Team::First, Team::Second].map(mean),
            event: row.event.to_owned(),
            date: row.date.to_owned(),
            time_control: row.time_control.to_owned(),
            result: row.result.map_or("", GameResult::text),
            cause: row.cause.map_or("", Cause::name),
            plies: row.plies.to_string(),
            length: row.seconds.map_or_else(String::new, |seconds| {
                format!("{}:{:02}", seconds / 60, seconds % 60)
            }),
            notes: marks.collect::<Vec<_>>().join(", "),
            detail,
        }
    }
}
