//! Parts of sentences about moves, alternatives and times.

use crate::rules::{Board, Move, Reserve, Role, role_name};

/// Formats alternative moves on `board`, separated by commas and "or".
pub(in crate::analysis) fn format_moves(board: &Board, moves: &[Move]) -> String {
    or(moves.iter().map(|&mv| board.san(mv).to_string()).collect())
}

/// Names alternative pieces, one of which a player with the reserve `held` needs more than it has: `a knight or another
/// queen`.
pub fn one_more(held: &Reserve, roles: impl IntoIterator<Item = Role>) -> String {
    let name = |role: Role| match held.count(role) {
        0 => format!("a {}", role_name(role)),
        _ => format!("another {}", role_name(role)),
    };
    or(roles.into_iter().map(name).collect())
}

/// Joins alternatives: `a`, `a or b`, `a, b or c`.
pub fn or<T: Into<String>>(words: Vec<T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(Into::into).collect();
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
    }
}
