//! [`FullInformation`]: searches for a forced mate by a player who sees all pieces.
//!
//! The search recurses once per ply. [`MAX_SOLVE_PLIES`](super::MAX_SOLVE_PLIES) limits the depth.

use super::progress::{Effort, Stopped};
use crate::{
    analysis::tactics::chess_mate,
    kriegspiel::Stalemate,
    rules::{Board, Move, Reserve},
};

pub(super) struct FullInformation<'a, 's> {
    effort: &'a mut Effort<'s>,
    /// The last reply that avoided mate. It is tried first, since it often avoids mate in the next position too.
    reply: Option<Move>,
    checks: Vec<Move>,
    stalemate: Stalemate,
}

impl<'a, 's> FullInformation<'a, 's> {
    pub(super) const fn of(effort: &'a mut Effort<'s>, stalemate: Stalemate) -> Self {
        Self { effort, reply: None, checks: Vec::new(), stalemate }
    }

    /// Returns whether the side to move can force mate within `plies_left` plies, an odd number.
    pub(super) fn is_mate_forced(
        &mut self,
        board: &Board,
        plies_left: u32,
    ) -> Result<bool, Stopped> {
        if plies_left <= 1 && self.stalemate == Stalemate::Draw {
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
            return Ok(is_won(after, self.stalemate));
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
        Ok(!replies.is_empty() || is_won(after, self.stalemate))
    }
}

/// Returns whether the side to move on `board` has lost: by mate, or by stalemate if that loses.
pub(super) fn is_won(board: &Board, stalemate: Stalemate) -> bool {
    match stalemate {
        Stalemate::Draw => board.is_chess_mate(),
        Stalemate::Loss => !board.has_move(),
    }
}
