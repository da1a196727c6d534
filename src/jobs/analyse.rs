//! Searches every moment of the open match for exact tactics, such as forced mates.

use super::{JobContext, Pace};
use crate::app::{Action, AnalysisAction, AnalysisJob};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(60);

/// Reports the result for the first moment at once, later ones in batches, and the ledger of the whole match last.
pub(super) fn analyse(job: &AnalysisJob, context: &JobContext<Action>) {
    let mut pace = Pace::every(INTERVAL);
    let mut analysed = Vec::new();
    let tactics = job.run(|moment| {
        analysed.push(moment);
        if pace.is_due() {
            context.send(AnalysisAction::AnalysedMoment(std::mem::take(&mut analysed)));
        }
        context.cancel().flow()
    });
    if let Some(tactics) = tactics {
        context.send(AnalysisAction::AnalysedMoment(analysed));
        context.send(AnalysisAction::Reported(Box::new(job.ledger(&tactics))));
    }
}
