//! Kriegspiel: the positions that a player considers possible, the announcements after a try, and plans that solve
//! problems.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    app::{
        Action, BeliefStatus, ComposeOutcome, JobProgress, KriegspielAction, PlayerBelief,
        PlyBelief, Solution,
    },
    kriegspiel::{
        Belief, BeliefError, BeliefWalk, Game, Hearing, Limits, Progress, SolveProgress, compose,
        notation::Record, solve,
    },
    rules::Attempt,
    text::{count_text, grouped, sentence},
};
use std::{sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(80);

/// The units of progress for each ply of a belief.
const PLY_UNITS: usize = PlayerBelief::PLY_UNITS;

/// Computes the positions that a player considers possible, and reports them after each ply.
pub(super) struct CalculateBelief(pub(super) Arc<Hearing>);

impl Task for CalculateBelief {
    const TITLE: &'static str = "calculating possible positions";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let end = match compute_belief(&self.0, context) {
            Ok(belief) => BeliefStatus::Done(Arc::new(belief)),
            Err(why) => BeliefStatus::Ended(why),
        };
        context.send(KriegspielAction::BeliefEnded(self.0.seat, end));
        context.finish(None);
    }
}

/// Finds the possible announcements after a try.
pub(super) struct TryMove(pub(super) Arc<Belief>, pub(super) Attempt);

impl Task for TryMove {
    const TITLE: &'static str = "trying the move";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        context.send(KriegspielAction::Answers(self.0.answers(self.1)));
        context.finish(None);
    }
}

/// Searches for a plan that mates within a number of plies.
pub(super) struct Plan(pub(super) Arc<Belief>, pub(super) u32);

impl Task for Plan {
    const TITLE: &'static str = "the search for a plan";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let Self(belief, depth) = &self;
        let mut last = SolveProgress::default();
        let solved = solve(belief, *depth, &mut |effort| {
            // The counts restart with each winning attempt. Only increases are reported, so that the progress bar
            // never moves backwards.
            if (effort.plies, effort.judged) > (last.plies, last.judged) {
                last = effort;
                context.report(plan_progress(effort, *depth));
            }
            context.cancel().flow()
        });
        context.send(KriegspielAction::Solved(Arc::new(solved)));
        context.finish(None);
    }
}

/// Solves the problem with this record completely.
pub(super) struct Compose(pub(super) Arc<str>);

impl Task for Compose {
    const TITLE: &'static str = "solving the problem";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let outcome = Arc::new(solve_text(&self.0, context));
        // The result of a cancelled search would hide that of the next one.
        if context.cancel().flow().is_continue() {
            context.send(KriegspielAction::Composed(self.0, outcome));
        }
        context.finish(None);
    }
}

/// Solves the problem with the record `text` completely.
fn solve_text(text: &str, context: &JobContext<Action>) -> ComposeOutcome {
    let invalid = |why: String| ComposeOutcome::Invalid(sentence(&why));
    let record = Record::parse(text.as_bytes());
    let game = Game::replay(&record, text.as_bytes());
    if let Some(obstacle) = game.obstacle {
        return invalid(obstacle.to_string());
    }
    let (Some(question), Some(hearing)) = (game.question, game.hearing(game.turn())) else {
        return invalid("this is not a problem".to_owned());
    };
    let belief = match Belief::after(&hearing, 0, &mut |_| context.cancel().flow()) {
        Ok((belief, _)) => belief,
        Err(BeliefError::Stopped) => return ComposeOutcome::Undecided,
        Err(why) => return invalid(why.to_string()),
    };
    let positions = belief.len();
    let mut pace = Pace::after(INTERVAL);
    let found = compose(&belief, question.depth, &mut |effort| {
        if pace.is_due() {
            let boards = usize::try_from(effort.boards).unwrap_or(usize::MAX);
            let detail = format!("{} positions examined", grouped(boards));
            context.report(JobProgress::new(effort.judged, effort.total.max(1), detail));
        }
        context.cancel().flow()
    });
    let Some(composition) = found else { return ComposeOutcome::Undecided };
    let (exact, seat) = (belief.is_exact(), belief.seat());
    ComposeOutcome::Solved(Box::new(Solution { composition, positions, exact, seat }))
}

/// Computes what the player of `hearing` knows about the position, and reports it after each ply.
fn compute_belief(hearing: &Hearing, context: &JobContext<Action>) -> Result<Belief, BeliefError> {
    let report = |step, belief: &Belief| {
        let ply = PlyBelief { positions: belief.len(), chances: belief.chances(), step };
        context.send(KriegspielAction::PlyBelief(hearing.seat, Box::new(ply)));
    };
    let mut walk = BeliefWalk::start(hearing, Limits::default())?;
    let mut pace = Pace::after(INTERVAL);
    report(None, walk.belief());
    loop {
        let plies = walk.belief().plies();
        let Some(heard) = hearing.plies.get(plies) else { return Ok(walk.into_belief()) };
        // The total stays open, since the player does not know how many plies follow.
        let progress = |it: Progress| {
            let part = PLY_UNITS * it.done / it.total.max(1);
            let detail = match it.ply < plies {
                true => format!("{}, with another sample", heard.name),
                false => heard.name.to_string(),
            };
            JobProgress::new(PLY_UNITS * plies + part, 0, detail)
        };
        context.report(progress(Progress { ply: plies, done: 0, total: 1 }));
        let mut watch = |it: Progress| {
            if pace.is_due() {
                context.report(progress(it));
            }
            context.cancel().flow()
        };
        if let Some(step) = walk.step(&mut watch)? {
            report(Some(step), walk.belief());
        }
    }
}

/// Returns the progress of a search for a mate within `depth` plies. It never decreases from one call to the next,
/// since the caller passes only increasing values of `effort`.
fn plan_progress(effort: SolveProgress, depth: u32) -> JobProgress {
    let SolveProgress { plies, judged, total: of, .. } = effort;
    let half_moves = count_text(plies as usize, "half-move", "half-moves");
    let detail = match of {
        0 => String::new(),
        of => format!("Mate within {half_moves}: checked {judged} of {of} first tries"),
    };
    let (rounds, round) = (depth.div_ceil(2).max(1) as usize, (plies / 2) as usize);
    let of = of.max(1);
    JobProgress::new(round * of + judged, rounds * of, detail)
}
