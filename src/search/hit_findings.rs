//! [`HitFindings`]: the findings that make a moment a hit.

use super::{Hit, SearchQuery, forced::limits};
use crate::{
    analysis::ledger::{Finding, FindingId, FindingKind, Ledger, match_hash},
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
    findings: Vec<Finding>,
}

impl HitFindings {
    /// Returns the findings of the query's terms at `hit`. `text` holds the bytes of its record.
    pub fn of(&mut self, query: &SearchQuery, hit: &Hit, text: &[u8]) -> Vec<FindingId> {
        let Some(moves) = query.mate_depth() else { return Vec::new() };
        if self.record != Some(hit.record) {
            let played = Match::replay(&Record::parse(text), text);
            let ledger = Ledger::within(&played, &Timeline::of(&played), limits(moves));
            self.record = Some(hit.record);
            self.hash = match_hash(&played);
            self.findings = ledger.findings;
        }
        let is_here = |it: &&Finding| {
            let after = usize::from(it.kind == FindingKind::PieceLost);
            it.shown() + after == hit.moment && it.seat.board() == hit.board
        };
        let here = self.findings.iter().filter(is_here);
        let queried = here.filter(|it| query.parts().any(|terms| terms.forced.finds(it)));
        queried.map(|it| it.id(self.hash)).collect()
    }
}
