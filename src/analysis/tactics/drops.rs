//! The pieces that both sides may drop during a search: [`Hand`] and [`Defence`].

use crate::rules::{Reserve, Role};

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

    /// Returns whether a piece of kind `role` may be dropped.
    #[inline]
    pub(super) fn has(&self, role: Role) -> bool {
        self.joker || self.reserve.count(role) > 0
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
