//! The pieces that a seat may drop.

use shakmaty::Role;

/// How many pieces of each kind wait to be dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve(
    /// By [`Role`] as a number. That of the king, and 0, which is no role, hold nothing.
    [u8; 7],
);

impl Reserve {
    /// The kinds that a reserve can hold, in the order in which one is shown: pawn to queen.
    pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// A reserve without pieces.
    pub const EMPTY: Self = Self([0; 7]);

    /// How many of `role`; kings are never in reserve.
    #[inline]
    #[must_use]
    pub fn count(&self, role: Role) -> u8 {
        self.0[role as usize]
    }

    /// All pieces together.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Whether there is nothing to drop.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// One piece more. A king is not taken, and no kind goes past 255.
    #[inline]
    pub fn add(&mut self, role: Role) {
        let held = &mut self.0[role as usize];
        *held = held.saturating_add(u8::from(role != Role::King));
    }

    /// What a ply has taken, which may be nothing.
    #[inline]
    pub(super) fn receive(&mut self, taken: Option<Role>) {
        // Counting in any case costs less than to foresee which ply takes.
        let held = &mut self.0[taken.map_or(0, |role| role as usize)];
        *held = held.saturating_add(u8::from(taken.is_some_and(|role| role != Role::King)));
    }

    /// One piece less; `false`, and no change, if there is none of this kind.
    #[inline]
    pub fn take(&mut self, role: Role) -> bool {
        let held = &mut self.0[role as usize];
        let any = *held > 0;
        *held -= u8::from(any);
        any
    }
}
