//! [`Hand`] and [`Defence`]: the pieces that attacker and defender may drop in a search.

use crate::rules::{Bitboard, Color, Reserve, Role};

/// The pieces that the attacker may drop. Their number never grows, since captures go to the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    reserve: Reserve,
    /// Whether the hand has a joker: one more piece, whose role is chosen when it is dropped.
    joker: bool,
}

impl Hand {
    pub(super) const fn of(reserve: Reserve) -> Self {
        Self { reserve, joker: false }
    }

    /// Returns a hand with the pieces of `reserve` and one more `role`.
    pub(super) fn with(mut reserve: Reserve, role: Role) -> Self {
        reserve.add(role);
        Self::of(reserve)
    }

    /// Returns a hand with the pieces of `reserve` and a joker. If this hand does not mate, no single piece in place of
    /// the joker does.
    pub(super) const fn with_joker(reserve: Reserve) -> Self {
        Self { reserve, joker: true }
    }

    /// Returns the squares, empty or not, on which a drop of `role` is worth trying. `moves_left` is the number of
    /// moves of `color` that may follow.
    ///
    /// For a joker, returns no squares as a bishop or rook, since a queen on the same square attacks all that they
    /// attack. Returns none as a pawn either, unless the pawn can promote in time: it may become a knight, which
    /// attacks squares that a queen does not.
    #[inline]
    pub(super) fn drops(&self, role: Role, color: Color, moves_left: u8) -> Bitboard {
        match role {
            _ if self.reserve.count(role) > 0 => Bitboard::FULL,
            _ if !self.joker => Bitboard::EMPTY,
            Role::Knight | Role::Queen => Bitboard::FULL,
            Role::Pawn => near_promotion(color, moves_left),
            Role::Bishop | Role::Rook | Role::King => Bitboard::EMPTY,
        }
    }

    /// Returns the hand after a drop of `role`. Uses the joker only if the reserve has no such piece.
    #[inline]
    pub(super) fn without(mut self, role: Role) -> Self {
        if !self.reserve.take(role) {
            self.joker = false;
        }
        self
    }
}

/// Returns the squares from which a pawn of `color` can promote within `moves` moves.
const fn near_promotion(color: Color, moves: u8) -> Bitboard {
    let ranks = match moves {
        0 => return Bitboard::EMPTY,
        1..=6 => moves as u32,
        7.. => return Bitboard::FULL,
    };
    // The first `ranks + 1` ranks from White's side.
    let low_ranks = u64::MAX >> (64 - 8 * (ranks + 1));
    match color {
        Color::White => Bitboard(low_ranks.reverse_bits()),
        Color::Black => Bitboard(low_ranks),
    }
}

/// The pieces that the defender may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Defence {
    /// Any number of pieces of any kind.
    Anything,
    /// Exactly these pieces. A defender who is not mated but has no reply to a check waits, and does not lose.
    Exactly(Reserve),
}

impl Defence {
    /// Returns the defence after a drop of `role`.
    #[inline]
    pub(super) fn without(self, role: Role) -> Self {
        match self {
            Self::Anything => self,
            Self::Exactly(mut reserve) => {
                reserve.take(role);
                Self::Exactly(reserve)
            }
        }
    }
}
