//! [`FullInformation`]: searches for a forced mate by a player who sees all pieces.
//!
//! The search recurses once per ply. [`MAX_SOLVE_PLIES`](super::MAX_SOLVE_PLIES) limits the depth.

use super::progress::{Effort, Stopped};
use crate::{
    analysis::tactics::chess_mate,
    rules::{Board, Move, Reserve},
};

pub(super) struct FullInformation<'a, 's> {
    effort: &'a mut Effort<'s>,
    /// The last reply that avoided mate. It is tried first, since it often avoids mate in the next position too.
    reply: Option<Move>,
    checks: Vec<Move>,
}

impl<'a, 's> FullInformation<'a, 's> {
    pub(super) const fn of(effort: &'a mut Effort<'s>) -> Self {
        Self { effort, reply: None, checks: Vec::new() }
    }

    /// Returns whether the side to move can force mate within `plies_left` plies, an odd number.
    pub(super) fn is_mate_forced(
        &mut self,
        board: &Board,
        plies_left: u32,
    ) -> Result<bool, Stopped> {
        if plies_left <= 1 {
            let (mate, played) = chess_mate(board, &mut self.checks);
            self.effort.add(1 + played)?;
            return Ok(mate.is_some());
        }
        for mv in board.legal_moves(&Reserve::EMPTY) {
            self.effort.add(1)?;
            if self.wins_after(&board.after_move(mv), plies_left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the move that led to `after` mates or leads to a forced mate. `plies_left` is the number of
    /// plies to the mate, including that move.
    pub(super) fn wins_after(&mut self, after: &Board, plies_left: u32) -> Result<bool, Stopped> {
        if plies_left < 3 {
            return Ok(after.is_chess_mate());
        }
        let mut replies = after.legal_moves(&Reserve::EMPTY);
        if let Some(last) = replies.iter().position(|mv| Some(*mv) == self.reply) {
            replies.swap(0, last);
        }
        for &mv in &replies {
            self.effort.add(1)?;
            if !self.is_mate_forced(&after.after_move(mv), plies_left - 2)? {
                self.reply = Some(mv);
                return Ok(false);
            }
        }
        Ok(!replies.is_empty() || after.is_check())
    }
}
