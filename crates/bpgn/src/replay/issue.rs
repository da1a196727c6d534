//! The issues of a match, in its text, moves, clocks and result.

use crate::notation::{self, GameResult, PlyName, Severity};
use bughouse::{BfenError, BfenNote, BoardId, File, IllegalMove, Role, Seat, role_name};
use std::fmt;

/// An issue of a record and its place.
pub type Issue = notation::Issue<Problem>;

/// The value of a `Variant` tag, truncated to 24 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantName {
    utf8: [u8; Self::MAX_NAME_BYTES],
    length: usize,
}

impl VariantName {
    const MAX_NAME_BYTES: usize = 24;
    /// Values of the `Variant` tag that occur in bughouse records, although most of them name chess on one board.
    const PLAYABLE: [&str; 8] =
        ["", "?", "-", "chess", "normal", "standard", "chess960", "fischerandom"];

    /// Returns `name`, truncated to 24 bytes, if it names a variant other than bughouse. Otherwise returns `None`.
    pub(super) fn unsupported(name: &str) -> Option<Self> {
        let name = name.trim();
        let lower_case = name.to_lowercase();
        if lower_case.contains("bughouse") || Self::PLAYABLE.contains(&lower_case.as_str()) {
            return None;
        }
        let length = name.floor_char_boundary(Self::MAX_NAME_BYTES);
        let mut utf8 = [0; Self::MAX_NAME_BYTES];
        utf8[..length].copy_from_slice(&name.as_bytes()[..length]);
        Some(Self { utf8, length })
    }
}

impl fmt::Display for VariantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.utf8[..self.length]))
    }
}

