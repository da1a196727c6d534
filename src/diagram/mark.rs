//! [`board_mark`]: an arrow or circle on one of the boards, as given on the command line.

use super::Rgb;
use crate::{
    document::{Mark, MarkColor},
    rules::{BoardId, Square},
};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid mark {0}; use an arrow such as A:e2e4 or a circle such as B:f7, optionally with \
     :red, :blue or :yellow"
)]
pub struct MarkError(String);

impl From<MarkColor> for Rgb {
    fn from(color: MarkColor) -> Self {
        match color {
            MarkColor::Green => Self(0x15, 0x78, 0x1b),
            MarkColor::Red => Self(0xb0, 0x20, 0x20),
            MarkColor::Blue => Self(0x00, 0x40, 0xa8),
            MarkColor::Yellow => Self(0xe6, 0x8f, 0x00),
        }
    }
}

/// Reads a mark on one of the boards, written `A:e2e4`, `B:f7` or `A:e2e4:red`.
///
/// # Errors
/// If `text` is not such a mark.
pub fn board_mark(text: &str) -> Result<(BoardId, Mark), MarkError> {
    read(text).ok_or_else(|| MarkError(text.to_owned()))
}

fn read(text: &str) -> Option<(BoardId, Mark)> {
    let mut parts = text.split(':');
    let board = match parts.next()? {
        "A" | "a" => BoardId::A,
        "B" | "b" => BoardId::B,
        _ => return None,
    };
    let squares = parts.next()?;
    let (from, to) = squares.split_at_checked(2)?;
    let from = from.parse().ok()?;
    let to: Option<Square> = match to {
        "" => None,
        to => Some(to.parse().ok()?),
    };
    let color = match parts.next() {
        None => MarkColor::Green,
        Some(name) => MarkColor::ALL.into_iter().find(|c| c.name() == name)?,
    };
    let is_valid = parts.next().is_none() && to != Some(from);
    is_valid.then_some((board, Mark { from, to, color }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<(BoardId, Square, Option<Square>, MarkColor)>) {
        let found = board_mark(text).ok().map(|(board, it)| (board, it.from, it.to, it.color));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn marks_are_read() {
        use MarkColor::{Green, Red};
        check("A:e2e4", Some((BoardId::A, Square::E2, Some(Square::E4), Green)));
        check("b:f7:red", Some((BoardId::B, Square::F7, None, Red)));
        for wrong in ["", "A", "C:e4", "A:e9", "A:e2e", "A:e2e2", "A:e2:pink", "A:é", "A:e2:red:x"]
        {
            check(wrong, None);
        }
    }
}
