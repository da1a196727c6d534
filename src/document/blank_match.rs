//! The text of a new match without plies.

use crate::{
    notation::{KnownTag, escape},
    rules::{BySeat, Position, Seat},
};

/// The tags of a new match. An empty value means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTags {
    pub event: String,
    /// The date, as written in the tag.
    pub date: String,
    /// The initial time and the increment in seconds: `300+0`.
    pub time_control: String,
    pub names: BySeat<String>,
    pub ratings: BySeat<String>,
}

/// Returns the text of a match without plies: the standard tags, and the tags `SetUp` and `FEN` unless `start` is the
/// standard position. An unknown time control is written as `-`.
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
