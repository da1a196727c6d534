//! [`Origin`], [`PuzzleSource`]: the match from which a puzzle comes.

use crate::{
    analysis::ledger::match_hash,
    notation::{KnownTag, Record},
    replay::Match,
    rules::{BySeat, Seat},
    timeline::Timeline,
};
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The index of the match in the list.
    pub record: usize,
    /// The [`match_hash`] of the match.
    pub hash: u32,
    /// The names of the players. An unknown player has the name of the seat.
    pub players: BySeat<String>,
    pub ratings: BySeat<Option<u16>>,
    /// The event; empty if unknown.
    pub event: String,
    /// The date as written; empty if unknown.
    pub date: String,
}

impl Origin {
    /// Returns the origin of the puzzles of `record`, whose bytes are `text` and whose index in the list is `index`.
    /// `hash` is the hash of the match.
    pub fn of(record: &Record, text: &[u8], index: usize, hash: u32) -> Self {
        let known_value = |tag: KnownTag| record.known_text(text, tag);
        Self {
            record: index,
            hash,
            players: BySeat::from_fn(|seat| {
                known_value(KnownTag::player(seat)).unwrap_or_else(|| seat.name().to_owned())
            }),
            ratings: BySeat::from_fn(|seat| record.rating(text, seat)),
            event: known_value(KnownTag::Event).unwrap_or_default(),
            date: known_value(KnownTag::Date).unwrap_or_default(),
        }
    }

    /// Formats the player at `seat`: `raven (White A)`. If the name is unknown, returns only the seat: `White A`.
    pub fn player(&self, seat: Seat) -> String {
        match self.players[seat].as_str() {
            name if name == seat.name() => name.to_owned(),
            name => format!("{name} ({})", seat.name()),
        }
    }
}

/// A match, and what its puzzles say about where they come from.
pub(super) struct PuzzleSource {
    pub played: Match,
    pub timeline: Timeline,
    pub origin: Arc<Origin>,
}

impl PuzzleSource {
    /// Reads the record with index `index` and bytes `text`. Returns `None` if its starting position cannot be read: the
    /// positions are then those of another match.
    pub(super) fn of(record: &Record, text: &[u8], index: usize) -> Option<Self> {
        let played = Match::replay(record, text);
        if played.unreadable_start().is_some() {
            return None;
        }
        let timeline = Timeline::of(&played);
        let origin = Arc::new(Origin::of(record, text, index, match_hash(&played)));
        Some(Self { played, timeline, origin })
    }
}
