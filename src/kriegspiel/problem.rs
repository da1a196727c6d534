//! The issues of a Kriegspiel game: text, moves and announcements.

use crate::{
    kriegspiel::notation::{self, PlyName},
    notation::{GameResult, Severity},
    rules::{BfenError, BfenNote, CheckDirections, Color, IllegalMove, NoAttempt, Square},
};
use std::fmt;

/// An issue and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An issue of the text.
    #[error("{0}")]
    Text(notation::Problem),
    /// A game that follows the previous one without separator.
    #[error("this game is glued to the one before; it was read as one of its own")]
    Glued,
    /// A `FEN` tag that is not a position.
    #[error("the FEN tag is not a position ({0}); the game starts from the usual one")]
    Fen(BfenError),
    /// Part of a `FEN` tag that was ignored.
    #[error("FEN tag: {0}")]
    FenNote(BfenNote),
    /// An illegal move.
    #[error("{ply} cannot be played: {why}; the game is shown up to here")]
    Illegal {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: IllegalMove,
    },
    /// A move that the player's own pieces cannot make.
    #[error("{ply} cannot be played: {why}; the game is shown up to here")]
    NoAttempt {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: NoAttempt,
    },
    /// `??` for a move that must be known.
    #[error("{0} is hidden, and without it the game cannot be played on; it is shown up to here")]
    Hidden(PlyName),
    /// A move for which `??` is expected.
    #[error("{ply} is given, though the file is {}'s view; it is treated as hidden", player(*seat))]
    Given {
        /// The ply.
        ply: PlyName,
        /// The player whose view it is.
        seat: Color,
    },
    /// A promotion without a piece.
    #[error("{0} does not say what the pawn becomes; a queen was taken")]
    OpenPromotion(PlyName),
    /// A wrong announcement of a capture.
    #[error("{ply}: the file announces {}, and the board has {}", capture(*said), capture(*is))]
    Capture {
        /// The ply.
        ply: PlyName,
        /// The capture in the file.
        said: Option<Square>,
        /// The capture on the board.
        is: Option<Square>,
    },
    /// A wrong announcement of a check.
    #[error("{ply}: the file announces {}, and the board has {}", Checks(*said), Checks(*is))]
    Checks {
        /// The ply.
        ply: PlyName,
        /// The directions in the file.
        said: CheckDirections,
        /// The directions on the board.
        is: CheckDirections,
    },
    /// A wrong number of pawn tries.
    #[error("{ply}: the file announces {said} pawn {}, and the board has {is}", tries(*said))]
    PawnTries {
        /// The ply.
        ply: PlyName,
        /// The number in the file.
        said: u16,
        /// The number on the board.
        is: u16,
    },
    /// The opponent's pawn tries in a player's view.
    #[error("{ply}: P counts captures by pawns that {} alone hears of; it was left out", player(ply.color.other()))]
    OwnPawnTries {
        /// The ply.
        ply: PlyName,
    },
    /// A legal move listed as an illegal try.
    #[error("{0}: this try is listed as illegal, but the board allows it")]
    LegalTry(PlyName),
    /// A try that no piece could make.
    #[error("{ply}: {why}; the try is kept as text and counted")]
    Implausible {
        /// The ply.
        ply: PlyName,
        /// The reason.
        why: NoAttempt,
    },
    /// A capture on a square without a piece.
    #[error("{ply}: a piece is taken on {square}, where {} has none", player(ply.color.other()))]
    NothingTaken {
        /// The ply.
        ply: PlyName,
        /// The square.
        square: Square,
    },
    /// A hidden ply without an announcement.
    #[error("{0}: nothing is announced here; it was taken as a quiet move without tries")]
    Silence(PlyName),
    /// A `Result` tag that contradicts the result after the moves.
    #[error("the Result tag says {} and the moves end with {}; the tag is shown", tag.text(), moves.text())]
    Results {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        moves: GameResult,
    },
}

impl Problem {
    /// Returns the severity.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::Illegal { .. }
            | Self::NoAttempt { .. }
            | Self::Hidden(_)
            | Self::Fen(_)
            | Self::NothingTaken { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }
}

const fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn tries(count: u16) -> &'static str {
    match count {
        1 => "try",
        _ => "tries",
    }
}

fn capture(square: Option<Square>) -> String {
    square.map_or("no capture".to_owned(), |square| format!("a capture on {square}"))
}

struct Checks(CheckDirections);

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no check");
        }
        f.write_str("a check")?;
        for (index, direction) in self.0.iter().enumerate() {
            let and = if index > 0 { " and" } else { "" };
            write!(f, "{and} {}", direction.words())?;
        }
        Ok(())
    }
}
