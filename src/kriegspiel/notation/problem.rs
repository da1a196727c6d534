//! The issues of a Kriegspiel text, one sentence each.

use super::color_title;
use crate::{
    notation::{self, Severity},
    rules::{Color, NonstandardSan, SanError},
};
use std::fmt;

/// The name of a ply: move number and color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    pub number: u16,
    pub color: Color,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s move {}", color_title(self.color), self.number)
    }
}

/// What is wrong, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An issue that any notation can have.
    #[error("{0}")]
    Text(#[from] notation::Problem),
    #[error("{ply} is not a valid move: {why}; replay stops here")]
    NoMove { ply: PlyName, why: SanError },
    /// A move that was accepted although part of it is meaningless.
    #[error("{ply}: {nonstandard}")]
    Odd { ply: PlyName, nonstandard: NonstandardSan },
    #[error("wrong number before {0}; used the order of the moves")]
    Number(PlyName),
    #[error("number without a move; ignored")]
    NumberAlone,
    #[error("{0}: X must be followed by a square; ignored")]
    NoCapture(PlyName),
    #[error("{0}: C must be followed by F, L, N, R or S; ignored the rest")]
    NoDirection(PlyName),
    #[error("{0}: P without a number; ignored")]
    NoPawnTries(PlyName),
    #[error("{0}: unknown announcement (use X, C, =, P or A); ignored")]
    Unknown(PlyName),
    #[error("{ply}: invalid try ({why}); kept as text and counted")]
    NoTry { ply: PlyName, why: SanError },
    #[error("{0}: invalid number of tries; assumed none")]
    NoCount(PlyName),
    /// The tries before a written move are only counted. A file that shows the move should list them.
    #[error("{0}: tries are counted but not listed")]
    OnlyCounted(PlyName),
    #[error("{0} has two announcements; used the first")]
    SecondAnnouncement(PlyName),
    #[error("announcement before the first move; ignored")]
    EarlyAnnouncement,
    #[error("Filtered must be white, black or no; ignored")]
    Filtered,
    #[error("{0} after the result; read as part of the game")]
    AfterResult(PlyName),
    #[error("invalid problem tag; ignored")]
    ProblemQuestion,
}

impl Problem {
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::NoMove { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
