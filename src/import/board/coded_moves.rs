//! The `moveList` of chess.com: two characters per ply.
//!
//! Each of `a–z A–Z 0–9 ! ?` stands for a square, in the order a1, b1 to h8. A move is two squares; castling is the
//! king's move of two squares. A drop begins with `&`, `-`, `*`, `+` or `=` for queen, knight, rook, bishop or pawn.
//! The target square follows. A promotion ends with one of `{ ~ } ( ^ ) [ _ ] @ # $`: three characters each for queen,
//! knight, rook and bishop. The first of the three is a capture towards the a-file, the second a straight move, the
//! third a capture towards the h-file.

use super::move_between;
use crate::rules::{File, Rank, Role, San, Square};

const SQUARES: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?";
const DROPS: &[u8; 5] = b"&-*+=";
const DROPPED: [Role; 5] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop, Role::Pawn];
const PROMOTIONS: &[u8; 12] = b"{~}(^)[_]@#$";
const PROMOTED: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// The maximum number of plies on a board. The longest real matches have a few hundred.
const MAX_PLIES: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    #[error("the move list ends with an incomplete move; ignored")]
    Odd,
    #[error("the move list has more than {MAX_PLIES} moves; ignored the rest")]
    TooLong,
    #[error("move {ply} of the move list is invalid (\"{}{}\"); kept the moves before it", .pair[0], .pair[1])]
    NoMove {
        /// The number of the ply, counted from 1.
        ply: usize,
        pair: [char; 2],
    },
}

/// Decodes the plies of `list` up to the first error. Returns the decoded plies, and the error if there is one.
pub fn decode_moves(list: &str) -> (Vec<San>, Option<MoveListError>) {
    let mut plies = Vec::with_capacity(MAX_PLIES.min(list.len() / 2));
    let mut letters = list.chars();
    while let Some(first) = letters.next() {
        if plies.len() == MAX_PLIES {
            return (plies, Some(MoveListError::TooLong));
        }
        let Some(second) = letters.next() else { return (plies, Some(MoveListError::Odd)) };
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
    if let Some(kind) = index_of(DROPS, first) {
        return Some(San::Drop { role: Some(DROPPED[kind]), to: square(second)? });
    }
    let from = square(first)?;
    let (to, promotion) = match square(second) {
        Some(to) => (to, None),
        None => decode_promotion(from, second)?,
    };
    Some(move_between(from, to, promotion))
}

/// Returns the target square and the promotion of a pawn on `from`, where `letter` is the second character of its move.
/// Returns `None` if `letter` is invalid.
fn decode_promotion(from: Square, letter: u8) -> Option<(Square, Option<Role>)> {
    let index = index_of(PROMOTIONS, letter)?;
    let rank = match from.rank() {
        Rank::Seventh => Rank::Eighth,
        Rank::Second => Rank::First,
        _ => return None,
    };
    // `index % 3` is 0 for a capture towards the a-file, 1 for a straight move and 2 for the h-file.
    let file = (from.file() as usize + index % 3).checked_sub(1)?;
    let file = File::try_from(u32::try_from(file).ok()?).ok()?;
    Some((Square::from_coords(file, rank), Some(PROMOTED[index / 3])))
}

fn square(letter: u8) -> Option<Square> {
    let number = u32::try_from(index_of(SQUARES, letter)?).ok()?;
    Square::try_from(number).ok()
}

fn index_of(letters: &[u8], letter: u8) -> Option<usize> {
    letters.iter().position(|&other| other == letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn invalid_move_ends_the_move_list() {
        let problem_text = "(the move list ends with an incomplete move; ignored)";
        assert_eq!(written("mC0"), format!("e2e4 {problem_text}"));
        let problem_text = "move 2 of the move list is invalid (\"é0\"); kept the moves before it";
        assert_eq!(written("mCé0gv"), format!("e2e4 ({problem_text})"));
        // A pawn on a2 cannot capture further left, and no pawn promotes from the fourth rank.
        assert!(decode_moves("i{").1.is_some());
        assert!(decode_moves("C~").1.is_some());
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(list in "\\PC{0,40}") {
            let (plies, error) = decode_moves(&list);
            let letters = list.chars().count();
            prop_assert!(plies.len() * 2 <= letters);
            prop_assert_eq!(error.is_none(), plies.len() * 2 == letters);
        }
    }
}
