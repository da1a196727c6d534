//! Men, squares and plies in words, for names that are read aloud and for tooltips.

use crate::{
    replay::Ply,
    rules::{BoardId, Move, Piece, Role, Square, color_name, role_name},
};

/// A square and what stands on it: `board A, e4, white knight, promoted`.
#[must_use]
pub fn square_words(board: BoardId, square: Square, man: Option<(Piece, bool)>) -> String {
    let man = match man {
        None => "empty".to_owned(),
        Some((piece, promoted)) => {
            let promoted = if promoted { ", promoted" } else { "" };
            format!(
                "{} {}{promoted}",
                color_name(piece.color),
                role_name(piece.role)
            )
        }
    };
    format!("board {}, {square}, {man}", board.letter())
}

/// A ply: `White A drops a knight on f3, check`.
#[must_use]
pub fn ply_words(ply: &Ply) -> String {
    let what = match ply.mv {
        Move::Drop { role, to } => format!("drops a {} on {to}", role_name(role)),
        Move::Castle { .. } => "castles".to_owned(),
        Move::EnPassant { from, to } => format!("takes a pawn en passant from {from} to {to}"),
        Move::Normal {
            role,
            from,
            to,
            promotion,
        } => {
            let man = role_name(role);
            let way = match ply.taken {
                Some(taken) => format!("{man} from {from} takes a {} on {to}", role_name(taken)),
                None => format!("{man} goes from {from} to {to}"),
            };
            let becomes = promotion
                .map(|role| format!(" and becomes a {}", role_name(role)))
                .unwrap_or_default();
            format!("{way}{becomes}")
        }
    };
    let suffix = match (ply.mate, ply.check) {
        (true, _) => ", mate",
        (_, true) => ", check",
        _ => "",
    };
    format!("{}: {what}{suffix}", ply.seat.name())
}

/// So many men of a kind: `1 knight`, `2 knights`.
#[must_use]
pub fn role_plural(count: u8, role: Role) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {}{plural}", role_name(role))
}
