//! [`Problem`]: the problems of a BPGN text.

use crate::rules::{NonstandardSan, SanError, Seat};
use std::fmt;

/// The name of a ply: `12b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    /// The move number.
    pub number: u16,
    pub seat: Seat,
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.seat.letter())
    }
}

/// The severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something was read differently than written, but can be used.
    Warning,
    /// Something cannot be used.
    Error,
}

impl Severity {
    /// Returns `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A problem, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An unreadable move.
    #[error("{ply} is not a valid move: {why}; replay stops here")]
    NoMove {
        ply: PlyName,
        /// The reason.
        why: SanError,
    },
    /// A readable move with a meaningless part.
    #[error("{ply}: {nonstandard}")]
    Odd {
        ply: PlyName,
        /// The meaningless part.
        nonstandard: NonstandardSan,
    },
    /// A ply that repeats the one before it.
    #[error("{0} is repeated; read once")]
    Repeated(PlyName),
    /// A move without a number.
    #[error("move without a number; read as {0}")]
    NoNumber(PlyName),
    /// Plies of Black with capital seat letters throughout a text.
    #[error(
        "upper-case letters for Black too, from {0} on; read the second move of each number as \
         Black's"
    )]
    CapitalsForBlack(PlyName),
    /// A move number without a move.
    #[error("{0} is a number without a move; ignored")]
    NumberAlone(PlyName),
    /// A move number without a seat.
    #[error("number without a seat; read the next move as {0}")]
    NoSeat(PlyName),
    /// Text outside of moves, comments and tags.
    #[error("text outside moves, comments and tags; ignored")]
    Stray,
    /// An unclosed brace.
    #[error("unclosed brace; the rest of the match is read as a comment")]
    OpenBrace,
    /// A `{` inside a brace, which suggests that the brace is unclosed.
    #[error("'{{' inside a comment, which ends at the first '}}'; an earlier '}}' may be missing")]
    InnerBrace,
    /// A tag without `]`.
    #[error("missing ]; the tag ends with its line")]
    OpenTag,
    /// A tag value without its closing quote.
    #[error("missing closing quote; the value ends before the ]")]
    NoClosingQuote,
    /// A tag without a value.
    #[error("tag without a value")]
    NoValue,
    /// A tag without a name.
    #[error("tag without a name; ignored")]
    NoName,
    #[error("{0} after the result; read as part of the match")]
    AfterResult(PlyName),
    /// A result before any tag or ply.
    #[error("result before the first match; ignored")]
    LoneResult,
    #[error("duplicate result; used the last one")]
    SecondResult,
    /// A match that no separator precedes.
    #[error("no separator after the previous match; read as a new match")]
    MissingSeparator,
    /// More issues than the record lists.
    #[error("too many issues; the rest are not listed")]
    More,
}

impl Problem {
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMove { .. } | Self::OpenBrace | Self::Stray => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
