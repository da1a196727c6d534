//! [`Dual`]: a place in a solution where more than one move wins.

use super::{
    PlanTry,
    plan::{Node, Search, TryFailure, own_after},
    progress::Stopped,
};
use crate::{
    kriegspiel::{hidden::sorted, notation::Response},
    rules::San,
};

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
        node: Node<'_>,
        line: &mut Vec<LineStep>,
        key: &PlanTry,
        duals: &mut Vec<Dual>,
    ) -> Result<(), Stopped> {
        // A key wins wherever it is legal.
        let grouped = TryFailure::optional(self.group(node, key.attempt))?;
        let Some((_, groups)) = grouped else { return Ok(()) };
        for ((announcement, reply), group) in groups {
            let own = own_after(node.own, Some(key.attempt), reply);
            let group = sorted(group);
            let after = node.after(&own, &group);
            let tries = self.winning_tries(after)?;
            line.push(LineStep { san: key.san, announcement, reply });
            let mut is_minor = true;
            if tries.len() > 1 {
                is_minor = self.is_order_free(after, &tries)?;
                let moves = tries.iter().map(|it| it.san).collect();
                duals.push(Dual { line: line.clone(), moves, is_minor });
            }
            if is_minor && after.plies_left > 1 {
                for next in &tries {
                    self.find_duals(after, line, next, duals)?;
                }
            }
            line.pop();
        }
        Ok(())
    }

    /// Returns whether all of `tries` that are legal in the same position go between the same squares.
    fn is_order_free(&mut self, node: Node<'_>, tries: &[PlanTry]) -> Result<bool, Stopped> {
        for chunk in node.positions.chunks(CHUNK_POSITIONS) {
            #[expect(clippy::cast_possible_truncation, reason = "a chunk is small")]
            self.effort.add(chunk.len() as u32)?;
            for hidden in chunk {
                let board = node.board(hidden);
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
