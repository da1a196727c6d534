//! [`MatchEvaluation`]: the engine's evaluation of every moment of the current match.

use super::{EngineTask, MistakeRow, ScoreJob, state::limits};
use crate::{
    app::{Effect, context::Cx},
    engine::{MatchScores, Setup, find_mistakes},
    replay::Match,
};
use std::sync::Arc;

/// The number of nodes per moment.
const NODES: u64 = 60_000;

#[derive(Clone, Debug, Default)]
pub struct MatchEvaluation {
    /// The scores computed so far, in the order of the moments. The first is for the start of the match.
    pub scores: MatchScores,
    pub mistakes: Vec<MistakeRow>,
    /// The latest job, which may only load cached scores; `None` before the first job.
    job: Option<Arc<ScoreJob>>,
}

/// The scores computed so far by a job.
#[derive(Clone, Debug)]
pub struct Scored {
    pub job: Arc<ScoreJob>,
    pub scores: MatchScores,
}

impl MatchEvaluation {
    /// Returns whether the latest job runs the engine.
    pub fn runs_engine(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.runs_engine)
    }

    /// Returns whether a job was started for the match.
    pub const fn is_started(&self) -> bool {
        self.job.is_some()
    }

    /// Returns `self` if `now` has the same plies as the evaluated match, otherwise an empty evaluation.
    #[must_use]
    pub fn changed(self, now: &Match) -> Self {
        let is_same = |job: &Arc<ScoreJob>| job.played.has_same_plies(now);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}

/// Starts a job that loads the cached scores of the match. Does nothing if a job was started before, if evaluations are
/// not shown, or if the cache is switched off.
pub(in crate::app) fn load_cached_scores(cx: &mut Cx<'_>) {
    let has_cache = cx.evaluates_positions() && cx.settings.keep_mb > 0;
    if has_cache && cx.match_state().is_some_and(|open_match| !open_match.evaluations.is_started())
    {
        score(false, cx);
    }
}

/// Loads the cached scores of the match and, if `runs_engine`, analyses the remaining moments.
pub(super) fn score(runs_engine: bool, cx: &mut Cx<'_>) {
    let Some(open_match) = cx.match_state() else { return };
    let setup = &cx.settings.engine_setup;
    let job = Arc::new(ScoreJob {
        path: setup.path.clone(),
        setup: Setup { lines: 1, ..limits(setup) },
        nodes: NODES,
        played: open_match.document.played().clone(),
        done: open_match.evaluations.scores.clone(),
        uses_cache: cx.settings.keep_mb > 0,
        runs_engine,
    });
    cx.in_evaluations(|evaluations| evaluations.job = Some(Arc::clone(&job)));
    cx.run(Effect::Engine(EngineTask::Score(job)));
}

pub(super) fn apply_scores(scored: Scored, cx: &mut Cx<'_>) {
    let Some(open_match) = cx.match_state() else { return };
    let document = &open_match.document;
    let current_job = open_match.evaluations.job.as_ref();
    if !current_job.is_some_and(|current_job| Arc::ptr_eq(current_job, &scored.job)) {
        return;
    }
    let mistakes = find_mistakes(document.played(), &scored.scores);
    let rows = mistakes.iter().map(|mistake| MistakeRow::of(mistake, document)).collect();
    cx.in_evaluations(|evaluations| {
        evaluations.mistakes = rows;
        evaluations.scores = scored.scores;
    });
}
