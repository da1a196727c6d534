//! [`Proof`]: verifies the mates that an engine claims.
//!
//! For an engine, a check is mate if no piece in reserve can answer it. Tactics also considers every piece that may
//! still arrive.

use super::EngineRequest;
use crate::{
    analysis::tactics::{Limits, Solver},
    rules::{Board, Move, Reserve},
};
use std::collections::HashMap;

/// The longest claimed mate that is verified, in moves. Longer claims count as unproved.
const MAX_VERIFIED_MATE: u8 = 4;

const MAX_PROOF_NODES: u32 = 200_000;

/// Verifies mates in one position, and caches the results.
#[derive(Debug)]
pub(super) struct Proof {
    solver: Solver,
    /// The results for the current position.
    cached: HashMap<Claim, bool>,
}

/// A claim of a mate: the first move, and the maximum number of moves. With a first move, the side to move mates,
/// beginning with that move. Without one, the side to move is mated.
type Claim = (Option<Move>, u8);

impl Default for Proof {
    fn default() -> Self {
        Self {
            solver: Solver::new(Limits {
                moves: MAX_VERIFIED_MATE,
                deliver: 0,
                nodes: MAX_PROOF_NODES,
            }),
            cached: HashMap::new(),
        }
    }
}

impl Proof {
    /// Clears the cache. Must be called before another position is verified.
    pub(super) fn forget(&mut self) {
        self.cached.clear();
    }

    /// Returns whether it is proved that the side to move mates within `moves` moves, beginning with `first`.
    pub(super) fn mates(&mut self, request: &EngineRequest, first: Move, moves: u8) -> bool {
        let mut own = request.own;
        own.take_dropped(first);
        let left = moves.checked_sub(1);
        let after = request.board.after_move(first);
        left.is_some_and(|left| self.verify((Some(first), moves), &after, own, left))
    }

    /// Returns whether it is proved that the opponent mates the side to move within `moves` moves.
    pub(super) fn mated(&mut self, request: &EngineRequest, moves: u8) -> bool {
        self.verify((None, moves), &request.board, request.other, moves)
    }

    /// Returns whether `claim` is proved, which it is if the side to move on `board` is mated within `moves` moves.
    fn verify(&mut self, claim: Claim, board: &Board, attacker: Reserve, moves: u8) -> bool {
        if claim.1 > MAX_VERIFIED_MATE {
            return false;
        }
        if let Some(cached) = self.cached.get(&claim) {
            return *cached;
        }
        let proved = self.is_mated(board, attacker, moves);
        self.cached.insert(claim, proved);
        proved
    }

    /// Returns whether it is proved that the opponent mates the side to move within `moves` moves. `attacker` is the
    /// opponent's reserve. The side to move may drop any piece.
    fn is_mated(&mut self, board: &Board, attacker: Reserve, moves: u8) -> bool {
        if board.is_checkmate() {
            return true;
        }
        // A defender who is not in check can wait for a piece.
        if moves == 0 || !board.is_check() {
            return false;
        }
        board.legal_moves(&Reserve::ONE_OF_EACH).into_iter().all(|reply| {
            self.solver.mates_within(&board.after_move(reply), attacker, moves) == Some(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bfen, BoardId, San};

    fn request(text: &str) -> EngineRequest {
        let position = Bfen::parse(text, None).unwrap().position;
        EngineRequest::of(&position, BoardId::A, 1)
    }

    #[track_caller]
    fn check_mates(text: &str, first: &str, moves: u8, expect: bool) {
        let request = request(text);
        let san = San::parse(first.as_bytes()).unwrap().san;
        let first = request.board.resolve(&san, &request.own).unwrap();
        let mut proof = Proof::default();
        for _ in 0..2 {
            assert_eq!(proof.mates(&request, first, moves), expect, "{text}");
        }
    }

    #[test]
    fn mate_with_a_possible_drop_is_rejected() {
        let rank = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
        check_mates(rank, "Ra8", 1, false);
        check_mates(rank, "Ra8", 3, false);
        let smothered = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1";
        check_mates(smothered, "N@f7", 1, true);
        // A claim longer than the limit is not verified.
        check_mates(smothered, "N@f7", 100, false);
        check_mates(smothered, "Kf1", 2, false);
    }

    #[test]
    fn a_mate_in_three_of_tactics_is_proved() {
        let text = "7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1";
        check_mates(text, "P@g7", 3, true);
        check_mates(text, "P@g7", 2, false);
    }

    #[test]
    fn defender_not_in_check_can_wait() {
        let mut proof = Proof::default();
        let mated = request("6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1");
        assert!(proof.mated(&mated, 0));
        proof.forget();
        let quiet = request("6rk/6pp/8/8/8/8/8/6K1[N] b - - 0 1");
        assert!(!proof.mated(&quiet, 1));
    }
}
