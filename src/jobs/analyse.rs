//! Searches every moment of the open match for exact tactics, such as forced mates, and single positions.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    app::{Action, AnalysisAction, AnalysisJob, analyse_position},
    rules::Position,
};
use std::{sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(60);

impl Task for Arc<AnalysisJob> {
    const TITLE: &'static str = "the search for mates in this match";
    const LANE: Lane = Lane::Latest;

    /// Reports the result for the first moment at once, later ones in batches, and the ledger of the whole match last.
    fn run(self, context: &JobContext<Action>) {
        let mut pace = Pace::every(INTERVAL);
        let mut analysed = Vec::new();
        let tactics = AnalysisJob::run(&self, |moment| {
            analysed.push(moment);
            if pace.is_due() {
                context.send(AnalysisAction::AnalysedMoment(std::mem::take(&mut analysed)));
            }
            context.cancel().flow()
        });
        if let Some(tactics) = tactics {
            context.send(AnalysisAction::AnalysedMoment(analysed));
            context.send(AnalysisAction::Reported(Box::new(self.ledger(&tactics))));
        }
        context.finish(None);
    }
}

/// Searches this position of a variation.
pub(super) struct AnalysePosition(pub(super) Box<Position>);

impl Task for AnalysePosition {
    const TITLE: &'static str = "the search for mates in this position";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        context.send(AnalysisAction::PositionAnalysed(analyse_position(&self.0)));
        context.finish(None);
    }
}
