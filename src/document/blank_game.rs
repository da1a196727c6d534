//! The text of a game of Kriegspiel that has not been played yet.

use crate::{
    kriegspiel::{
        Rules,
        notation::{Filtered, write},
    },
    notation::KnownTag,
    rules::Color,
};

/// What is known of a game before it is played. What is empty is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGameTags {
    /// The event.
    pub event: String,
    /// The date, as it is to be written.
    pub date: String,
    /// The players, White's name first.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [String; 2],
    /// By which rules it is played.
    pub rules: Rules,
    /// Whose view it is.
    pub filtered: Filtered,
    /// From where it starts, as a `FEN` tag has it; the usual position where it is empty.
    pub fen: String,
}

/// A game without plies: the seven tags of PGN, then those of Kriegspiel.
#[must_use]
pub fn new_game(tags: &NewGameTags) -> String {
    let or = |value: &str, unknown: &str| match value.trim() {
        "" => unknown.to_owned(),
        value => value.to_owned(),
    };
    let mut all: Vec<(String, String)> = Vec::new();
    let mut tag = |tag: KnownTag, value: String| all.push((tag.name().to_owned(), value));
    tag(KnownTag::Event, or(&tags.event, "?"));
    tag(KnownTag::Site, "?".to_owned());
    tag(KnownTag::Date, or(&tags.date, "????.??.??"));
    tag(KnownTag::Round, "?".to_owned());
    tag(KnownTag::White, or(&tags.names[0], "?"));
    tag(KnownTag::Black, or(&tags.names[1], "?"));
    tag(KnownTag::Result, "*".to_owned());
    tag(KnownTag::Variant, tags.rules.name().to_owned());
    tag(KnownTag::Filtered, tags.filtered.text().to_owned());
    for (color, rating) in [Color::White, Color::Black].into_iter().zip(&tags.ratings) {
        if !rating.trim().is_empty() {
            tag(KnownTag::rating_of(color), rating.trim().to_owned());
        }
    }
    if !tags.fen.trim().is_empty() {
        tag(KnownTag::SetUp, "1".to_owned());
        tag(KnownTag::Fen, tags.fen.trim().to_owned());
    }
    write(&all, &[], None)
}
