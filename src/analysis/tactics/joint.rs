//! Joint wins: one player sits while the partner wins the missing piece by force.
//!
//! The sitting seat has no forced mate, but would have one with one more piece. While it sits, the partner's opponent
//! receives nothing, so nothing from outside changes the partner's board. There the partner checks on every move, until
//! a move captures the piece, mates, or leaves the opponent in check without a reply.

use super::{
    checks::add_checks,
    drops::{Defence, Hand},
    replies::for_each_reply,
    search::OutOfNodes,
};
use crate::rules::{Board, Move, Reserve, Role};
use std::ops::ControlFlow;

/// A win that is forced on both boards together, for a seat that sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The number of moves in which the partner wins the piece against the best replies; at least 1.
    pub moves: u8,
    /// All moves of the partner that begin the win, sorted by [`Move::uci`].
    pub first: Vec<Move>,
    /// The wanted pieces that the partner captures in the shortest lines, from pawn to queen. Empty if every line ends
    /// with a mate or with an opponent who has no reply.
    pub delivers: Vec<Role>,
    /// The maximum number of moves to mate over the pieces in `delivers`, since the opponent may choose which one is
    /// captured; `None` if `delivers` is empty.
    pub mate: Option<u8>,
}

impl Joint {
    /// Returns whether the partner can capture a wanted piece with the next move.
    pub const fn is_at_hand(&self) -> bool {
        self.moves == 1 && !self.delivers.is_empty()
    }
}

/// Searches for a joint win on the partner's board.
#[derive(Debug)]
pub(super) struct JointSearch<'w> {
    wanted: &'w [Role],
    nodes_left: u32,
}

/// The partner's board and its two reserves, which do not grow during the search.
#[derive(Clone, Debug)]
pub(super) struct ClosedGame {
    pub(super) board: Board,
    /// The partner's reserve.
    pub(super) own: Reserve,
    /// The reserve of the partner's opponent.
    pub(super) other: Reserve,
}

/// The fields `moves`, `first` and `delivers` of a [`Joint`].
type Delivered = (u8, Vec<Move>, Vec<Role>);

impl<'w> JointSearch<'w> {
    /// Creates a search for captures of a `wanted` role that examines at most `nodes` positions.
    pub(super) const fn of(wanted: &'w [Role], nodes: u32) -> Self {
        Self { wanted, nodes_left: nodes }
    }

    /// Returns the shortest joint win of the partner, who is to move in `game`, in at most `max_moves` moves. Returns
    /// `None` if there is none.
    pub(super) fn shortest(
        &mut self,
        game: &ClosedGame,
        max_moves: u8,
    ) -> Result<Option<Delivered>, OutOfNodes> {
        for moves in 1..=max_moves {
            if !self.wins(game, moves)? {
                continue;
            }
            let mut first = if moves == 1 { self.captures(&game.board) } else { Vec::new() };
            for mv in checks(game) {
                if !first.contains(&mv) && self.forces(game, mv, moves)? {
                    first.push(mv);
                }
            }
            first.sort_by_cached_key(|mv| mv.uci(false));
            let mut delivers = Vec::new();
            self.collect(game, moves, &mut delivers)?;
            delivers.sort_unstable();
            delivers.dedup();
            return Ok(Some((moves, first, delivers)));
        }
        Ok(None)
    }

    /// Returns whether the side to move wins within `moves` moves. `moves` is at least 1.
    fn wins(&mut self, game: &ClosedGame, moves: u8) -> Result<bool, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        if self.can_capture(&game.board) {
            return Ok(true);
        }
        for mv in checks(game) {
            if self.forces(game, mv, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the check `mv`, the first of `moves` moves, forces a win.
    fn forces(&mut self, game: &ClosedGame, mv: Move, moves: u8) -> Result<bool, OutOfNodes> {
        let after = game.after(mv);
        let won = for_each_reply(&after.board, Defence::Exactly(after.other), moves, |answer| {
            if moves == 1 {
                return ControlFlow::Break(Ok(()));
            }
            match self.wins(&after.after_reply(answer), moves - 1) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(Ok(())),
                Err(out) => ControlFlow::Break(Err(out)),
            }
        });
        // An opponent without a reply is mated or waits in vain, since no piece comes while the seat on the other
        // board sits.
        match won {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(refuted) => refuted.map(|()| false),
        }
    }

    /// Appends to `roles` the pieces that are captured in the shortest lines from `game`. The side to move must win
    /// within `moves` moves.
    fn collect(
        &mut self,
        game: &ClosedGame,
        moves: u8,
        roles: &mut Vec<Role>,
    ) -> Result<(), OutOfNodes> {
        let captures = self.captures(&game.board);
        if !captures.is_empty() {
            roles.extend(captures.into_iter().filter_map(|mv| game.board.captured_by(mv)));
            return Ok(());
        }
        for moves in 1..=moves {
            let mut found = false;
            for mv in checks(game) {
                if !self.forces(game, mv, moves)? {
                    continue;
                }
                found = true;
                let after = game.after(mv);
                let mut replies = Vec::new();
                let _ =
                    for_each_reply(&after.board, Defence::Exactly(after.other), moves, |reply| {
                        replies.push(reply);
                        ControlFlow::<()>::Continue(())
                    });
                for reply in replies {
                    self.collect(&after.after_reply(reply), moves - 1, roles)?;
                }
            }
            if found {
                break;
            }
        }
        Ok(())
    }

    fn captures(&self, board: &Board) -> Vec<Move> {
        let mut captures = Vec::new();
        let _ = board.for_each_move(|mv| {
            if self.captures_wanted(board, mv) {
                captures.push(mv);
            }
            ControlFlow::Continue(())
        });
        captures
    }

    fn can_capture(&self, board: &Board) -> bool {
        let search = board.for_each_move(|mv| match self.captures_wanted(board, mv) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        search.is_break()
    }

    fn captures_wanted(&self, board: &Board, mv: Move) -> bool {
        board.captured_by(mv).is_some_and(|role| self.wanted.contains(&role))
    }
}

fn checks(game: &ClosedGame) -> Vec<Move> {
    let mut moves = Vec::new();
    add_checks(&game.board, Hand::of(game.own), 0, &mut moves);
    moves
}

impl ClosedGame {
    /// Returns the position after the partner's move `mv`. A captured piece goes to the other board.
    fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.board.play(mv);
        after.own.take_dropped(mv);
        after
    }

    /// Returns the position after the reply `mv` of the opponent.
    fn after_reply(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.board.play(mv);
        after.other.take_dropped(mv);
        after
    }
}
