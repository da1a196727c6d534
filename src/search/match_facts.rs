//! [`MatchFacts`]: what is so of forced mates at each moment of a match, and the few bytes in which that is kept.

use super::{
    forced::Facts,
    numbers::{Numbers, number},
};
use crate::{
    rules::{BoardId, ByBoard},
    timeline::Moment,
};
use std::ops::Range;

/// What is so on both boards at each moment of a match. Most plies change nothing of it, so that only changes are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchFacts {
    /// How many moments the match has: one more than plies.
    moments: usize,
    /// What is so from a moment on, in the order of the moments, each below [`Self::moments`]. Before the first, nothing
    /// is.
    changes: Vec<(Moment, ByBoard<Facts>)>,
}

/// The bits of a byte about a board: of the moves of a mate, and what else there is.
const MATE_IN: u8 = 7;
const MISSED: u8 = 8;
const FATAL: u8 = 16;
/// A byte follows with the pieces that are wanted.
const WANTED: u8 = 32;

impl MatchFacts {
    /// The same of what is so at each moment.
    pub(super) fn of(moments: &[ByBoard<Facts>]) -> Self {
        let mut last = ByBoard::default();
        let mut changes = Vec::new();
        for (moment, &both) in moments.iter().enumerate() {
            if both != last {
                changes.push((moment, both));
                last = both;
            }
        }
        Self { moments: moments.len(), changes }
    }

    /// How many moments the match has.
    pub(super) const fn moments(&self) -> usize {
        self.moments
    }

    /// What is so at `moment`.
    pub(super) fn at(&self, moment: Moment) -> ByBoard<Facts> {
        let behind = self.changes.partition_point(|(from, _)| *from <= moment);
        behind.checked_sub(1).map_or_else(ByBoard::default, |place| self.changes[place].1)
    }

    /// The stretches in which anything is so, each with what is so in all of it, in their order. Where one is not
    /// followed at once by the next, nothing is so between.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (Range<Moment>, ByBoard<Facts>)> {
        let ends = self.changes.iter().skip(1).map(|(moment, _)| *moment);
        let ends = ends.chain([self.moments]);
        let stretches = self.changes.iter().zip(ends);
        let stretches = stretches.map(|(&(from, both), end)| (from..end, both));
        stretches.filter(|(_, both)| *both != ByBoard::default())
    }

    /// Adds what [`Self::read`] reads to `out`.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        number(out, self.moments as u64);
        let mut last = (0, ByBoard::default());
        for &(moment, both) in &self.changes {
            let changed = |id: BoardId| u64::from(both[id] != last.1[id]) << id as u64;
            let boards = changed(BoardId::A) | changed(BoardId::B);
            number(out, ((moment - last.0) as u64) << 2 | boards);
            for id in BoardId::ALL {
                if both[id] != last.1[id] {
                    write_facts(out, &both[id]);
                }
            }
            last = (moment, both);
        }
    }

    /// Reads all of `bytes`; nothing where they are none that were written.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = Numbers(bytes);
        let moments = usize::try_from(rest.next()?).ok()?;
        let mut last = (0, ByBoard::default());
        let mut changes = Vec::new();
        while !rest.0.is_empty() {
            let head = rest.next()?;
            last.0 = usize::try_from(head >> 2).ok()?.checked_add(last.0)?;
            for id in BoardId::ALL {
                if head >> id as u64 & 1 > 0 {
                    last.1[id] = read_facts(&mut rest)?;
                }
            }
            (last.0 < moments).then(|| changes.push(last))?;
        }
        Some(Self { moments, changes })
    }
}

fn write_facts(out: &mut Vec<u8>, facts: &Facts) {
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    out.push(
        facts.mate_in.unwrap_or(0) & MATE_IN
            | flag(facts.missed, MISSED)
            | flag(facts.fatal, FATAL)
            | flag(facts.wanted > 0, WANTED),
    );
    if facts.wanted > 0 {
        out.push(facts.wanted);
    }
}

fn read_facts(rest: &mut Numbers<'_>) -> Option<Facts> {
    let head = rest.byte()?;
    Some(Facts {
        mate_in: Some(head & MATE_IN).filter(|&moves| moves > 0),
        wanted: if head & WANTED > 0 { rest.byte()? } else { 0 },
        missed: head & MISSED > 0,
        fatal: head & FATAL > 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments() -> Vec<ByBoard<Facts>> {
        let none = Facts::default();
        let mate = Facts { mate_in: Some(4), ..none };
        let missed = Facts { missed: true, ..mate };
        let wanted = Facts { wanted: 0b10_0110, fatal: true, ..none };
        let mut all = vec![ByBoard::new(none, none); 200];
        all[0] = ByBoard::new(none, mate);
        all[1] = ByBoard::new(none, missed);
        all[150] = ByBoard::new(wanted, mate);
        all[151] = ByBoard::new(wanted, mate);
        all[199] = ByBoard::new(missed, none);
        all
    }

    #[test]
    fn what_is_read_back_is_what_is_so_at_each_moment() {
        for count in [0, 1, 2, 151, 152, 200] {
            let moments = &moments()[..count];
            let mut bytes = Vec::new();
            MatchFacts::of(moments).write(&mut bytes);
            let read = MatchFacts::read(&bytes).unwrap();
            assert_eq!(read, MatchFacts::of(moments));
            assert_eq!(read.moments(), count);
            for (moment, both) in moments.iter().enumerate() {
                assert_eq!(read.at(moment), *both, "{moment}");
            }
        }
    }

    #[test]
    fn stretches_are_the_moments_at_which_anything_is_so() {
        let moments = moments();
        let facts = MatchFacts::of(&moments);
        let mut told = vec![ByBoard::default(); moments.len()];
        for (stretch, both) in facts.stretches() {
            assert!(!stretch.is_empty());
            told[stretch].fill(both);
        }
        assert_eq!(told, moments);
        assert_eq!(facts.stretches().count(), 4);
    }

    #[test]
    fn what_is_cut_short_or_goes_past_the_end_is_not_read() {
        let mut bytes = Vec::new();
        MatchFacts::of(&moments()).write(&mut bytes);
        let read = |length: usize| MatchFacts::read(&bytes[..length]);
        let whole = read(bytes.len()).unwrap();
        for length in 0..bytes.len() {
            assert_ne!(read(length).as_ref(), Some(&whole), "{length}");
        }
        // A change at the last moment, and one behind it.
        assert!(MatchFacts::read(&[2, 1 << 2 | 1, 1]).is_some());
        assert!(MatchFacts::read(&[2, 2 << 2 | 1, 1]).is_none());
        assert!(MatchFacts::read(&[3, 1 << 2 | 1, 1, 2 << 2 | 1, 2]).is_none());
    }
}
