//! [`Question`]: what is sought in the matches.

use super::{BoardPattern, Forced, forced::Facts, mailbox::Mailbox, ply_word::PlyWord};
use crate::{
    rules::{BoardId, ByBoard, Move, Role, Square},
    timeline::MatchTime,
};

/// What is sought: a moment at which all of it is so. Written by a person as words with blanks between:
///
/// | written | a moment |
/// |---|---|
/// | `Nf3,pe5,-e4` | at which these pieces stand there (White's in capitals), and nothing on e4 |
/// | `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R` | at which a board is exactly this |
/// | `*/*/*/*/*/??P??P??/*/*` | the same with squares (`?`) and rests of ranks (`*`) of which nothing is asked |
/// | `[NNp]` | at which at least these are in reserve |
/// | `turn:w` | at which it is White's turn |
/// | `N@f7`, `@f7`, `N@` | after such a drop |
/// | `mate` | after a mate |
/// | `sit>20` | at which somebody begins to sit who does so for more than 20 s |
/// | `missed-mate` | at which somebody had a forced mate, and the ply after it was another |
/// | `mate-in:2` | at which the side to move has a forced mate in 2, and no shorter one |
/// | `wanted:N` | at which one knight more would mate for the side to move |
/// | `fatal` | after a capture that brings a piece with which there is a mate on the other board |
/// | `A:` or `B:` before any of these | on that board |
///
/// What names no board must be so on one and the same board, whichever that is. A whole BFEN may be given too,
/// both boards joined by `|`; of it pieces, turns and reserves are asked.
///
/// A mate is one as [`Ply::mate`](crate::replay::Ply::mate) has it after which the record has no ply on that board. To sit is what
/// [`Timeline::sits`](crate::timeline::Timeline::sits) calls so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// What must be so on one of the boards.
    pub either: Wanted,
    /// What must be so on each board.
    pub on: ByBoard<Wanted>,
    /// Whether it is asked of the variations too. They have no clocks, and nobody has missed or given anything in
    /// them: sits, missed mates and fatal pieces are of the match alone.
    pub in_variations: bool,
}

/// What is sought on one board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// What stands there.
    pub pattern: BoardPattern,
    /// The ply before the moment drops this.
    pub drop: Option<Drop>,
    /// The ply before the moment mates.
    pub mate: bool,
    /// Somebody begins to sit for more than so many milliseconds.
    pub sit_ms: Option<MatchTime>,
    /// What is so of forced mates.
    pub forced: Forced,
}

/// A drop that is sought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drop {
    /// Of which piece; of any where it is not said.
    pub role: Option<Role>,
    /// On which square; on any where it is not said.
    pub to: Option<Square>,
}

impl Drop {
    /// Whether `mv` is one.
    #[must_use]
    pub fn is(&self, mv: Move) -> bool {
        let Move::Drop { role, to } = mv else {
            return false;
        };
        self.role.is_none_or(|wanted| wanted == role) && self.to.is_none_or(|wanted| wanted == to)
    }
}

/// What is so at a moment, beside the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) position: &'a Mailbox,
    /// The ply before it.
    pub(super) ply: Option<PlyWord>,
    /// Whether that ply mates, and is the last on its board of those that are written.
    pub(super) mates: bool,
    /// How long the longest sit is that begins at the moment, on each board.
    pub(super) sits: ByBoard<MatchTime>,
    /// What is so of forced mates on each board, where that is asked.
    pub(super) facts: Option<ByBoard<Facts>>,
}

impl Wanted {
    /// Whether nothing is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it is about what happens, not about what stands there.
    #[must_use]
    pub fn is_event(&self) -> bool {
        self.is_ply() || self.sit_ms.is_some() || self.forced.is_event()
    }

    /// Whether the ply before the moment must be one on this board.
    pub(super) const fn is_ply(&self) -> bool {
        self.drop.is_some() || self.mate
    }

    fn holds(&self, at: &At<'_>, board: BoardId) -> bool {
        let ply_fits =
            |ply: PlyWord| ply.board() == board && self.drops_so(ply) && (!self.mate || at.mates);
        (!self.is_ply() || at.ply.is_some_and(ply_fits))
            && self.sit_ms.is_none_or(|least| at.sits[board] > least)
            && self.forced.holds(at.facts.as_ref().map(|facts| &facts[board]))
            && at.position.fits(&self.pattern, board)
    }

