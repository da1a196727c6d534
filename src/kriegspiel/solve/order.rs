//! [`History`]: which moves decided other positions, to try them first.

use crate::rules::{Attempt, Move, Square};

/// The number of pairs of squares.
const PAIRS: usize = 64 * 64;

/// For each depth and each pair of squares, the number of positions that a move decided.
#[derive(Default)]
pub(super) struct History {
    counts: Vec<u32>,
}

impl History {
    fn index(plies_left: u32, from: Square, to: Square) -> usize {
        (plies_left / 2) as usize * PAIRS + from as usize * 64 + to as usize
    }

    fn count(&self, plies_left: u32, from: Square, to: Square) -> u32 {
        self.counts.get(Self::index(plies_left, from, to)).copied().unwrap_or(0)
    }

    fn add(&mut self, plies_left: u32, from: Square, to: Square) {
        let index = Self::index(plies_left, from, to);
        if index >= self.counts.len() {
            self.counts.resize((plies_left / 2 + 1) as usize * PAIRS, 0);
        }
        self.counts[index] = self.counts[index].saturating_add(1);
    }

    pub(super) fn add_move(&mut self, plies_left: u32, mv: Move) {
        if let Some(from) = mv.from() {
            self.add(plies_left, from, mv.to());
        }
    }

    pub(super) fn add_attempt(&mut self, plies_left: u32, attempt: Attempt) {
        let (from, to) = attempt.squares();
        self.add(plies_left, from, to);
    }

    /// Sorts `moves`, those that decided most positions first.
    pub(super) fn sort_moves(&self, plies_left: u32, moves: &mut [Move]) {
        if !self.counts.is_empty() {
            moves.sort_by_cached_key(|mv| {
                let count = mv.from().map_or(0, |from| self.count(plies_left, from, mv.to()));
                std::cmp::Reverse(count)
            });
        }
    }

    /// Sorts `attempts`, those that decided most beliefs first.
    pub(super) fn sort_attempts(&self, plies_left: u32, attempts: &mut [Attempt]) {
        if !self.counts.is_empty() {
            attempts.sort_by_cached_key(|attempt| {
                let (from, to) = attempt.squares();
                std::cmp::Reverse(self.count(plies_left, from, to))
            });
        }
    }
}
