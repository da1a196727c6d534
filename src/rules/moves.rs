//! A move that a position has understood: [`Move`], and why it may not be played: [`IllegalMove`].

use shakmaty::{CastlingSide, Color, File, Rank, Role, Square};
use std::fmt;

/// What a pawn may become, the strongest first.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What happens on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes from one square to another, taking what stands there.
    Normal {
        /// The piece that moves.
        role: Role,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A pawn takes the pawn that has just passed it.
    EnPassant {
        /// From where.
        from: Square,
        /// To where; the pawn taken stands beside `from`.
        to: Square,
    },
    /// Castling, by the squares on which king and rook stand.
    Castle {
        /// The king's square.
        king: Square,
        /// The rook's square.
        rook: Square,
    },
    /// A piece of the reserve comes onto the board.
    Drop {
        /// The piece.
        role: Role,
        /// Where to.
        to: Square,
    },
}

impl Move {
    /// Where a piece arrives: the king's new square when castling.
    #[must_use]
    pub fn to(self) -> Square {
        match self {
            Self::Normal { to, .. } | Self::EnPassant { to, .. } | Self::Drop { to, .. } => to,
            Self::Castle { king, rook } => castled(king, rook).0,
        }
    }

    /// Where a piece comes from; `None` for a drop.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Normal { from, .. } | Self::EnPassant { from, .. } => Some(from),
            Self::Castle { king, .. } => Some(king),
            Self::Drop { .. } => None,
        }
    }

    /// In the manner of UCI: `e2e4`, `e7e8q`, `P@e4`; castling as the king's move (`e1g1`), but king to
    /// rook where `chess960`.
    #[must_use]
    pub fn uci(self, chess960: bool) -> String {
        match self {
            Self::Normal { from, to, promotion, .. } => match promotion {
                Some(role) => format!("{from}{to}{}", role.char()),
                None => format!("{from}{to}"),
            },
            Self::EnPassant { from, to } => format!("{from}{to}"),
            Self::Castle { king, rook } if chess960 => format!("{king}{rook}"),
            Self::Castle { king, rook } => format!("{king}{}", castled(king, rook).0),
            Self::Drop { role, to } => format!("{}@{to}", role.upper_char()),
        }
    }
}

/// Where king and rook stand after castling.
#[must_use]
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = match castling_side(king, rook) {
        CastlingSide::KingSide => (File::G, File::F),
        CastlingSide::QueenSide => (File::C, File::D),
    };
    let rank: Rank = king.rank();
    (Square::from_coords(king_file, rank), Square::from_coords(rook_file, rank))
}

/// On which side the rook stands.
#[must_use]
pub fn castling_side(king: Square, rook: Square) -> CastlingSide {
    if rook.file() > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// Why a move may not be played. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// It is the other colour's turn on this board.
    WrongTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// No piece of that kind can get there.
    NoSuchPiece {
        /// The colour to move.
        color: Color,
        /// The piece that was asked for.
        role: Role,
        /// The square that it should reach.
        to: Square,
    },
    /// Two or more could.
    Ambiguous {
        /// The piece that was asked for.
        role: Role,
        /// The square that several can reach.
        to: Square,
    },
    /// A piece of the same colour is there.
    OwnPiece {
        /// The square.
        to: Square,
    },
    /// Something stands where a piece should be dropped.
    Occupied {
        /// The square.
        to: Square,
    },
    /// No pawn may be dropped on ranks 1 and 8.
    PawnOnLastRank {
        /// The square.
        to: Square,
    },
    /// The reserve holds no such piece.
    EmptyReserve {
        /// The colour to move.
        color: Color,
        /// The piece that was asked for.
        role: Role,
    },
    /// The king would stand in check.
    KingInCheck {
        /// The colour to move.
        color: Color,
        /// Whether it was in check before.
        already: bool,
    },
    /// A pawn that reaches the last rank must say what it becomes.
    PromotionMissing {
        /// The square.
        to: Square,
    },
    /// A promotion away from the last rank.
    PromotionTooEarly {
        /// The square.
        to: Square,
    },
    /// Castling, where king or rook has moved or is not there.
    NoCastling,
    /// Castling, where a piece stands between.
    CastlingBlocked,
    /// Castling out of, through or into check.
    CastlingInCheck,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongTurn { turn } => {
                write!(f, "it is {}'s turn on this board", color_name(turn))
            }
            Self::NoSuchPiece { color, role, to } => {
                write!(f, "no {} {} can reach {to}", color_name(color), role_name(role))
            }
            Self::Ambiguous { role, to } => {
                write!(f, "more than one {} can reach {to}", role_name(role))
            }
            Self::OwnPiece { to } => write!(f, "a piece of the same colour stands on {to}"),
            Self::Occupied { to } => write!(f, "{to} is not empty"),
            Self::PawnOnLastRank { to } => {
                write!(f, "a pawn cannot be dropped on {to}")
            }
            Self::EmptyReserve { color, role } => {
                write!(f, "{} has no {} in reserve", color_name(color), role_name(role))
            }
            Self::KingInCheck { color, already } => {
                let verb = if already { "stays" } else { "would be" };
                write!(f, "{}'s king {verb} in check", color_name(color))
            }
            Self::PromotionMissing { to } => {
                write!(f, "what the pawn becomes on {to} is not written")
            }
            Self::PromotionTooEarly { to } => write!(f, "a pawn does not promote on {to}"),
            Self::NoCastling => f.write_str("king or rook has moved, or is not there to castle"),
            Self::CastlingBlocked => f.write_str("a piece stands between king and rook"),
            Self::CastlingInCheck => {
                f.write_str("the king cannot castle out of, through or into check")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

/// `white` or `black`.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// `pawn` to `king`.
#[must_use]
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
