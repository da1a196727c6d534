//! Boards, seats, teams, and maps with one value for each.

use shakmaty::Color;
use std::ops::{Index, IndexMut};

/// One of the two boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoardId {
    #[default]
    A,
    B,
}

impl BoardId {
    /// Both boards, board A first.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Returns the board of the partners.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Returns `A` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }
}

/// One of the four players, in column order: White A, Black A, White B, Black B.
///
/// As a number, bit 0 is the color and bit 1 the board. Replay needs both at every ply. Branches on them would be
/// mispredicted, so the accessors have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// White on board A, written `A`.
    WhiteA,
    /// Black on board A, written `a`.
    BlackA,
    /// White on board B, written `B`.
    WhiteB,
    /// Black on board B, written `b`.
    BlackB,
}

impl Seat {
    /// All seats in column order.
    pub const ALL: [Self; 4] = [Self::WhiteA, Self::BlackA, Self::WhiteB, Self::BlackB];

    /// Returns the seat that plays `color` on `board`.
    #[inline]
    pub const fn new(board: BoardId, color: Color) -> Self {
        match (board, color) {
            (BoardId::A, Color::White) => Self::WhiteA,
            (BoardId::A, Color::Black) => Self::BlackA,
            (BoardId::B, Color::White) => Self::WhiteB,
            (BoardId::B, Color::Black) => Self::BlackB,
        }
    }

    /// Returns the seat for `A`, `a`, `B` or `b`, or `None` for any other letter.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'A' => Self::WhiteA,
            b'a' => Self::BlackA,
            b'B' => Self::WhiteB,
            b'b' => Self::BlackB,
            _ => return None,
        })
    }

    /// Returns the letter that follows a move number: `A`, `a`, `B` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::WhiteA => 'A',
            Self::BlackA => 'a',
            Self::WhiteB => 'B',
            Self::BlackB => 'b',
        }
    }

    /// Returns the name, such as `White A`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WhiteA => "White A",
            Self::BlackA => "Black A",
            Self::WhiteB => "White B",
            Self::BlackB => "Black B",
        }
    }

    /// Returns the board on which the seat plays.
    #[inline]
    pub const fn board(self) -> BoardId {
        if self as u8 & 2 == 0 { BoardId::A } else { BoardId::B }
    }

    /// Returns the color that the seat plays.
    #[inline]
    pub const fn color(self) -> Color {
        Color::from_white(self as u8 & 1 == 0)
    }

    /// Returns the other seat of the same board.
    #[inline]
    pub const fn opponent(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// Returns the seat that receives the pieces captured by this seat: the other color on the other board.
    #[inline]
    pub const fn partner(self) -> Self {
        Self::ALL[self as usize ^ 3]
    }

    /// Returns the opponent of the same color on the other board. The player with more time on this *diagonal* can
    /// afford to sit.
    pub const fn diagonal(self) -> Self {
        self.partner().opponent()
    }

    /// Returns the team of the seat and its partner.
    pub const fn team(self) -> Team {
        match self {
            Self::WhiteA | Self::BlackB => Team::First,
            Self::BlackA | Self::WhiteB => Team::Second,
        }
    }
}

/// Two partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Team {
    /// White A and Black B, for whom the result `1-0` is a win.
    First,
    /// Black A and White B, for whom the result `0-1` is a win.
    Second,
}

impl Team {
    /// Returns the opponents of the team.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the two seats, board A first.
    pub const fn seats(self) -> [Seat; 2] {
        match self {
            Self::First => [Seat::WhiteA, Seat::BlackB],
            Self::Second => [Seat::BlackA, Seat::WhiteB],
        }
    }
}

/// A value for each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByBoard<T>([T; 2]);

impl<T> ByBoard<T> {
    /// Takes the values of board A and board B.
    pub const fn new(a: T, b: T) -> Self {
        Self([a, b])
    }

    /// Calls `value` for each board, board A first.
    pub fn from_fn(value: impl FnMut(BoardId) -> T) -> Self {
        Self(BoardId::ALL.map(value))
    }

    /// Iterates over the values, beginning with that of board A.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<BoardId> for ByBoard<T> {
    type Output = T;

    #[inline]
    fn index(&self, board: BoardId) -> &T {
        &self.0[board as usize]
    }
}

impl<T> IndexMut<BoardId> for ByBoard<T> {
    #[inline]
    fn index_mut(&mut self, board: BoardId) -> &mut T {
        &mut self.0[board as usize]
    }
}

/// A value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// Takes the values in column order: White A, Black A, White B, Black B.
    pub const fn new(values: [T; 4]) -> Self {
        Self(values)
    }

    /// Calls `value` for each seat, in column order.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(value))
    }

    /// Iterates over the values in column order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}
