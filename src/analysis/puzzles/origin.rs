//! The origin of a puzzle: [`Origin`].

use crate::{
    notation::{KnownTag, Record},
    rules::{BySeat, Seat},
};

/// The match that a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The index of the match in the list.
    pub record: usize,
    /// The names of the players; the name of the seat for an unknown player.
    pub players: BySeat<String>,
    /// The ratings of the players; `None` if unknown.
    pub ratings: BySeat<Option<u16>>,
    /// The event; empty if unknown.
    pub event: String,
    /// The date as written; empty if unknown.
    pub date: String,
}

impl Origin {
    /// Returns the origin of puzzles from `record`, whose bytes are `text` and whose index in the list is `index`.
    #[must_use]
    pub fn of(record: &Record, text: &[u8], index: usize) -> Self {
        let known = |tag: KnownTag| {
            let value = record.tag_text(text, tag).unwrap_or_default();
            let is_unknown = value.chars().all(|c| matches!(c, '?' | '-' | '.' | ' '));
            if is_unknown { String::new() } else { value.trim().to_owned() }
        };
        Self {
            record: index,
            players: BySeat::from_fn(|seat| match known(KnownTag::player(seat)) {
                name if name.is_empty() => seat.name().to_owned(),
                name => name,
            }),
            ratings: BySeat::from_fn(|seat| record.rating(text, seat)),
            event: known(KnownTag::Event),
            date: known(KnownTag::Date),
        }
    }

    /// Returns the player at `seat`: `raven (White A)`, or the seat alone if the name is unknown.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        match self.players[seat].as_str() {
            name if name == seat.name() => name.to_owned(),
            name => format!("{name} ({})", seat.name()),
        }
    }
}
