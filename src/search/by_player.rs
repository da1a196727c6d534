//! The terms about players: `player:` narrows the matches to search, `by:` names whose moves are hits.

use super::{BoardTerms, SearchQuery, Selection, query::MomentContext};
use crate::{
    archive::{Index, RecordId, RowNumber},
    rules::{BoardId, BySeat, Seat},
};
use std::borrow::Cow;

impl SearchQuery {
    /// Returns the rows of `selection` whose match has the players named by `player:`, and one named by `by:`. Without
    /// these terms, returns all.
    pub(super) fn rows_of_players<'s>(&self, selection: &Selection<'s>) -> Cow<'s, [RowNumber]> {
        if self.players.is_empty() && self.by.is_empty() {
            return Cow::Borrowed(selection.rows);
        }
        let matching = selection.index.filter(&self.players);
        let is_matching = |row: &&RowNumber| {
            let seats = self.seats_by(selection.index, **row as usize);
            matching.binary_search(row).is_ok() && seats.iter().any(|&is_named| is_named)
        };
        selection.rows.iter().filter(is_matching).copied().collect()
    }

    /// Returns the seats of the players named by `by:` in a match; all seats without `by:`.
    pub(super) fn seats_by(&self, index: &Index, record: RecordId) -> BySeat<bool> {
        let row = index.row(record);
        BySeat::from_fn(|seat| {
            self.by.is_empty() || row.as_ref().is_some_and(|row| self.is_by(row.player(seat)))
        })
    }

    /// Returns whether `by:` names this player.
    pub fn is_by(&self, player: &str) -> bool {
        self.by.contains(&player.to_lowercase())
    }

    /// Returns whether a hit on `board` is that of a player named by `by:`: the one who played the previous ply if the
    /// query is about that ply, or else the one to move on `board`.
    pub(super) fn is_of_player(&self, at: &MomentContext<'_>, board: BoardId) -> bool {
        if self.by.is_empty() {
            return true;
        }
        if !self.is_about_last_ply() {
            return at.by[Seat::new(board, at.position.turn(board))];
        }
        at.ply.is_some_and(|ply| {
            let board = ply.board();
            at.by[Seat::new(board, at.position.turn(board).other())]
        })
    }

    /// Returns whether the query is about the previous ply or its comment, and not about the player to move.
    fn is_about_last_ply(&self) -> bool {
        let is_about_turn = |terms: &BoardTerms| {
            terms.has_turn_terms() || terms.loss.is_some() || !terms.forced.is_empty()
        };
        let has_ply = !self.comments.is_empty() || self.parts().any(BoardTerms::is_ply);
        has_ply && !self.parts().any(is_about_turn)
    }
}
