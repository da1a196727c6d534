//! [`Expansion`]: continues positions by one ply whose announcements are known.

use super::{
    Heard, HeardMove, PromotionNews, Rules, Try, hidden::Hidden, referee::capture_square, response,
};
use crate::{
    kriegspiel::notation::{Man, PawnTries, Promotion, Response},
    rules::{Attempt, Board, Claim, Color, Move, OwnPieces, Square},
};
use std::ops::ControlFlow;

/// A part of an announcement that a player hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementPart {
    /// The answer to the question "Any?".
    Answer(bool),
    /// The player's illegal try with this index.
    Illegal(usize),
    /// The player's own move is legal.
    Legal,
    /// The opponent made this number of illegal tries before a legal move.
    Tries(u32),
    /// The square of a capture; `None` for no capture.
    Capture(Option<Square>),
    /// The directions of check, or no check.
    Checks,
    Promotion(Option<Promotion>),
    PawnTries(PawnTries),
    Mate,
}

/// Returns what was announced for the ply `heard`, part by part. The order is that of [`CollectedPositions::ways`].
pub(super) fn words(heard: &Heard, rules: Rules) -> Vec<AnnouncementPart> {
    let mut words = Vec::new();
    words.extend(heard.response.answer.map(AnnouncementPart::Answer));
    match &heard.mv {
        HeardMove::Own { tries, .. } => {
            words.extend((0..tries.len()).map(AnnouncementPart::Illegal));
            words.push(AnnouncementPart::Legal);
        }
        HeardMove::Other { tries } => words.extend(tries.map(AnnouncementPart::Tries)),
    }
    words.push(AnnouncementPart::Capture(heard.response.capture));
    words.push(AnnouncementPart::Checks);
    if matches!(heard.mv, HeardMove::Other { .. }) {
        if rules.promotion != PromotionNews::Nothing {
            words.push(AnnouncementPart::Promotion(heard.response.promotion));
        }
        words.extend(heard.response.pawn_tries.map(AnnouncementPart::PawnTries));
    }
    if let HeardMove::Own { claim: Claim::Mate, .. } = heard.mv {
        words.push(AnnouncementPart::Mate);
    }
    words
}

/// A ply to play in every possible position, and the player's knowledge before it.
pub(super) struct Expansion<'a> {
    /// The player's own move or the opponent's hidden move, with the announcements.
    pub heard: &'a Heard,
    /// The pieces of the player who hears the ply.
    pub own: &'a OwnPieces,
    pub turn: Color,
    pub rules: Rules,
}

/// The positions after one ply, as collected by one task.
pub(super) struct CollectedPositions {
    /// For each part of the announcement, the number of ways to play the ply that are consistent with this and all
    /// earlier parts.
    pub ways: Vec<u64>,
    /// The positions, possibly with duplicates.
    pub positions: Vec<Hidden>,
}

