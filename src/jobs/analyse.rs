//! The tactical analysis of the open match, one moment at a time.

use super::{Desk, Pace};
use crate::app::{Action, AnalysisAction, AnalysisJob, Judged};
use std::time::Duration;

/// The minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(60);

/// Runs `job`. Reports the first moment at once, later moments in batches, and the report at the end.
pub(super) fn analyse(job: &AnalysisJob, desk: &Desk<Action>) {
    let say = |what| desk.answer(Action::Analysis(what));
    let mut pace = Pace::every(INTERVAL);
    let mut judged = Vec::new();
    let tactics = job.run(|moment, tactics| {
        judged.push(Judged { moment, tactics: Box::new(tactics.clone()) });
        if pace.is_due() {
            say(AnalysisAction::Judged(std::mem::take(&mut judged)));
        }
        desk.cancel().flow()
    });
    if let Some(tactics) = tactics {
        say(AnalysisAction::Judged(judged));
        say(AnalysisAction::Reported(Box::new(job.report(&tactics))));
    }
}
