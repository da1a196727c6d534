//! The tactics of one board: [`BoardTactics`].

use super::Joint;
use crate::rules::{Move, Role};

/// A forced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The smallest number of attacking moves, including the mating move, that suffices against any reply; at least 1.
    pub moves: u8,
    /// All first moves that force it, in the order of [`Move::uci`].
    pub first: Vec<Move>,
}

/// A mate that holds as long as the defender receives no further piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMate {
    /// The mate against exactly the defender's current reserve, less drops on the way. A check that the defender cannot
    /// answer now, but that is not mate, does not count: the defender waits.
    pub mate: Mate,
    /// The kinds of piece of which one more in the defender's reserve refutes a mate in this number of moves, pawn to
    /// queen.
    pub refuted_by: Vec<Role>,
}

/// A mate with one more piece in reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneMore {
    /// The kind of the piece.
    pub role: Role,
    /// The mate with it.
    pub mate: Mate,
}

/// The exact results for one board, all about mates by checks alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardTactics {
    /// Whether the side to move is in check, not mated, and has no legal reply now, so that it must wait for a piece.
    pub stuck: bool,
    /// The mate of the side to move, whatever the other side drops: any kind and number, on any legal square.
    pub mate: Option<Mate>,
    /// If there is no such mate, one against the other side's current reserve.
    pub unless: Option<ConditionalMate>,
    /// If there is no mate, the pieces of which one more would mate, pawn to queen.
    pub wanted: Vec<OneMore>,
    /// The mate of the side not to move if it were to move; `None` if the side to move is in check.
    pub threat: Option<Mate>,
    /// If there is no threat, the pieces of which one more would create one, pawn to queen. The team of the side to
    /// move must not lose them on the other board.
    pub danger: Vec<OneMore>,
    /// The joint win, if a piece is wanted and the partner, who is to move and has no mate, wins one by force. Always
    /// `None` in the result for a single board.
    pub joint: Option<Joint>,
    /// Whether a search exceeded its budget; its result is then omitted above, as if there were none.
    pub unfinished: bool,
}
