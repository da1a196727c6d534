//! [`MatchFacts`]: the forced mates at each moment of a match, and its findings.

use crate::{
    analysis::ledger::{Finding, FindingKind},
    rules::ByBoard,
    timeline::Moment,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The forced mates on one board at one moment. The side to move is that of this board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MateFacts {
    /// The length of the shortest forced mate of the side to move, in moves; `None` if there is none.
    pub(super) mate_in: Option<u8>,
    /// The roles, as bits `1 << role`, that would each give a forced mate, had one more such piece been in reserve.
    pub(super) wanted: u8,
    /// The length of the joint win of the side to move, in moves of the partner; `None` if there is no joint win.
    pub(super) joint: Option<u8>,
}

/// The facts at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct MomentFacts<'f> {
    /// The hash of the match; 0 without findings.
    pub(super) hash: u32,
    pub(super) mates: ByBoard<MateFacts>,
    /// The findings that are shown at the moment.
    pub(super) findings: &'f [Finding],
}

/// The facts at all moments of a match. Most plies change no mate, so only changes are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchFacts {
    /// The [`match_hash`](crate::analysis::ledger::match_hash) of the match.
    pub(super) hash: u32,
    /// The number of moments: the number of plies plus 1.
    pub(super) moments: usize,
    /// The moments at which mates change, with the new mates. Before the first change there are none. Invariant:
    /// moments ascend and are below [`Self::moments`].
    changes: Vec<(Moment, ByBoard<MateFacts>)>,
    /// Invariant: ordered by the moments at which they are [shown](shown_at).
    findings: Vec<Finding>,
}

/// Returns the moment at which a search finds `finding`. The seat of the finding is to move then.
const fn shown_at(finding: &Finding) -> Moment {
    match finding.kind {
        // The seat that lost a piece is to move after the capture.
        FindingKind::PieceLost => finding.shown() + 1,
        _ => finding.shown(),
    }
}

impl MatchFacts {
    pub(super) fn of(hash: u32, mates: &[ByBoard<MateFacts>], mut findings: Vec<Finding>) -> Self {
        let mut last = ByBoard::default();
        let mut changes = Vec::new();
        for (moment, &both) in mates.iter().enumerate() {
            if both != last {
                changes.push((moment, both));
                last = both;
            }
        }
        findings.sort_by_key(shown_at);
        Self { hash, moments: mates.len(), changes, findings }
    }

    pub(super) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub(super) fn at(&self, moment: Moment) -> MomentFacts<'_> {
        let count = self.changes.partition_point(|(from, _)| *from <= moment);
        let mates = count.checked_sub(1).map_or_else(ByBoard::default, |at| self.changes[at].1);
        let first = self.findings.partition_point(|it| shown_at(it) < moment);
        let here = self.findings[first..].partition_point(|it| shown_at(it) == moment);
        MomentFacts { hash: self.hash, mates, findings: &self.findings[first..first + here] }
    }

    /// Returns the ranges of moments that have mates, in order. The mates are the same throughout a range.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<Moment>> {
        let starts = self.changes.iter().map(|(moment, _)| *moment);
        let ends = starts.skip(1).chain([self.moments]);
        let changes = self.changes.iter().zip(ends);
        let with_mates = changes.filter(|((_, both), _)| *both != ByBoard::default());
        with_mates.map(|(&(from, _), end)| from..end)
    }

    /// Returns the moments at which findings are shown, in order.
    pub(super) fn moments_of_findings(&self) -> impl Iterator<Item = Moment> {
        let mut moments: Vec<Moment> = self.findings.iter().map(shown_at).collect();
        moments.dedup();
        moments.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments() -> Vec<ByBoard<MateFacts>> {
        let none = MateFacts::default();
        let mate = MateFacts { mate_in: Some(4), ..none };
        let joint = MateFacts { joint: Some(2), ..mate };
        let wanted = MateFacts { wanted: 0b10_0110, ..none };
        let mut all = vec![ByBoard::new(none, none); 200];
        all[0] = ByBoard::new(none, mate);
        all[1] = ByBoard::new(none, joint);
        all[150] = ByBoard::new(wanted, mate);
        all[151] = ByBoard::new(wanted, mate);
        all[199] = ByBoard::new(joint, none);
        all
    }

    #[test]
    fn cached_facts_equal_computed_facts() {
        for count in [0, 1, 2, 151, 152, 200] {
            let moments = &moments()[..count];
            let bytes = postcard::to_allocvec(&MatchFacts::of(7, moments, Vec::new())).unwrap();
            let read: MatchFacts = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(read, MatchFacts::of(7, moments, Vec::new()));
            assert_eq!(read.moments, count);
            for (moment, both) in moments.iter().enumerate() {
                assert_eq!(read.at(moment).mates, *both, "{moment}");
            }
        }
    }

    #[test]
    fn query_ranges_cover_all_matching_moments() {
        let moments = moments();
        let facts = MatchFacts::of(7, &moments, Vec::new());
        let mut expanded = vec![ByBoard::default(); moments.len()];
        for range in facts.ranges() {
            assert!(!range.is_empty());
            let both = facts.at(range.start).mates;
            expanded[range].fill(both);
        }
        assert_eq!(expanded, moments);
        assert_eq!(facts.ranges().count(), 4);
    }
}
