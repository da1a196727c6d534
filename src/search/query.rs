//! [`SearchQuery`]: the terms that a moment of a match must satisfy.

use super::{
    BoardPattern, CommentWords, FindingTerms, MateTerms, long_turns::TurnTimes, mailbox::Mailbox,
    match_facts::MateFacts, ply_word::PlyWord,
};
use crate::{
    analysis::ledger::{FindingKind, TurnKind},
    archive::RowFilter,
    rules::{BoardId, ByBoard, BySeat, Move, Role, Square},
    timeline::MatchTime,
};
use std::path::PathBuf;

/// A search query. It matches the moments that satisfy all of its terms, which [`SEARCH_TERMS`](super::SEARCH_TERMS)
/// lists. In text, terms are separated by spaces.
///
/// Terms without a board must all hold on the same board. A full BFEN of both boards, separated by `|`, is also
/// accepted; its pieces, turns and reserves are compared.
///
/// A `mate` is a [`Ply::mate`](crate::replay::Ply::mate) without a later ply on its board. For sits and
/// thinks see [`TurnKind`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchQuery {
    /// Terms that must all hold on one board, whichever it is.
    pub either: BoardTerms,
    /// Terms that must hold on a given board.
    pub on: ByBoard<BoardTerms>,
    /// Lower-case names of players, one of whom must have played the previous ply if a term is about that ply, or else be
    /// to move; empty for any player. With names, variations never match.
    pub by: Vec<String>,
    /// The players in whose matches to search, as in the filter of a list; empty for all matches.
    pub players: RowFilter,
    /// Words in the comments at the moment, all of which must be found; empty for any comment or none.
    pub comments: Vec<CommentWords>,
    /// The folder of cached reviews, for [`BoardTerms::loss`]; `None` without a cache.
    pub review_folder: Option<PathBuf>,
    /// Whether variations are searched too, as they are for comments. Terms about sits, missed wins and fatal pieces never match there.
    pub in_variations: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardTerms {
    pub pattern: BoardPattern,
    /// The previous ply must be a drop that matches this pattern. `None` sets no condition.
    pub drop: Option<Drop>,
    /// Whether the previous ply must be a mate.
    pub mate: bool,
    /// A sit of more than this duration, in milliseconds, must begin at the moment. `None` sets no condition.
    pub sit_ms: Option<MatchTime>,
    /// A long think of more than this duration, in milliseconds, must begin at the moment. `None` sets no condition.
    pub think_ms: Option<MatchTime>,
    pub forced: MateTerms,
    /// The next ply must cost its team more than this, in hundredths of a percent of win probability. Unlike all other
    /// terms this is an estimate. `None` sets no condition.
    pub loss: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drop {
    /// The role of the dropped piece; `None` for any piece.
    pub role: Option<Role>,
    /// The target square of the drop; `None` for any square.
    pub to: Option<Square>,
}

impl Drop {
    pub fn matches(&self, mv: Move) -> bool {
        let Move::Drop { role, to } = mv else { return false };
        self.role.is_none_or(|wanted| wanted == role) && self.to.is_none_or(|wanted| wanted == to)
    }
}

/// The state at a moment, with which the terms of a query are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct MomentContext<'a> {
    pub(super) position: &'a Mailbox,
    /// The previous ply; `None` at the start.
    pub(super) ply: Option<PlyWord>,
    /// The board of the next ply; `None` at the end.
    pub(super) next: Option<BoardId>,
    /// Whether the previous ply mates and no later ply is on its board.
    pub(super) mates: bool,
    /// For each board, the durations of the long turns that begin at the moment.
    pub(super) turns: ByBoard<TurnTimes>,
    /// The facts about forced mates on each board; `None` if the query has no term about them.
    pub(super) facts: Option<ByBoard<MateFacts>>,
    /// The seats of the players named by `by:`; all seats without `by:`.
    pub(super) by: BySeat<bool>,
}

/// The value of [`MomentContext::by`] without `by:`.
pub(super) const BY_ANY: BySeat<bool> = BySeat::new([true; 4]);

impl BoardTerms {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether any term is about a ply or a long turn, as opposed to a position.
    pub fn is_event(&self) -> bool {
        let Self { pattern: _, drop: _, mate: _, sit_ms: _, think_ms: _, forced, loss } = self;
        self.is_ply() || self.has_turn_terms() || loss.is_some() || !forced.findings.is_empty()
    }

