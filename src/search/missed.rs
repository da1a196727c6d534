//! [`PlayerMissed`]: the findings about a player, counted.

use crate::{
    analysis::{ledger::Finding, report::Missed},
    archive::{Index, RecordId},
    rules::{BySeat, Seat},
};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMissed {
    pub name: String,
    pub missed: Missed,
}

pub(super) type ByPlayer = HashMap<String, Missed>;

/// Adds the findings in record `id` to `all`. Skips players without a name.
pub(super) fn add_findings(
    (index, id): (&Index, RecordId),
    findings: &[Finding],
    all: &mut ByPlayer,
) {
    if findings.is_empty() {
        return;
    }
    let Some(row) = index.row(id) else { return };
    let month = row.date().get(..7).filter(|month| !month.contains('?')).unwrap_or_default();
    let mut seats = BySeat::<Option<Missed>>::default();
    for finding in findings {
        seats[finding.seat].get_or_insert_default().add_finding(finding, month);
        if finding.kind.is_mistake() {
            seats[finding.seat.partner()].get_or_insert_default().partner_mistakes += 1;
        }
    }
    for seat in Seat::ALL {
        let name = row.player(seat);
        if let (Some(missed), false) = (&seats[seat], name.is_empty()) {
            all.entry(name.to_owned()).or_default().add(missed);
        }
    }
}
