//! [`ReserveBounds`]: the most pieces that each reserve may receive, judging by the text alone.

use super::SearchQuery;
use crate::{
    notation::PlyText,
    rules::{BySeat, Color, Position, Reserve, Role, San, Seat},
};

/// The most pieces that each reserve may receive, by seat and [`Role`] number.
///
/// A reserve receives what the partner captures: pieces that the partner's opponent had at the start or has dropped.
/// The text of a record names all drops, so the bounds need no replay.
#[derive(Clone, Debug, Default)]
pub(super) struct ReserveBounds(BySeat<[usize; 7]>);

impl ReserveBounds {
    /// Returns the bounds for a match with the starting position `start`.
    pub(super) fn of(start: &Position, plies: &[PlyText]) -> Self {
        let mut supply = Self::default();
        for seat in Seat::ALL {
            let board = start.board_of(seat);
            let of_seat = board.pieces().by_color(seat.color());
            for role in Reserve::ROLES {
                let initial = of_seat & board.pieces().by_role(role);
                supply.add(seat, role, initial.count());
                let held = usize::from(start.reserves[seat].count(role));
                // `add` expects the seat from which the pieces are captured. For the reserve of `seat`, this is its
                // diagonal.
                supply.add(seat.diagonal(), role, held);
            }
            // A promoted piece enters a reserve as a pawn.
            let promoted = of_seat.into_iter().filter(|&at| board.is_promoted(at));
            supply.add(seat, Role::Pawn, promoted.count());
        }
        for ply in plies {
            match ply.san {
                San::Drop { role: Some(role), .. } => supply.add(ply.seat, role, 1),
                San::Drop { role: None, .. } => {
                    for role in Reserve::ROLES {
                        supply.add(ply.seat, role, 1);
                    }
                }
                San::Normal { .. } | San::Castle(_) => {}
            }
        }
        supply
    }

    /// Adds `pieces` pieces of `role` to the reserve that receives what is captured from the seat `from`.
    fn add(&mut self, from: Seat, role: Role, pieces: usize) {
        self.0[from.diagonal()][role as usize] += pieces;
    }

    /// Returns whether the reserves may hold all pieces that `query` requires.
    pub(super) fn can_supply(&self, query: &SearchQuery) -> bool {
        query.is_possible(|terms, id| {
            Color::ALL.into_iter().all(|color| {
                let supplied = &self.0[Seat::new(id, color)];
                let least = terms.pattern.reserve(color);
                let mut roles = Reserve::ROLES.into_iter();
                roles.all(|role| usize::from(least.count(role)) <= supplied[role as usize])
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Record;

    fn can_supply(query: &str, text: &str) -> bool {
        let record = Record::parse(text.as_bytes());
        let supply = ReserveBounds::of(&Position::default(), &record.plies);
        supply.can_supply(&query.parse().unwrap())
    }

    #[test]
    fn initial_reserves_may_be_held() {
        for query in ["[Q]", "[q]", "[RR]", "[nnbbrrq]", "A:[Q] B:[q]"] {
            assert!(can_supply(query, "1A. e4"), "{query}");
        }
        for query in ["[QQ]", "[qq]", "[RRR]", "[PPPPPPPPP]", "A:[QQ]", "B:[qq]"] {
            assert!(!can_supply(query, "1A. e4"), "{query}");
        }
    }

    #[test]
    fn dropped_piece_may_be_captured_again() {
        let text = "1A. Q@e5 {1} 1b. $146@d6 {1}";
        assert!(can_supply("B:[QQ]", text));
        assert!(!can_supply("A:[QQ]", text));
        assert!(can_supply("A:[qq]", text));
        assert!(can_supply("A:[nnn]", text));
        assert!(!can_supply("B:[nnn]", text));
        assert!(can_supply("[QQ]", text));
        assert!(!can_supply("[QQQ]", text));
        assert!(!can_supply("A:[QQ] B:[QQ]", text));
    }
}
