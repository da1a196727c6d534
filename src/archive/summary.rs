//! [`Summary`]: what a list of matches shows of one.

use crate::{
    file::FileRange,
    notation::{GameResult, Record},
    rules::{BySeat, Seat},
};

/// One match in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Where the record stands in the file.
    pub range: FileRange,
    /// The players; empty where a name is missing.
    pub players: BySeat<String>,
    /// Their ratings.
    pub ratings: BySeat<Option<u16>>,
    /// The event; empty where it is missing.
    pub event: String,
    /// The date as it is written; empty where it is missing.
    pub date: String,
    /// The time control as it is written; empty where it is missing.
    pub time_control: String,
    /// The result: the tag's, or that after the moves where the tag leaves it open.
    pub result: Option<GameResult>,
    /// How many plies are written.
    pub plies: usize,
}

impl Summary {
    /// What a list shows of `record`, whose bytes are `text` and stand at `range` of the file.
    #[must_use]
    pub fn of(record: &Record, text: &[u8], range: FileRange) -> Self {
        let tag = |name| {
            record
                .tag_text(text, name)
                .map(std::borrow::Cow::into_owned)
                .unwrap_or_default()
        };
        let date = match tag("Date") {
            date if date.is_empty() => tag("UTCDate"),
            date => date,
        };
        Self {
            range,
            players: BySeat::from_fn(|seat: Seat| {
                record
                    .player(text, seat)
                    .map(std::borrow::Cow::into_owned)
                    .unwrap_or_default()
            }),
            ratings: BySeat::from_fn(|seat| record.rating(text, seat)),
            event: tag("Event"),
            date,
            time_control: tag("TimeControl"),
            result: record.result(text),
            plies: record.plies.len(),
        }
    }
}
