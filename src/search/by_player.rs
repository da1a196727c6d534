//! The `by:` term of a query: drops the hits that are not about a named player.

use super::{Hit, SearchQuery, Selection};
use crate::{
    archive::RecordId,
    notation::Record,
    replay::SetUp,
    rules::{Color, Seat},
};

impl SearchQuery {
    /// Keeps only the hits about a player named by `by:`: those with a finding of the player, or, if no term is about
    /// findings, those at which the player is to move on the board of the hit. Drops hits in variations. Without `by:`,
    /// keeps all hits.
    pub(super) fn retain_players(&self, selection: &Selection<'_>, hits: &mut Vec<Hit>) {
        if self.by.is_empty() {
            return;
        }
        let mut text = Vec::new();
        let mut read: Option<(RecordId, Record)> = None;
        let has_finding_terms = self.has_finding_terms();
        hits.retain_mut(|hit| {
            let Some(row) = selection.index.row(hit.record) else { return false };
            let is_named = |seat: Seat| self.by.contains(&row.player(seat).to_lowercase());
            if has_finding_terms {
                hit.findings.retain(|finding| is_named(finding.seat));
                if let Some(finding) = hit.findings.first() {
                    hit.board = finding.seat.board();
                }
                return !hit.findings.is_empty();
            }
            let on_board = |color: &Color| is_named(Seat::new(hit.board, *color));
            let mut colors = Color::ALL.into_iter().filter(on_board).peekable();
            if colors.peek().is_none() || hit.variation.is_some() {
                return false;
            }
            if read.as_ref().is_none_or(|(record, _)| *record != hit.record) {
                let file = selection.texts.get(row.file);
                // Ignore a read error here: the search ends with an error at the next record of the file.
                if file.is_none_or(|file| file.read_range(row.range, &mut text).is_err()) {
                    return false;
                }
                read = Some((hit.record, Record::parse(&text)));
            }
            let Some((_, record)) = &read else { return false };
            let plies = record.plies.get(..hit.moment).unwrap_or(&record.plies);
            let last = plies.iter().rev().find(|ply| ply.seat.board() == hit.board);
            let turn = match last {
                Some(ply) => ply.seat.color().other(),
                None => SetUp::of_record(record, &text).position.boards[hit.board].turn(),
            };
            colors.any(|color| color == turn)
        });
    }
}
