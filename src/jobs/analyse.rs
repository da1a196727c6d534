//! The tactics of the match that is open, moment by moment.

use super::{Desk, Pace};
use crate::app::{Action, AnalysisAction, AnalysisJob, Judged};
use std::time::Duration;

/// How often it is told what has been judged.
const INTERVAL: Duration = Duration::from_millis(60);

/// Does `job`: answers at once with the first moment, then with all that were judged since, and last with the report.
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
