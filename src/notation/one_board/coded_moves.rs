//! chess.com's `moveList`: two characters a ply.
//!
//! A square is one of `a–z A–Z 0–9 ! ?`, for a1, b1 … h8. Two squares are a move, castling by the king's two
//! steps. A first character of `& - * + =` drops a queen, knight, rook, bishop or pawn on the second. A
//! second character of `{ ~ } ( ^ ) [ _ ] @ # $` promotes: queen, knight, rook, bishop by three, and within
//! the three a step to the left, straight on or to the right.

use crate::rules::{File, Rank, Role, San, Square};

const SQUARES: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?";
const DROPS: &[u8; 5] = b"&-*+=";
const DROPPED: [Role; 5] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop, Role::Pawn];
const PROMOTIONS: &[u8; 12] = b"{~}(^)[_]@#$";
const PROMOTED: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// So many plies of a board are read. The longest matches have some hundreds.
const MAX_PLIES: usize = 10_000;

/// Why a `moveList` breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// A character is missing at the end.
    #[error("the move list has an odd length; its last character is half a move and is left out")]
    Odd,
    /// No board has so many plies.
    #[error("the move list has over {MAX_PLIES} plies; the rest is left out")]
    TooLong,
    /// Two characters are no move.
    #[error("ply {ply} of the move list is not a move (\"{}{}\"); the plies before it are kept", .pair[0], .pair[1])]
    NoMove {
        /// Which ply, from 1.
        ply: usize,
        /// Its characters.
        pair: [char; 2],
    },
}

/// The plies of `list` up to the first that is none, and why that is not all.
#[must_use]
pub fn decode_moves(list: &str) -> (Vec<San>, Option<MoveListError>) {
    let mut plies = Vec::with_capacity(MAX_PLIES.min(list.len() / 2));
    let mut letters = list.chars();
    while let Some(first) = letters.next() {
        if plies.len() == MAX_PLIES {
            return (plies, Some(MoveListError::TooLong));
        }
        let Some(second) = letters.next() else {
            return (plies, Some(MoveListError::Odd));
        };
        match decode(first, second) {
            Some(san) => plies.push(san),
            None => {
                let error = MoveListError::NoMove { ply: plies.len() + 1, pair: [first, second] };
                return (plies, Some(error));
            }
        }
    }
    (plies, None)
}

fn decode(first: char, second: char) -> Option<San> {
    let (first, second) = (u8::try_from(first).ok()?, u8::try_from(second).ok()?);
    if let Some(kind) = place(DROPS, first) {
        return Some(San::Drop { role: Some(DROPPED[kind]), to: square(second)? });
    }
    let from = square(first)?;
    let (to, promotion) = match square(second) {
        Some(to) => (to, None),
        None => promoted(from, second)?,
    };
    Some(San::Normal {
        // With a whole origin, whatever stands there is meant.
        role: Role::Pawn,
        file: Some(from.file()),
        rank: Some(from.rank()),
        to,
        capture: false,
        promotion,
    })
}

/// Where a pawn of `from` goes, and what it becomes.
fn promoted(from: Square, letter: u8) -> Option<(Square, Option<Role>)> {
    let index = place(PROMOTIONS, letter)?;
    let rank = match from.rank() {
        Rank::Seventh => Rank::Eighth,
        Rank::Second => Rank::First,
        _ => return None,
    };
    // The step is -1, 0 or 1.
    let file = (from.file() as usize + index % 3).checked_sub(1)?;
    let file = File::try_from(u32::try_from(file).ok()?).ok()?;
    Some((Square::from_coords(file, rank), Some(PROMOTED[index / 3])))
}

fn square(letter: u8) -> Option<Square> {
    let number = u32::try_from(place(SQUARES, letter)?).ok()?;
    Square::try_from(number).ok()
}

fn place(letters: &[u8], letter: u8) -> Option<usize> {
    letters.iter().position(|&other| other == letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The moves as they are written with whole origins.
    fn written(list: &str) -> String {
        let (plies, error) = decode_moves(list);
        let mut words: Vec<_> = plies.iter().map(ToString::to_string).collect();
        words.extend(error.map(|error| format!("({error})")));
        words.join(" ")
    }

    #[test]
    fn moves_drops_and_castling() {
        assert_eq!(written("mC0K"), "e2e4 e7e5");
        assert_eq!(written("eg=t-T"), "e1g1 P@d3 N@f6");
        assert_eq!(written(""), "");
    }

    #[test]
    fn promotions_go_left_straight_and_right() {
        assert_eq!(written("1{1~1}"), "f7e8=Q f7f8=Q f7g8=Q");
        assert_eq!(written("j(k^l)"), "b2a1=N c2c1=N d2e1=N");
        assert_eq!(written("1_1@1#"), "f7f8=R f7e8=B f7f8=B");
    }

    #[test]
    fn what_is_no_move_ends_the_list() {
        let said =
            "(the move list has an odd length; its last character is half a move and is left out)";
        assert_eq!(written("mC0"), format!("e2e4 {said}"));
        let said = "ply 2 of the move list is not a move (\"é0\"); the plies before it are kept";
        assert_eq!(written("mCé0gv"), format!("e2e4 ({said})"));
        // A pawn of a2 cannot go further left, and nothing promotes from the fourth rank.
        assert!(decode_moves("i{").1.is_some());
        assert!(decode_moves("C~").1.is_some());
    }

    proptest! {
        #[test]
        fn any_text_is_survived(list in "\\PC{0,40}") {
            let (plies, error) = decode_moves(&list);
            let letters = list.chars().count();
            prop_assert!(plies.len() * 2 <= letters);
            prop_assert_eq!(error.is_none(), plies.len() * 2 == letters);
        }
    }
}
