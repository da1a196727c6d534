//! [`FullInformation`]: searches for a forced mate by a player who sees all pieces.
//!
//! The search keeps its own stack, since recursion in a long mate could overflow the thread's stack. Only the first ply
//! of a long search is divided among threads.

use super::{
    first_result::run_up_to_first,
    progress::{NodeCounter, Stopped},
};
use crate::{
    analysis::tactics::chess_mate,
    rules::{Attempt, Board, Move, Reserve},
};
use std::ops::ControlFlow;

/// The minimum depth, in plies, of a search that is divided among threads.
const MIN_PLIES_TO_DIVIDE: u32 = 5;

pub(super) struct FullInformation<'a, 's> {
    work: &'a mut NodeCounter<'s>,
    threads: usize,
    /// The last mating move. It is tried first, since it often mates in the next position too.
    mate: Option<Move>,
    /// The last reply that avoided mate. It is tried first, since it often avoids mate in the next position too.
    reply: Option<Move>,
    checks: Vec<Move>,
}

/// A position on the stack, with the moves that remain to be tried.
struct Level {
    board: Board,
    moves: std::vec::IntoIter<Move>,
    /// The number of plies left to the mate, counted from the next move of the mating side.
    plies_left: u32,
    side: Side,
}

/// The task of the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// To mate: one winning move suffices.
    Mating,
    /// To escape: one reply without a forced mate suffices.
    Escaping,
}

impl<'a, 's> FullInformation<'a, 's> {
    pub(super) const fn of(work: &'a mut NodeCounter<'s>, threads: usize) -> Self {
        Self { work, threads, mate: None, reply: None, checks: Vec::new() }
    }
}

