//! The pieces that both sides may drop during a search: [`Hand`] and [`Defence`].

use crate::rules::{Bitboard, Color, Reserve, Role};

/// The pieces that the attacker may drop. It never grows, since captures go to the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    reserve: Reserve,
    /// Whether one more piece of any kind may be dropped.
    joker: bool,
}

impl Hand {
    /// Returns a hand with exactly the pieces of `reserve`.
    pub(super) const fn of(reserve: Reserve) -> Self {
        Self { reserve, joker: false }
    }

    /// Returns a hand with the pieces of `reserve` and one more of kind `role`.
    pub(super) fn with(mut reserve: Reserve, role: Role) -> Self {
        reserve.add(role);
        Self::of(reserve)
    }

    /// Returns a hand with the pieces of `reserve` and a joker, whose kind is chosen when it is dropped. If this hand
    /// cannot mate, no single extra piece can, nor can the hand without it.
    pub(super) const fn with_joker(reserve: Reserve) -> Self {
        Self { reserve, joker: true }
    }

    /// Returns the squares where a drop of `role` is worth trying, because no other drop does the same; they may be
    /// occupied. `left` is the maximum number of moves of `color` that follow.
    ///
    /// A joker dropped as a queen can do all that a bishop or rook could do on the same square, and all that a pawn
    /// could do that does not promote in time. A pawn that does promote may become a knight.
    #[inline]
    pub(super) fn drops(&self, role: Role, color: Color, left: u8) -> Bitboard {
        match role {
            _ if self.reserve.count(role) > 0 => Bitboard::FULL,
            _ if !self.joker => Bitboard::EMPTY,
            Role::Knight | Role::Queen => Bitboard::FULL,
            Role::Pawn => near_promotion(color, left),
            Role::Bishop | Role::Rook | Role::King => Bitboard::EMPTY,
        }
    }

    /// Returns the hand after a drop of `role`. The joker is used last.
    #[inline]
    pub(super) fn without(mut self, role: Role) -> Self {
        if !self.reserve.take(role) {
            self.joker = false;
        }
        self
    }
}

/// Returns the squares from which a pawn of `color` promotes within `moves` moves.
const fn near_promotion(color: Color, moves: u8) -> Bitboard {
    let ranks = match moves {
        0 => return Bitboard::EMPTY,
        1..=6 => moves as u32,
        7.. => return Bitboard::FULL,
    };
    // The ranks before the last one, nearest first.
    let below = u64::MAX >> (64 - 8 * (ranks + 1));
    match color {
        Color::White => Bitboard(below.reverse_bits()),
        Color::Black => Bitboard(below),
    }
}

/// The pieces that the defender may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Defence {
    /// Any number of pieces of any kind.
    Anything,
    /// Exactly these pieces. A defender who has no reply to a check but is not mated waits, and does not lose.
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
