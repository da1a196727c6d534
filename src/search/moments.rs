//! The moments of a match at which a [`Question`] is so, asked ply by ply.

use super::{
    Question, Wanted, mailbox::Mailbox, match_facts::MatchFacts, ply_word::PlyWord, question::At,
};
use crate::{
    rules::{Bitboard, BoardId, ByBoard},
    timeline::{MatchTime, Moment},
};
use serde::{Deserialize, Serialize};

/// The moves of a match, from its text or as they are kept.
#[derive(Clone, Debug)]
pub(super) struct Moves<'m> {
    /// What stands at the beginning.
    pub(super) start: Mailbox,
    /// The plies, as [`PlyWord::bytes`] has them.
    pub(super) plies: &'m [[u8; 2]],
    /// The ply of each board that mates, where it is the last of those that are written.
    pub(super) mating: ByBoard<Option<usize>>,
    /// What is so of forced mates at each moment; nothing where that is not asked.
    pub(super) facts: Option<&'m MatchFacts>,
}

/// Somebody sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SitAt {
    /// The moment at which it begins.
    pub(super) begins: Moment,
    pub(super) board: BoardId,
    /// How long.
    pub(super) ms: MatchTime,
}

/// The longest of `sits` that begins at `moment`, on each board.
pub(super) fn longest_at(sits: &[SitAt], moment: Moment) -> ByBoard<MatchTime> {
    ByBoard::from_fn(|board| {
        let here = sits.iter().filter(|sit| (sit.begins, sit.board) == (moment, board));
        here.map(|sit| sit.ms).max().unwrap_or(0)
    })
}

/// Tells the moments at which `question` is so, up to that after `end` plies.
pub(super) fn each_moment(
    question: &Question,
    moves: &Moves<'_>,
    end: usize,
    sits: &[SitAt],
    mut hit: impl FnMut((Moment, BoardId)),
) {
    let is_event = question.is_event();
    let mut position = moves.start.clone();
    let mut gate = Gate::of(question, &position);
    let mut held = false;
    let first = std::iter::once(None);
    let plies = moves.plies.iter().take(end);
    let plies = plies.map(|&bytes| Some(PlyWord::of_bytes(bytes)));
    for (moment, ply) in first.chain(plies).enumerate() {
        if let Some(ply) = ply {
            let changed = position.play(ply);
            gate.update(question, &position, (ply.board(), changed));
        }
        let mates = ply.is_some_and(|ply| moves.mating[ply.board()] == Some(moment - 1));
        let may_be = gate.is_open() && question.may_follow(ply, mates);
        let board = may_be.then(|| {
            question.board(&At {
                position: &position,
                ply,
                mates,
                sits: longest_at(sits, moment),
                facts: moves.facts.map(|facts| facts.at(moment)),
            })
        });
        let board = board.flatten();
        if let Some(board) = board
            && (is_event || !held)
        {
            hit((moment, board));
        }
        held = board.is_some();
    }
}

/// Whether what is asked of squares is so. It is asked again only where one of those squares changes, which tells most
/// moments off.
struct Gate {
    /// For what is asked of either board, and of each: the squares, and whether they are so.
    either: ByBoard<bool>,
    on: ByBoard<bool>,
    squares_of_either: Bitboard,
    squares_on: ByBoard<Bitboard>,
}

impl Gate {
    fn of(question: &Question, position: &Mailbox) -> Self {
        let fits = |wanted: &Wanted, id| position.fits_squares(&wanted.pattern, id);
        Self {
            either: ByBoard::from_fn(|id| fits(&question.either, id)),
            on: ByBoard::from_fn(|id| fits(&question.on[id], id)),
            squares_of_either: question.either.pattern.squares(),
            squares_on: ByBoard::from_fn(|id| question.on[id].pattern.squares()),
        }
    }

    #[inline]
    fn update(
        &mut self,
        question: &Question,
        position: &Mailbox,
        (id, changed): (BoardId, Bitboard),
    ) {
        if changed.intersects(self.squares_of_either) {
            self.either[id] = position.fits_squares(&question.either.pattern, id);
        }
        if changed.intersects(self.squares_on[id]) {
            self.on[id] = position.fits_squares(&question.on[id].pattern, id);
        }
    }

    #[inline]
    fn is_open(&self) -> bool {
        let any = |both: &ByBoard<bool>| both[BoardId::A] | both[BoardId::B];
        any(&self.either) & self.on[BoardId::A] & self.on[BoardId::B]
    }
}