impl FullInformation<'_, '_> {
    /// Returns whether the side to move can force mate within `plies_left` plies, an odd number.
    pub(super) fn is_mate_forced(
        &mut self,
        board: &Board,
        plies_left: u32,
    ) -> Result<bool, Stopped> {
        if plies_left <= 1 {
            return self.mates_at_once(board);
        }
        if plies_left < MIN_PLIES_TO_DIVIDE || self.threads == 1 {
            return self.search(board.clone(), plies_left, Side::Mating);
        }
        let moves = board.legal_moves(&Reserve::EMPTY);
        let wins = |mut work: NodeCounter<'_>, mv: &Move| {
            let after = board.after_move(*mv);
            work.add(1)?;
            FullInformation::of(&mut work, 1).wins_after(&after, plies_left)
        };
        let tried = run_up_to_first(self.threads, self.work, &moves, |wins| *wins, wins)?;
        Ok(tried.last() == Some(&true))
    }

    /// Returns whether the move that led to `after` mates or leads to a forced mate. `plies_left` is the number of
    /// plies to the mate, including that move.
    pub(super) fn wins_after(&mut self, after: &Board, plies_left: u32) -> Result<bool, Stopped> {
        if plies_left <= 3 {
            return self.wins_soon(after, plies_left);
        }
        if plies_left < MIN_PLIES_TO_DIVIDE || self.threads == 1 {
            return self.search(after.clone(), plies_left - 2, Side::Escaping);
        }
        let replies = after.legal_moves(&Reserve::EMPTY);
        let loses = |mut work: NodeCounter<'_>, mv: &Move| {
            let next = after.after_move(*mv);
            work.add(1)?;
            FullInformation::of(&mut work, 1).is_mate_forced(&next, plies_left - 2)
        };
        let tried = run_up_to_first(self.threads, self.work, &replies, |loses| !loses, loses)?;
        Ok(tried.last().map_or(after.is_check(), |loses| *loses))
    }

    fn search(&mut self, board: Board, plies_left: u32, side: Side) -> Result<bool, Stopped> {
        let mut levels = Vec::new();
        // The result of the last position examined.
        let mut won = enter(&mut levels, board, plies_left, side);
        while let Some(level) = levels.last_mut() {
            let result = match (level.side, won) {
                (Side::Mating, Some(true)) => Some(true),
                (Side::Escaping, Some(false)) => Some(false),
                _ => None,
            };
            if result.is_some() {
                won = result;
                levels.pop();
                continue;
            }
            let Some(mv) = level.moves.next() else {
                // All moves have been tried: none of them mates, or all of them allow mate.
                won = Some(level.side == Side::Escaping);
                levels.pop();
                continue;
            };
            let (side, plies_left) = (level.side, level.plies_left);
            let board = level.board.after_move(mv);
            self.work.add(1)?;
            won = match (side, plies_left) {
                (Side::Mating, 3) => Some(self.wins_soon(&board, 3)?),
                (Side::Mating, _) => enter(&mut levels, board, plies_left - 2, Side::Escaping),
                (Side::Escaping, _) => enter(&mut levels, board, plies_left, Side::Mating),
            };
        }
        Ok(won.unwrap_or_default())
    }

    /// Returns whether the side to move has a mate in one. Nearly all time is spent here, at the leaves of the search.
    fn mates_at_once(&mut self, board: &Board) -> Result<bool, Stopped> {
        if let Some(mv) = self.mate.and_then(|mv| same_move_on(board, mv)) {
            self.work.add(1)?;
            let after = board.after_move(mv);
            if after.is_chess_mate() {
                return Ok(true);
            }
        }
        let (mate, played) = chess_mate(board, &mut self.checks);
        self.work.add(1 + played)?;
        self.mate = mate.or(self.mate);
        Ok(mate.is_some())
    }

    /// Like [`Self::wins_after`], for `plies_left` of at most 3.
    fn wins_soon(&mut self, after: &Board, plies_left: u32) -> Result<bool, Stopped> {
        if plies_left < 3 {
            return Ok(after.is_chess_mate());
        }
        let mut replies = 0_u32;
        if let Some(mv) = self.reply.and_then(|mv| same_move_on(after, mv)) {
            replies = 1;
            if !self.loses_at_once(after, mv)? {
                return Ok(false);
            }
        }
        let mut stopped = false;
        let search = after.for_each_move(|mv| {
            replies += 1;
            match self.loses_at_once(after, mv) {
                Ok(true) => ControlFlow::Continue(()),
                loses => {
                    stopped = loses.is_err();
                    self.reply = Some(mv);
                    ControlFlow::Break(())
                }
            }
        });
        if stopped {
            return Err(Stopped);
        }
        Ok(search.is_continue() && (replies > 0 || after.is_check()))
    }

    /// Returns whether the reply `mv` to `after` allows a mate in one.
    fn loses_at_once(&mut self, after: &Board, mv: Move) -> Result<bool, Stopped> {
        let next = after.after_move(mv);
        self.work.add(1)?;
        self.mates_at_once(&next)
    }
}

/// Returns the legal move on `board` with the piece and squares of `mv`, a move of another position. Returns `None` if
/// there is none.
fn same_move_on(board: &Board, mv: Move) -> Option<Move> {
    let attempt = Attempt::of(mv)?;
    let Attempt::Normal { role, from, to, .. } = attempt else { return None };
    let own = board.pieces().by_color(board.turn());
    let is_on_origin = board.pieces().by_piece(role.of(board.turn())).contains(from);
    board.legal_move_for(attempt).filter(|_| is_on_origin && !own.contains(to))
}

/// Pushes `board` on the stack and returns `None`. If the escaping side has no move, pushes nothing and returns whether
/// that side is mated.
fn enter(levels: &mut Vec<Level>, board: Board, plies_left: u32, side: Side) -> Option<bool> {
    let moves = board.legal_moves(&Reserve::EMPTY).into_iter();
    if side == Side::Escaping && moves.len() == 0 {
        return Some(board.is_check());
    }
    levels.push(Level { board, moves, plies_left, side });
    None
}
