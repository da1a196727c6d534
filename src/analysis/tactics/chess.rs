//! [`chess_mate`]: mate in one by the rules of chess, without drops.

use super::{checks::add_checks, drops::Hand};
use crate::rules::{Board, Move, Reserve};

/// Returns a legal move that mates by the rules of chess, if there is one, and the number of moves that were tried.
/// `checks` is a reusable buffer.
pub(crate) fn chess_mate(board: &Board, checks: &mut Vec<Move>) -> (Option<Move>, u32) {
    checks.clear();
    add_checks(board, Hand::of(Reserve::EMPTY), 0, checks);
    let mut tried = 0;
    let mates = |mv: &Move| {
        tried += 1;
        !board.after_move(*mv).has_move()
    };
    (checks.iter().copied().find(mates), tried)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    fn has_mate_by_brute_force(board: &Board) -> bool {
        let search = board.for_each_move(|mv| {
            let mut after = board.clone();
            after.play(mv);
            if after.is_chess_mate() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        search.is_break()
    }

    #[test]
    fn mate_in_one_is_found_iff_some_move_mates() {
        let (mut random, mut seen) = (1_u64, [0; 2]);
        let mut below = |n: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).unwrap() % n
        };
        for _ in 0..400 {
            let mut board = Board::default();
            loop {
                let moves = board.legal_moves(&Reserve::EMPTY);
                if moves.is_empty() || board.fullmoves() > 120 {
                    break;
                }
                let (mate, _) = chess_mate(&board, &mut Vec::new());
                assert_eq!(
                    mate.is_some(),
                    has_mate_by_brute_force(&board),
                    "{}",
                    board.chess_fen()
                );
                if let Some(mv) = mate {
                    assert!(moves.contains(&mv));
                }
                seen[usize::from(mate.is_some())] += 1;
                // Playing the mating move keeps more positions of this kind in the sample.
                board.play(moves[below(moves.len())]);
            }
        }
        assert!(seen.into_iter().all(|count| count > 100), "{seen:?}");
    }
}
