//! A [`Question`] asked of the records of an archive.

use super::{
    Question, Selection, WalkError, Walked, Wanted,
    forced::{Facts, facts},
    mate::may_mate,
    question::At,
    reach::{Reach, may_fit_alone},
    variations::in_variations,
    walk::walk,
};
use crate::{
    archive::RecordId,
    notation::{PlyText, Record},
    replay::{Match, SetUp},
    rules::{BoardId, ByBoard, Position, San},
    timeline::{MatchTime, Moment, Sit, Timeline},
};
use memchr::{memchr, memmem};
use std::ops::ControlFlow;

/// Where the question is answered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// The record.
    pub record: RecordId,
    /// How many plies have been played, those of the variation among them.
    pub moment: Moment,
    /// The board on which it is so; the first of the two where both fit.
    pub board: BoardId,
    /// The place in a variation, `21B/1/3`; a moment of the match has none.
    pub variation: Option<String>,
}

/// Looks for the moments at which all of `question` is so. `each` is told of every piece that is done with the hits in
/// it, in the order of the list, those of a match before those of its variations, and may break off. Where nothing but a position is asked, only the first moment of
/// each stretch counts at which it is so.
///
/// # Errors
/// What the disk says, or that it was broken off.
pub fn search(
    selection: &Selection<'_>,
    question: &Question,
    each: impl FnMut(Walked, Vec<Hit>) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let search = Search::of(question);
    walk(
        selection,
        |kept: &mut Kept, record, text, hits: &mut Vec<Hit>| {
            if let Some(text) = text {
                search.in_record(kept, text, |(moment, board), variation| {
                    hits.push(Hit {
                        record,
                        moment,
                        board,
                        variation,
                    });
                });
            }
        },
        each,
    )
}

/// What is used again for the next record.
#[derive(Default)]
struct Kept {
    record: Record,
    played: Match,
}

struct Search<'q> {
    question: &'q Question,
    /// What a record must hold of that is asked about a ply.
    drop: Option<Needle>,
    is_event: bool,
}

enum Needle {
    /// Any drop.
    Sign,
    /// A drop on a square.
    Square(Box<memmem::Finder<'static>>),
}

impl Needle {
    fn is_in(&self, text: &[u8]) -> bool {
        match self {
            Self::Sign => memchr(b'@', text).is_some(),
            Self::Square(finder) => finder.find(text).is_some(),
        }
    }
}

impl<'q> Search<'q> {
    fn of(question: &'q Question) -> Self {
        let drops = question.parts().filter_map(|wanted| wanted.drop);
        let drop = drops.map(|drop| match drop.to {
            Some(to) => Needle::Square(Box::new(
                memmem::Finder::new(&format!("@{to}")).into_owned(),
            )),
            None => Needle::Sign,
        });
        Self {
            question,
            drop: drop.max_by_key(|needle| matches!(needle, Needle::Square(_))),
            is_event: question.is_event(),
        }
    }

    /// Tells the moments of a record, and the places in its variations where those are asked.
    fn in_record(
        &self,
        kept: &mut Kept,
        text: &[u8],
        mut hit: impl FnMut((Moment, BoardId), Option<String>),
    ) {
        if self.drop.as_ref().is_some_and(|needle| !needle.is_in(text)) {
            return;
        }
        kept.record.parse_into(text);
        self.in_match(kept, text, |found| hit(found, None));
        if self.question.fits_variations() && memchr(b'(', text).is_some() {
            let Kept { record, played } = kept;
            played.replay_into(record, text);
            in_variations(self.question, record, text, played, |found, name| {
                hit(found, Some(name));
            });
        }
    }

    /// Tells the moments of a match; what costs least is asked first.
    fn in_match(&self, kept: &mut Kept, text: &[u8], mut hit: impl FnMut((Moment, BoardId))) {
        let Kept { record, played } = kept;
        let plies = &record.plies[..record.readable_plies()];
        let lasts = last_on_boards(&record.plies);
        let set_up = SetUp::of_record(record, text);
        let Some(end) = self.last_ply(plies, lasts, &set_up) else {
            return;
        };
        if !self.may_fit(&set_up.position, &plies[..end]) {
            return;
        }
        if self.question.asks_times() {
            played.replay_into(record, text);
            let least = self.question.least_sit_ms();
            let mut sits = Timeline::of(played).sits();
            sits.retain(|sit| sit.to - sit.from > least && sit.begins <= end);
            let Some(end) = sits.iter().map(|sit| sit.begins).max() else {
                return;
            };
            let longest = |moment| {
                let of_board = |id| {
                    let here = sits
                        .iter()
                        .filter(|sit| (sit.begins, sit.seat.board()) == (moment, id));
                    here.map(|sit| sit.to - sit.from).max().unwrap_or(0)
                };
                ByBoard::from_fn(of_board)
            };
            if self.question.asks_only_times() {
                return self.each_sit(&set_up.position, &sits, longest, &mut hit);
            }
            let facts = self.facts(played);
            let told = |moment| (longest(moment), facts.get(moment));
            self.each_moment(record, text, end, lasts, told, &mut hit);
        } else {
            let mut facts = Vec::new();
            if self.question.longest_mate().is_some() {
                played.replay_into(record, text);
                facts = self.facts(played);
            }
            let told = |moment| (ByBoard::default(), facts.get(moment));
            self.each_moment(record, text, end, lasts, told, &mut hit);
        }
    }

