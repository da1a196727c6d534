//! [`Missed`]: the wins that a player missed in several matches.

use crate::{
    rules::{Move, Role, role_name},
    text::count_text,
};
use std::collections::{BTreeMap, BTreeSet};

/// The wins that a player missed in several matches, and the decisive pieces that the player lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missed {
    /// The number of matches of the player, with or without missed wins.
    pub matches: usize,
    /// The number of missed mates, by length in moves.
    pub mates: BTreeMap<u8, usize>,
    /// The number of missed mates, by kind of first move. A mate with first moves of several kinds counts once for each
    /// kind.
    pub begun_by: BTreeMap<FirstMove, usize>,
    /// The number of missed joint wins, in which the partner could have won a piece that mates.
    pub partner: usize,
    /// The number of lost decisive pieces, with which the capturer's partner could mate.
    pub lost: usize,
}

/// The kind of a mate's first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FirstMove {
    /// The role of the piece that moves or is dropped. For a promotion, this is the pawn.
    pub role: Role,
    pub is_drop: bool,
}

impl FirstMove {
    #[must_use]
    pub const fn of(mv: Move) -> Self {
        match mv {
            Move::Normal { role, .. } => Self { role, is_drop: false },
            Move::EnPassant { .. } => Self { role: Role::Pawn, is_drop: false },
            Move::Castle { .. } => Self { role: Role::King, is_drop: false },
            Move::Drop { role, .. } => Self { role, is_drop: true },
        }
    }

    /// Returns `N@` for a drop, `N` for a move.
    #[must_use]
    pub fn letters(self) -> String {
        let letter = self.role.upper_char();
        if self.is_drop { format!("{letter}@") } else { letter.to_string() }
    }

    fn words(self) -> String {
        let verb = if self.is_drop { "drops" } else { "moves" };
        format!("{} {verb}", role_name(self.role))
    }
}

impl Missed {
    /// Adds a missed mate in `moves` moves. `first` holds all moves that begin the mate.
    pub fn add_mate(&mut self, moves: u8, first: &[Move]) {
        *self.mates.entry(moves).or_default() += 1;
        let kinds: BTreeSet<FirstMove> = first.iter().map(|&mv| FirstMove::of(mv)).collect();
        for kind in kinds {
            *self.begun_by.entry(kind).or_default() += 1;
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.partner += other.partner;
        self.lost += other.lost;
        for (&moves, count) in &other.mates {
            *self.mates.entry(moves).or_default() += count;
        }
        for (&kind, count) in &other.begun_by {
            *self.begun_by.entry(kind).or_default() += count;
        }
    }

    #[must_use]
    pub fn mates(&self) -> usize {
        self.mates.values().sum()
    }

    /// Returns the most frequent kind of first move and its count, or `None` if no mates were missed.
    #[must_use]
    pub fn most_frequent_first_move(&self) -> Option<(FirstMove, usize)> {
        let kinds = self.begun_by.iter().map(|(&kind, &count)| (kind, count));
        kinds.max_by_key(|&(_, count)| count)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mates.is_empty() && self.partner == 0 && self.lost == 0
    }

    /// Describes what was missed: `missed 12 mates (7 in 1, 5 in 2), 9 of them knight drops; the partner could have won
    /// the mating piece 4 times`.
    #[must_use]
    pub fn words(&self) -> String {
        let mut parts = Vec::new();
        if self.mates() > 0 {
            let by_length = self.mates.iter().map(|(moves, count)| format!("{count} in {moves}"));
            let by_length: Vec<String> = by_length.collect();
            let mates = count_text(self.mates(), "mate", "mates");
            let mut words = format!("missed {mates} ({})", by_length.join(", "));
            if let Some((kind, count)) =
                self.most_frequent_first_move().filter(|&(_, count)| count > 1)
            {
                words += &format!(", {count} of them {}", kind.words());
            }
            parts.push(words);
        }
        if self.partner > 0 {
            let times = match self.partner {
                1 => "once".to_owned(),
                count => format!("{count} times"),
            };
            parts.push(format!("the partner could have won the mating piece {times}"));
        }
        if self.lost > 0 {
            let pieces = count_text(self.lost, "decisive piece", "decisive pieces");
            parts.push(format!("lost {pieces}"));
        }
        match parts.is_empty() {
            true => "missed nothing".to_owned(),
            false => parts.join("; "),
        }
    }
}
