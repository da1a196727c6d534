//! Searches for a forced mate by a player who sees all pieces.
//!
//! The search recurses once per ply. [`MAX_SOLVE_PLIES`](super::MAX_SOLVE_PLIES) limits the depth.

use super::{
    plan::{Search, is_won},
    progress::Stopped,
    table::Key,
};
use crate::{
    analysis::tactics::chess_mate,
    kriegspiel::Stalemate,
    rules::{Board, Reserve},
};

impl Search<'_> {
    /// Returns whether the side to move can force mate within `plies_left` plies, an odd number.
    pub(super) fn is_mate_forced(
        &mut self,
        board: &Board,
        plies_left: u32,
    ) -> Result<bool, Stopped> {
        if plies_left <= 1 && self.rules.stalemate == Stalemate::Draw {
            let (mate, played) = chess_mate(board, &mut self.checks);
            self.effort.add(1 + played)?;
            return Ok(mate.is_some());
        }
        let key = Key::of_board(board);
        let bounds = self.table.bounds(key);
        if let Some(decided) = bounds.decide(plies_left) {
            self.effort.add(1)?;
            return Ok(decided);
        }
        let is_forced = self.has_winning_move(board, plies_left)?;
        self.table.record(key, plies_left, is_forced);
        Ok(is_forced)
    }

    fn has_winning_move(&mut self, board: &Board, plies_left: u32) -> Result<bool, Stopped> {
        let mut moves = board.legal_moves(&Reserve::EMPTY);
        if plies_left > 1 {
            // A short mate decides, and a shallow search orders the moves of a deeper one.
            if self.is_mate_forced(board, plies_left - 2)? {
                return Ok(true);
            }
            self.mates.sort_moves(plies_left, &mut moves);
        }
        for mv in moves {
            self.effort.add(1)?;
            if self.wins_after(&board.after_move(mv), plies_left)? {
                self.mates.add_move(plies_left, mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the move that led to `after` mates or leads to a forced mate. `plies_left` is the number of
    /// plies to the mate, including that move.
    pub(super) fn wins_after(&mut self, after: &Board, plies_left: u32) -> Result<bool, Stopped> {
        if plies_left < 3 {
            return Ok(is_won(after, self.rules.stalemate));
        }
        let key = Key::of_board(after);
        if let Some(decided) = self.table.bounds(key).decide(plies_left) {
            return Ok(decided);
        }
        let wins = self.has_no_escape(after, plies_left)?;
        self.table.record(key, plies_left, wins);
        Ok(wins)
    }

    fn has_no_escape(&mut self, after: &Board, plies_left: u32) -> Result<bool, Stopped> {
        let mut replies = after.legal_moves(&Reserve::EMPTY);
        if replies.is_empty() {
            return Ok(is_won(after, self.rules.stalemate));
        }
        self.escapes.sort_moves(plies_left, &mut replies);
        for mv in replies {
            self.effort.add(1)?;
            if !self.is_mate_forced(&after.after_move(mv), plies_left - 2)? {
                self.escapes.add_move(plies_left, mv);
                return Ok(false);
            }
        }
        Ok(true)
    }
}
