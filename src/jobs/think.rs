//! Possible positions and puzzles of Kriegspiel.

use super::{Desk, Pace};
use crate::{
    app::{Action, Found, KnownPly, KriegspielAction, ThinkJob, Thought},
    kriegspiel::{Belief, BeliefStep, Effort, Hearing, Limits, NoBelief, Progress, solve},
};
use std::{sync::Arc, time::Duration};

/// The minimum time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(80);

/// Runs `job`. Reports each ply and the progress within it.
pub(super) fn think(job: ThinkJob, desk: &Desk<Action>) {
    let kind = job.kind();
    let say = |what| {
        desk.answer(Action::Kriegspiel(KriegspielAction::Thought(Box::new(Thought {
            kind,
            what,
        }))));
    };
    match job {
        ThinkJob::Know(hearing) => say(match know(&hearing, desk, &say) {
            Ok(belief) => Found::Known(Arc::new(belief)),
            Err(why) => Found::Unknown(why),
        }),
        ThinkJob::TryMove(belief, attempt) => say(Found::Answers(belief.answers(attempt))),
        ThinkJob::Plan(belief, depth) => {
            let mut last = Effort::default();
            let solved = solve(&belief, depth, &mut |effort| {
                // The first attempt does not know the total, and a winning attempt starts the count over.
                if (effort.plies, effort.judged) > (last.plies, last.judged) {
                    last = effort;
                    say(Found::Judged(effort));
                }
                desk.cancel().flow()
            });
            say(Found::Solved(Arc::new(solved)));
        }
    }
}

fn know(hearing: &Hearing, desk: &Desk<Action>, say: &impl Fn(Found)) -> Result<Belief, NoBelief> {
    let mut belief = Belief::start(hearing, Limits::default());
    let mut pace = Pace::after(INTERVAL);
    say(Found::Ply(Box::new(known(&belief, None))));
    for heard in &hearing.plies {
        let mut watch = |progress: Progress| {
            if pace.is_due() {
                say(Found::Progress(progress));
            }
            desk.cancel().flow()
        };
        let step = belief.hear(heard, &mut watch)?;
        say(Found::Ply(Box::new(known(&belief, Some(step)))));
    }
    Ok(belief)
}

fn known(belief: &Belief, step: Option<BeliefStep>) -> KnownPly {
    KnownPly { positions: belief.len(), exact: belief.is_exact(), chances: belief.chances(), step }
}
