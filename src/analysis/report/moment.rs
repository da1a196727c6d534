//! The tactics of one moment in words.

use super::words::{moves_in_words, or};
use crate::{
    analysis::tactics::{BoardTactics, Mate, OneMore, captures_for},
    rules::{BoardId, ByBoard, Position, Role, Seat, role_name},
};

/// Describes `tactics` for both boards of `position`: the most urgent first, without a full stop; empty if there are
/// none.
#[must_use]
pub fn moment_words(position: &Position, tactics: &ByBoard<BoardTactics>) -> ByBoard<Vec<String>> {
    ByBoard::from_fn(|id| board_words(position, id, &tactics[id]))
}

fn board_words(position: &Position, id: BoardId, said: &BoardTactics) -> Vec<String> {
    let seat = position.turn(id);
    let board = &position.boards[id];
    let first = |mate: &Mate| moves_in_words(board, &mate.first);
    let mut words = Vec::new();
    if said.stuck {
        words.push("stuck: needs a piece".to_owned());
    }
    if let Some(mate) = &said.mate {
        words.push(format!("mates in {}: {}", mate.moves, first(mate)));
    }
    if let Some(unless) = &said.unless {
        let kinds = unless.refuted_by.iter().copied().map(role_name).collect();
        let until = match unless.refuted_by.as_slice() {
            [] => String::new(),
            _ => format!(" unless a {} comes", or(kinds)),
        };
        let mate = &unless.mate;
        words.push(format!("mates in {}{until}: {}", mate.moves, first(mate)));
    }
    words.extend(said.wanted.iter().map(|more| wanted(position, seat, more)));
    if let (Some(mate), Some(passed)) = (&said.threat, board.null_move()) {
        let moves = moves_in_words(&passed, &mate.first);
        words.push(format!("threatened with mate in {}: {moves}", mate.moves));
    }
    if let Some(passed) = board.null_move() {
        words.extend(said.danger.iter().map(|more| {
            let moves = moves_in_words(&passed, &more.mate.first);
            let role = role_name(more.role);
            format!("must not lose a {role}: mate in {}: {moves}", more.mate.moves)
        }));
    }
    if said.unfinished {
        words.push("not searched to the end".to_owned());
    }
    words
}

fn wanted(position: &Position, seat: Seat, more: &OneMore) -> String {
    let board = position.board_of(seat);
    let role: Role = more.role;
    let first = moves_in_words(board, &more.mate.first);
    let mut line = format!("a {} would mate in {}: {first}", role_name(role), more.mate.moves);
    let captures = captures_for(position, seat, role);
    if !captures.is_empty() {
        line += "; the partner can take one: ";
        line += &moves_in_words(position.board_of(seat.partner()), &captures);
    }
    line
}
