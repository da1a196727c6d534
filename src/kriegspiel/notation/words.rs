//! Describes announcements in words.

use super::{Man, PawnTries, Promotion, Response};
use crate::{
    rules::{CheckDirections, Color, Direction, Square, role_name},
    text::{capital, count_text},
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

/// Describes the announcement of a legal move by `mover`, as a sentence without its full stop. `mated` is whether the
/// move mates. It must be `false` if the reader must not learn that.
pub fn announcement_words(response: Response, mover: Color, mated: bool) -> String {
    capital(&announcement_phrase(response, mover, mated))
}

/// Describes the announcement as [`announcement_words`] does, for the middle of a sentence.
pub fn announcement_phrase(response: Response, mover: Color, mated: bool) -> String {
    let mut words = Vec::new();
    if let Some(any) = response.answer {
        words.push(format!("asked “Any?”, answered {}", if any { "“Try!”" } else { "“No”" }));
    }
    words.extend(response.capture.map(|square| capture_words(response, square)));
    if !response.checks.is_empty() {
        words.push(check_words(if mated { "mate" } else { "check" }, response.checks));
    }
    match response.promotion {
        Some(Promotion::Some) => words.push("a pawn is promoted".to_owned()),
        Some(Promotion::To(role)) => {
            words.push(format!("a pawn is promoted to a {}", role_name(role)));
        }
        None => {}
    }
    if let Some(tries) = response.pawn_tries.filter(|tries| !tries.is_none()) {
        words.push(format!("{} has {}", color_title(mover.other()), pawn_try_words(tries)));
    }
    if words.is_empty() { "legal, no announcement".to_owned() } else { words.join("; ") }
}

fn capture_words(response: Response, square: Square) -> String {
    let taken = match response.taken {
        Some(Man::Pawn) => "a pawn",
        Some(Man::Piece) => "a piece other than a pawn",
        // Where only the square is announced, a pawn counts as a piece.
        None => "a piece",
    };
    let taker = match response.taker {
        Some(Man::Pawn) => " by a pawn",
        Some(Man::Piece) => " by a piece other than a pawn",
        None => "",
    };
    format!("{taken} is captured on {square}{taker}")
}

/// Describes a check or a mate by its directions, such as `check on the file and by a knight`. `what` is the first word.
pub(crate) fn check_words(what: &str, checks: CheckDirections) -> String {
    let from: Vec<&str> = checks.iter().map(Direction::words).collect();
    format!("{what} {}", from.join(" and ")).trim_end().to_owned()
}

/// Describes pawn tries, such as `2 pawn tries` or `pawn tries from d4`.
pub fn pawn_try_words(tries: PawnTries) -> String {
    match tries {
        PawnTries::Number(0) | PawnTries::Any(false) => "no pawn tries".to_owned(),
        PawnTries::Number(count) => count_text(count, "pawn try", "pawn tries"),
        PawnTries::Any(true) => "pawn tries".to_owned(),
        PawnTries::From(squares) if squares.is_empty() => "no pawn tries".to_owned(),
        PawnTries::From(squares) => {
            let squares: Vec<String> = squares.into_iter().map(|it| it.to_string()).collect();
            format!("pawn tries from {}", squares.join(" and "))
        }
    }
}