    /// Tells the moments at which `sits` begin. Nothing is asked of a position, so that any will do.
    fn each_sit(
        &self,
        any: &Position,
        sits: &[Sit],
        longest: impl Fn(Moment) -> ByBoard<MatchTime>,
        hit: &mut impl FnMut((Moment, BoardId)),
    ) {
        let mut moments: Vec<Moment> = sits.iter().map(|sit| sit.begins).collect();
        moments.sort_unstable();
        moments.dedup();
        for moment in moments {
            let at = At {
                position: any,
                ply: None,
                last: false,
                sits: longest(moment),
                facts: None,
            };
            if let Some(board) = self.question.board(&at) {
                hit((moment, board));
            }
        }
    }

    /// What is so of forced mates at each moment; nothing where that is not asked.
    fn facts(&self, played: &Match) -> Vec<ByBoard<Facts>> {
        let longest = self.question.longest_mate();
        longest.map_or_else(Vec::new, |moves| facts(played, moves))
    }

    /// Replays the first `end` plies and tells the moments that fit.
    fn each_moment<'f>(
        &self,
        record: &Record,
        text: &[u8],
        end: usize,
        lasts: ByBoard<Option<usize>>,
        told: impl Fn(Moment) -> (ByBoard<MatchTime>, Option<&'f ByBoard<Facts>>),
        hit: &mut impl FnMut((Moment, BoardId)),
    ) {
        let mut moment = 0;
        let mut held = false;
        Match::walk(record, text, |position, ply| {
            let (sits, facts) = told(moment);
            let at = At {
                position,
                ply,
                last: ply.is_some_and(|ply| lasts[ply.seat.board()] == Some(moment - 1)),
                sits,
                facts,
            };
            let board = self.question.board(&at);
            if let Some(board) = board
                && (self.is_event || !held)
            {
                hit((moment, board));
            }
            held = board.is_some();
            if moment == end {
                return ControlFlow::Break(());
            }
            moment += 1;
            ControlFlow::Continue(())
        });
    }

    /// How many plies must be looked at: up to the last that may be the one that is asked for; `None` where there is
    /// none.
    fn last_ply(
        &self,
        plies: &[PlyText],
        lasts: ByBoard<Option<usize>>,
        set_up: &SetUp,
    ) -> Option<usize> {
        let mut end = plies.len();
        let parts = [
            (&self.question.either, None),
            (&self.question.on[BoardId::A], Some(BoardId::A)),
            (&self.question.on[BoardId::B], Some(BoardId::B)),
        ];
        for (wanted, board) in parts {
            if !wanted.is_ply() {
                continue;
            }
            let may_be = |index: usize, ply: &PlyText| {
                let on = ply.seat.board();
                board.is_none_or(|board| board == on)
                    && (!wanted.mate || lasts[on] == Some(index))
                    && drops_so(wanted, ply)
                    && (!wanted.mate || may_mate(plies, index, set_up))
            };
            let last = (0..end).rev().find(|&index| may_be(index, &plies[index]))?;
            end = last + 1;
        }
        Some(end)
    }

    /// Whether the patterns may fit, as far as can be told without playing both boards.
    fn may_fit(&self, start: &Position, plies: &[PlyText]) -> bool {
        if self
            .question
            .parts()
            .all(|wanted| wanted.pattern.is_only_reserves())
        {
            return true;
        }
        let reach = Reach::of(plies);
        let may = |wanted: &Wanted, id: BoardId| {
            let pattern = &wanted.pattern;
            let board = &start.boards[id];
            pattern.is_only_reserves()
                || reach.may_fit(pattern, id, board) && {
                    let fragile = reach.fragile(pattern, id);
                    may_fit_alone(plies, id, board, pattern, fragile)
                }
        };
        BoardId::ALL
            .into_iter()
            .all(|id| may(&self.question.on[id], id))
            && BoardId::ALL
                .into_iter()
                .any(|id| may(&self.question.either, id))
    }
}

/// The last ply on each board.
fn last_on_boards(plies: &[PlyText]) -> ByBoard<Option<usize>> {
    ByBoard::from_fn(|board| plies.iter().rposition(|ply| ply.seat.board() == board))
}

/// Whether `ply` is written as the drop that is wanted.
fn drops_so(wanted: &Wanted, ply: &PlyText) -> bool {
    let Some(drop) = wanted.drop else {
        return true;
    };
    let San::Drop { role, to } = ply.san else {
        return false;
    };
    drop.to.is_none_or(|wanted| wanted == to)
        && (drop.role.is_none() || role.is_none() || drop.role == role)
}
