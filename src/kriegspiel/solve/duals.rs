//! [`Dual`]: a place in a solution where more than one move wins.

use super::{
    PlanTry,
    composition::own_after,
    plan::{Groups, Search},
    progress::Stopped,
};
use crate::{
    kriegspiel::{
        hidden::{Hidden, sorted},
        notation::Response,
        response,
    },
    rules::{OwnPieces, San},
};
use std::ops::ControlFlow;

/// The number of positions that are examined between two checks for cancellation.
const CHUNK_POSITIONS: usize = 1024;

#[derive(Clone, Debug, PartialEq)]
pub struct Dual {
    /// The moves before, each with the announcements that followed. The first is the key.
    pub line: Vec<LineStep>,
    /// The moves that win, at least two, sorted.
    pub moves: Vec<San>,
    /// Whether the dual is minor: in each position at most one of the moves is legal, so that only their order is
    /// free, or they differ only in the piece of a promotion.
    pub is_minor: bool,
}

/// A move of a solution that does not end the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStep {
    pub san: San,
    /// The announcement of the move.
    pub announcement: Response,
    /// The announcement of the opponent's reply.
    pub reply: Response,
}

impl Search<'_> {
    /// Adds the duals after `key` to `duals`. `line` holds the moves before `key`, and is unchanged at the end. Moves
    /// after a dual that is not minor are not examined.
    pub(super) fn find_duals(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        line: &mut Vec<LineStep>,
        key: &PlanTry,
        plies_left: u32,
        duals: &mut Vec<Dual>,
    ) -> Result<(), Stopped> {
        for ((announcement, reply), group) in self.replies_to(own, positions, key)? {
            let own = own_after(own, Some(key.attempt), reply);
            let group = sorted(group);
            let tries = self.winning_tries(&own, &group, plies_left - 2)?;
            line.push(LineStep { san: key.san, announcement, reply });
            let mut is_minor = true;
            if tries.len() > 1 {
                is_minor = self.is_order_free(&own, &group, &tries)?;
                let moves = tries.iter().map(|it| it.san).collect();
                duals.push(Dual { line: line.clone(), moves, is_minor });
            }
            if is_minor && plies_left > 3 {
                for next in &tries {
                    self.find_duals(&own, &group, line, next, plies_left - 2, duals)?;
                }
            }
            line.pop();
        }
        Ok(())
    }

    /// Returns the positions after `key` and a reply, by their announcements.
    fn replies_to(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        key: &PlanTry,
    ) -> Result<Groups, Stopped> {
        let rules = self.rules();
        let mut groups = Groups::new();
        for hidden in positions {
            let before = hidden.board(own, own.color());
            let Some(mv) = before.legal_move_for(key.attempt) else { continue };
            let after = before.after_move(mv);
            self.add_effort(1)?;
            let announcement = response(&before, mv, &after, rules).as_mover_hears();
            let _ = after.for_each_move(|reply| {
                let next = after.after_move(reply);
                let heard = (announcement, response(&after, reply, &next, rules));
                groups.entry(heard).or_default().insert(Hidden::of(&next, own.color().other()));
                ControlFlow::Continue(())
            });
        }
        Ok(groups)
    }

    /// Returns whether all of `tries` that are legal in the same position go between the same squares.
    fn is_order_free(
        &mut self,
        own: &OwnPieces,
        positions: &[Hidden],
        tries: &[PlanTry],
    ) -> Result<bool, Stopped> {
        for chunk in positions.chunks(CHUNK_POSITIONS) {
            #[expect(clippy::cast_possible_truncation, reason = "a chunk is small")]
            self.add_effort(chunk.len() as u32)?;
            for hidden in chunk {
                let board = hidden.board(own, own.color());
                let mut legal = tries
                    .iter()
                    .filter(|it| board.legal_move_for(it.attempt).is_some())
                    .map(|it| it.attempt.squares());
                let first = legal.next();
                if legal.any(|squares| Some(squares) != first) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
