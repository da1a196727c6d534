//! The text of a new game of Kriegspiel without plies.

use crate::{
    kriegspiel::{
        Rules, Uncertain,
        notation::{Filtered, write},
    },
    notation::KnownTag,
    rules::Color,
};

/// The tags of a new game. An empty value means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGameTags {
    pub event: String,
    /// The date, as written in the tag.
    pub date: String,
    /// The names of the players, White first.
    pub names: [String; 2],
    /// The ratings of the players, White first.
    pub ratings: [String; 2],
    pub rules: Rules,
    /// The view in which the game is recorded.
    pub filtered: Filtered,
    /// The starting position as a FEN, and after a semicolon its hidden pieces; empty for the standard position.
    pub fen: String,
}

/// Returns the text of a game without plies: the seven standard tags of PGN, followed by those of Kriegspiel.
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
    tag(KnownTag::Variant, tags.rules.name());
    // Only the player from whom pieces are hidden can record such a game.
    let filtered = match tags.fen.parse::<Uncertain>() {
        Ok(uncertain) if Uncertain::is_text(&tags.fen) => Filtered::For(uncertain.seat()),
        _ => tags.filtered,
    };
    tag(KnownTag::Filtered, filtered.text().to_owned());
    for (color, rating) in [Color::White, Color::Black].into_iter().zip(&tags.ratings) {
        if !rating.trim().is_empty() {
            tag(KnownTag::rating_of(color), rating.trim().to_owned());
        }
    }
    let (fen, hidden) = tags.fen.split_once(';').unwrap_or((&tags.fen, ""));
    if !fen.trim().is_empty() {
        tag(KnownTag::SetUp, "1".to_owned());
        tag(KnownTag::Fen, fen.trim().to_owned());
    }
    if !hidden.trim().is_empty() {
        tag(KnownTag::Hidden, hidden.trim().to_owned());
    }
    write(&all, &[], None)
}
