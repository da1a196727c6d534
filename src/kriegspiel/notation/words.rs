//! Describes announcements in words.

use super::Response;
use crate::{
    rules::{Color, Direction},
    text::count_text,
};

/// The description of an announcement without capture, check or pawn tries.
pub(crate) const SILENT: &str = "Legal, no announcement";

/// Returns `White` or `Black`.
pub(crate) const fn color_title(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Describes the announcement of a legal move by `mover`. `mated` is whether the move mates. It must be `false` if the
/// reader must not learn that.
#[must_use]
pub fn announcement_words(response: Response, mover: Color, mated: bool) -> String {
    let mut words = Vec::new();
    words.extend(response.capture.map(|square| format!("a piece is captured on {square}")));
    if !response.checks.is_empty() {
        let from: Vec<&str> = response.checks.iter().map(Direction::words).collect();
        let what = if mated { "mate" } else { "check" };
        words.push(format!("{what} {}", from.join(" and ")));
    }
    if let Some(tries) = response.pawn_tries.filter(|&tries| tries > 0) {
        let tries = count_text(tries, "pawn try", "pawn tries");
        words.push(format!("{} has {tries}", color_title(mover.other())));
    }
    if words.is_empty() {
        return SILENT.to_owned();
    }
    let words = words.join("; ");
    let (first, rest) = words.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}
