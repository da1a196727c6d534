//! The rows of the Tags panel, and what the times rest on.

use crate::{document::Document, replay::InitialClocks, timeline::Basis};

/// A tag as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagRow {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// The tags of `document` in file order, and below them what was worked out where the tags are silent.
#[must_use]
pub fn tag_rows(document: &Document) -> Vec<TagRow> {
    let (record, text) = (document.record(), document.text());
    let mut rows: Vec<TagRow> = record
        .tags
        .iter()
        .map(|tag| TagRow {
            name: record.encoding.decode(tag.name.of(text)).into_owned(),
            value: record.unescape(tag.value.of(text)).into_owned(),
        })
        .collect();
    if document.played().set_up.clocks_from == InitialClocks::LargestClock {
        rows.push(TagRow {
            name: "First clocks".to_owned(),
            value: "no time control is given: the largest clock, rounded up to 30 s".to_owned(),
        });
    }
    rows.push(TagRow {
        name: "Match time".to_owned(),
        value: basis_text(document.timeline().basis),
    });
    rows
}

/// What the times rest on, in words.
#[must_use]
pub fn basis_text(basis: Basis) -> String {
    use crate::rules::BoardId::{A, B};
    match basis {
        Basis::Nothing => "no clocks are recorded: one second a ply".to_owned(),
        Basis::Recorded => "recorded beside each ply".to_owned(),
        Basis::Lag => "from the clocks and the recorded lag".to_owned(),
        Basis::Clocks => "from the clocks".to_owned(),
        Basis::Estimated(delays) => format!(
            "estimated from the clocks, with a delay of {} ms a ply on board A and {} ms on board B",
            delays[A], delays[B]
        ),
    }
}
