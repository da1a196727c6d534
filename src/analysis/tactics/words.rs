//! [`BoardTactics`]: the results of the solver for a board.

use super::{Joint, captures_for};
use crate::rules::{Move, Position, Role, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The number of moves of the attacker, including the mating move, against the best replies; at least 1.
    pub moves: u8,
    /// All moves that begin the mate, sorted by [`Move::uci`].
    pub first: Vec<Move>,
}

impl Mate {
    /// Returns the first move to show, see [`main_move`].
    pub fn main_move(&self) -> Option<Move> {
        main_move(&self.first)
    }
}

/// Returns the first of `moves`, or the first that promotes to no lesser piece than a queen, if there is one.
pub fn main_move(moves: &[Move]) -> Option<Move> {
    moves.iter().copied().min_by_key(|&mv| is_underpromotion(mv))
}

/// Returns whether `mv` promotes to a piece other than a queen.
pub(crate) fn is_underpromotion(mv: Move) -> bool {
    matches!(mv, Move::Normal { promotion: Some(role), .. } if role != Role::Queen)
}

/// A mate that holds unless the defender receives another piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMate {
    /// The mate against the pieces that the defender has now. A check that these pieces cannot answer, but another
    /// piece could, is not mate: the defender waits.
    pub mate: Mate,
    /// Each of these roles, if added to the defender's reserve, prevents a mate in `mate.moves` moves. Sorted from pawn
    /// to queen.
    pub refuted_by: Vec<Role>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraPiece {
    pub role: Role,
    pub mate: Mate,
}

/// The exact results for one board. All mates are forced by checks alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardTactics {
    /// Whether the side to move is in check and not mated, but has no legal reply now, so that it must wait for a
    /// piece.
    pub stuck: bool,
    /// The mate of the side to move, which holds whatever the other side drops.
    pub mate: Option<Mate>,
    /// A mate of the side to move that holds only against the pieces that the other side has now; `None` if `mate` is
    /// set.
    pub conditional_mate: Option<ConditionalMate>,
    /// Each of these pieces, if added to the reserve of the side to move, would give it a mate. Sorted from pawn to
    /// queen; empty if `mate` is set.
    pub wanted: Vec<ExtraPiece>,
    /// The mate that the side not to move would have if it were to move; `None` if the side to move is in check.
    pub threat: Option<Mate>,
    /// Each of these pieces, if added to the opponent's reserve, would create a `threat`. Sorted from pawn to queen; empty
    /// if there is a threat already.
    pub threat_with: Vec<ExtraPiece>,
    /// With each of these pieces, had the opponent one more, it would mate after every legal move of the side to move.
    /// So the partner of the side to move must not lose one. The mate is the longest of the shortest mates; its first
    /// moves depend on the move, so none are given. Sorted from pawn to queen; empty if the opponent needs no further
    /// piece to mate after every move, and if the side to move has no legal move.
    pub fatal: Vec<ExtraPiece>,
    /// The joint win of the side to move: a piece is wanted, and the partner, who is to move and has no mate, wins that
    /// piece by force and is not mated as fast. Always `None` in a result for a single board.
    pub joint: Option<Joint>,
    /// Whether a search exceeded its budget. The result of that search is then missing.
    pub unfinished: bool,
}

impl BoardTactics {
    /// Returns the captures by which the partner of `seat`, which is to move in `position`, brings `role` and wins. A
    /// capture after which the partner is mated as fast is none.
    pub fn winning_captures(&self, position: &Position, seat: Seat, role: Role) -> Vec<Move> {
        let Some(joint) = &self.joint else { return Vec::new() };
        let mut captures = captures_for(position, seat, role);
        captures.retain(|mv| joint.first.contains(mv));
        captures
    }
}
