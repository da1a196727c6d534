//! The findings about players, counted ([`PlayerMissed`]) and listed ([`BookEntry`]).

use crate::{
    analysis::{
        ledger::{Finding, Mistake},
        report::Missed,
    },
    archive::{Index, RecordId, Row, RowNumber},
    kriegspiel::Notation,
    notation::is_unknown,
    rules::{BySeat, Seat},
};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMissed {
    pub name: String,
    pub missed: Missed,
}

/// Whether a mistake is the player's own or the partner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MistakeOf {
    Player,
    Partner,
}

/// A mistake in the book of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    pub record: RecordId,
    pub of: MistakeOf,
    pub mistake: Mistake,
}

pub(super) type ByPlayer = HashMap<String, Missed>;

/// The findings of some records, collected.
#[derive(Clone, Debug, Default)]
pub(super) struct CollectedFindings {
    pub(super) by_player: ByPlayer,
    /// The mistakes of the named players and their partners; empty if no players are named.
    pub(super) entries: Vec<BookEntry>,
}

/// Collects the findings about all players, or about one.
#[derive(Clone, Copy)]
pub(super) struct FindingCollector<'a> {
    /// The index, which has the names of the players.
    pub(super) index: &'a Index,
    /// The names of the player, whose mistakes are also listed. `None` counts the findings about all players.
    pub(super) names: Option<&'a [String]>,
}

impl FindingCollector<'_> {
    /// Adds the findings in record `id` to `found`. Skips players without a name.
    pub(super) fn add(&self, id: RecordId, findings: &[Finding], found: &mut CollectedFindings) {
        if findings.is_empty() {
            return;
        }
        let Some(row) = self.index.row(id) else { return };
        let month = month_of(&row);
        let is_counted = BySeat::from_fn(|seat| self.counts(row.player(seat)));
        let mut seats = BySeat::<Option<Missed>>::default();
        for finding in findings {
            let (seat, partner) = (finding.seat, finding.seat.partner());
            if is_counted[seat] {
                seats[seat].get_or_insert_default().add_finding(finding);
            }
            if is_counted[partner] {
                seats[partner].get_or_insert_default().partner.add_finding(finding);
            }
        }
        for mistake in Mistake::all(findings) {
            let (seat, partner) = (mistake.finding.seat, mistake.finding.seat.partner());
            if is_counted[seat] {
                seats[seat].get_or_insert_default().own.add_mistake(&mistake, month);
            }
            if is_counted[partner] {
                seats[partner].get_or_insert_default().partner.add_mistake(&mistake, month);
            }
            if self.names.is_none() {
                continue;
            }
            let of = match (is_counted[seat], is_counted[partner]) {
                (true, _) => MistakeOf::Player,
                (false, true) => MistakeOf::Partner,
                (false, false) => continue,
            };
            found.entries.push(BookEntry { record: id, of, mistake });
        }
        for seat in Seat::ALL {
            if let Some(missed) = &seats[seat] {
                let name = row.player(seat).to_owned();
                found.by_player.entry(name).or_default().add(missed);
            }
        }
    }

    fn counts(&self, name: &str) -> bool {
        !is_unknown(name) && self.names.is_none_or(|names| is_named(names, name))
    }

    /// Returns the players in `rows`, each with the number of matches and no findings.
    pub(super) fn players(&self, rows: &[RowNumber]) -> ByPlayer {
        let mut all = ByPlayer::new();
        for row in rows.iter().filter_map(|&row| self.index.row(row as usize)) {
            if row.notation != Notation::Bpgn {
                continue;
            }
            let month = month_of(&row);
            for seat in Seat::ALL {
                let name = row.player(seat);
                let mut before = Seat::ALL.into_iter().take_while(|&other| other != seat);
                if self.counts(name) && !before.any(|other| row.player(other) == name) {
                    all.entry(name.to_owned()).or_default().add_match(month);
                }
            }
        }
        all
    }
}

/// Returns whether `name` is one of `names`, ignoring case.
pub(super) fn is_named(names: &[String], name: &str) -> bool {
    let name = name.trim().to_lowercase();
    names.iter().any(|it| it.trim().to_lowercase() == name)
}

/// Returns the month of a match, such as `2026.11`; empty if unknown.
pub fn month_of<S: AsRef<str>>(row: &Row<S>) -> &str {
    row.date().get(..7).filter(|month| !month.contains('?')).unwrap_or_default()
}
