//! The test of each moment of a match against a [`SearchQuery`].

use super::{
    BoardTerms, SearchQuery,
    long_turns::{TurnAt, longest_at},
    mailbox::Mailbox,
    match_facts::MatchFacts,
    ply_word::PlyWord,
    query::MomentContext,
};
use crate::{
    rules::{Bitboard, BoardId, ByBoard, BySeat},
    timeline::Moment,
};

/// The moves of a match, from its text or from the cache.
#[derive(Clone, Debug)]
pub(super) struct Moves<'m> {
    pub(super) start: Mailbox,
    /// The plies, encoded as [`PlyWord::bytes`].
    pub(super) plies: &'m [[u8; 2]],
    /// For each board, the index of its last written ply if that mates.
    pub(super) mating: ByBoard<Option<usize>>,
    /// The facts about forced mates at each moment; `None` if the query has no term about them.
    pub(super) facts: Option<&'m MatchFacts>,
    /// The seats of the players named by `by:`; all seats without `by:`.
    pub(super) by: BySeat<bool>,
}

/// Calls `hit` for every moment from 0 to `end`, inclusive, that satisfies `query`. The arguments of `hit` are the
/// moment and the matching board. If all terms are about positions, calls `hit` only for the first of consecutive
/// moments that match apart from `by:`. `only_reserves` is whether all terms are about reserves.
pub(super) fn for_each_match(
    (query, only_reserves): (&SearchQuery, bool),
    moves: &Moves<'_>,
    end: usize,
    turns: &[TurnAt],
    mut hit: impl FnMut((Moment, BoardId)),
) {
    let needs_mate = query.parts().any(|terms| terms.mate);
    if needs_mate && moves.mating.iter().all(Option::is_none) {
        return;
    }
    let is_event = query.is_event();
    // Only terms about pieces, turns, reserves and players need the position.
    let has_pattern = !query.by.is_empty() || query.parts().any(|terms| !terms.pattern.is_empty());
    let mut position = moves.start.clone();
    let mut square_filter = SquareFilter::of(query, &position);
    let mut was_hit = false;
    let first = std::iter::once(None);
    let plies = moves.plies.iter().take(end);
    let words = plies.map(|&bytes| Some(PlyWord::from_bytes(bytes)));
    for (moment, ply) in first.chain(words).enumerate() {
        if has_pattern && let Some(ply) = ply {
            let (changed, has_new_reserve) = position.play(ply);
            if only_reserves && !has_new_reserve {
                continue;
            }
            square_filter.update(query, &position, ply.board(), changed);
        }
        let mates = ply.is_some_and(|ply| moves.mating[ply.board()] == Some(moment - 1));
        if needs_mate && !mates {
            continue;
        }
        let may_match = square_filter.may_match() && query.may_match_last_ply(ply, mates);
        if !may_match {
            was_hit = false;
            continue;
        }
        let at = MomentContext {
            position: &position,
            ply,
            next: moves.plies.get(moment).map(|&bytes| PlyWord::from_bytes(bytes).board()),
            mates,
            turns: longest_at(turns, moment),
            facts: moves.facts.map(|facts| facts.at(moment)),
            by: moves.by,
        };
        match query.board(&at) {
            Some(board) if is_event || !was_hit => {
                hit((moment, board));
                was_hit = true;
            }
            Some(_) => {}
            // The position may last although another player is to move.
            None => was_hit &= !query.by.is_empty() && query.holds(&at),
        }
    }
}

/// A filter that excludes most moments by the squares that a query names. The result for a board is recomputed only
/// when a piece on such a square changes.
struct SquareFilter {
    /// For each board, whether its squares match [`SearchQuery::either`].
    either: ByBoard<bool>,
    /// For each board, whether its squares match [`SearchQuery::on`].
    on: ByBoard<bool>,
    squares_of_either: Bitboard,
    squares_on: ByBoard<Bitboard>,
}

impl SquareFilter {
    fn of(query: &SearchQuery, position: &Mailbox) -> Self {
        let fits = |terms: &BoardTerms, id| position.matches_squares(&terms.pattern, id);
        Self {
            either: ByBoard::from_fn(|id| fits(&query.either, id)),
            on: ByBoard::from_fn(|id| fits(&query.on[id], id)),
            squares_of_either: query.either.pattern.squares(),
            squares_on: ByBoard::from_fn(|id| query.on[id].pattern.squares()),
        }
    }

    #[inline]
    fn update(&mut self, query: &SearchQuery, position: &Mailbox, id: BoardId, changed: Bitboard) {
        if changed.intersects(self.squares_of_either) {
            self.either[id] = position.matches_squares(&query.either.pattern, id);
        }
        if changed.intersects(self.squares_on[id]) {
            self.on[id] = position.matches_squares(&query.on[id].pattern, id);
        }
    }

    #[inline]
    fn may_match(&self) -> bool {
        let any = |both: &ByBoard<bool>| both[BoardId::A] | both[BoardId::B];
        any(&self.either) & self.on[BoardId::A] & self.on[BoardId::B]
    }
}
