//! Puzzles from the matches of a list.

use super::{JobContext, Pace};
use crate::{
    analysis::tactics::{Limits, Solver},
    app::{ExerciseAction, Gathered, PoseJob},
    file::FileError,
    search::Walked,
};
use std::time::Duration;

/// The minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// The maximum number of puzzles, enough for a month.
const MAX_PUZZLES: usize = 2000;

/// Runs `job`. Reports the first puzzles at once and later ones in batches.
pub(super) fn pose(job: &PoseJob, desk: &JobContext<ExerciseAction>) {
    let failed = gather(job, desk).err().map(|error| error.to_string());
    if failed.is_some() {
        tell(desk, Gathered { failed, ..Gathered::default() });
    }
}

fn gather(job: &PoseJob, desk: &JobContext<ExerciseAction>) -> Result<(), FileError> {
    let mut solver = Solver::new(Limits::default());
    let mut pace = Pace::every(INTERVAL);
    let (mut buffer, mut posed) = (Vec::new(), Vec::new());
    let mut count = 0;
    for (records, &row) in (1..).zip(&job.rows) {
        if desk.is_cancelled() || count >= MAX_PUZZLES {
            break;
        }
        let id = row as usize;
        let found = match job.changed.get(&id) {
            Some(text) => job.exercises_of(id, text, &mut solver),
            None => {
                job.list.read(id, &mut buffer)?;
                job.exercises_of(id, &buffer, &mut solver)
            }
        };
        let is_first = count == 0 && !found.is_empty();
        count += found.len();
        posed.extend(found);
        if is_first || pace.is_due() {
            let walked = Walked { records, ..Walked::none_of(job.rows.len()) };
            tell(
                desk,
                Gathered { posed: std::mem::take(&mut posed), walked: Some(walked), failed: None },
            );
        }
    }
    tell(desk, Gathered { posed, ..Gathered::default() });
    Ok(())
}

fn tell(desk: &JobContext<ExerciseAction>, gathered: Gathered) {
    desk.answer(ExerciseAction::Gathered(Box::new(gathered)));
}
