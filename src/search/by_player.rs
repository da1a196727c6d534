//! The terms about players: `player:` narrows the matches to search, `by:` drops the hits at which no named player is to
//! move.

use super::{Hit, SearchQuery, Selection};
use crate::{
    archive::{RecordId, RowNumber},
    notation::Record,
    replay::SetUp,
    rules::{Color, Seat},
};
use std::borrow::Cow;

impl SearchQuery {
    /// Returns the rows of `selection` whose match has the players named by `player:`. Without `player:`, returns all.
    pub(super) fn rows_of_players<'s>(&self, selection: &Selection<'s>) -> Cow<'s, [RowNumber]> {
        if self.players.is_empty() {
            return Cow::Borrowed(selection.rows);
        }
        let matching = selection.index.filter(&self.players);
        let is_matching = |row: &&RowNumber| matching.binary_search(row).is_ok();
        selection.rows.iter().filter(is_matching).copied().collect()
    }

    /// Keeps only the hits at which a player named by `by:` is to move on the board of the hit. Drops hits in
    /// variations. Without `by:`, keeps all hits.
    pub(super) fn retain_players(&self, selection: &Selection<'_>, hits: &mut Vec<Hit>) {
        if self.by.is_empty() {
            return;
        }
        let mut text = Vec::new();
        let mut read: Option<(RecordId, Record)> = None;
        hits.retain(|hit| {
            let Some(row) = selection.index.row(hit.record) else { return false };
            let is_named = |color: &Color| {
                let name = row.player(Seat::new(hit.board, *color)).to_lowercase();
                self.by.contains(&name)
            };
            let mut colors = Color::ALL.into_iter().filter(is_named).peekable();
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
