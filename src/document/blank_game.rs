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

/// Returns the seven standard tags of PGN, without a result, and those that mark a file as Kriegspiel. Empty values are
/// unknown.
pub(super) fn standard_tags(
    event: &str,
    date: &str,
    names: [&str; 2],
    rules: Rules,
    filtered: Filtered,
) -> Vec<(String, String)> {
    let or = |value: &str, unknown: &str| match value.trim() {
        "" => unknown.to_owned(),
        value => value.to_owned(),
    };
    let tags = [
        (KnownTag::Event, or(event, "?")),
        (KnownTag::Site, "?".to_owned()),
        (KnownTag::Date, or(date, "????.??.??")),
        (KnownTag::Round, "?".to_owned()),
        (KnownTag::White, or(names[0], "?")),
        (KnownTag::Black, or(names[1], "?")),
        (KnownTag::Result, "*".to_owned()),
        (KnownTag::Variant, rules.name()),
        (KnownTag::Filtered, filtered.text().to_owned()),
    ];
    tags.map(|(tag, value)| (tag.name().to_owned(), value)).into()
}

/// Returns the text of a game without plies: the seven standard tags of PGN, followed by those of Kriegspiel.
pub fn new_game(tags: &NewGameTags) -> String {
    // Only the player from whom pieces are hidden can record such a game.
    let filtered = match tags.fen.parse::<Uncertain>() {
        Ok(uncertain) if Uncertain::is_text(&tags.fen) => Filtered::For(uncertain.seat()),
        _ => tags.filtered,
    };
    let names = tags.names.each_ref().map(String::as_str);
    let mut all = standard_tags(&tags.event, &tags.date, names, tags.rules, filtered);
    let mut tag = |tag: KnownTag, value: &str| {
        if !value.trim().is_empty() {
            all.push((tag.name().to_owned(), value.trim().to_owned()));
        }
    };
    for (color, rating) in [Color::White, Color::Black].into_iter().zip(&tags.ratings) {
        tag(KnownTag::rating_of(color), rating);
    }
    let (fen, hidden) = tags.fen.split_once(';').unwrap_or((&tags.fen, ""));
    if !fen.trim().is_empty() {
        tag(KnownTag::SetUp, "1");
    }
    tag(KnownTag::Fen, fen);
    tag(KnownTag::Hidden, hidden);
    write(&all, &[], None)
}
