//! The reserve: the pieces that a seat may drop.

use super::moves::Move;
use shakmaty::Role;

/// The number of pieces of each role that a seat may drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve(
    /// The number of pieces, by [`Role`] number. Invariant: entry 0 (no role) and the king's entry are 0.
    [u8; 7],
);

impl Reserve {
    /// The roles that a reserve can hold, in display order.
    pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// No pieces.
    pub const EMPTY: Self = Self([0; 7]);

    /// One piece of each role that a reserve can hold.
    pub const ONE_OF_EACH: Self = Self([0, 1, 1, 1, 1, 1, 0]);

    /// Returns the number of pieces of kind `role`; 0 for the king.
    #[inline]
    pub fn count(&self, role: Role) -> u8 {
        self.0[role as usize]
    }

    /// Returns the number of pieces of all roles.
    pub fn total(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Returns whether the seat has nothing to drop.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Adds one piece. Ignores kings, and saturates at 255.
    #[inline]
    pub fn add(&mut self, role: Role) {
        let slot = &mut self.0[role as usize];
        *slot = slot.saturating_add(u8::from(role != Role::King));
    }

    /// Adds the piece that a ply has captured; `None` adds nothing.
    #[inline]
    pub(super) fn add_captured(&mut self, taken: Option<Role>) {
        // An unconditional addition is cheaper than a mispredicted branch.
        let index = taken.map_or(0, |role| role as usize);
        let counts = (index != 0) & (index != Role::King as usize);
        let slot = &mut self.0[index];
        *slot = slot.saturating_add(u8::from(counts));
    }

    /// Removes the piece that `mv` drops, if it is a drop.
    #[inline]
    pub fn take_dropped(&mut self, mv: Move) {
        if let Move::Drop { role, .. } = mv {
            self.take(role);
        }
    }

    /// Removes one piece of kind `role`. Returns `false` if there is none.
    #[inline]
    pub fn take(&mut self, role: Role) -> bool {
        let slot = &mut self.0[role as usize];
        let any = *slot > 0;
        *slot -= u8::from(any);
        any
    }
}
