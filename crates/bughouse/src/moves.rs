//! Resolved moves ([`Move`]), and why a move is illegal ([`IllegalMove`]).

use shakmaty::{CastlingSide, Color, Role, Square};

/// The pieces to which a pawn may promote, strongest first.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A move on one board, resolved to squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A move of one piece, with or without a capture.
    Normal {
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    EnPassant {
        from: Square,
        /// The target square, which is directly behind the captured pawn. That pawn stands beside `from`.
        to: Square,
    },
    /// Castling, by the squares of king and rook.
    Castle {
        king: Square,
        rook: Square,
    },
    Drop {
        role: Role,
        to: Square,
    },
}

impl Move {
    /// Returns the target square. For castling, this is the target square of the king.
    pub fn to(self) -> Square {
        match self {
            Self::Normal { to, .. } | Self::EnPassant { to, .. } | Self::Drop { to, .. } => to,
            Self::Castle { king, rook } => castled(king, rook).0,
        }
    }

    /// Returns the origin square, or `None` for a drop. For castling, this is the origin square of the king.
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Normal { from, .. } | Self::EnPassant { from, .. } => Some(from),
            Self::Castle { king, .. } => Some(king),
            Self::Drop { .. } => None,
        }
    }

    /// Returns the role of the piece that moves or is dropped: for a promotion the pawn, for castling the king.
    pub const fn role(self) -> Role {
        match self {
            Self::Normal { role, .. } | Self::Drop { role, .. } => role,
            Self::EnPassant { .. } => Role::Pawn,
            Self::Castle { .. } => Role::King,
        }
    }

    /// Returns the square of the piece that the move captures, if it captures one.
    pub fn capture_square(self) -> Square {
        match self {
            Self::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            mv => mv.to(),
        }
    }

    /// Formats the move as UCI: `e2e4`, `e7e8q`, `P@e4`. Castling is written as the king's move (`e1g1`) or, if
    /// `chess960`, as the king taking the rook.
    pub fn uci(self, chess960: bool) -> String {
        match self {
            Self::Normal { from, to, promotion: Some(role), .. } => {
                format!("{from}{to}{}", role.char())
            }
            Self::Normal { from, to, .. } | Self::EnPassant { from, to } => format!("{from}{to}"),
            Self::Castle { king, rook } if chess960 => format!("{king}{rook}"),
            Self::Castle { king, .. } => format!("{king}{}", self.to()),
            Self::Drop { role, to } => format!("{}@{to}", role.upper_char()),
        }
    }
}

/// Returns the target squares of king and rook when the king on `king` castles with the rook on `rook`.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (side, rank) = (castling_side(king, rook), king.rank());
    (Square::from_coords(side.king_to_file(), rank), Square::from_coords(side.rook_to_file(), rank))
}

/// Returns the king side if `rook` is nearer to the h-file than `king`, otherwise the queen side.
pub fn castling_side(king: Square, rook: Square) -> CastlingSide {
    if rook.file() > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// Why a move is illegal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The opponent is to move; `turn` is the opponent's color.
    #[error("it is {turn}'s turn on this board")]
    WrongTurn { turn: Color },
    /// No piece of this kind can reach the square.
    #[error("no {color} {} can reach {to}", role_name(*role))]
    NoSuchPiece { color: Color, role: Role, to: Square },
    /// Several pieces of this kind can reach the square.
    #[error("more than one {} can reach {to}", role_name(*role))]
    Ambiguous { role: Role, to: Square },
    /// The target square holds a piece of the same color.
    #[error("a piece of the same colour stands on {to}")]
    OwnPiece { to: Square },
    /// A drop on a square that is not empty.
    #[error("a piece already stands on {to}")]
    Occupied { to: Square },
    /// A pawn drop on rank 1 or 8.
    #[error("a pawn cannot be dropped on {to}")]
    PawnOnLastRank { to: Square },
    /// A drop of a piece that the reserve lacks.
    #[error("{color} has no {} in reserve", role_name(*role))]
    EmptyReserve { color: Color, role: Role },
    /// The move leaves the player's own king in check.
    #[error("{color}'s king {} in check", if *already { "stays" } else { "would be" })]
    KingInCheck {
        color: Color,
        /// Whether the king was in check before the move.
        already: bool,
    },
    /// A pawn reaches the last rank without a promotion piece.
    #[error("the promotion piece on {to} is missing")]
    PromotionMissing { to: Square },
    /// A promotion before the last rank.
    #[error("a pawn does not promote on {to}")]
    PromotionTooEarly { to: Square },
    /// The right to castle is lost.
    #[error("cannot castle: the king or rook has moved or is missing")]
    NoCastling,
    /// A piece stands in the way of king or rook.
    #[error("cannot castle: a piece is in the way")]
    CastlingBlocked,
    /// Castling out of, through or into check.
    #[error("cannot castle out of, through or into check")]
    CastlingInCheck,
}

/// Returns the color in lower case: `white` or `black`.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the role in lower case, such as `pawn`.
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
