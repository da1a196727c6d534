//! The pieces on one board, by kind, by colour and by square: [`Pieces`].
//!
//! Replay plays millions of plies in a second, and a random third of them are captures. So a piece is put or
//! removed with the same few instructions whatever it is, and lines are followed by [`REACH`] and the squares
//! between, which stay in the cache of a core as tables of all occupied lines would not.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// Which pieces stand where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// By [`Role`] as a number. There is none of number 0, which stands for no piece.
    by_role: [Bitboard; 7],
    /// By [`Color`] as a number.
    by_color: [Bitboard; 2],
    /// The kind of the piece on each square.
    on: [Option<Role>; 64],
}

#[inline]
const fn number(role: Option<Role>) -> usize {
    match role {
        Some(role) => role as usize,
        None => 0,
    }
}

impl Default for Pieces {
    /// As a game of chess begins.
    fn default() -> Self {
        Self::START
    }
}

impl PartialEq<shakmaty::Board> for Pieces {
    fn eq(&self, board: &shakmaty::Board) -> bool {
        let mut squares = Square::ALL.into_iter();
        squares.all(|square| self.piece_at(square) == board.piece_at(square))
    }
}

impl Pieces {
    /// As a game of chess begins.
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
                pieces.by_role[number(role)].0 |= 1 << at;
                pieces.by_color[if at < 32 { Color::White } else { Color::Black } as usize].0 |=
                    1 << at;
            }
            at += 1;
        }
        pieces
    };

    /// No pieces at all.
    pub(crate) const EMPTY: Self =
        Self { by_role: [Bitboard::EMPTY; 7], by_color: [Bitboard::EMPTY; 2], on: [None; 64] };

    /// The squares that are not empty.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.by_color[0].0 | self.by_color[1].0)
    }

    /// All pieces of `color`.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// All pieces of one kind, of both colours.
    #[inline]
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// All pieces of one kind and colour.
    #[inline]
    #[must_use]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// What kind of piece stands on `square`.
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.on[square as usize]
    }

    /// The piece on `square`.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::from_white(self.by_color(Color::White).contains(square));
        self.role_at(square).map(|role| Piece { color, role })
    }

    /// Every piece with its square, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = self.occupied().into_iter();
        squares.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Puts `piece` on `square`, which is empty.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self.role_at(square), None);
        let here = Bitboard::from(square);
        self.by_role[piece.role as usize] |= here;
        self.by_color[piece.color as usize] |= here;
        self.on[square as usize] = Some(piece.role);
    }

    /// Takes away what stands on `square`, if anything does, and says what it was.
    #[inline]
    pub(super) fn remove(&mut self, square: Square) -> Option<Role> {
        let role = self.role_at(square);
        let others = !Bitboard::from(square);
        self.by_role[number(role)] &= others;
        self.by_color[0] &= others;
        self.by_color[1] &= others;
        self.on[square as usize] = None;
        role
    }

    /// Takes a piece of kind `role` and colour `color` from one square to another where it is `arrived`, which
    /// differs only for a pawn that promotes. Says what of the other colour stood there.
    #[inline]
    pub(super) fn shift(
        &mut self,
        (role, color): (Role, Color),
        (from, to): (Square, Square),
        arrived: Role,
    ) -> Option<Role> {
        let (left, here) = (Bitboard::from(from), Bitboard::from(to));
        let taken = self.role_at(to);
        self.by_role[number(taken)] &= !here;
        self.by_role[role as usize] ^= left;
        self.by_role[arrived as usize] ^= here;
        self.by_color[color.other() as usize] &= !here;
        self.by_color[color as usize] ^= left | here;
        self.on[from as usize] = None;
        self.on[to as usize] = Some(arrived);
        taken
    }

    /// The pieces of `color` that attack `square` when the squares of `occupied` are.
    pub(crate) fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let reach = &REACH[color as usize];
        let of = |role: Role| reach[role as usize][square as usize] & self.by_role(role);
        let near = of(Role::Pawn) | of(Role::Knight) | of(Role::King);
        let far = (of(Role::Bishop) | of(Role::Rook) | of(Role::Queen)) & self.by_color(color);
        (near & self.by_color(color)) | with_clear_line(far, square, occupied)
    }

    /// The bishops, rooks and queens of `color` on the line through `square` and `through`, whether they
    /// move along it or not.
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

/// Those of `pieces` that see `square` past the `occupied` squares, among pieces that would on an empty board.
#[inline]
pub(super) fn with_clear_line(pieces: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let mut seeing = pieces;
    for from in pieces {
        if occupied.intersects(attacks::between(square, from)) {
            seeing.discard(from);
        }
    }
    seeing
}

/// For each [`Color`], [`Role`] and square, as numbers: the squares from which such a piece attacks it on an
/// empty board. At [`STEP`], where no role is: from where a pawn moves there without taking.
pub(super) static REACH: [[[Bitboard; 64]; 7]; 2] =
    [table_of(Color::Black), table_of(Color::White)];

/// The place of a pawn's quiet moves in [`REACH`].
pub(super) const STEP: usize = 0;

/// The squares from which `piece` attacks `square` on an empty board.
#[inline]
pub(crate) fn reach(piece: Piece, square: Square) -> Bitboard {
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

/// The square behind `to`, and that from which two steps lead there.
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
    fn a_game_of_chess_begins_as_everywhere() {
        assert_eq!(Pieces::default(), shakmaty::Board::new());
    }
}
