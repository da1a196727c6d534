//! The text of a match that has not been played yet.

use crate::{
    notation::{KnownTag, escape},
    rules::{BySeat, Position, Seat},
};

/// What is known of a match before it is played. What is empty is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTags {
    /// The event.
    pub event: String,
    /// The date, as it is to be written.
    pub date: String,
    /// Seconds and what is added for each move, `300+0`.
    pub time_control: String,
    /// The players.
    pub names: BySeat<String>,
    /// Their ratings.
    pub ratings: BySeat<String>,
}

/// A record without plies: the usual tags, and a `FEN` tag unless `start` is the usual position. The time control is
/// `-`, none, until a person names one.
#[must_use]
pub fn new_match(start: &Position, tags: &NewTags) -> String {
    let mut text = String::new();
    let mut tag = |tag: KnownTag, value: &str, unknown: &str| {
        let value = value.trim();
        let value = if value.is_empty() { unknown } else { value };
        text.push_str(&format!("[{} \"{}\"]\n", tag.name(), escape(value)));
    };
    tag(KnownTag::Event, &tags.event, "?");
    tag(KnownTag::Site, "", "?");
    tag(KnownTag::Date, &tags.date, "????.??.??");
    for seat in Seat::ALL {
        tag(KnownTag::player(seat), &tags.names[seat], "");
        tag(KnownTag::rating(seat), &tags.ratings[seat], "");
    }
    tag(KnownTag::TimeControl, &tags.time_control, "-");
    if *start != Position::default() {
        tag(KnownTag::SetUp, "1", "");
        tag(KnownTag::Fen, &start.thief_fen(&Default::default()), "");
    }
    tag(KnownTag::Result, "*", "");
    text.push_str("\n*\n");
    text
}
