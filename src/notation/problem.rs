//! [`Problem`]: everything that can be wrong with a BPGN text.

use super::Severity;
use crate::rules::{Oddity, SanError, Seat};
use std::fmt;

/// The name of a ply: `12b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    /// The move number.
    pub number: u16,
    /// The seat.
    pub seat: Seat,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.seat.letter())
    }
}

/// A problem, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An unreadable move.
    #[error("{ply} is not a move: {why}; the match is shown up to here")]
    NoMove {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: SanError,
    },
    /// A readable move with a meaningless part.
    #[error("{ply}: {oddity}")]
    Odd {
        /// The ply.
        ply: PlyName,
        /// The meaningless part.
        oddity: Oddity,
    },
    /// A repeated ply.
    #[error("{0} is written twice; it was read once")]
    Repeated(PlyName),
    /// A move without a number.
    #[error("this move has no number; it was read as {0}")]
    NoNumber(PlyName),
    /// A text with capital seat letters for Black too.
    #[error(
        "capitals stand for Black too, from {0} on; the second ply of a number was read as Black's"
    )]
    CapitalsForBlack(PlyName),
    /// A move number without a move.
    #[error("{0} is a number without a move; it was left out")]
    NumberAlone(PlyName),
    /// A move number without a seat.
    #[error("this number names no seat; the next move was read as {0}")]
    NoSeat(PlyName),
    /// Text outside of moves, comments and tags.
    #[error("this belongs to no move, comment or tag; it was left out")]
    Stray,
    /// An unclosed brace.
    #[error("this brace is never closed; all that follows it in this match is a comment")]
    OpenBrace,
    /// A brace within another, which suggests that the first is unclosed.
    #[error(
        "a {{ stands in this comment, which ends at the first }}; a }} before it may be missing"
    )]
    InnerBrace,
    /// A tag without `]`.
    #[error("the ] is missing; the tag ends with its line")]
    OpenTag,
    /// A value without its closing quote.
    #[error("the closing quote is missing; the value ends before the ]")]
    NoClosingQuote,
    /// A tag without a value.
    #[error("this tag has no value")]
    NoValue,
    /// A tag without a name.
    #[error("this tag has no name; it was left out")]
    NoName,
    /// Plies after the result.
    #[error("{0} comes after the result; it was read as part of the match")]
    AfterResult(PlyName),
    /// A result before the first match.
    #[error("this result stands before the first match; it was left out")]
    LoneResult,
    /// A second result.
    #[error("the result is written twice; the last one counts")]
    SecondResult,
    /// A match without separator after the previous one.
    #[error("this match is glued to the one before; it was read as one of its own")]
    Glued,
    /// More issues than are listed.
    #[error("this match has more issues than are listed here")]
    More,
}

impl Problem {
    /// Returns the severity.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMove { .. } | Self::OpenBrace | Self::Stray => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
