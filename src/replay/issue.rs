//! What stands against a match: its text, its moves, its clocks and its result.

use crate::{
    file::Span,
    notation::{self, GameResult, PlyName, Severity},
    rules::{BfenError, BfenNote, File, IllegalMove, Role, Seat, role_name},
};
use std::fmt;

/// Something that stands against a record, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The bytes it speaks of, counted from the start of the record.
    pub span: Span,
    /// What is wrong and what was done about it.
    pub problem: Problem,
}

/// The name of a variant as its tag has it, cut off where it is very long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantName {
    utf8: [u8; Self::LONGEST],
    length: usize,
}

impl VariantName {
    const LONGEST: usize = 24;
    /// What a match of bughouse, or of chess on one board, may be called.
    const PLAYED: [&str; 8] =
        ["", "?", "-", "chess", "normal", "standard", "chess960", "fischerandom"];

    /// The name, unless it is one that is played here.
    pub(super) fn of_another(name: &str) -> Option<Self> {
        let name = name.trim();
        let small = name.to_lowercase();
        if small.contains("bughouse") || Self::PLAYED.contains(&small.as_str()) {
            return None;
        }
        let length = name.floor_char_boundary(Self::LONGEST);
        let mut utf8 = [0; Self::LONGEST];
        utf8[..length].copy_from_slice(&name.as_bytes()[..length]);
        Some(Self { utf8, length })
    }
}

impl fmt::Display for VariantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.utf8[..self.length]))
    }
}

/// What is wrong, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Found while the text was read.
    #[error("{0}")]
    Text(notation::Problem),
    /// A ply that cannot be played.
    #[error("{ply} cannot be played: {why}; the match is shown up to here")]
    Illegal {
        /// The ply.
        ply: PlyName,
        /// Why not.
        why: IllegalMove,
    },
    /// A ply that cannot be played in a match of another variant.
    #[error(
        "{variant} is another variant than bughouse, and {ply} cannot be played in it; the match is shown up to here"
    )]
    OtherVariant {
        /// The ply.
        ply: PlyName,
        /// What the `Variant` tag says.
        variant: VariantName,
    },
    /// A move number that is not the next one of its board.
    #[error("{ply} is written where {due} is due; the plies were taken in the order of the file")]
    Number {
        /// The ply as it is written.
        ply: PlyName,
        /// What its number should be.
        due: PlyName,
    },
    /// A drop of a piece that is not in reserve.
    #[error("{ply} drops a {} that is not in reserve; it was played all the same", role_name(*role))]
    EmptyReserve {
        /// The ply.
        ply: PlyName,
        /// The piece.
        role: Role,
    },
    /// A drop that does not say of what.
    #[error("{ply} does not say what is dropped; a {} was taken", role_name(*role))]
    OpenDrop {
        /// The ply.
        ply: PlyName,
        /// The piece that was taken.
        role: Role,
    },
    /// A promotion that does not say to what.
    #[error("{ply} does not say what the pawn becomes; a queen was taken")]
    OpenPromotion {
        /// The ply.
        ply: PlyName,
    },
    /// A capture of a pawn that is written as if it went straight on.
    #[error("{ply} does not say that a pawn takes; it was played from the {from}-file", from = from.char())]
    PawnCapture {
        /// The ply.
        ply: PlyName,
        /// Where the pawn comes from.
        from: File,
    },
    /// Round brackets in the movetext that hold no variation.
    #[error("these brackets hold no variation that can be played here; they are kept as text")]
    NoVariation,
    /// Plies that follow a mate.
    #[error("{ply} comes after a mate; it was played all the same")]
    AfterMate {
        /// The first of them.
        ply: PlyName,
    },
    /// A clock that shows more than the time control gives.
    #[error(
        "{ply} has {left_s} s on its clock, and the time control gives {given_s} s; the clock is used as it is written"
    )]
    ClockOver {
        /// The ply.
        ply: PlyName,
        /// What its clock shows, in seconds.
        left_s: i32,
        /// What the time control has given by then, in seconds.
        given_s: i32,
    },
    /// A `FEN` tag that is no position.
    #[error("the FEN tag is not a position ({0}); the match starts from the usual one")]
    Fen(BfenError),
    /// A `Setup` tag without a position.
    #[error(
        "the Setup tag says that the match starts from a FEN tag, and there is none; it starts from the usual position"
    )]
    NoFen,
    /// A position without a `Setup` tag.
    #[error(
        "there is no Setup tag beside the FEN tag; the match starts from the FEN tag all the same"
    )]
    NoSetup,
    /// A `Setup` tag that denies the position.
    #[error(
        "the Setup tag says that the FEN tag does not count; the match starts from the FEN tag all the same"
    )]
    SetupDenied,
    /// Something about a `FEN` tag that was overlooked.
    #[error("FEN tag: {0}")]
    FenNote(BfenNote),
    /// As many lags as plies there should be.
    #[error("the lags number {lags} and the plies {plies}; those that line up are used")]
    LagCount {
        /// Numbers in the `Lag` tag.
        lags: u32,
        /// Plies in the record.
        plies: u32,
    },
    /// Something in the `Lag` tag that is no number.
    #[error("this lag is not a number of milliseconds; none is assumed for its ply")]
    Lag,
    /// The result in the tag is not that after the moves.
    #[error("the Result tag says {} and the moves end with {}; the tag is shown", tag.text(), moves.text())]
    Results {
        /// The tag.
        tag: GameResult,
        /// After the moves.
        moves: GameResult,
    },
    /// A mate on the board against the result.
    #[error("{} is mated on the board, yet the result is {}", mated.name(), result.text())]
    MateAgainstResult {
        /// Who is mated.
        mated: Seat,
        /// What is written.
        result: GameResult,
    },
    /// A closing comment against the result.
    #[error("the comment says that {}'s team lost, yet the result is {}", named.name(), result.text())]
    CommentAgainstResult {
        /// Who is named.
        named: Seat,
        /// What is written.
        result: GameResult,
    },
}

impl Problem {
    /// How much it matters.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::Illegal { .. } | Self::OtherVariant { .. } | Self::Fen(_) => Severity::Error,
            _ => Severity::Warning,
        }
    }
}
