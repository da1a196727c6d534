//! [`ProofTable`]: the transposition table of a search.

use super::drops::{Defence, Hand};
use crate::rules::{Board, Color, Role, Square};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// The maximum number of entries. A larger table exceeds the cache of a core and costs more time than it saves.
const MAX_ENTRIES: usize = 1 << 16;

/// The pieces that attacker and defender may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AttackResources {
    pub(super) hand: Hand,
    pub(super) defence: Defence,
}

impl AttackResources {
    /// Returns the resources of an attacker with `hand` against a defender who may drop anything.
    pub(super) const fn of(hand: Hand) -> Self {
        Self { hand, defence: Defence::Anything }
    }
}

/// Everything that determines whether the side to move mates. The key is stored in full, so different positions never
/// collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    roles: [u64; 6],
    white: u64,
    castling: u64,
    en_passant: Option<Square>,
    turn: Color,
    resources: AttackResources,
}

impl Key {
    fn of(board: &Board, resources: AttackResources) -> Self {
        let pieces = board.pieces();
        Self {
            roles: Role::ALL.map(|role| pieces.by_role(role).0),
            white: pieces.by_color(Color::White).0,
            castling: board.castling().0,
            en_passant: board.en_passant(),
            turn: board.turn(),
            resources,
        }
    }
}

/// Proved bounds of the number of moves to mate.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// The smallest number of moves for which a mate is proved; `u8::MAX` if there is none.
    won_within: u8,
    /// The largest number of moves for which a mate is refuted; 0 if there is none.
    disproved_within: u8,
}

/// Positions with the attacker to move, and their proved bounds.
#[derive(Debug, Default)]
pub(super) struct ProofTable {
    table: HashMap<Key, Bounds, FixedState>,
}

impl ProofTable {
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns whether the side to move mates within `moves` moves, or `None` if this is neither proved nor refuted.
    pub(super) fn get(&self, board: &Board, resources: AttackResources, moves: u8) -> Option<bool> {
        let bounds = self.table.get(&Key::of(board, resources))?;
        if bounds.won_within <= moves {
            Some(true)
        } else if bounds.disproved_within >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// Stores whether the side to move mates within `moves` moves. A full table stores nothing more.
    pub(super) fn set(
        &mut self,
        board: &Board,
        resources: AttackResources,
        moves: u8,
        mates: bool,
    ) {
        if self.table.len() >= MAX_ENTRIES {
            return;
        }
        let unknown = Bounds { won_within: u8::MAX, disproved_within: 0 };
        let bounds = self.table.entry(Key::of(board, resources)).or_insert(unknown);
        if mates {
            bounds.won_within = bounds.won_within.min(moves);
        } else {
            bounds.disproved_within = bounds.disproved_within.max(moves);
        }
    }
}