    /// Whether `ply` is the drop that is wanted, if any is.
    pub(super) fn drops_so(&self, ply: PlyWord) -> bool {
        self.drop.is_none_or(|drop| ply.drop().is_some_and(|mv| drop.is(mv)))
    }
}

impl Question {
    /// Whether nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts().all(Wanted::is_empty)
    }

    /// Whether it is about forced mates, which takes long to find out where it is not kept.
    #[must_use]
    pub fn asks_forced(&self) -> bool {
        self.longest_mate().is_some()
    }

    /// What is asked of one board or the other, and of each.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Wanted> {
        std::iter::once(&self.either).chain(self.on.iter())
    }

    /// Whether anything is about what happens. Else every moment of a long stretch may fit, and the first counts.
    pub(super) fn is_event(&self) -> bool {
        self.parts().any(Wanted::is_event)
    }

    /// Whether times are asked for.
    pub(super) fn asks_times(&self) -> bool {
        self.parts().any(|wanted| wanted.sit_ms.is_some())
    }

    /// Whether what is asked of each board `may` be so, and on one of them what is asked of either.
    pub(super) fn may_be(&self, may: impl Fn(&Wanted, BoardId) -> bool) -> bool {
        let boards = || BoardId::ALL.into_iter();
        boards().all(|id| may(&self.on[id], id)) && boards().any(|id| may(&self.either, id))
    }

    /// Whether nothing but times is asked for.
    pub(super) fn asks_only_times(&self) -> bool {
        self.parts().all(|wanted| {
            let without = Wanted { sit_ms: None, ..wanted.clone() };
            without.is_empty()
        })
    }

    /// Whether it can be so in a variation at all.
    pub(super) fn fits_variations(&self) -> bool {
        let of_match = |wanted: &Wanted| wanted.sit_ms.is_some() || wanted.forced.is_event();
        self.in_variations && !self.parts().any(of_match)
    }

    /// The longest forced mate that must be looked for; `None` where none is asked about.
    pub(super) fn longest_mate(&self) -> Option<u8> {
        let forced = self.parts().map(|wanted| wanted.forced);
        let asked = forced.filter(|forced| !forced.is_empty());
        asked.map(|forced| forced.moves()).max()
    }

    /// Whether it is about anything forced but mates that are there, which are the same however long ones are looked for.
    pub(super) fn asks_more_than_mates(&self) -> bool {
        let mut parts = self.parts();
        parts.any(|wanted| wanted.forced.asks_more_than_mates())
    }

    /// Whether nothing but forced mates is asked about.
    pub(super) fn asks_only_forced(&self) -> bool {
        let nothing_else = |wanted: &Wanted| {
            let without = Wanted { forced: Forced::default(), ..wanted.clone() };
            without.is_empty()
        };
        self.longest_mate().is_some() && self.parts().all(nothing_else)
    }

    /// The shortest sit that is asked for.
    pub(super) fn least_sit_ms(&self) -> MatchTime {
        self.parts().filter_map(|wanted| wanted.sit_ms).min().unwrap_or(0)
    }

    /// Whether `ply`, which mates or not, is one that is asked for; where none is, any will do.
    #[inline]
    pub(super) fn may_follow(&self, ply: Option<PlyWord>, mates: bool) -> bool {
        let mut parts = self.parts().filter(|wanted| wanted.is_ply());
        parts.all(|wanted| (mates || !wanted.mate) && ply.is_some_and(|ply| wanted.drops_so(ply)))
    }

    /// The board on which all of it is so: of what is asked of both, that with the ply or the sit; nothing, where it is
    /// not so.
    pub(super) fn board(&self, at: &At<'_>) -> Option<BoardId> {
        let boards = || BoardId::ALL.into_iter();
        if !boards().all(|board| self.on[board].holds(at, board)) {
            return None;
        }
        let of_either = boards().find(|&board| self.either.holds(at, board))?;
        if !self.either.is_empty() {
            return Some(of_either);
        }
        let named = || boards().filter(|&board| !self.on[board].is_empty());
        let with_event = named().find(|&board| self.on[board].is_event());
        with_event.or(named().next())
    }
}
