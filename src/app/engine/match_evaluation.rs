//! [`MatchEvaluation`]: the engine's evaluation of every moment of the current match.

use super::{EngineTask, MistakeRow, ScoreJob, state::limits};
use crate::{
    app::{Effect, JobKind, context::Cx},
    engine::{MatchScores, judged},
    replay::Match,
};
use std::sync::Arc;

/// The number of nodes per moment.
const NODES: u64 = 60_000;

/// The engine's evaluation of the match.
#[derive(Clone, Debug, Default)]
pub struct MatchEvaluation {
    /// The scores, from the start on.
    pub scores: MatchScores,
    /// The mistakes.
    pub judged: Vec<MistakeRow>,
    /// Whether the analysis is running.
    pub is_going: bool,
    /// Why it failed.
    pub failed: Option<String>,
    /// The last job, which may only have loaded cached scores.
    job: Option<Arc<ScoreJob>>,
}

/// Progress of the analysis of a match.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The job.
    pub job: Arc<ScoreJob>,
    /// The partial scores.
    pub scores: MatchScores,
    /// Whether the analysis continues.
    pub is_going: bool,
    /// Why it failed.
    pub failed: Option<String>,
}

impl MatchEvaluation {
    /// Returns the evaluation for the changed match `now`; empty if a ply differs.
    #[must_use]
    pub fn changed(self, now: &Match) -> Self {
        let is_same = |job: &Arc<ScoreJob>| job.played.has_same_plies(now);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}

/// Loads the cached scores of the match, once.
pub(in crate::app) fn look_up_scores(cx: &mut Cx<'_>) {
    let looks = cx.guesses() && cx.settings.keep_mb > 0;
    if looks && cx.shown_match().is_some_and(|shown| shown.guesses.job.is_none()) {
        score(false, cx);
    }
}

/// Loads the cached scores of the match; analyses the remaining moments if `asks`.
pub(super) fn score(asks: bool, cx: &mut Cx<'_>) {
    let mut setup = limits(&cx.settings.engine_setup);
    setup.lines = 1;
    let (path, keeps) = (cx.settings.engine_setup.path.clone(), cx.settings.keep_mb > 0);
    let Some(shown) = cx.match_mut() else { return };
    let job = Arc::new(ScoreJob {
        path,
        setup,
        nodes: NODES,
        played: shown.document.played().clone(),
        done: shown.guesses.scores.clone(),
        keeps,
        asks,
    });
    let guesses = &mut shown.guesses;
    guesses.job = Some(Arc::clone(&job));
    guesses.is_going = asks;
    guesses.failed = None;
    cx.run(Effect::Engine(EngineTask::Score(job)));
}

/// Stops the analysis of the match; it can be resumed.
pub(super) fn stop_scoring(cx: &mut Cx<'_>) {
    let shown = cx.match_mut();
    let went = shown.is_some_and(|shown| std::mem::take(&mut shown.guesses.is_going));
    cx.cancel(went.then_some(JobKind::Score));
}

pub(super) fn take_scores(scored: Scored, cx: &mut Cx<'_>) {
    let Some(shown) = cx.match_mut() else {
        return;
    };
    let document = &shown.document;
    let guesses = &mut shown.guesses;
    let asked = guesses.job.as_ref();
    if !asked.is_some_and(|asked| Arc::ptr_eq(asked, &scored.job)) {
        return;
    }
    let was_going = guesses.is_going;
    guesses.judged = judged(document.played(), &scored.scores)
        .iter()
        .map(|judged| MistakeRow::of(judged, document))
        .collect();
    guesses.scores = scored.scores;
    guesses.is_going = scored.is_going && was_going;
    guesses.failed = scored.failed;
}
