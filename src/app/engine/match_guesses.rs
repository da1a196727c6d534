//! [`MatchGuesses`]: what an engine has guessed of every moment of the match that is open.

use super::{EngineTask, JudgedRow, ScoreJob};
use crate::{
    app::{Effect, State},
    engine::{MatchScores, judged},
    replay::Match,
};
use std::sync::Arc;

/// So many positions are looked at each time.
const NODES: u64 = 60_000;

/// What an engine has guessed of the match so far.
#[derive(Clone, Debug, Default)]
pub struct MatchGuesses {
    /// The scores, from the start on.
    pub scores: MatchScores,
    /// The plies that the engine would not have played.
    pub judged: Vec<JudgedRow>,
    /// Whether the engine is at it.
    pub is_going: bool,
    /// Why it has stopped too early.
    pub failed: Option<String>,
    /// What was asked last, if only for what was kept of another start.
    job: Option<Arc<ScoreJob>>,
}

/// How far the search through a match has come.
#[derive(Clone, Debug)]
pub struct Scored {
    /// What was asked.
    pub job: Arc<ScoreJob>,
    /// What is there so far.
    pub scores: MatchScores,
    /// Whether it goes on.
    pub is_going: bool,
    /// Why it has ended too early.
    pub failed: Option<String>,
}

impl MatchGuesses {
    /// The same for the match as it is now: nothing where a ply is another one.
    #[must_use]
    pub fn changed(self, now: &Match) -> Self {
        let is_same = |job: &Arc<ScoreJob>| job.played.has_same_plies(now);
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}

impl State {
    /// Looks up what was kept of the match that is open, once.
    pub(in crate::app) fn look_up_scores(&mut self) -> Option<Effect> {
        let looks = self.guesses() && self.settings.keep_mb > 0;
        let waits = self.shown_match()?.guesses.job.is_none();
        if looks && waits { self.score(false) } else { None }
    }

    /// Has the engine search every moment that is left of the match that is open.
    pub(in crate::app) fn analyse_match(&mut self) -> Vec<Effect> {
        self.score(true).into_iter().collect()
    }

    fn score(&mut self, asks: bool) -> Option<Effect> {
        let mut setup = self.engine_setup();
        setup.lines = 1;
        let job = Arc::new(ScoreJob {
            path: self.settings.engine_setup.path.clone(),
            setup,
            nodes: NODES,
            played: self.match_document()?.played().clone(),
            done: self.shown_match()?.guesses.scores.clone(),
            keeps: self.settings.keep_mb > 0,
            asks,
        });
        let guesses = &mut self.match_mut()?.guesses;
        guesses.job = Some(Arc::clone(&job));
        guesses.is_going = asks;
        guesses.failed = None;
        Some(Effect::Engine(EngineTask::Score(job)))
    }

    /// Stops it; what is there stays, and it can go on from there.
    pub(in crate::app) fn stop_analysis(&mut self) {
        if let Some(shown) = self.match_mut() {
            shown.guesses.is_going = false;
        }
    }

    /// Whether the match that is open is searched.
    #[must_use]
    pub fn is_scoring(&self) -> bool {
        self.shown_match().is_some_and(|shown| shown.guesses.is_going)
    }

    pub(super) fn take_scores(&mut self, scored: Scored) {
        let Some(shown) = self.match_mut() else {
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
            .map(|judged| JudgedRow::of(judged, document))
            .collect();
        guesses.scores = scored.scores;
        guesses.is_going = scored.is_going && was_going;
        guesses.failed = scored.failed;
    }

    /// A fault has stopped the job.
    pub(in crate::app) fn scoring_failed(&mut self) {
        self.stop_analysis();
    }
}
