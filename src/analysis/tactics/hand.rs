//! What the two sides may drop while a mate is searched: [`Hand`] and [`Defence`].

use crate::rules::{Reserve, Role};

/// What the attacker may drop. It only gets smaller: what the attacker takes goes to the partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    reserve: Reserve,
    /// Whether one more piece may be dropped, of any kind.
    joker: bool,
}

impl Hand {
    /// The pieces of `reserve` and no other.
    pub(super) const fn of(reserve: Reserve) -> Self {
        Self { reserve, joker: false }
    }

    /// The pieces of `reserve` and one more of kind `role`.
    pub(super) fn with(mut reserve: Reserve, role: Role) -> Self {
        reserve.add(role);
        Self::of(reserve)
    }

    /// The pieces of `reserve` and one more, whose kind is chosen when it is dropped. Who cannot mate with this
    /// hand cannot mate with one more piece of any one kind, and not without it.
    pub(super) const fn with_joker(reserve: Reserve) -> Self {
        Self { reserve, joker: true }
    }

    /// Whether a piece of kind `role` may be dropped.
    #[inline]
    pub(super) fn has(&self, role: Role) -> bool {
        self.joker || self.reserve.count(role) > 0
    }

    /// The hand after a piece of kind `role` was dropped. The joker stays as long as it can.
    #[inline]
    pub(super) fn without(mut self, role: Role) -> Self {
        if !self.reserve.take(role) {
            self.joker = false;
        }
        self
    }
}

/// What the defender may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Defence {
    /// Any kind, any number.
    Anything,
    /// These pieces. A defender who has no answer to a check and is not mated waits, and is not lost.
    Exactly(Reserve),
}

impl Defence {
    /// The defence after a piece of kind `role` was dropped.
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
