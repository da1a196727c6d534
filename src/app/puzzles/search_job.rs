//! [`PuzzleSearchJob`]: the search for puzzles in matches.

use crate::{
    analysis::{
        ledger::{FindingKind, Themes},
        puzzles::{
            Difficulty, FoundPuzzles, Origin, Puzzle, PuzzleKey, puzzles_of_findings,
            puzzles_of_record,
        },
        tactics::Solver,
    },
    app::JobProgress,
    archive::{Collection, RecordId, RowNumber},
    kriegspiel::Notation,
    notation::Record,
    rules::{BySeat, Seat},
    text::{grouped, plural},
    timeline::Moment,
};
use std::{collections::BTreeMap, sync::Arc};

/// The findings in each match, each by kind, seat and first moment.
pub type FindingPlaces = BTreeMap<RecordId, Vec<(FindingKind, Seat, Moment)>>;

#[derive(Clone, Debug)]
pub struct PuzzleSearchJob {
    pub list: Collection,
    /// The matches to search, in order.
    pub rows: Vec<RowNumber>,
    /// The bytes of changed records.
    pub changed: BTreeMap<RecordId, Vec<u8>>,
    /// The moments to search in each match; `None` for all.
    pub moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
    /// The findings to pose as puzzles in each match, each by kind, seat and first moment; `None` for all puzzles.
    pub findings: Option<FindingPlaces>,
    /// The puzzles to review. These come before the puzzles found in the matches.
    pub review: Vec<PuzzleKey>,
}

impl PuzzleSearchJob {
    /// Returns the progress of a search after `searched` of `all` matches.
    pub fn progress(searched: usize, all: usize) -> JobProgress {
        let matches = plural(all, "match", "matches");
        let detail = format!("{} of {} {matches} searched", grouped(searched), grouped(all));
        JobProgress::new(searched, all, detail)
    }

    /// Returns whether `other` searches the same matches with the same text for the same puzzles.
    pub fn is_same(&self, other: &Self) -> bool {
        let Self { list, rows, changed, moments, findings, review } = self;
        let files = list.files.iter().zip(&other.list.files);
        list.files.len() == other.list.files.len()
            && files.into_iter().all(|(file, other)| Arc::ptr_eq(file, other))
            && *rows == other.rows
            && *changed == other.changed
            && *moments == other.moments
            && *findings == other.findings
            && *review == other.review
    }

    /// Returns the puzzles of record `id` with the text `text`; none for a game of Kriegspiel.
    pub fn puzzles_of(&self, id: RecordId, text: &[u8], solver: &mut Solver) -> FoundPuzzles {
        if Notation::of(&Record::parse(text), text) != Notation::Bpgn {
            return FoundPuzzles::default();
        }
        if let Some(findings) = &self.findings {
            let of_match = findings.get(&id).map_or(&[][..], Vec::as_slice);
            return puzzles_of_findings(id, text, of_match, solver);
        }
        let moments = self.moments.as_ref();
        let moments = moments.map(|moments| moments.get(&id).map_or(&[][..], Vec::as_slice));
        puzzles_of_record(id, text, moments, solver)
    }

    /// Recreates the puzzle `key` for a review; `None` if the position no longer has a solution of the same kind.
    pub fn review(key: &PuzzleKey, solver: &mut Solver) -> Option<Puzzle> {
        let (position, seat, task) = key.pose(solver)?;
        let players = BySeat::from_fn(|seat: Seat| seat.name().to_owned());
        Some(Puzzle {
            origin: Arc::new(Origin { record: RecordId::MAX, players, ..Origin::default() }),
            moment: 0,
            after: None,
            seat,
            difficulty: Difficulty::of(&position, seat, &task, None),
            task,
            position,
            clocks_ms: BySeat::default(),
            missed: false,
            finding: None,
            piece: None,
            themes: Themes::NONE,
        })
    }
}