    /// Returns whether all terms are about findings, so that a finding alone shows whether they hold. With `is_wait`, terms
    /// about the duration of a long turn count too.
    pub(super) fn has_only_findings(&self, is_wait: bool) -> bool {
        let forced = MateTerms { findings: self.forced.findings, ..MateTerms::default() };
        let turn_ms = |kind| if is_wait { self.turn_ms(kind) } else { None };
        let (sit_ms, think_ms) = (turn_ms(TurnKind::Sit), turn_ms(TurnKind::Think));
        *self == Self { forced, sit_ms, think_ms, ..Self::default() }
    }

    /// Returns whether any term is about the duration of a long turn.
    pub(super) const fn has_turn_terms(&self) -> bool {
        self.sit_ms.is_some() || self.think_ms.is_some()
    }

    /// Returns the duration in milliseconds that a long turn of `kind` must exceed. `None` sets no condition.
    pub(super) const fn turn_ms(&self, kind: TurnKind) -> Option<MatchTime> {
        match kind {
            TurnKind::Sit => self.sit_ms,
            TurnKind::Think => self.think_ms,
        }
    }

    /// Returns whether any term is about the previous ply, which must then be on this board.
    pub(super) const fn is_ply(&self) -> bool {
        self.drop.is_some() || self.mate
    }

    fn is_satisfied(&self, at: &MomentContext<'_>, board: BoardId) -> bool {
        let Self { pattern, drop: _, mate, sit_ms, think_ms, forced, loss } = self;
        let ply_fits =
            |ply: PlyWord| ply.board() == board && self.matches_drop(ply) && (!mate || at.mates);
        (!self.is_ply() || at.ply.is_some_and(ply_fits))
            && sit_ms.is_none_or(|least| at.turns[board].sit_ms > least)
            && think_ms.is_none_or(|least| at.turns[board].think_ms > least)
            && (loss.is_none() || at.next == Some(board))
            && forced.is_satisfied(at.facts.as_ref().map(|facts| &facts[board]))
            && at.position.fits(pattern, board)
    }

    /// Returns whether `ply` matches the drop term. Without such a term, any ply matches.
    pub(super) fn matches_drop(&self, ply: PlyWord) -> bool {
        self.drop.is_none_or(|drop| ply.drop().is_some_and(|mv| drop.matches(mv)))
    }
}

impl SearchQuery {
    /// Replaces the name `me` by `names`, the user's own. Without `names`, `me` stays.
    #[must_use]
    pub fn with_user(mut self, names: &[String]) -> Self {
        if !names.is_empty() && self.by.iter().any(|name| name == "me") {
            self.by.retain(|name| name != "me");
            self.by.extend(names.iter().map(|name| name.to_lowercase()));
        }
        self.players = self.players.with_user(names);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.is_empty_on_boards()
    }

    /// Returns whether there are no terms about the boards.
    pub(super) fn is_empty_on_boards(&self) -> bool {
        self.parts().all(BoardTerms::is_empty)
    }

    /// Returns whether any term is about forced mates. Without the cache, these are slow to compute.
    pub fn needs_forced_mates(&self) -> bool {
        self.mate_depth().is_some()
    }

    /// Returns whether any term is an estimate.
    pub fn is_estimated(&self) -> bool {
        self.parts().any(|terms| terms.loss.is_some())
    }

    /// Returns whether any term is about findings.
    pub fn has_finding_terms(&self) -> bool {
        self.parts().any(|terms| !terms.forced.findings.is_empty())
    }

    /// Returns whether any term is only satisfied where a sit or a long think begins.
    pub fn has_wait_terms(&self) -> bool {
        let of_wait = |terms: &BoardTerms| {
            let FindingTerms { costs, kind, .. } = terms.forced.findings;
            terms.has_turn_terms() || costs || kind.is_some_and(FindingKind::is_wait)
        };
        self.parts().any(of_wait)
    }

    pub fn has_missed_terms(&self) -> bool {
        let findings = |terms: &BoardTerms| terms.forced.findings;
        self.parts().map(findings).any(|findings| findings.missed || findings.missed_joint)
    }

    /// Iterates over [`Self::either`] and the terms of boards A and B.
    pub(super) fn parts(&self) -> impl Iterator<Item = &BoardTerms> {
        std::iter::once(&self.either).chain(self.on.iter())
    }

    /// Returns whether any term is about a ply, a sit or a comment. Otherwise only the first of consecutive matching
    /// moments is a hit.
    pub(super) fn is_event(&self) -> bool {
        !self.comments.is_empty() || self.parts().any(BoardTerms::is_event)
    }

