//! Everything that can be wrong with a BPGN text, in one sentence each.

use super::Severity;
use crate::rules::{Oddity, SanError, Seat};
use std::fmt;

/// A ply as a person names it: `12b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    /// The move number.
    pub number: u16,
    /// Who moves.
    pub seat: Seat,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.seat.letter())
    }
}

/// What is wrong, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A move that cannot be read.
    #[error("{ply} is not a move: {why}; the match is shown up to here")]
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
    /// A ply that is written twice.
    #[error("{0} is written twice; it was read once")]
    Repeated(PlyName),
    /// A move without a number.
    #[error("this move has no number; it was read as {0}")]
    NoNumber(PlyName),
    /// A text that has capitals for Black's plies too.
    #[error(
        "capitals stand for Black too, from {0} on; the second ply of a number was read as Black's"
    )]
    CapitalsForBlack(PlyName),
    /// A number without a move.
    #[error("{0} is a number without a move; it was left out")]
    NumberAlone(PlyName),
    /// A number that does not say which seat moves.
    #[error("this number names no seat; the next move was read as {0}")]
    NoSeat(PlyName),
    /// Text that belongs to nothing.
    #[error("this belongs to no move, comment or tag; it was left out")]
    Stray,
    /// A brace that is not closed.
    #[error("this brace is never closed; all that follows it in this match is a comment")]
    OpenBrace,
    /// A brace within another, which hides the end of the first.
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
    /// A result before any match.
    #[error("this result stands before the first match; it was left out")]
    LoneResult,
    /// A second result.
    #[error("the result is written twice; the last one counts")]
    SecondResult,
    /// A match that begins where nothing divides it from the one before.
    #[error("this match is glued to the one before; it was read as one of its own")]
    Glued,
    /// More issues than are listed.
    #[error("this match has more issues than are listed here")]
    More,
}

impl Problem {
    /// How much it matters.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMove { .. } | Self::OpenBrace | Self::Stray => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
