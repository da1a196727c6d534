//! The men that a seat may drop.

use shakmaty::Role;

/// How many men of each kind wait to be dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve([u8; 5]);

impl Reserve {
    /// The kinds that a reserve can hold, in the order in which one is shown: pawn to queen.
    pub const ROLES: [Role; 5] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];

    /// A reserve without men.
    pub const EMPTY: Self = Self([0; 5]);

    /// How many of `role`; kings are never in reserve.
    #[inline]
    #[must_use]
    pub fn count(&self, role: Role) -> u8 {
        slot(role).map_or(0, |slot| self.0[slot])
    }

    /// All men together.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Whether there is nothing to drop.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// One man more. A king is not taken, and no kind goes past 255.
    #[inline]
    pub fn add(&mut self, role: Role) {
        if let Some(slot) = slot(role) {
            self.0[slot] = self.0[slot].saturating_add(1);
        }
    }

    /// One man less; `false`, and no change, if there is none of this kind.
    #[inline]
    pub fn take(&mut self, role: Role) -> bool {
        match slot(role) {
            Some(slot) if self.0[slot] > 0 => {
                self.0[slot] -= 1;
                true
            }
            _ => false,
        }
    }
}

#[inline]
const fn slot(role: Role) -> Option<usize> {
    match role {
        Role::King => None,
        role => Some(role as usize - Role::Pawn as usize),
    }
}
