//! The job that finds exercises: [`PoseJob`], [`Posed`].

use crate::{
    analysis::{
        report::{Exercise, MatchTactics, exercises, exercises_of},
        tactics::{Limits, Solver},
    },
    archive::{Collection, RecordId, RowNumber},
    kriegspiel::Notation,
    notation::Record,
    replay::Match,
    rules::{BySeat, Position, Seat},
    search::Walked,
    timeline::Moment,
};
use std::collections::BTreeMap;

/// A search for exercises in matches.
#[derive(Clone, Debug)]
pub struct PoseJob {
    /// The files.
    pub list: Collection,
    /// The matches to search, in order.
    pub rows: Vec<RowNumber>,
    /// The bytes of changed records.
    pub changed: BTreeMap<RecordId, Vec<u8>>,
    /// The moments to search by match; `None` for all.
    pub moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
}

/// Two are equal if they search the same matches and moments.
impl PartialEq for PoseJob {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.moments == other.moments
    }
}

/// Exercises found since the last report.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The exercises in match order.
    pub posed: Vec<Posed>,
    /// The progress; `None` when complete.
    pub walked: Option<Walked>,
    /// Why it failed.
    pub failed: Option<String>,
}

/// An exercise with everything needed to show it, so that its match need not be open.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// The exercise.
    pub exercise: Exercise,
    /// The match, by its index in the list.
    pub record: RecordId,
    /// Both boards.
    pub position: Position,
    /// The players, or the names of the seats if unknown.
    pub players: BySeat<String>,
}

impl PoseJob {
    /// Returns the exercises of record `id` with the bytes `text`; none for a game of Kriegspiel.
    #[must_use]
    pub fn exercises_of(&self, id: RecordId, text: &[u8], solver: &mut Solver) -> Vec<Posed> {
        let record = Record::parse(text);
        if Notation::of(&record, text) != Notation::Bpgn {
            return Vec::new();
        }
        let played = Match::replay(&record, text);
        let players = BySeat::from_fn(|seat| name(&record, text, seat));
        let found = match &self.moments {
            None => exercises(&played, &MatchTactics::of(&played, Limits::default())),
            Some(moments) => {
                let moments = moments.get(&id).into_iter().flatten();
                let moments = moments.filter(|&&moment| moment <= played.plies.len());
                moments
                    .flat_map(|&at| exercises_of(&played.position_after(at), at, solver))
                    .collect()
            }
        };
        let found = found.into_iter();
        found
            .map(|exercise| Posed {
                position: played.position_after(exercise.moment),
                record: id,
                players: players.clone(),
                exercise,
            })
            .collect()
    }
}

fn name(record: &Record, text: &[u8], seat: Seat) -> String {
    let name = record.player(text, seat).unwrap_or_default();
    match name.trim() {
        "" | "?" => seat.name().to_owned(),
        name => name.to_owned(),
    }
}
