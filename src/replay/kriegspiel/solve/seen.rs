//! [`Seen`]: whether mate is forced for one who sees everything.
//!
//! The search keeps its own stack: a mate of many plies must not need a deeper stack of calls than the thread has.

use super::effort::{Stopped, Work};
use crate::rules::{Board, Move, Reserve};
use std::ops::ControlFlow;

/// A search by one who sees everything.
pub(super) struct Seen<'a, 's> {
    pub(super) work: &'a mut Work<'s>,
}

/// A position whose moves are gone through.
struct Level {
    board: Board,
    moves: std::vec::IntoIter<Move>,
    /// How many plies are left for the side that is to mate, its next one among them. For the other side: that
    /// are left after its reply.
    left: u32,
    side: Side,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The side that is to mate. One move that wins is enough.
    Mating,
    /// The other side. One reply that escapes is enough.
    Escaping,
}

impl Seen<'_, '_> {
    /// Whether the side to move can force mate within `left` plies, which is odd.
    pub(super) fn is_mate_forced(&mut self, board: &Board, left: u32) -> Result<bool, Stopped> {
        if left <= 1 {
            return self.mates_at_once(board);
        }
        self.search(board.clone(), left, Side::Mating)
    }

    /// Whether the side that has just moved to `after` has mated or forces mate in what is left of `left`
    /// plies.
    pub(super) fn wins_after(&mut self, after: &Board, left: u32) -> Result<bool, Stopped> {
        if left <= 3 {
            return self.wins_soon(after, left);
        }
        self.search(after.clone(), left - 2, Side::Escaping)
    }

    fn search(&mut self, board: Board, left: u32, side: Side) -> Result<bool, Stopped> {
        let mut levels = Vec::new();
        // What has come of the position that was looked at last.
        let mut won = enter(&mut levels, board, left, side);
        while let Some(level) = levels.last_mut() {
            let settled = match (level.side, won) {
                (Side::Mating, Some(true)) => Some(true),
                (Side::Escaping, Some(false)) => Some(false),
                _ => None,
            };
            if settled.is_some() {
                won = settled;
                levels.pop();
                continue;
            }
            let Some(mv) = level.moves.next() else {
                // No move wins, or every reply loses.
                won = Some(level.side == Side::Escaping);
                levels.pop();
                continue;
            };
            let (side, left) = (level.side, level.left);
            let mut board = level.board.clone();
            board.play(mv);
            self.work.add(1)?;
            won = match (side, left) {
                (Side::Mating, 3) => Some(self.wins_soon(&board, 3)?),
                (Side::Mating, _) => enter(&mut levels, board, left - 2, Side::Escaping),
                (Side::Escaping, _) => enter(&mut levels, board, left, Side::Mating),
            };
        }
        Ok(won.unwrap_or_default())
    }

    /// Whether one move mates.
    fn mates_at_once(&mut self, board: &Board) -> Result<bool, Stopped> {
        let mut boards = 0;
        let search = board.each_move(|mv| {
            boards += 1;
            let mut after = board.clone();
            after.play(mv);
            // Nearly all of the work is done here, at the leaves.
            if after.is_chess_mate() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.work.add(boards)?;
        Ok(search.is_break())
    }

    /// As [`Self::wins_after`], where at most three plies are left.
    fn wins_soon(&mut self, after: &Board, left: u32) -> Result<bool, Stopped> {
        let mut replies = 0_u32;
        let mut stopped = false;
        let search = after.each_move(|mv| {
            replies += 1;
            if left < 3 {
                return ControlFlow::Break(());
            }
            let mut next = after.clone();
            next.play(mv);
            match self.mates_at_once(&next) {
                Ok(true) => ControlFlow::Continue(()),
                mates => {
                    stopped = mates.is_err();
                    ControlFlow::Break(())
                }
            }
        });
        if stopped {
            return Err(Stopped);
        }
        self.work.add(replies)?;
        Ok(search.is_continue() && (replies > 0 || after.is_check()))
    }
}

/// Puts `board` on the stack, unless it settles itself, as mate and stalemate do.
fn enter(levels: &mut Vec<Level>, board: Board, left: u32, side: Side) -> Option<bool> {
    let moves = board.legal_moves(&Reserve::EMPTY).into_iter();
    if side == Side::Escaping && moves.len() == 0 {
        return Some(board.is_check());
    }
    levels.push(Level {
        board,
        moves,
        left,
        side,
    });
    None
}