/// What is wrong, and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    #[error("{0}")]
    Text(notation::Problem),
    #[error("{ply} is illegal: {why}; replay stops here")]
    Illegal { ply: PlyName, why: IllegalMove },
    /// An illegal ply in a match of another variant.
    #[error("{variant} is not bughouse, and {ply} is illegal; replay stops here")]
    OtherVariant {
        ply: PlyName,
        /// The value of the `Variant` tag.
        variant: VariantName,
    },
    /// A move number that does not continue the numbering of its board.
    #[error("{ply} should be {expected}; used the order of the file")]
    Number {
        /// The ply as written.
        ply: PlyName,
        expected: PlyName,
    },
    #[error("{ply} drops a {} that is not in reserve; played anyway", role_name(*role))]
    EmptyReserve { ply: PlyName, role: Role },
    /// Drops that cannot be checked, since the record lacks the plies of the other board. The captures there would fill
    /// the reserve.
    #[error(
        "board {} has no moves, so {} on board {} cannot be checked",
        board.other().letter(), count_text(*drops, "drop", "drops"), board.letter()
    )]
    LoneBoard {
        /// The board with plies.
        board: BoardId,
        drops: u32,
    },
    /// A drop that does not name its piece.
    #[error("{ply} drops an unnamed piece; assumed a {}", role_name(*role))]
    OpenDrop { ply: PlyName, role: Role },
    /// A promotion that does not name its piece; a queen is assumed.
    #[error("{ply} promotes without a piece; assumed a queen")]
    OpenPromotion { ply: PlyName },
    /// A pawn capture written like a pawn advance: `e5` for `dxe5`.
    #[error("{ply} is a pawn capture; played from the {from}-file", from = from.char())]
    PawnCapture {
        ply: PlyName,
        /// The origin file of the pawn.
        from: File,
    },
    /// A group in parentheses in the movetext that cannot be played as a variation.
    #[error("not a playable variation; kept as text")]
    NoVariation,
    /// Plies after a mate. A single further ply on the other board is accepted.
    #[error("{ply} comes after mate; played anyway")]
    AfterMate {
        /// The first ply that is not accepted.
        ply: PlyName,
    },
    /// A clock that shows more time than the time control allows.
    #[error(
        "{ply} has {left_s} s on its clock, but the time control allows {allowed_s} s; used the \
         clock"
    )]
    ClockOver {
        ply: PlyName,
        left_s: i32,
        /// The initial time plus the increments up to this ply, in seconds.
        allowed_s: i32,
    },
    /// A `+`, `#` or `x` that contradicts the board, or that is missing. One issue stands for all of a kind.
    #[error("{ply} {kind}{}", also(*more))]
    Mark {
        /// The first ply with this contradiction.
        ply: PlyName,
        kind: MarkKind,
        /// The number of further plies with the same contradiction.
        more: u32,
    },
    #[error("invalid FEN tag ({0}); used the standard starting position")]
    Fen(BfenError),
    /// A `SetUp` tag of 1 without a `FEN` tag.
    #[error("SetUp tag without a FEN tag; used the standard starting position")]
    NoFen,
    /// A `FEN` tag without a `SetUp` tag.
    #[error("FEN tag without a SetUp tag; used the FEN tag")]
    NoSetup,
    /// A `SetUp` tag of 0 beside a `FEN` tag.
    #[error("the SetUp tag disables the FEN tag; used the FEN tag anyway")]
    SetupDenied,
    /// A part of a `FEN` tag that was ignored, replaced or assumed.
    #[error("{0}")]
    FenNote(BfenNote),
    /// The number of lag values differs from the number of plies.
    #[error(
        "{} for {}; {}",
        count_text(*lags, "lag value", "lag values"),
        count_text(*plies, "move", "moves"),
        if lags < plies { "assumed no lag for the others" } else { "the others are ignored" }
    )]
    LagCount { lags: u32, plies: u32 },
    #[error("lag is not a number of milliseconds; assumed none")]
    Lag,
    /// A `Result` tag that contradicts the result after the moves.
    #[error("the Result tag is {}, but the moves end with {}; used the tag", tag.text(), moves.text())]
    Results {
        tag: GameResult,
        /// The result after the moves.
        moves: GameResult,
    },
    /// A mate on the board that contradicts the result.
    #[error("{} is mated on the board, but the result is {}", mated.name(), result.text())]
    MateAgainstResult { mated: Seat, result: GameResult },
    /// A mate on the board of a record without a decided result.
    #[error("{} is mated on the board, but the record has no result", mated.name())]
    MateWithoutResult { mated: Seat },
    /// A closing comment that contradicts the result.
    #[error("the comment says that {}'s team lost, but the result is {}", named.name(), result.text())]
    CommentAgainstResult { named: Seat, result: GameResult },
}

impl Problem {
    /// Returns how severe the problem is.
    pub const fn severity(self) -> Severity {
        match self {
            Self::Text(problem) => problem.severity(),
            Self::Illegal { .. } | Self::OtherVariant { .. } | Self::Fen(_) => Severity::Error,
            Self::Mark { kind: MarkKind::FalseCapture, .. } => Severity::Warning,
            Self::Mark { .. } | Self::MateWithoutResult { .. } => Severity::Hint,
            _ => Severity::Warning,
        }
    }
}

/// How the `+`, `#` and `x` of a move differ from what happens on the board. The values are bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkKind {
    #[error("is written with x, but takes nothing: no piece goes to the reserve")]
    FalseCapture = 1,
    #[error("takes a piece, but is written without x")]
    MissingCapture = 1 << 1,
    #[error("is written with +, but gives no check")]
    FalseCheck = 1 << 2,
    #[error("gives check, but is written without +")]
    MissingCheck = 1 << 3,
    #[error("is written with #, but is no mate")]
    FalseMate = 1 << 4,
}

impl MarkKind {
    pub(super) const ALL: [Self; 5] = [
        Self::FalseCapture,
        Self::MissingCapture,
        Self::FalseCheck,
        Self::MissingCheck,
        Self::FalseMate,
    ];
}

/// Returns the end of a message about the first of several moves.
fn also(more: u32) -> String {
    match more {
        0 => String::new(),
        more => format!("; {} alike", count_text(more, "more move", "more moves")),
    }
}

/// Returns the count and its noun, such as `1 drop` or `2 drops`.
fn count_text(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
