//! Joint wins: one player sits while the partner wins the missing piece by force.
//!
//! The sitting seat has no forced mate, but would have one with one more piece. While it sits, the partner's opponent
//! receives nothing, so nothing from outside changes the partner's board. There the partner checks on every move, until
//! a move captures the piece, mates, or leaves the opponent in check without a reply.
//!
//! A capture wins nothing if it is a race: both the sitting seat and the partner's opponent may then move at once, and
//! the opponent mates the partner in no more moves than the sitting seat needs.

use super::{
    checks::add_checks,
    drops::{Defence, Hand},
    proof_table::AttackResources,
    replies::for_each_reply,
    search::{OutOfNodes, Search},
    words::ExtraPiece,
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
    wanted: &'w [ExtraPiece],
    nodes_left: u32,
    /// Searches for mates of the partner's opponent.
    counter: Search,
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

impl<'w> JointSearch<'w> {
    /// Creates a search for captures of a `wanted` piece that examines at most `nodes` positions, and as many for mates of
    /// the partner's opponent.
    pub(super) fn of(wanted: &'w [ExtraPiece], nodes: u32) -> Self {
        let mut counter = Search::default();
        counter.begin(nodes);
        Self { wanted, nodes_left: nodes, counter }
    }

    /// Returns the shortest joint win of the partner, who is to move in `game`, in at most `max_moves` moves. Returns
    /// `None` if there is none.
    pub(super) fn shortest(
        &mut self,
        game: &ClosedGame,
        max_moves: u8,
    ) -> Result<Option<Joint>, OutOfNodes> {
        for moves in 1..=max_moves {
            if !self.wins(game, moves)? {
                continue;
            }
            let mut first = if moves == 1 { self.captures(game)? } else { Vec::new() };
            for mv in self.checks(game) {
                if self.forces(game, mv, moves)? {
                    first.push(mv);
                }
            }
            first.sort_by_cached_key(|mv| mv.uci(false));
            let mut delivers = Vec::new();
            self.collect(game, moves, &mut delivers)?;
            delivers.sort_unstable();
            delivers.dedup();
            let mates = self.wanted.iter().filter(|more| delivers.contains(&more.role));
            let mate = mates.map(|more| more.mate.moves).max();
            return Ok(Some(Joint { moves, first, delivers, mate }));
        }
        Ok(None)
    }

    /// Returns whether the side to move wins within `moves` moves. `moves` is at least 1.
    fn wins(&mut self, game: &ClosedGame, moves: u8) -> Result<bool, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        if self.can_capture(game)? {
            return Ok(true);
        }
        for mv in self.checks(game) {
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
        let captures = self.captures(game)?;
        if !captures.is_empty() {
            roles.extend(captures.into_iter().filter_map(|mv| game.board.captured_by(mv)));
            return Ok(());
        }
        for moves in 1..=moves {
            let mut found = false;
            for mv in self.checks(game) {
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

    /// Returns the captures of the partner that win.
    fn captures(&mut self, game: &ClosedGame) -> Result<Vec<Move>, OutOfNodes> {
        let mut captures = Vec::new();
        for mv in self.wanted_captures(&game.board) {
            if !self.is_race(game, mv)? {
                captures.push(mv);
            }
        }
        Ok(captures)
    }

    fn can_capture(&mut self, game: &ClosedGame) -> Result<bool, OutOfNodes> {
        for mv in self.wanted_captures(&game.board) {
            if !self.is_race(game, mv)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether, after the partner's capture `mv` of a wanted piece, the opponent mates in no more moves than the
    /// sitting seat needs with that piece.
    fn is_race(&mut self, game: &ClosedGame, mv: Move) -> Result<bool, OutOfNodes> {
        let Some(more) = self.wanted_by(&game.board, mv) else { return Ok(false) };
        let after = game.board.after_move(mv);
        let resources = AttackResources::of(Hand::of(game.other));
        self.counter.mates_within(&after, resources, more.mate.moves)
    }

    fn wanted_captures(&self, board: &Board) -> Vec<Move> {
        let mut captures = Vec::new();
        let _ = board.for_each_move(|mv| {
            if self.wanted_by(board, mv).is_some() {
                captures.push(mv);
            }
            ControlFlow::Continue(())
        });
        captures
    }

    /// Returns the wanted piece that `mv` captures.
    fn wanted_by(&self, board: &Board, mv: Move) -> Option<&'w ExtraPiece> {
        let role = board.captured_by(mv)?;
        self.wanted.iter().find(|more| more.role == role)
    }

    /// Returns the checks that capture no wanted piece: after such a capture the seat sits no longer.
    fn checks(&self, game: &ClosedGame) -> Vec<Move> {
        let mut moves = Vec::new();
        add_checks(&game.board, Hand::of(game.own), 0, &mut moves);
        moves.retain(|&mv| self.wanted_by(&game.board, mv).is_none());
        moves
    }
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
