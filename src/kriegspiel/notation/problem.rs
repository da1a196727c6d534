//! The issues of a Kriegspiel text, one sentence each.

use crate::{
    notation::{self, Severity},
    rules::{Color, Oddity, SanError},
};
use std::fmt;

/// The name of a ply: White's move 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    /// The move number.
    pub number: u16,
    /// The side that moves.
    pub color: Color,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.color.fold_wb("White", "Black");
        write!(f, "{player}'s move {}", self.number)
    }
}

/// An issue and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An issue common to all notations.
    #[error("{0}")]
    Text(notation::Problem),
    /// A move that could not be parsed.
    #[error("{ply} is not a move: {why}; the game is shown up to here")]
    NoMove {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: SanError,
    },
    /// A move that was accepted although part of it has no meaning.
    #[error("{ply}: {oddity}")]
    Odd {
        /// The ply.
        ply: PlyName,
        /// The meaningless part.
        oddity: Oddity,
    },
    /// A wrong move number.
    #[error("this number stands before {0}; the order of the moves counts")]
    Number(PlyName),
    /// A number without a move.
    #[error("this is a number without a move; it was left out")]
    NumberAlone,
    /// An `X` without a square.
    #[error("{0}: X is followed by no square; it was left out")]
    NoCapture(PlyName),
    /// A `C` with letters that are not directions.
    #[error("{0}: C is followed by something else than F, L, N, R and S; that was left out")]
    NoDirection(PlyName),
    /// A `P` without a number.
    #[error("{0}: P is followed by no number; it was left out")]
    NoPawnTries(PlyName),
    /// An unknown word in an announcement.
    #[error("{0}: this is none of the referee's words X, C and P; it was left out")]
    Unknown(PlyName),
    /// A try that is not a move.
    #[error("{ply}: this try is not a move ({why}); it is kept as text and counted")]
    NoTry {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: SanError,
    },
    /// An invalid number of tries.
    #[error("{0}: the number of tries is not a number; none are assumed")]
    NoCount(PlyName),
    /// A number instead of a list of tries.
    #[error("{0}: the tries are only counted, though the move is given")]
    OnlyCounted(PlyName),
    /// A second announcement for a ply.
    #[error("{0} has two announcements; the first counts")]
    SecondAnnouncement(PlyName),
    /// An announcement before the first ply.
    #[error("this announcement stands before the first move; it was left out")]
    EarlyAnnouncement,
    /// An invalid `Filtered` tag.
    #[error("Filtered is white, black or no; what is written here was left out")]
    Filtered,
    /// Plies after the result.
    #[error("{0} comes after the result; it was read as part of the game")]
    AfterResult(PlyName),
    /// An invalid `depth`, `forced` or `epsilon` tag.
    #[error("this tag of a problem cannot be read; it was left out")]
    Asked,
}

impl Problem {
    /// Returns the severity.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::NoMove { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
