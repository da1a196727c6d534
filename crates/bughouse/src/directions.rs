//! [`CheckDirections`]: the directions of a check, as the referee of Kriegspiel announces them.

use super::board::Board;
use shakmaty::{Bitboard, Role, Square, attacks};
use std::fmt;

/// The direction of a check: a line through the king's square, or a knight's leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    File,
    /// The longer diagonal through the king's square.
    Long,
    Knight,
    Rank,
    /// The shorter diagonal through the king's square.
    Short,
}

impl Direction {
    /// All directions in the order of announcement: by letter, from `F` to `S`.
    pub const ALL: [Self; 5] = [Self::File, Self::Long, Self::Knight, Self::Rank, Self::Short];

    /// Returns the direction from a checked `king` to the `role` on `checker`.
    ///
    /// The two diagonals through a square never have equal lengths: they are 8 − |file − rank| and 8 − |file + rank −
    /// 7| with file and rank from 0, and exactly one of these is even.
    pub fn of(king: Square, checker: Square, role: Role) -> Self {
        if role == Role::Knight {
            return Self::Knight;
        }
        if king.file() == checker.file() {
            return Self::File;
        }
        if king.rank() == checker.rank() {
            return Self::Rank;
        }
        let coords = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
        let ((file, rank), (from_file, from_rank)) = (coords(king), coords(checker));
        let rising = 8 - (file - rank).abs();
        let falling = 8 - (file + rank - 7).abs();
        let on_rising = (from_file - file) * (from_rank - rank) > 0;
        if on_rising == (rising > falling) { Self::Long } else { Self::Short }
    }

    /// Returns the letter of the announcement: `F`, `L`, `N`, `R` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Self::File => 'F',
            Self::Long => 'L',
            Self::Knight => 'N',
            Self::Rank => 'R',
            Self::Short => 'S',
        }
    }

    /// Parses the letter of a direction, in upper or lower case.
    pub fn from_letter(letter: u8) -> Option<Self> {
        let letter = char::from(letter.to_ascii_uppercase());
        Self::ALL.into_iter().find(|it| it.letter() == letter)
    }

    /// Returns the direction in words, such as `on the long diagonal`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::File => "on the file",
            Self::Long => "on the long diagonal",
            Self::Knight => "by a knight",
            Self::Rank => "on the rank",
            Self::Short => "on the short diagonal",
        }
    }
}

/// A set of check directions. It is empty without a check and has two members for a double check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckDirections(u8);

impl CheckDirections {
    /// No check.
    pub const NONE: Self = Self(0);

    /// A check from unknown directions.
    pub const UNKNOWN: Self = Self(1 << 7);

    /// Returns whether there is a check whose directions are unknown.
    pub const fn is_unknown(self) -> bool {
        self.0 == Self::UNKNOWN.0
    }

    /// Returns whether there is no check.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether there is a check from `direction`.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// Adds a check from `direction`.
    pub const fn add(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Returns the squares on which a piece that checks `king` from one of these directions may stand. `own` holds the
    /// squares of the checked player's pieces; each line ends before the first of them.
    pub fn squares(self, king: Square, own: Bitboard) -> Bitboard {
        let lines =
            attacks::queen_attacks(king, own).into_iter().map(|square| (square, Role::Queen));
        let leaps = attacks::knight_attacks(king).into_iter();
        lines
            .chain(leaps.map(|square| (square, Role::Knight)))
            .filter(|&(square, role)| {
                !own.contains(square) && self.contains(Direction::of(king, square, role))
            })
            .map(|(square, _)| square)
            .collect()
    }

    /// Iterates over the directions in the order of announcement.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.contains(direction))
    }
}

impl FromIterator<Direction> for CheckDirections {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::NONE;
        for direction in directions {
            set.add(direction);
        }
        set
    }
}

/// Writes the letters of the directions in the order of announcement, such as `NR`.
impl fmt::Display for CheckDirections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|it| write!(f, "{}", it.letter()))
    }
}

impl Board {
    /// Returns the directions of the checks to the side to move.
    pub fn check_directions(&self) -> CheckDirections {
        let king = self.king(self.turn);
        self.checkers
            .into_iter()
            .filter_map(|from| Some(Direction::of(king, from, self.pieces.role_at(from)?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announced_check_comes_from_its_direction_only() {
        let own = Bitboard::from(Square::E4) | Bitboard::from(Square::G3);
        for direction in Direction::ALL {
            let squares = CheckDirections::from_iter([direction]).squares(Square::E1, own);
            for checker in Square::ALL {
                let role = if direction == Direction::Knight { Role::Knight } else { Role::Queen };
                let piece = role.of(shakmaty::Color::Black);
                let checks = !own.contains(checker)
                    && attacks::attacks(checker, piece, own).contains(Square::E1)
                    && Direction::of(Square::E1, checker, role) == direction;
                assert_eq!(squares.contains(checker), checks, "{direction:?} {checker}");
            }
        }
    }

    #[test]
    fn longer_diagonal_has_more_squares() {
        for king in Square::ALL {
            for checker in Square::ALL {
                let files = king.file().distance(checker.file());
                if files == 0 || files != king.rank().distance(checker.rank()) {
                    continue;
                }
                let along = attacks::ray(king, checker).count();
                let lines = attacks::bishop_attacks(king, Bitboard::EMPTY);
                let across = lines.count() + 2 - along;
                let expect = if along > across { Direction::Long } else { Direction::Short };
                assert_eq!(Direction::of(king, checker, Role::Bishop), expect, "{king} {checker}");
            }
        }
    }
}
