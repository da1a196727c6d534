//! [`MatchFacts`]: the facts about forced mates at each moment of a match, and its findings.

use crate::{
    analysis::ledger::{Finding, FindingKind, Themes},
    rules::ByBoard,
    timeline::Moment,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The facts about forced mates on one board at one moment. The side to move is that of this board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MateFacts {
    /// The length of the shortest forced mate of the side to move, in moves; `None` if there is none.
    pub(super) mate_in: Option<u8>,
    /// The roles, as bits `1 << role`, that would each give a forced mate, had one more such piece been in reserve.
    pub(super) wanted: u8,
    /// The length of the joint win of the side to move, in moves of the partner; `None` if there is no joint win.
    pub(super) joint: Option<u8>,
    /// The kinds of the findings of the side to move that are shown at this moment, as bits.
    pub(super) kinds: u16,
    /// The themes of these findings.
    pub(super) themes: Themes,
    /// Whether a sit begins that costs something.
    pub(super) costs: bool,
    /// Whether a mating piece was lost that its player could have kept.
    pub(super) given_away: bool,
}

impl MateFacts {
    pub(super) fn add(&mut self, finding: &Finding, costs: bool) {
        self.kinds |= 1 << finding.kind as u16;
        self.themes = self.themes.union(finding.themes);
        self.costs |= costs;
        self.given_away |= finding.is_given_away();
    }

    /// Returns whether a finding of one of `kinds` is shown.
    pub(super) fn has(&self, kinds: &[FindingKind]) -> bool {
        kinds.iter().any(|&kind| self.kinds & 1 << kind as u16 != 0)
    }
}

/// The facts at all moments of a match. Most plies change no fact, so only changes are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchFacts {
    /// The number of moments: the number of plies plus 1.
    pub(super) moments: usize,
    /// The moments at which facts change, with the new facts. Before the first change there are no facts. Invariant:
    /// moments ascend and are below [`Self::moments`].
    changes: Vec<(Moment, ByBoard<MateFacts>)>,
    pub(super) findings: Vec<Finding>,
}

impl MatchFacts {
    pub(super) fn of(moments: &[ByBoard<MateFacts>], findings: Vec<Finding>) -> Self {
        let mut last = ByBoard::default();
        let mut changes = Vec::new();
        for (moment, &both) in moments.iter().enumerate() {
            if both != last {
                changes.push((moment, both));
                last = both;
            }
        }
        Self { moments: moments.len(), changes, findings }
    }

    pub(super) fn at(&self, moment: Moment) -> ByBoard<MateFacts> {
        let count = self.changes.partition_point(|(from, _)| *from <= moment);
        count.checked_sub(1).map_or_else(ByBoard::default, |place| self.changes[place].1)
    }

    /// Returns the ranges of moments that have facts, in order. The facts are the same throughout a range.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (Range<Moment>, ByBoard<MateFacts>)> {
        let starts = self.changes.iter().map(|(moment, _)| *moment);
        let ends = starts.skip(1).chain([self.moments]);
        let changes = self.changes.iter().zip(ends);
        let ranges = changes.map(|(&(from, both), end)| (from..end, both));
        ranges.filter(|(_, both)| *both != ByBoard::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments() -> Vec<ByBoard<MateFacts>> {
        let none = MateFacts::default();
        let mate = MateFacts { mate_in: Some(4), ..none };
        let missed = MateFacts { kinds: 2, ..mate };
        let wanted = MateFacts { wanted: 0b10_0110, costs: true, ..none };
        let mut all = vec![ByBoard::new(none, none); 200];
        all[0] = ByBoard::new(none, mate);
        all[1] = ByBoard::new(none, missed);
        all[150] = ByBoard::new(wanted, mate);
        all[151] = ByBoard::new(wanted, mate);
        all[199] = ByBoard::new(missed, none);
        all
    }

    #[test]
    fn cached_facts_equal_computed_facts() {
        for count in [0, 1, 2, 151, 152, 200] {
            let moments = &moments()[..count];
            let bytes = postcard::to_allocvec(&MatchFacts::of(moments, Vec::new())).unwrap();
            let read: MatchFacts = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(read, MatchFacts::of(moments, Vec::new()));
            assert_eq!(read.moments, count);
            for (moment, both) in moments.iter().enumerate() {
                assert_eq!(read.at(moment), *both, "{moment}");
            }
        }
    }

    #[test]
    fn query_ranges_cover_all_matching_moments() {
        let moments = moments();
        let facts = MatchFacts::of(&moments, Vec::new());
        let mut expanded = vec![ByBoard::default(); moments.len()];
        for (range, both) in facts.ranges() {
            assert!(!range.is_empty());
            expanded[range].fill(both);
        }
        assert_eq!(expanded, moments);
        assert_eq!(facts.ranges().count(), 4);
    }
}