impl Expansion<'_> {
    /// Plays the ply in each of `positions` and returns the resulting positions.
    pub(super) fn expand(&self, positions: &[Hidden]) -> CollectedPositions {
        let mut collected = CollectedPositions {
            ways: vec![0; words(self.heard, self.rules).len()],
            positions: Vec::new(),
        };
        for hidden in positions {
            let board = hidden.board(self.own, self.turn);
            match &self.heard.mv {
                HeardMove::Own { attempt, claim, tries, .. } => {
                    self.own_move(&mut collected, &board, *attempt, *claim, tries);
                }
                HeardMove::Other { tries } => self.replies(&mut collected, &board, *tries),
            }
        }
        collected
    }

    /// Plays the player's `attempt` in `before`, if the earlier `tries` are illegal there. Collects the resulting
    /// position if its announcement is the one heard.
    fn own_move(
        &self,
        collected: &mut CollectedPositions,
        before: &Board,
        attempt: Attempt,
        claim: Claim,
        tries: &[Try],
    ) {
        if !self.count_matching_answer(collected, before) {
            return;
        }
        let mut part = usize::from(self.heard.response.answer.is_some());
        for earlier in tries {
            if earlier.attempt.is_some_and(|it| before.legal_move_for(it).is_some()) {
                return;
            }
            collected.ways[part] += 1;
            part += 1;
        }
        let Some(mv) = before.legal_move_for(attempt) else { return };
        collected.ways[part] += 1;
        let after = before.after_move(mv);
        part += 1;
        // Some files announce the target square of an en passant capture instead of the captured pawn's square.
        let possible = response(before, mv, &after, self.rules).as_mover_hears();
        let is_en_passant = matches!(mv, Move::EnPassant { .. });
        let capture_matches = possible.capture == self.heard.response.capture
            || (is_en_passant && self.heard.response.capture == Some(mv.to()));
        if capture_matches && self.count_matching_parts(collected, part, possible) {
            if claim == Claim::Mate {
                if !after.is_chess_mate() {
                    return;
                }
                if let Some(last) = collected.ways.last_mut() {
                    *last += 1;
                }
            }
            collected.positions.push(Hidden::of(&after, self.own.color().other()));
        }
    }

    /// Plays every legal move of the opponent in `before`, if `tries` illegal tries, as heard, are possible there.
    /// Collects the resulting positions whose announcements are the one heard.
    fn replies(&self, collected: &mut CollectedPositions, before: &Board, tries: Option<u32>) {
        if !self.count_matching_answer(collected, before)
            || !has_illegal_tries(before, self.turn, tries.unwrap_or(0))
        {
            return;
        }
        let answer = self.heard.response.answer;
        let tries_part = usize::from(answer.is_some());
        let capture_part = tries_part + usize::from(tries.is_some());
        // After "Try!", either an illegal try was a pawn capture, or the move is.
        let must_capture = answer == Some(true) && tries == Some(0);
        let _ = before.for_each_move(|mv| {
            if must_capture && !Attempt::of(mv).is_some_and(Attempt::is_pawn_capture) {
                return ControlFlow::Continue(());
            }
            if tries.is_some() {
                collected.ways[tries_part] += 1;
            }
            let captured = capture_square(before, mv);
            if captured == self.heard.response.capture {
                let after = before.after_move(mv);
                let possible = response(before, mv, &after, self.rules);
                if self.count_matching_parts(collected, capture_part, possible) {
                    collected.positions.push(Hidden::of(&after, self.own.color().other()));
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns whether the answer to the question "Any?" that was heard is right on the board `before`, or the question
    /// was not asked.
    fn count_matching_answer(&self, collected: &mut CollectedPositions, before: &Board) -> bool {
        let Some(answer) = self.heard.response.answer else { return true };
        if before.has_pawn_try() != answer {
            return false;
        }
        collected.ways[0] += 1;
        true
    }

    /// Compares `possible`, the announcement of a possible move, with the announcement heard. The caller has already
    /// compared the captures, which match. `part` is the index of the capture in [`CollectedPositions::ways`]. Adds 1
    /// to the entries of the capture and of every further part, up to the first mismatch. Returns whether all parts
    /// match.
    fn count_matching_parts(
        &self,
        collected: &mut CollectedPositions,
        part: usize,
        possible: Response,
    ) -> bool {
        let heard = &self.heard.response;
        // A file may leave out which man was taken or has taken.
        let is_other = |heard: Option<Man>, possible: Option<Man>| {
            heard.is_some_and(|heard| possible != Some(heard))
        };
        if is_other(heard.taken, possible.taken) || is_other(heard.taker, possible.taker) {
            return false;
        }
        collected.ways[part] += 1;
        if possible.checks != heard.checks {
            return false;
        }
        collected.ways[part + 1] += 1;
        if matches!(self.heard.mv, HeardMove::Own { .. }) {
            return true;
        }
        let mut part = part + 2;
        if self.rules.promotion != PromotionNews::Nothing {
            if possible.promotion != heard.promotion {
                return false;
            }
            collected.ways[part] += 1;
            part += 1;
        }
        // Only the opponent of the player who moved hears the pawn tries.
        if heard.pawn_tries.is_some() {
            if possible.pawn_tries != heard.pawn_tries {
                return false;
            }
            collected.ways[part] += 1;
        }
        true
    }
}

/// Returns whether the player of `color`, to move on `board`, could make at least `count` different illegal tries.
fn has_illegal_tries(board: &Board, color: Color, count: u32) -> bool {
    // Mostly nothing was heard, and the possible tries of every position would be listed in vain.
    let Some(last) = count.checked_sub(1) else { return true };
    let attempts = board.own_pieces(color).attempts().into_iter();
    let mut illegal = attempts.filter(|&it| board.legal_move_for(it).is_none());
    illegal.nth(usize::try_from(last).unwrap_or(usize::MAX)).is_some()
}
