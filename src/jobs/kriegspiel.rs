//! Possible positions and puzzles of Kriegspiel.

use super::{JobContext, Pace};
use crate::{
    app::{KriegspielAction, KriegspielJob, KriegspielReport, PlyBelief, ReportBody},
    kriegspiel::{Belief, BeliefStep, Effort, Hearing, Limits, NoBelief, Progress, solve},
};
use std::{sync::Arc, time::Duration};

/// The minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(80);

/// Runs `job`. Reports each ply and the progress within it.
pub(super) fn think(job: KriegspielJob, desk: &JobContext<KriegspielAction>) {
    let kind = job.kind();
    let say = |what| {
        let report = KriegspielReport { kind, what };
        desk.answer(KriegspielAction::KriegspielReport(Box::new(report)));
    };
    match job {
        KriegspielJob::Know(hearing) => say(match know(&hearing, desk, &say) {
            Ok(belief) => ReportBody::PlayerBelief(Arc::new(belief)),
            Err(why) => ReportBody::Unknown(why),
        }),
        KriegspielJob::TryMove(belief, attempt) => {
            say(ReportBody::Answers(belief.answers(attempt)));
        }
        KriegspielJob::Plan(belief, depth) => {
            let mut last = Effort::default();
            let solved = solve(&belief, depth, &mut |effort| {
                // The first attempt does not know the total, and a winning attempt starts the count over.
                if (effort.plies, effort.judged) > (last.plies, last.judged) {
                    last = effort;
                    say(ReportBody::EntryVerdict(effort));
                }
                desk.cancel().flow()
            });
            say(ReportBody::Solved(Arc::new(solved)));
        }
    }
}

fn know(
    hearing: &Hearing,
    desk: &JobContext<KriegspielAction>,
    say: &impl Fn(ReportBody),
) -> Result<Belief, NoBelief> {
    let mut belief = Belief::start(hearing, Limits::default());
    let mut pace = Pace::after(INTERVAL);
    say(ReportBody::Ply(Box::new(known(&belief, None))));
    for heard in &hearing.plies {
        let mut watch = |progress: Progress| {
            if pace.is_due() {
                say(ReportBody::Progress(progress));
            }
            desk.cancel().flow()
        };
        let step = belief.hear(heard, &mut watch)?;
        say(ReportBody::Ply(Box::new(known(&belief, Some(step)))));
    }
    Ok(belief)
}

fn known(belief: &Belief, step: Option<BeliefStep>) -> PlyBelief {
    PlyBelief { positions: belief.len(), exact: belief.is_exact(), chances: belief.chances(), step }
}
