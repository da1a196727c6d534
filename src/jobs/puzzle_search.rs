//! Search for puzzles in the matches of a list.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    analysis::{
        puzzles::FoundPuzzles,
        tactics::{Limits, Solver},
    },
    app::{Action, PuzzleAction, PuzzleSearchJob},
    file::FileError,
    text::sentence,
};
use std::{collections::HashSet, time::Duration};

const INTERVAL: Duration = Duration::from_millis(100);

/// The search stops after this number of puzzles, which is enough for a month of practice.
const MAX_PUZZLES: usize = 2000;

impl Task for PuzzleSearchJob {
    const TITLE: &'static str = "looking for puzzles";
    const LANE: Lane = Lane::Latest;

    /// Searches for puzzles. Reports the first ones immediately, later ones in batches.
    fn run(self, context: &JobContext<Action>) {
        let failed = gather(&self, context).err();
        context.finish(failed.map(|error| sentence(&error.to_string())));
    }
}

fn gather(job: &PuzzleSearchJob, context: &JobContext<Action>) -> Result<(), FileError> {
    let mut solver = Solver::new(Limits::default());
    let mut pace = Pace::every(INTERVAL);
    let mut buffer = Vec::new();
    let mut found = FoundPuzzles::default();
    let mut seen = HashSet::new();
    let mut count = 0;
    for key in &job.review {
        if context.is_cancelled() {
            break;
        }
        match PuzzleSearchJob::review(key, &mut solver) {
            Some(puzzle) => found.puzzles.push(puzzle),
            None => found.rejected += 1,
        }
    }
    count += found.puzzles.len();
    for (records, &row) in (1..).zip(&job.rows) {
        if context.is_cancelled() || count >= MAX_PUZZLES {
            break;
        }
        let id = row as usize;
        let posed = match job.changed.get(&id) {
            Some(text) => job.puzzles_of(id, text, &mut solver),
            None => {
                job.list.read(id, &mut buffer)?;
                job.puzzles_of(id, &buffer, &mut solver)
            }
        };
        let added = found.add(posed, &mut seen);
        let is_first = count == 0 && added > 0;
        count += added;
        if is_first || pace.is_due() {
            report(context, std::mem::take(&mut found));
            context.report(PuzzleSearchJob::progress(records, job.rows.len()));
        }
    }
    report(context, found);
    Ok(())
}

fn report(context: &JobContext<Action>, found: FoundPuzzles) {
    context.send(PuzzleAction::FoundPuzzles(Box::new(found)));
}
