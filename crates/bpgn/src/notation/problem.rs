//! [`Problem`]: what is wrong in a BPGN text.

use bughouse::{BoardId, Color, NonstandardSan, SanError, Seat, typography::CharacterName};
use std::fmt;

/// The name of a ply, such as `12b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyName {
    pub number: u16,
    pub seat: Seat,
}

impl PlyName {
    /// Returns the name of White's first ply on `board`.
    pub const fn first(board: BoardId) -> Self {
        Self { number: 1, seat: Seat::new(board, Color::White) }
    }

    /// Parses a name such as `12b`.
    pub fn parse(text: &str) -> Option<Self> {
        let (&letter, digits) = text.as_bytes().split_last()?;
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        Some(Self { number, seat: Seat::from_letter(letter)? })
    }

    /// Returns the name of the next ply on the same board.
    pub fn next(self) -> Self {
        let step = u16::from(self.seat.color().is_black());
        Self { number: self.number.saturating_add(step), seat: self.seat.opponent() }
    }
}

impl fmt::Display for PlyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.seat.letter())
    }
}

/// How much of a text could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something is unusual, but was read as written.
    Hint,
    /// Something was read differently than written, but is usable.
    Warning,
    /// Something is unusable.
    Error,
}

impl Severity {
    /// Returns the severity in lower case, such as `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What is wrong, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    #[error("{ply} is not a valid move: {why}; replay stops here")]
    NoMove { ply: PlyName, why: SanError },
    /// A readable move with a meaningless part.
    #[error("{ply}: {nonstandard}")]
    Odd { ply: PlyName, nonstandard: NonstandardSan },
    #[error("{0} is repeated; read once")]
    Repeated(PlyName),
    #[error("move without a number; read as {0}")]
    NoNumber(PlyName),
    /// All plies have capital seat letters, including Black's.
    #[error(
        "all seat letters are upper-case from {0} on; took the second move of each number as Black's"
    )]
    CapitalsForBlack(PlyName),
    #[error("{0} is a number without a move; ignored")]
    NumberAlone(PlyName),
    #[error("move number without a seat letter; read as {0}")]
    NoSeat(PlyName),
    #[error("text outside moves, comments and tags; ignored")]
    Stray,
    /// As [`Problem::Stray`], with a character that explains why the text is not read as moves.
    #[error("text outside moves, comments and tags, with {}; ignored", CharacterName(*.0))]
    StrayCharacter(char),
    /// A comment with a command such as `%clk`, or with digits alone, that is no clock.
    #[error("a clock that cannot be read; kept as a comment")]
    UnreadClock,
    /// A clock after another one of the same ply, with another time.
    #[error("{0} has two clocks; used the first one")]
    SecondClock(PlyName),
    #[error("unclosed brace; the rest of the match is read as a comment")]
    OpenBrace,
    /// A `{` inside a brace, which suggests that the brace was not closed.
    #[error("'{{' inside a comment, which ends at the first '}}'; an earlier '}}' may be missing")]
    InnerBrace,
    #[error("missing ]; the tag ends with its line")]
    OpenTag,
    #[error("missing closing quote; the value ends before the ]")]
    NoClosingQuote,
    #[error("quotes inside the value; read as a part of it, up to the last quote")]
    InnerQuotes,
    #[error("quotes other than \" around the value; read like \"")]
    TypographicQuotes,
    #[error("a : or = after the name of the tag; ignored")]
    TagSeparator,
    #[error("text after the value of the tag; ignored")]
    TextAfterValue,
    #[error("the date is not written as year, month and day; use 2021.05.17")]
    Date,
    #[error("tag without a value")]
    NoValue,
    #[error("tag without a name; ignored")]
    NoName,
    #[error("{0} after the result; read as part of the match")]
    AfterResult(PlyName),
    #[error("result before the first match; ignored")]
    LoneResult,
    #[error("duplicate result; used the last one")]
    SecondResult,
    /// A match without a separator before it.
    #[error("no separator after the previous match; read as a new match")]
    MissingSeparator,
    /// The record has more issues than it lists.
    #[error("too many issues; the rest are not listed")]
    More,
}

impl Problem {
    /// Returns how severe the problem is.
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMove { .. } | Self::OpenBrace | Self::Stray | Self::StrayCharacter(_) => {
                Severity::Error
            }
            _ => Severity::Warning,
        }
    }
}
