//! [`search_and_keep`]: a question about forced mates, for which what is so is kept.

use super::{
    Hit, KeptMoves, Question, Selection, WalkError, Walked,
    kept_file::KeptBlock,
    kept_mates::{self, KeptMates, KnownRecord, MateBlocks, encode},
    match_facts::MatchFacts,
    mate_keeper::{FoundOut, MateKeeper},
    run::{Buffers, Search, search},
    walk::{self, Answered, Pieces, walk_known},
};
use crate::{
    archive::{Collection, RecordId},
    rules::BoardId,
    timeline::Moment,
};
use std::ops::ControlFlow;

/// As [`search`], and the same hits. What is so of forced mates takes long to find out: where something is kept beside the
/// index of the only file of `list`, that is kept too, from the first record on and as far as the search comes, and what
/// was kept before is used. [`Walked::kept`] says of how many records.
///
/// It is kept where `selection` is all records of `list`, and all are asked about mates: most questions that ask something
/// else too pass over matches in which that is not so.
///
/// # Errors
/// As [`search`]. That something cannot be kept is none.
pub fn search_and_keep(
    list: &Collection,
    selection: &Selection<'_>,
    question: &Question,
    mut each: impl FnMut(Walked, Vec<Hit>) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let place = |moves| Some((moves, kept_mates::place(list, moves)?));
    let Some((moves, place)) = question.longest_mate().and_then(place) else {
        return search(selection, question, each);
    };
    let known = KeptMates::open(list, selection, (question, moves));
    let mut keeper = MateKeeper::of(place, selection, &known);
    let pieces = Pieces {
        records: match keeper {
            None if known.records() == selection.index.len() => walk::PIECE,
            _ => kept_mates::PIECE,
        },
        known: known.records(),
    };
    let asking = Asking {
        search: Search::of(question),
        in_variations: question.fits_variations(),
        known: &known,
        moves: selection.moves.filter(|moves| moves.is_of(selection)),
        keeps: keeper.is_some(),
    };
    let mut kept = 0;
    let walked = walk_known(
        selection,
        pieces,
        |worker, id, found| asking.by_known(worker, id, found),
        |worker, id, text, found| asking.by_text(worker, (id, text), found),
        |walked, found: Found| {
            kept += found.kept;
            if let Some(keeper) = &mut keeper {
                keeper.take(&found.found_out);
            }
            let flow = each(Walked { kept, ..walked }, found.hits);
            if let (Some(keeper), true) = (&mut keeper, flow.is_break()) {
                // Before others that are at work are waited for: the program may end meanwhile.
                keeper.finish();
            }
            flow
        },
    );
    if let Some(keeper) = &mut keeper {
        keeper.finish();
    }
    walked
}

/// What a thread uses again for the next record.
#[derive(Default)]
struct Worker {
    buffers: Buffers,
    mates: MateBlocks,
    moves: KeptBlock,
}

/// What was found in a piece of the records.
#[derive(Default)]
struct Found {
    hits: Vec<Hit>,
    /// Of how many records it was known what is so.
    kept: usize,
    /// What is to be kept; nothing where nothing is.
    found_out: FoundOut,
}

impl Found {
    fn hit(&mut self, record: RecordId, (moment, board): (Moment, BoardId), place: Option<String>) {
        self.hits.push(Hit { record, moment, board, variation: place });
    }
}

struct Asking<'a> {
    search: Search<'a>,
    in_variations: bool,
    known: &'a KeptMates,
    moves: Option<&'a KeptMoves>,
    /// Whether what is found out is to be kept.
    keeps: bool,
}

impl Asking<'_> {
    /// Asks what is kept of a record.
    fn by_known(&self, worker: &mut Worker, id: RecordId, found: &mut Found) -> Answered {
        let Worker { mates, moves, .. } = worker;
        let Some((known, bytes)) = self.known.record(id, mates) else {
            return Answered::ByText;
        };
        match &known {
            KnownRecord::ByText => return Answered::ByText,
            KnownRecord::Match { may_have_variations: true, .. } if self.in_variations => {
                return Answered::ByText;
            }
            KnownRecord::Match { facts, .. } => {
                if self.in_match((id, facts), moves, found) == Answered::ByText {
                    return Answered::ByText;
                }
            }
            KnownRecord::NoMatch => {}
        }
        found.kept += 1;
        if self.keeps {
            let block = &mut found.found_out.block;
            block.push(|out| out.extend_from_slice(bytes));
        }
        Answered::Yes
    }

    /// Asks a match of which it is known what is so, without its text.
    fn in_match(
        &self,
        (id, facts): (RecordId, &MatchFacts),
        block: &mut KeptBlock,
        found: &mut Found,
    ) -> Answered {
        if self.search.asks_only_facts() {
            self.search.in_facts(facts, |at| found.hit(id, at, None));
            return Answered::Yes;
        }
        let record = self.moves.and_then(|moves| moves.record(id, block));
        let fits = |plies: usize| plies + 1 == facts.moments();
        let record = record.filter(|it| !it.is_by_text() && fits(it.plies.len()));
        let Some(record) = record else {
            return Answered::ByText;
        };
        self.search.in_kept(&record, Some(facts), |at| found.hit(id, at, None));
        Answered::Yes
    }

    /// Asks the text of a match, and what is kept of it; of what is no match there is no text.
    fn by_text(
        &self,
        worker: &mut Worker,
        (id, text): (RecordId, Option<&[u8]>),
        found: &mut Found,
    ) {
        let Worker { buffers, mates, .. } = worker;
        let (known, bytes) = self.known.record(id, mates).unzip();
        let is_known = bytes.is_some();
        buffers.facts = match known {
            Some(KnownRecord::Match { facts, .. }) => Some(facts),
            _ => None,
        };
        found.kept += usize::from(buffers.facts.is_some());
        if let Some(text) = text {
            self.search.in_record(buffers, text, |at, place| found.hit(id, at, place));
        }
        if !self.keeps {
            return;
        }
        let FoundOut { block, is_new, is_partial } = &mut found.found_out;
        *is_new |= !is_known;
        match (bytes, text, &buffers.facts) {
            (Some(bytes), ..) => block.push(|out| out.extend_from_slice(bytes)),
            (None, None, _) => block.push(|out| encode(None, out)),
            (None, Some(text), Some(facts)) => {
                block.push(|out| encode(Some((text, facts)), out));
            }
            (None, Some(_), None) => *is_partial = true,
        }
    }
}
