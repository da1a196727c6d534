//! [`puzzles_of_record`]: finds the puzzles of a record.

use super::{
    Origin, Puzzle, PuzzleTag, Task,
    key::find_task,
    merge::{merged_puzzles, remove_near_copies},
    remove_repeated,
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, Ledger, MatchTactics, match_hash, turn},
        tactics::Solver,
    },
    notation::Record,
    replay::Match,
    rules::{BoardId, Seat},
    timeline::{Moment, Timeline},
};
use std::{collections::HashSet, ops::ControlFlow, sync::Arc};

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
    let played = Match::replay(&record, text);
    let tag = PuzzleTag::of(&record, text);
    if played.unreadable_start().is_some() {
        // The positions are those of another match.
        return FoundPuzzles { rejected: usize::from(tag.is_some()), ..FoundPuzzles::default() };
    }
    let timeline = Timeline::of(&played);
    let origin = Arc::new(Origin::of(&record, text, index, match_hash(&played)));
    if let Some(tag) = tag {
        return puzzles_of_tag(tag.ok(), &played, &timeline, &origin, solver);
    }
    let tactics = MatchTactics::by(solver, &played, 0, |_, _| ControlFlow::Continue(()));
    let tactics = tactics.unwrap_or_default();
    let Some(moments) = moments else {
        let (puzzles, merged) = merged_puzzles(&played, &timeline, &tactics, origin, solver);
        return FoundPuzzles { puzzles, merged, rejected: 0 };
    };
    let ledger = Ledger::of(&played, &timeline, &tactics, solver);
    let mut found = FoundPuzzles::default();
    for &moment in moments {
        let Some(both) = tactics.moments.get(moment) else { continue };
        let position = played.position_after(moment);
        for id in BoardId::ALL {
            let seat = turn(&played, moment, id);
            for task in Task::tasks_of(&both[id], &position, seat, solver) {
                let mut puzzle = puzzle_at((&played, &timeline, &origin), moment, seat, task);
                if puzzle.is_asked() {
                    puzzle.add_finding(&ledger, moment);
                    found.puzzles.push(puzzle);
                }
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
    let record = Record::parse(text);
    let played = Match::replay(&record, text);
    if played.unreadable_start().is_some() {
        return FoundPuzzles::default();
    }
    let timeline = Timeline::of(&played);
    let origin = Arc::new(Origin::of(&record, text, index, match_hash(&played)));
    let tactics = MatchTactics::by(solver, &played, 0, |_, _| ControlFlow::Continue(()));
    let tactics = tactics.unwrap_or_default();
    let ledger = Ledger::of(&played, &timeline, &tactics, solver);
    let is_wanted = |it: &&Finding| findings.contains(&(it.kind, it.seat, it.from));
    let mut found = FoundPuzzles::default();
    for finding in ledger.findings.iter().filter(is_wanted) {
        let puzzle = (finding.from..=finding.until).find_map(|moment| {
            let both = tactics.moments.get(moment)?;
            let position = played.position_after(moment);
            let mut tasks = BoardId::ALL.into_iter().flat_map(|id| {
                let seat = turn(&played, moment, id);
                let tasks = Task::tasks_of(&both[id], &position, seat, solver);
                tasks.into_iter().map(move |task| (seat, task))
            });
            tasks.find_map(|(seat, task)| {
                let mut puzzle = puzzle_at((&played, &timeline, &origin), moment, seat, task);
                if !puzzle.is_about(finding) {
                    return None;
                }
                puzzle.set_finding(finding);
                Some(puzzle)
            })
        });
        found.puzzles.extend(puzzle);
    }
    found
}

/// Returns the puzzle that `tag` names. `tag` is `None` for an invalid tag. The puzzle is rejected if the tag is invalid
/// or the position has no such puzzle.
fn puzzles_of_tag(
    tag: Option<PuzzleTag>,
    played: &Match,
    timeline: &Timeline,
    origin: &Arc<Origin>,
    solver: &mut Solver,
) -> FoundPuzzles {
    let position = &played.set_up.position;
    let task = tag.and_then(|tag| Some((tag, find_task(position, tag.seat, tag.kind, solver)?)));
    let Some((tag, task)) = task else {
        return FoundPuzzles { rejected: 1, ..FoundPuzzles::default() };
    };
    let mut puzzle = puzzle_at((played, timeline, origin), 0, tag.seat, task);
    puzzle.missed = tag.missed;
    FoundPuzzles { puzzles: vec![puzzle], ..FoundPuzzles::default() }
}

fn puzzle_at(
    (played, timeline, origin): (&Match, &Timeline, &Arc<Origin>),
    moment: Moment,
    seat: Seat,
    task: Task,
) -> Puzzle {
    let position = played.position_after(moment);
    let mut puzzle = Puzzle::at((played, timeline, origin), moment, position, seat, task);
    if !timeline.has_clocks() {
        puzzle.clocks_ms = played.set_up.clocks_ms;
    }
    puzzle
}
