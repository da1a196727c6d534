//! [`HitFindings`]: the findings that make a moment a hit.

use super::{BoardTerms, Hit, SearchQuery, forced::limits};
use crate::{
    analysis::ledger::{Finding, FindingId, FindingKind, Ledger, TurnKind, match_hash},
    archive::RecordId,
    notation::Record,
    replay::Match,
    timeline::Timeline,
};

/// Returns the ids of findings. Remembers the ledger of the last match, since the hits of a match are adjacent.
#[derive(Debug, Default)]
pub struct HitFindings {
    record: Option<RecordId>,
    /// The [`match_hash`] of that match.
    hash: u32,
    ledger: Ledger,
}

impl HitFindings {
    /// Returns the findings of the query's terms at `hit`. `text` holds the bytes of its record.
    pub fn of(&mut self, query: &SearchQuery, hit: &Hit, text: &[u8]) -> Vec<FindingId> {
        let Some(moves) = query.mate_depth() else { return Vec::new() };
        if self.record != Some(hit.record) {
            let played = Match::replay(&Record::parse(text), text);
            self.ledger = Ledger::within(&played, &Timeline::of(&played), limits(moves));
            self.record = Some(hit.record);
            self.hash = match_hash(&played);
        }
        let here = self.ledger.findings.iter().filter(|it| {
            let after = usize::from(it.kind == FindingKind::PieceLost);
            it.shown() + after == hit.moment && self.is_queried(query, hit, it)
        });
        here.map(|it| it.id(self.hash)).collect()
    }

    /// Returns whether `finding`, which is shown at the moment of `hit`, is one of the query's terms. A hit names one board,
    /// but terms without a board may hold on both.
    fn is_queried(&self, query: &SearchQuery, hit: &Hit, finding: &Finding) -> bool {
        let board = finding.seat.board();
        let either = &query.either;
        let may_be_either = hit.board == board || either.has_only_findings(finding.kind.is_wait());
        may_be_either && self.finds(either, finding) || self.finds(&query.on[board], finding)
    }

    fn finds(&self, terms: &BoardTerms, finding: &Finding) -> bool {
        let queried = &terms.forced.findings;
        if !queried.finds(finding) {
            return false;
        }
        let Some(wait) = self.ledger.wait(finding) else { return true };
        let ms = wait.sit.ms;
        let is_long =
            |kind| terms.turn_ms(kind).is_none_or(|least| kind == wait.kind && ms > least);
        TurnKind::ALL.into_iter().all(is_long) && (!queried.costs || wait.cost.is_some())
    }
}
