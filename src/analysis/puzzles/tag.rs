//! [`PuzzleTag`]: the tag that marks a record as a puzzle.

use super::{Kind, Puzzle};
use crate::{notation::Record, rules::Seat};
use std::fmt;

pub const PUZZLE_TAG: &str = "Puzzle";

/// The value of the tag, such as `mate A` or `joint-win b missed`: the kind of puzzle, the solving seat, and whether
/// the solution was missed in the match. The answer follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleTag {
    pub kind: Kind,
    pub seat: Seat,
    pub missed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the Puzzle tag needs a kind and a seat, such as \"mate A\"")]
pub struct InvalidPuzzleTag;

impl PuzzleTag {
    pub const fn from_puzzle(puzzle: &Puzzle) -> Self {
        Self { kind: puzzle.task.kind(), seat: puzzle.seat, missed: puzzle.missed }
    }

    /// Parses the `Puzzle` tag of `record`. Returns `None` if there is no such tag.
    pub fn of(record: &Record, text: &[u8]) -> Option<Result<Self, InvalidPuzzleTag>> {
        let tag = record.tags.iter().find(|tag| tag.name.of(text) == PUZZLE_TAG.as_bytes())?;
        Some(Self::parse(&record.unescape(tag.value.of(text))))
    }

    fn parse(value: &str) -> Result<Self, InvalidPuzzleTag> {
        let mut words = value.split_whitespace();
        let kind = words.next().and_then(|word| word.parse().ok()).ok_or(InvalidPuzzleTag)?;
        let letter = words.next().ok_or(InvalidPuzzleTag)?;
        let seat = Seat::ALL.into_iter().find(|seat| letter == seat.letter().to_string());
        Ok(Self {
            kind,
            seat: seat.ok_or(InvalidPuzzleTag)?,
            missed: words.next() == Some("missed"),
        })
    }
}

impl fmt::Display for PuzzleTag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind, self.seat.letter())?;
        if self.missed { formatter.write_str(" missed") } else { Ok(()) }
    }
}
