//! What stands against a game of Kriegspiel: its text, its moves, and what the referee is said to have said.

use crate::{
    kriegspiel::notation::{self, PlyName},
    notation::{GameResult, Severity},
    rules::{BfenError, BfenNote, CheckDirections, Color, IllegalMove, NoAttempt, Square},
};
use std::fmt;

/// What is wrong, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Found while the text was read.
    #[error("{0}")]
    Text(notation::Problem),
    /// A game that begins where nothing divides it from the one before.
    #[error("this game is glued to the one before; it was read as one of its own")]
    Glued,
    /// A `FEN` tag that is no position.
    #[error("the FEN tag is not a position ({0}); the game starts from the usual one")]
    Fen(BfenError),
    /// Something about a `FEN` tag that was overlooked.
    #[error("FEN tag: {0}")]
    FenNote(BfenNote),
    /// A move that cannot be played.
    #[error("{ply} cannot be played: {why}; the game is shown up to here")]
    Illegal {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: IllegalMove,
    },
    /// A move of a player's own that their pieces cannot make.
    #[error("{ply} cannot be played: {why}; the game is shown up to here")]
    NoAttempt {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: NoAttempt,
    },
    /// `??` where a move must be known.
    #[error("{0} is hidden, and without it the game cannot be played on; it is shown up to here")]
    Hidden(PlyName),
    /// A move where `??` should stand.
    #[error("{ply} is given, though the file is {}'s view; it is treated as hidden", player(*seat))]
    Given {
        /// The ply.
        ply: PlyName,
        /// Whose view.
        seat: Color,
    },
    /// A promotion that does not say to what.
    #[error("{0} does not say what the pawn becomes; a queen was taken")]
    OpenPromotion(PlyName),
    /// A capture that was announced otherwise.
    #[error("{ply}: the file announces {}, and the board has {}", capture(*said), capture(*is))]
    Capture {
        /// The ply.
        ply: PlyName,
        /// What the file announces.
        said: Option<Square>,
        /// What is so.
        is: Option<Square>,
    },
    /// A check that was announced otherwise.
    #[error("{ply}: the file announces {}, and the board has {}", Checks(*said), Checks(*is))]
    Checks {
        /// The ply.
        ply: PlyName,
        /// What the file announces.
        said: CheckDirections,
        /// What is so.
        is: CheckDirections,
    },
    /// A number of pawn tries that was announced otherwise.
    #[error("{ply}: the file announces {said} pawn {}, and the board has {is}", tries(*said))]
    PawnTries {
        /// The ply.
        ply: PlyName,
        /// What the file announces.
        said: u16,
        /// What is so.
        is: u16,
    },
    /// Pawn tries of the other side in a player's view.
    #[error("{ply}: P counts captures by pawns that {} alone hears of; it was left out", player(ply.color.other()))]
    OwnPawnTries {
        /// The ply.
        ply: PlyName,
    },
    /// An illegal try that was legal.
    #[error("{0}: this try is listed as illegal, but the board allows it")]
    LegalTry(PlyName),
    /// A try that no piece could make.
    #[error("{ply}: {why}; the try is kept as text and counted")]
    Implausible {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: NoAttempt,
    },
    /// A piece was taken where none stands.
    #[error("{ply}: a piece is taken on {square}, where {} has none", player(ply.color.other()))]
    NothingTaken {
        /// The ply.
        ply: PlyName,
        /// The square.
        square: Square,
    },
    /// A hidden ply of which nothing is said.
    #[error("{0}: nothing is announced here; it was taken as a quiet move without tries")]
    Silence(PlyName),
    /// The result in the tag is not that after the moves.
    #[error("the Result tag says {} and the moves end with {}; the tag is shown", tag.text(), moves.text())]
    Results {
        /// The tag.
        tag: GameResult,
        /// After the moves.
        moves: GameResult,
    },
}

impl Problem {
    /// How much it matters.
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
