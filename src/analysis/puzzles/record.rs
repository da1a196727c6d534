//! [`puzzles_of_record`]: finds the puzzles of a record.

use super::{
    Puzzle, PuzzleTag, Task,
    key::find_task,
    merge::{merged_puzzles, remove_near_copies},
    origin::PuzzleSource,
    remove_repeated,
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, MatchTactics},
        tactics::{BoardTactics, Solver},
    },
    notation::Record,
    rules::{BoardId, ByBoard, Position, Seat},
    timeline::Moment,
};
use std::collections::HashSet;

#[derive(Clone, Debug, Default)]
pub struct FoundPuzzles {
    /// The puzzles, in the order of the matches and moments.
    pub puzzles: Vec<Puzzle>,
    /// The number of duplicates and near-duplicates that were merged.
    pub merged: usize,
    /// The number of skipped puzzles: records with a `Puzzle` tag that is invalid or names a puzzle that the position
    /// does not have, and puzzles to review that no longer have a solution.
    pub rejected: usize,
}

impl FoundPuzzles {
    /// Adds the puzzles `more` of a record, except those whose keys are in `seen` (see [`remove_repeated`]). Returns the
    /// number of added puzzles.
    pub fn add(&mut self, mut more: Self, seen: &mut HashSet<String>) -> usize {
        self.merged += more.merged + remove_repeated(&mut more.puzzles, seen);
        self.rejected += more.rejected;
        let added = more.puzzles.len();
        self.puzzles.append(&mut more.puzzles);
        added
    }
}

impl PuzzleSource {
    /// Returns all puzzles at `moment`, where `both` are the tactics.
    fn puzzles_at(
        &self,
        moment: Moment,
        both: &ByBoard<BoardTactics>,
        solver: &mut Solver,
    ) -> Vec<Puzzle> {
        let position = self.played.position_after(moment);
        let mut puzzles = Vec::new();
        for id in BoardId::ALL {
            let seat = position.turn(id);
            for task in Task::tasks_of(&both[id], &position, seat, solver) {
                puzzles.push(self.puzzle(moment, &position, seat, task));
            }
        }
        puzzles
    }

    fn puzzle(&self, moment: Moment, position: &Position, seat: Seat, task: Task) -> Puzzle {
        let mut puzzle = Puzzle::at(self, moment, position.clone(), seat, task);
        if !self.timeline.has_clocks() {
            puzzle.clocks_ms = self.played.set_up.clocks_ms;
        }
        puzzle
    }
}

/// Returns the puzzles of the record with index `index` and bytes `text`. A record with a `Puzzle` tag has only the
/// puzzle of the tag. Otherwise, returns the puzzles at `moments`; for `None`, returns those at all moments. Leaves
/// out near-copies. The record must be a match, not a game of Kriegspiel.
pub fn puzzles_of_record(
    index: usize,
    text: &[u8],
    moments: Option<&[Moment]>,
    solver: &mut Solver,
) -> FoundPuzzles {
    let record = Record::parse(text);
    let tag = PuzzleTag::of(&record, text);
    let Some(source) = PuzzleSource::of(&record, text, index) else {
        return FoundPuzzles { rejected: usize::from(tag.is_some()), ..FoundPuzzles::default() };
    };
    if let Some(tag) = tag {
        return puzzles_of_tag(tag.ok(), &source, solver);
    }
    let tactics = MatchTactics::of(solver, &source.played);
    let Some(moments) = moments else {
        let (puzzles, merged) = merged_puzzles(&source, &tactics, solver);
        return FoundPuzzles { puzzles, merged, rejected: 0 };
    };
    let ledger = Ledger::of(&source.played, &source.timeline, &tactics, solver);
    let mut found = FoundPuzzles::default();
    for &moment in moments {
        let Some(both) = tactics.moments.get(moment) else { continue };
        for mut puzzle in source.puzzles_at(moment, both, solver) {
            if puzzle.is_asked() {
                puzzle.add_finding(&ledger, moment);
                found.puzzles.push(puzzle);
            }
        }
    }
    found.merged = remove_near_copies(&mut found.puzzles);
    found
}

/// Returns one puzzle about each of `findings` that has one, in the match with index `index` and bytes `text`. A finding is
/// given by its kind, its seat and its first moment. The puzzle shows the first moment of the finding at which there is
/// one. A missed defence has no puzzle. Near-copies stay: each finding was chosen.
pub fn puzzles_of_findings(
    index: usize,
    text: &[u8],
    findings: &[(FindingKind, Seat, Moment)],
    solver: &mut Solver,
) -> FoundPuzzles {
    let mut found = FoundPuzzles::default();
    let Some(source) = PuzzleSource::of(&Record::parse(text), text, index) else { return found };
    let tactics = MatchTactics::of(solver, &source.played);
    let ledger = Ledger::of(&source.played, &source.timeline, &tactics, solver);
    let is_wanted = |it: &&Finding| findings.contains(&(it.kind, it.seat, it.from));
    for finding in ledger.findings.iter().filter(is_wanted) {
        let puzzle = (finding.from..=finding.until).find_map(|moment| {
            let puzzles = source.puzzles_at(moment, tactics.moments.get(moment)?, solver);
            puzzles.into_iter().find(|puzzle| puzzle.is_about(finding))
        });
        if let Some(mut puzzle) = puzzle {
            puzzle.set_finding(finding);
            found.puzzles.push(puzzle);
        }
    }
    found
}

/// Returns the puzzle that `tag` names. `tag` is `None` for an invalid tag. The puzzle is rejected if the tag is invalid
/// or the position has no such puzzle.
fn puzzles_of_tag(
    tag: Option<PuzzleTag>,
    source: &PuzzleSource,
    solver: &mut Solver,
) -> FoundPuzzles {
    let position = &source.played.set_up.position;
    let task = tag.and_then(|tag| Some((tag, find_task(position, tag.seat, tag.kind, solver)?)));
    let Some((tag, task)) = task else {
        return FoundPuzzles { rejected: 1, ..FoundPuzzles::default() };
    };
    let mut puzzle = source.puzzle(0, position, tag.seat, task);
    puzzle.missed = tag.missed;
    FoundPuzzles { puzzles: vec![puzzle], ..FoundPuzzles::default() }
}
