//! [`PlyWord`]: a ply encoded in two bytes, for the move cache and for queries.

use crate::{
    replay::Ply,
    rules::{BoardId, Move, Position, Role, Square},
};

/// An encoded ply of either board. The color is not stored, since it is that of the side to move.
///
/// Bits 0 to 5 are the target square, 6 to 11 the origin, 12 the board and 13 to 15 the [kind](Self::kind). Castling
/// goes from the king's square to the rook's. In a drop, bits 6 to 8 are the role, and bit 9 is set if the piece was
/// lent, because the reserve lacked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlyWord(u16);

/// The kind of a normal ply. The constants below are the other kinds. Larger numbers than [`CASTLE`] are promotions, in
/// the order of the roles after the pawn.
pub(super) const NORMAL: u16 = 0;
pub(super) const DROP: u16 = 1;
pub(super) const EN_PASSANT: u16 = 2;
pub(super) const CASTLE: u16 = 3;

/// The bit that is set if a dropped piece was lent.
const LENT_BIT: u16 = 1 << 9;

impl PlyWord {
    pub(super) fn of(ply: &Ply) -> Self {
        let word = |kind: u16, from: u16, to: Square| {
            let board = ply.seat.board() as u16;
            Self(kind << 13 | board << 12 | from << 6 | to as u16)
        };
        match ply.mv {
            Move::Normal { from, to, promotion, .. } => {
                // The kind of a promotion to a knight, which is role 2, is the number after [`CASTLE`].
                let kind = promotion.map_or(NORMAL, |role| CASTLE - 1 + role as u16);
                word(kind, from as u16, to)
            }
            Move::Drop { role, to } => {
                let Self(dropped) = word(DROP, role as u16, to);
                Self(dropped | if ply.is_lent { LENT_BIT } else { 0 })
            }
            Move::EnPassant { from, to } => word(EN_PASSANT, from as u16, to),
            Move::Castle { king, rook } => word(CASTLE, king as u16, rook),
        }
    }

    #[inline]
    pub(super) const fn from_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }

    #[inline]
    pub(super) const fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    #[inline]
    pub(super) const fn kind(self) -> u16 {
        self.0 >> 13
    }

    #[inline]
    pub(super) const fn board(self) -> BoardId {
        BoardId::ALL[(self.0 >> 12 & 1) as usize]
    }

    #[inline]
    pub(super) const fn to(self) -> Square {
        Square::ALL[(self.0 & 63) as usize]
    }

    #[inline]
    pub(super) const fn from(self) -> Square {
        Square::ALL[(self.0 >> 6 & 63) as usize]
    }

    /// Returns the role number of the promotion piece, or 0 without promotion.
    #[inline]
    pub(super) const fn promotion(self) -> u8 {
        (self.kind().saturating_sub(CASTLE - 1) & 7) as u8 * (self.kind() > CASTLE) as u8
    }

    /// Returns the role number of a dropped piece and whether the piece was lent. Meaningless for other plies.
    #[inline]
    pub(super) const fn dropped(self) -> (u8, bool) {
        ((self.0 >> 6 & 7) as u8, self.0 & LENT_BIT != 0)
    }

    /// Returns the move if it is a drop.
    #[inline]
    pub(super) fn drop(self) -> Option<Move> {
        if self.kind() != DROP {
            return None;
        }
        let role = Role::try_from(self.dropped().0).ok()?;
        let to = self.to();
        Some(Move::Drop { role, to })
    }

    /// Plays the ply on `position`, and returns the move. Returns `None` if it is not possible, in a damaged cache.
    pub(super) fn play_on(self, position: &mut Position) -> Option<Move> {
        let (from, to) = (self.from(), self.to());
        let seat = position.turn(self.board());
        let role = position.board_of(seat).pieces().role_at(from);
        let mv = match self.kind() {
            DROP => self.drop()?,
            EN_PASSANT => Move::EnPassant { from, to },
            CASTLE => Move::Castle { king: from, rook: to },
            _ => {
                let promotion = Role::try_from(self.promotion()).ok();
                Move::Normal { role: role?, from, to, promotion }
            }
        };
        if let (Move::Drop { role, .. }, (_, true)) = (mv, self.dropped()) {
            position.lend(seat, role);
        }
        position.play(seat, mv);
        Some(mv)
    }
}
