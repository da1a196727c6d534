//! What is asked for exercises, and what is found: [`PoseJob`], [`Posed`].

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

/// Asks for the exercises of matches.
#[derive(Clone, Debug)]
pub struct PoseJob {
    /// The files.
    pub list: Collection,
    /// Which of their matches, in the order in which they are asked.
    pub rows: Vec<RowNumber>,
    /// The bytes of records that have been changed.
    pub changed: BTreeMap<RecordId, Vec<u8>>,
    /// The moments that are meant, by their match; `None` for all moments.
    pub moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
}

/// Two are equal if they ask for the same matches and moments.
impl PartialEq for PoseJob {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.moments == other.moments
    }
}

/// What has been found since the last time.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The exercises, in the order of the matches.
    pub posed: Vec<Posed>,
    /// How far it has come; nothing when that is all.
    pub walked: Option<Walked>,
    /// Why it ended too early.
    pub failed: Option<String>,
}

/// An exercise with all that is shown of it, so that its match need not be open.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// What is asked.
    pub exercise: Exercise,
    /// The match, by its place in the list.
    pub record: RecordId,
    /// Both boards.
    pub position: Position,
    /// The players; the name of the seat where none is known.
    pub players: BySeat<String>,
}

impl PoseJob {
    /// The exercises of record `id`, whose bytes are `text`; none of a game of Kriegspiel.
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
