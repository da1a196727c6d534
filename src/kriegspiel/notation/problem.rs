//! Everything that can be wrong with a Kriegspiel text, in one sentence each.

use crate::{
    notation::{self, Severity},
    rules::{Color, Oddity, SanError},
};
use std::fmt;

/// A ply as a person names it: White's move 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    /// The move number.
    pub number: u16,
    /// Who moves.
    pub color: Color,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.color.fold_wb("White", "Black");
        write!(f, "{player}'s move {}", self.number)
    }
}

/// What is wrong, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// What can be wrong with any notation of ours.
    #[error("{0}")]
    Text(notation::Problem),
    /// A move that cannot be read.
    #[error("{ply} is not a move: {why}; the game is shown up to here")]
    NoMove {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: SanError,
    },
    /// A move that was read although a part of it has no meaning.
    #[error("{ply}: {oddity}")]
    Odd {
        /// The ply.
        ply: PlyName,
        /// What has no meaning.
        oddity: Oddity,
    },
    /// A number that does not fit.
    #[error("this number stands before {0}; the order of the moves counts")]
    Number(PlyName),
    /// A number without a move.
    #[error("this is a number without a move; it was left out")]
    NumberAlone,
    /// An `X` without a square.
    #[error("{0}: X is followed by no square; it was left out")]
    NoCapture(PlyName),
    /// A `C` with something else than directions.
    #[error("{0}: C is followed by something else than F, L, N, R and S; that was left out")]
    NoDirection(PlyName),
    /// A `P` without a number.
    #[error("{0}: P is followed by no number; it was left out")]
    NoPawnTries(PlyName),
    /// Something that no referee of ours says.
    #[error("{0}: this is none of the referee's words X, C and P; it was left out")]
    Unknown(PlyName),
    /// A try that is no move.
    #[error("{ply}: this try is not a move ({why}); it is kept as text and counted")]
    NoTry {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: SanError,
    },
    /// A number of tries that is none.
    #[error("{0}: the number of tries is not a number; none are assumed")]
    NoCount(PlyName),
    /// A number where the tries themselves should stand.
    #[error("{0}: the tries are only counted, though the move is given")]
    OnlyCounted(PlyName),
    /// A second announcement for one ply.
    #[error("{0} has two announcements; the first counts")]
    SecondAnnouncement(PlyName),
    /// An announcement before the first ply.
    #[error("this announcement stands before the first move; it was left out")]
    EarlyAnnouncement,
    /// A `Filtered` tag with something else.
    #[error("Filtered is white, black or no; what is written here was left out")]
    Filtered,
    /// Plies after the result.
    #[error("{0} comes after the result; it was read as part of the game")]
    AfterResult(PlyName),
    /// A `depth`, `forced` or `epsilon` tag that cannot be read.
    #[error("this tag of a problem cannot be read; it was left out")]
    Asked,
}

impl Problem {
    /// How much it matters.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::NoMove { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
