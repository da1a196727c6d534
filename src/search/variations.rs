//! The search of the variations of a match.

use super::{
    SearchQuery,
    comments::Comments,
    forced::facts_of_position,
    mailbox::Mailbox,
    match_facts::MateFacts,
    ply_word::PlyWord,
    query::{BY_ANY, MomentContext},
};
use crate::{
    notation::Record,
    replay::{
        BranchIndex, Match, Variation, VariationKind, VariationPath, VariationPly, Variations,
    },
    rules::{BoardId, ByBoard, Position},
    timeline::Moment,
};

/// Searches the variations of `record` for places that satisfy `query`. Calls `hit` with the moment, the board and the
/// name of each such place. `played` is the replay of `record`. If all terms are about positions, only the first of
/// consecutive matching places is a hit. A place directly after a matching moment of the match is then no hit either.
pub(super) fn in_variations(
    query: &SearchQuery,
    record: &Record,
    text: &[u8],
    played: &Match,
    hit: impl FnMut((Moment, BoardId), String),
) {
    let variations = Variations::of(record, text, played);
    let mut searcher = VariationSearch {
        query,
        record,
        text,
        variations: &variations,
        is_event: query.is_event(),
        hit,
    };
    for (root, root_variation) in variations.roots.iter().enumerate() {
        let path = VariationPath::root(root);
        let moment = variations.branches_off_at(&path);
        let start = played.position_after(moment);
        searcher.variation(&path, &root_variation.variation, &start, moment);
    }
}

struct VariationSearch<'a, H> {
    query: &'a SearchQuery,
    record: &'a Record,
    text: &'a [u8],
    variations: &'a Variations,
    is_event: bool,
    hit: H,
}

impl<H: FnMut((Moment, BoardId), String)> VariationSearch<'_, H> {
    /// Searches `variation`, which is at `path` and begins at the position `start` after `moment` plies.
    fn variation(
        &mut self,
        path: &VariationPath,
        variation: &Variation,
        start: &Position,
        moment: Moment,
    ) {
        let mut was_match = !self.is_event && self.board(start, None).is_some();
        let mut after = start.clone();
        for (index, ply) in variation.plies.iter().enumerate() {
            let before = after.clone();
            ply.ply.play_on(&mut after);
            let later = &variation.plies[index + 1..];
            let last = !later.iter().any(|it| it.ply.seat.board() == ply.ply.seat.board());
            let board = self.board(&after, Some((ply, last)));
            // A query about comments alone has no board.
            let board =
                if self.query.is_empty_on_boards() { Some(ply.ply.seat.board()) } else { board };
            if let Some(board) = board
                && self.has_comments(ply)
                && (self.is_event || !was_match)
            {
                let place = path.clone().after(index + 1);
                let name = self.variations.place_name(self.record, &place);
                (self.hit)((moment + index + 1, board), name);
            }
            was_match = board.is_some();
            for (branch, variation) in ply.branches.iter().enumerate() {
                let path = path.branch(BranchIndex { ply: index, branch });
                let (start, moment) = match variation.kind {
                    VariationKind::Alternative => (&before, moment + index),
                    VariationKind::Continuation => (&after, moment + index + 1),
                };
                self.variation(&path, variation, start, moment);
            }
        }
    }

    fn has_comments(&self, ply: &VariationPly) -> bool {
        let Self { record, text, variations, query, .. } = *self;
        query.comments.is_empty()
            || query.matches_comments(&Comments { record, text, variations }.of_ply(ply))
    }

    /// Returns the board that matches at `position`, or `None`. `ply` holds the previous ply, and whether it is the
    /// last ply on its board.
    fn board(&self, position: &Position, ply: Option<(&VariationPly, bool)>) -> Option<BoardId> {
        let facts: Option<ByBoard<MateFacts>> =
            self.query.mate_depth().map(|moves| facts_of_position(position, moves));
        self.query.board(&MomentContext {
            position: &Mailbox::of(position),
            ply: ply.map(|(ply, _)| PlyWord::of(&ply.ply)),
            next: None,
            mates: ply.is_some_and(|(ply, is_last)| ply.ply.mate && is_last),
            turns: ByBoard::default(),
            facts,
            by: BY_ANY,
        })
    }
}