    /// Returns whether any term is about the duration of a long turn and needs the match times.
    pub(super) fn needs_times(&self) -> bool {
        self.parts().any(BoardTerms::has_turn_terms)
    }

    /// Returns whether the query may match. `may` returns whether the given terms may hold on the given board.
    pub(super) fn is_possible(&self, may: impl Fn(&BoardTerms, BoardId) -> bool) -> bool {
        let boards = || BoardId::ALL.into_iter();
        boards().all(|id| may(&self.on[id], id)) && boards().any(|id| may(&self.either, id))
    }

    pub(super) fn is_only_about_times(&self) -> bool {
        self.by.is_empty()
            && self.is_empty_after(|terms| (terms.sit_ms, terms.think_ms) = (None, None))
    }

    pub(super) fn is_only_about_reserves(&self) -> bool {
        self.by.is_empty()
            && self.parts().all(|terms| terms.pattern.has_only_reserves())
            && self.is_empty_after(|terms| terms.pattern = BoardPattern::default())
    }

    /// Returns whether no terms are left after `remove` has been applied to a copy of each set of terms.
    fn is_empty_after(&self, remove: impl Fn(&mut BoardTerms)) -> bool {
        self.parts().all(|terms| {
            let mut rest = terms.clone();
            remove(&mut rest);
            rest.is_empty()
        })
    }

    pub(super) fn can_match_variations(&self) -> bool {
        let of_match = |terms: &BoardTerms| {
            terms.has_turn_terms() || terms.loss.is_some() || !terms.forced.findings.is_empty()
        };
        let is_searched = self.in_variations || !self.comments.is_empty();
        is_searched && self.by.is_empty() && !self.parts().any(of_match)
    }

    /// Returns the search depth in moves for terms about forced mates, or `None` if there are none.
    pub(super) fn mate_depth(&self) -> Option<u8> {
        let forced = self.parts().map(|terms| terms.forced);
        let queried = forced.filter(|forced| !forced.is_empty());
        queried.map(|forced| forced.moves()).max()
    }

    /// Returns whether any term needs more than the mates of the side to move. All other facts depend on the search
    /// depth.
    pub(super) fn needs_full_tactics(&self) -> bool {
        let mut parts = self.parts();
        parts.any(|terms| terms.forced.needs_full_tactics())
    }

    pub(super) fn is_only_about_forced_mates(&self) -> bool {
        self.mate_depth().is_some()
            && self.by.is_empty()
            && self.is_empty_after(|terms| terms.forced = MateTerms::default())
    }

    /// Returns the shortest duration in milliseconds that a term requires of a long turn, or 0 if no term is about these.
    pub(super) fn min_turn_ms(&self) -> MatchTime {
        self.parts().flat_map(|terms| [terms.sit_ms, terms.think_ms]).flatten().min().unwrap_or(0)
    }

    /// Returns whether the previous ply, `ply`, satisfies all terms about it, whatever their board. `mates` is whether
    /// the ply mates. Without a ply, returns whether there are no such terms.
    #[inline]
    pub(super) fn may_match_last_ply(&self, ply: Option<PlyWord>, mates: bool) -> bool {
        let mut parts = self.parts().filter(|terms| terms.is_ply());
        parts.all(|terms| (mates || !terms.mate) && ply.is_some_and(|ply| terms.matches_drop(ply)))
    }

    /// Returns whether the moment satisfies all terms but `by:`.
    pub(super) fn holds(&self, at: &MomentContext<'_>) -> bool {
        self.board(&MomentContext { by: BY_ANY, ..*at }).is_some()
    }

    /// Returns the board that matches, or `None` if the moment does not match. This is the board on which
    /// [`Self::either`] holds. If `either` is empty, it is a board with terms of its own, preferably one with a term
    /// about a ply or sit.
    pub(super) fn board(&self, at: &MomentContext<'_>) -> Option<BoardId> {
        let boards = || BoardId::ALL.into_iter();
        // Most queries name no board, so these terms reject most moments.
        let of_either = boards().find(|&board| {
            self.either.is_satisfied(at, board)
                && (self.either.is_empty() || self.is_of_player(at, board))
        })?;
        if !boards().all(|board| self.on[board].is_satisfied(at, board)) {
            return None;
        }
        if !self.either.is_empty() {
            return Some(of_either);
        }
        let named = || boards().filter(|&board| !self.on[board].is_empty());
        let with_event = named().find(|&board| self.on[board].is_event());
        with_event.or(named().next()).filter(|&board| self.is_of_player(at, board))
    }
}
