//! The text of a match that has not been played yet.

use crate::rules::Position;

/// A record without plies: the usual tags, empty, and a `FEN` tag unless `start` is the usual position.
/// The time control is five minutes, as most matches are played; `date` is written as it is given.
#[must_use]
pub fn new_match(start: &Position, date: &str) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", date);
    for seat in ["WhiteA", "BlackA", "WhiteB", "BlackB"] {
        tag(seat, "");
        tag(&format!("{seat}Elo"), "");
    }
    tag("TimeControl", "-");
    if *start != Position::default() {
        tag("SetUp", "1");
        tag("FEN", &start.thief_fen(&Default::default()));
    }
    tag("Result", "*");
    text.push_str("\n*\n");
    text
}
