//! What is said of one board: [`BoardTactics`].

use crate::rules::{Move, Role};

/// The moves that force a mate, and in how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// How many moves of the attacker it takes, the mating move among them, whatever the defender answers: the
    /// smallest number with which that can be said. It is at least 1.
    pub moves: u8,
    /// All first moves that achieve it, in the order of [`Move::uci`].
    pub first: Vec<Move>,
}

/// A mate as long as the defender gets nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unless {
    /// The mate against exactly what the defender holds now, less what is dropped on the way. A check that the
    /// defender cannot answer with it, and that is no mate, is waited out: it is none of these.
    pub mate: Mate,
    /// The kinds of which one more in the defender's hand ends it: with that, there is no mate in as few moves. Pawn
    /// to queen.
    pub refuted_by: Vec<Role>,
}

/// A mate with one more piece in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneMore {
    /// The kind of the piece.
    pub role: Role,
    /// The mate with it.
    pub mate: Mate,
}

/// The exact answers about one board, all for mates by checks alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardTactics {
    /// The side to move is in check, is not mated, and has no legal answer now: it must wait for a piece.
    pub stuck: bool,
    /// The side to move mates, whatever the other side may drop: any kind, any number, on any legal square.
    pub mate: Option<Mate>,
    /// Where there is no such mate, one against what the other side holds now.
    pub unless: Option<Unless>,
    /// Where there is no mate, the pieces of which one more would mate, pawn to queen.
    pub wanted: Vec<OneMore>,
    /// The mate of the side not to move, if it were to move; `None` where somebody is in check.
    pub threat: Option<Mate>,
    /// Where there is no threat, the pieces of which one more would be one, pawn to queen: what the team of the side
    /// to move must not lose on the other board.
    pub danger: Vec<OneMore>,
    /// A search ran into its budget. What it was about is left out above, as if there were none.
    pub unfinished: bool,
}
