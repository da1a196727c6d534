//! [`Proven`]: what is known of positions that a search has met before.

use super::search::Means;
use crate::rules::{Bitboard, Board, Color, Role, Square};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// More positions are not kept: a table that outgrows the cache of a core costs more than it saves.
const MOST: usize = 1 << 16;

/// Everything about a position that decides whether its side to move mates. Two that are equal are the same, so that
/// nothing is ever taken for what it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    roles: [u64; 6],
    white: u64,
    castling: u64,
    en_passant: Option<Square>,
    turn: Color,
    means: Means,
}

impl Key {
    fn of(board: &Board, means: Means) -> Self {
        let pieces = board.pieces();
        let number = |squares: Bitboard| squares.0;
        Self {
            roles: Role::ALL.map(|role| number(pieces.by_role(role))),
            white: number(pieces.by_color(Color::White)),
            castling: number(board.castling()),
            en_passant: board.en_passant(),
            turn: board.turn(),
            means,
        }
    }
}

/// Within how many moves a position is won, and within how many it is not.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    won_within: u8,
    not_within: u8,
}

/// Positions of the side that attacks, and what is proven of them.
#[derive(Debug, Default)]
pub(super) struct Proven {
    table: HashMap<Key, Bounds, FixedState>,
}

impl Proven {
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move mates within `moves`, if that is proven.
    pub(super) fn get(&self, board: &Board, means: Means, moves: u8) -> Option<bool> {
        let bounds = self.table.get(&Key::of(board, means))?;
        if bounds.won_within <= moves {
            Some(true)
        } else if bounds.not_within >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// Keeps that the side to move mates within `moves`, or does not.
    pub(super) fn set(&mut self, board: &Board, means: Means, moves: u8, mates: bool) {
        if self.table.len() >= MOST {
            return;
        }
        let unknown = Bounds { won_within: u8::MAX, not_within: 0 };
        let bounds = self.table.entry(Key::of(board, means)).or_insert(unknown);
        if mates {
            bounds.won_within = bounds.won_within.min(moves);
        } else {
            bounds.not_within = bounds.not_within.max(moves);
        }
    }
}
