//! [`DropText`]: a search of raw text for a drop, to reject most matches without parsing them.

use super::query::Drop;
use crate::rules::Role;
use memchr::memmem::Finder;

#[derive(Debug)]
pub(super) struct DropText {
    /// Finds `@`, followed by the square if the query names a square.
    sign: Finder<'static>,
    role: Option<Role>,
    is_rare: bool,
}

impl DropText {
    pub(super) fn of(drop: Drop) -> Self {
        let square = drop.to.map(|to| to.to_string()).unwrap_or_default();
        let sign = Finder::new(&format!("@{square}")).into_owned();
        Self { sign, role: drop.role, is_rare: drop.to.is_some() }
    }

    /// Returns whether few matches contain the drop. This is so if the query names a square, since most matches do not
    /// have that square after `@`.
    pub(super) const fn is_rare(&self) -> bool {
        self.is_rare
    }

    /// Returns whether `text` may contain the drop: `@` and the square, not preceded by the letter of another piece.
    /// The letter may be missing, as in `@f7` and `$146@f7`.
    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        self.sign.find_iter(text).any(|at| {
            let before = at.checked_sub(1).map(|before| char::from(text[before]));
            let written = before.and_then(Role::from_char);
            self.role.is_none() || written.is_none() || written == self.role
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notation::Record,
        rules::{San, Square},
    };

    #[test]
    fn every_notation_of_a_drop_is_found() {
        for written in ["N@f7", "n@f7+", "$146@f7", "@f7", "b@f7", "P@f7#", "Q@e6", "N@f6", "Nf7"] {
            let text = format!("1A.{written} {{12.5}}");
            let ply = Record::parse(text.as_bytes()).plies[0];
            for role in [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Pawn)] {
                for to in [None, Some(Square::F7)] {
                    let San::Drop { role: dropped, to: square } = ply.san else { continue };
                    let is_one = to.is_none_or(|to| to == square)
                        && (role.is_none() || dropped.is_none() || role == dropped);
                    let is_found = DropText::of(Drop { role, to }).is_in(text.as_bytes());
                    assert!(is_found || !is_one, "{text}: {role:?} {to:?}");
                }
            }
        }
        let knight = DropText::of(Drop { role: Some(Role::Knight), to: Some(Square::F7) });
        for other in ["1A. P@f7 {12.5}", "1A. N@f6", "1A. Nf7", "1A. b@f7"] {
            assert!(!knight.is_in(other.as_bytes()), "{other}");
        }
    }
}
