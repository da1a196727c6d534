//! Kriegspiel: the positions that a player considers possible, the announcements after a try, and plans that solve
//! problems.

use super::{JobContext, Pace};
use crate::{
    app::{KriegspielAction, KriegspielJob, KriegspielReport, PlyBelief, ReportBody},
    kriegspiel::{
        Belief, BeliefError, BeliefStep, Hearing, Limits, Progress, SolveProgress, solve,
    },
};
use std::{sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(80);

/// Reports each ply, and the progress within a ply.
pub(super) fn run_kriegspiel_job(job: KriegspielJob, context: &JobContext<KriegspielAction>) {
    let kind = job.kind();
    let report = |what| {
        let report = KriegspielReport { kind, what };
        context.answer(KriegspielAction::KriegspielReport(Box::new(report)));
    };
    match job {
        KriegspielJob::CalculateBelief(hearing) => {
            report(match compute_belief(&hearing, context, &report) {
                Ok(belief) => ReportBody::PlayerBelief(Arc::new(belief)),
                Err(why) => ReportBody::Unknown(why),
            });
        }
        KriegspielJob::TryMove(belief, attempt) => {
            report(ReportBody::Answers(belief.answers(attempt)));
        }
        KriegspielJob::Plan(belief, depth) => {
            let mut last = SolveProgress::default();
            let solved = solve(&belief, depth, &mut |effort| {
                // The counts restart with each winning attempt. Only increases are reported, so that the progress bar
                // never moves backwards.
                if (effort.plies, effort.judged) > (last.plies, last.judged) {
                    last = effort;
                    report(ReportBody::PlanProgress(effort));
                }
                context.cancel().flow()
            });
            report(ReportBody::Solved(Arc::new(solved)));
        }
    }
}

fn compute_belief(
    hearing: &Hearing,
    context: &JobContext<KriegspielAction>,
    report: &impl Fn(ReportBody),
) -> Result<Belief, BeliefError> {
    let mut belief = Belief::start(hearing, Limits::default());
    let mut pace = Pace::after(INTERVAL);
    report(ReportBody::Ply(Box::new(ply_belief(&belief, None))));
    for heard in &hearing.plies {
        let mut watch = |progress: Progress| {
            if pace.is_due() {
                report(ReportBody::Progress(progress));
            }
            context.cancel().flow()
        };
        let step = belief.hear(heard, &mut watch)?;
        report(ReportBody::Ply(Box::new(ply_belief(&belief, Some(step)))));
    }
    Ok(belief)
}

fn ply_belief(belief: &Belief, step: Option<BeliefStep>) -> PlyBelief {
    PlyBelief { positions: belief.len(), exact: belief.is_exact(), chances: belief.chances(), step }
}
