//! The text of a match that has not been played yet.

use crate::{
    notation::KnownTag,
    rules::{Position, Seat},
};

/// A record without plies: the usual tags, empty, and a `FEN` tag unless `start` is the usual position.
/// The time control is `-`, none, until a person names one; `date` is written as it is given.
#[must_use]
pub fn new_match(start: &Position, date: &str) -> String {
    let mut text = String::new();
    let mut tag = |tag: KnownTag, value: &str| {
        text.push_str(&format!("[{} \"{value}\"]\n", tag.name()));
    };
    tag(KnownTag::Event, "?");
    tag(KnownTag::Site, "?");
    tag(KnownTag::Date, date);
    for seat in Seat::ALL {
        tag(KnownTag::player(seat), "");
        tag(KnownTag::rating(seat), "");
    }
    tag(KnownTag::TimeControl, "-");
    if *start != Position::default() {
        tag(KnownTag::SetUp, "1");
        tag(KnownTag::Fen, &start.thief_fen(&Default::default()));
    }
    tag(KnownTag::Result, "*");
    text.push_str("\n*\n");
    text
}
