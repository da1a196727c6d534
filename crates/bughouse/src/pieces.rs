//! [`Pieces`]: the pieces on one board, by role, color and square.
//!
//! Replay plays millions of plies a second. About a third of them are captures, in no predictable pattern, so adding
//! and removing pieces is branchless. Sliding attacks come from two small tables: [`REACH`], and shakmaty's table of
//! the squares between two squares. They fit the cache of a core, while tables for every occupancy do not.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// The pieces on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The squares of each role, by [`Role`] number. Invariant: entry 0, which is no role, is empty.
    by_role: [Bitboard; 7],
    /// The squares of each color, by [`Color`] number.
    by_color: [Bitboard; 2],
    on: [Option<Role>; 64],
}

#[inline]
const fn role_index(role: Option<Role>) -> usize {
    match role {
        Some(role) => role as usize,
        None => 0,
    }
}

impl Default for Pieces {
    fn default() -> Self {
        Self::START
    }
}

impl Pieces {
    const START: Self = {
        let back = [
            Some(Role::Rook),
            Some(Role::Knight),
            Some(Role::Bishop),
            Some(Role::Queen),
            Some(Role::King),
            Some(Role::Bishop),
            Some(Role::Knight),
            Some(Role::Rook),
        ];
        let mut pieces = Self::EMPTY;
        let mut at = 0;
        while at < 64 {
            let role = match at / 8 {
                0 | 7 => back[at % 8],
                1 | 6 => Some(Role::Pawn),
                _ => None,
            };
            pieces.on[at] = role;
            if role.is_some() {
                pieces.by_role[role_index(role)].0 |= 1 << at;
                pieces.by_color[if at < 32 { Color::White } else { Color::Black } as usize].0 |=
                    1 << at;
            }
            at += 1;
        }
        pieces
    };

    /// No pieces.
    pub const EMPTY: Self =
        Self { by_role: [Bitboard::EMPTY; 7], by_color: [Bitboard::EMPTY; 2], on: [None; 64] };

    /// Returns the squares that hold a piece.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.by_color[0].0 | self.by_color[1].0)
    }

    /// Returns the squares of the pieces of `color`.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// Returns the squares of the pieces of both colors in `role`.
    #[inline]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// Returns the squares of the pieces with the role and color of `piece`.
    #[inline]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// Returns the role of the piece on `square`, or `None` if it is empty.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.on[square as usize]
    }

    /// Returns the piece on `square`, or `None` if it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::from_white(self.by_color(Color::White).contains(square));
        self.role_at(square).map(|role| Piece { color, role })
    }

    /// Iterates over all pieces with their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = self.occupied().into_iter();
        squares.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self.role_at(square), None);
        let here = Bitboard::from(square);
        self.by_role[piece.role as usize] |= here;
        self.by_color[piece.color as usize] |= here;
        self.on[square as usize] = Some(piece.role);
    }

    /// Removes the piece on `square`, if there is one, and returns its role.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Role> {
        let role = self.role_at(square);
        let others = !Bitboard::from(square);
        self.by_role[role_index(role)] &= others;
        self.by_color[0] &= others;
        self.by_color[1] &= others;
        self.on[square as usize] = None;
        role
    }

    /// Moves `piece` from `from` to `to`. On `to` it has the role `arrived`, which differs from its role only for a
    /// promotion. Returns the captured piece.
    #[inline]
    pub(super) fn shift(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        arrived: Role,
    ) -> Option<Role> {
        let Piece { role, color } = piece;
        let (origin, target) = (Bitboard::from(from), Bitboard::from(to));
        let taken = self.role_at(to);
        self.by_role[role_index(taken)] &= !target;
        self.by_role[role as usize] ^= origin;
        self.by_role[arrived as usize] ^= target;
        self.by_color[color.other() as usize] &= !target;
        self.by_color[color as usize] ^= origin | target;
        self.on[from as usize] = None;
        self.on[to as usize] = Some(arrived);
        taken
    }

    /// Returns the pieces of `color` that attack `square`. Lines are blocked by the squares in `occupied`.
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let reach = &REACH[color as usize];
        let of = |role: Role| reach[role as usize][square as usize] & self.by_role(role);
        let near = of(Role::Pawn) | of(Role::Knight) | of(Role::King);
        let far = (of(Role::Bishop) | of(Role::Rook) | of(Role::Queen)) & self.by_color(color);
        (near & self.by_color(color)) | with_clear_line(far, square, occupied)
    }

    /// Returns the bishops, rooks and queens of `color` on the line through `square` and `through`, including those
    /// that cannot move along this line. Returns the empty set if no line joins the two squares.
    #[inline]
    pub(super) fn sliders_on_line(
        &self,
        square: Square,
        through: Square,
        color: Color,
    ) -> Bitboard {
        let far = self.by_role(Role::Bishop) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        far & self.by_color(color) & attacks::ray(square, through)
    }
}

/// Returns the pieces in `pieces` whose line to `square` is not blocked by `occupied`. Each of `pieces` must be able to
/// reach `square` on an empty board.
#[inline]
pub(super) fn with_clear_line(pieces: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let mut unblocked = pieces;
    for from in pieces {
        if occupied.intersects(attacks::between(square, from)) {
            unblocked.discard(from);
        }
    }
    unblocked
}

/// For each [`Color`], [`Role`] and target square, the squares from which such a piece attacks the target on an empty
/// board. Row [`STEP`], which is no role, holds the squares from which a pawn advances to the target.
pub(super) static REACH: [[[Bitboard; 64]; 7]; 2] =
    [table_of(Color::Black), table_of(Color::White)];

/// The row of pawn advances in [`REACH`].
pub(super) const STEP: usize = 0;

/// Returns the squares from which `piece` attacks `square` on an empty board.
#[inline]
pub fn reach(piece: Piece, square: Square) -> Bitboard {
    REACH[piece.color as usize][piece.role as usize][square as usize]
}

const fn table_of(color: Color) -> [[Bitboard; 64]; 7] {
    let mut table = [[Bitboard::EMPTY; 64]; 7];
    let none = Bitboard::EMPTY;
    let mut at = 0;
    while at < 64 {
        let square = Square::ALL[at];
        table[STEP][at] = steps(color, square);
        table[Role::Pawn as usize][at] = attacks::pawn_attacks(color.other(), square);
        table[Role::Knight as usize][at] = attacks::knight_attacks(square);
        table[Role::Bishop as usize][at] = attacks::bishop_attacks(square, none);
        table[Role::Rook as usize][at] = attacks::rook_attacks(square, none);
        table[Role::Queen as usize][at] = attacks::queen_attacks(square, none);
        table[Role::King as usize][at] = attacks::king_attacks(square);
        at += 1;
    }
    table
}

/// Returns the squares from which a pawn reaches `to` by a single or a double step.
const fn steps(color: Color, to: Square) -> Bitboard {
    let here = Bitboard::from_square(to).0;
    let (one, two, double) = match color {
        Color::White => (here >> 8, here >> 16, Rank::Fourth),
        Color::Black => (here << 8, here << 16, Rank::Fifth),
    };
    if to.rank() as u32 == double as u32 { Bitboard(one | two) } else { Bitboard(one) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starting_position_is_standard() {
        assert!(Pieces::default().iter().eq(shakmaty::Board::new()));
    }
}
