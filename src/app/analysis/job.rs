//! [`AnalysisJob`]: the work in the background, when it begins and when it is stopped.

use super::MatchReport;
use crate::{
    analysis::{
        report::MatchTactics,
        tactics::{BoardTactics, Limits},
    },
    app::{Cx, Effect, Session},
    replay::Match,
    rules::ByBoard,
    timeline::{Moment, Timeline},
};
use std::{ops::ControlFlow, sync::Arc};

/// How many positions a question may look at: a tenth of what the command line allows, as a job that is cancelled ends
/// with the moment that it is at. Every moment of 31 real matches is judged as it is with more.
const NODES: u32 = 200_000;

/// How far the window searches.
pub(super) const LIMITS: Limits = Limits { moves: 3, deliver: 3, nodes: NODES };

/// A match to be judged.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisJob {
    /// The match.
    pub played: Match,
    /// Its times.
    pub timeline: Timeline,
    /// The moment that is shown, which is judged first.
    pub from: Moment,
}

impl AnalysisJob {
    /// The tactics of the match. `each` is told of every moment as it is judged, and may break it off; `None` then.
    #[must_use]
    pub fn run(
        &self,
        each: impl FnMut(Moment, &ByBoard<BoardTactics>) -> ControlFlow<()>,
    ) -> Option<MatchTactics> {
        MatchTactics::nearest_first(&self.played, LIMITS, self.from, each)
    }

    /// The report of the match, whose tactics are `tactics`.
    #[must_use]
    pub fn report(&self, tactics: &MatchTactics) -> MatchReport {
        MatchReport::of(&self.played, &self.timeline, tactics)
    }

    /// Whether `other` judges the same plies at the same times.
    pub(super) fn is_about(&self, played: &Match, timeline: &Timeline) -> bool {
        self.played.has_same_plies(played) && self.timeline == *timeline
    }
}

/// Begins to judge the match that is shown, where that is wanted and has not begun. What is in the background for
/// another match is replaced by it.
pub(in crate::app) fn analyse(cx: &mut Cx<'_>) {
    let is_on = cx.settings.tactics;
    let Some(shown) = cx.match_mut() else { return };
    if !is_on {
        shown.analysis.forget();
        return;
    }
    if !shown.analysis.waits() {
        return;
    }
    let job = Arc::new(AnalysisJob {
        played: shown.document.played().clone(),
        timeline: shown.document.timeline().clone(),
        from: shown.shown.playhead.moment(),
    });
    shown.analysis.begin(Arc::clone(&job));
    cx.run(Effect::Analyse(job));
}

/// Whether a match is judged in the background.
pub(in crate::app) fn awaits_analysis(session: &Session) -> bool {
    let shown = session.shown_match();
    shown.is_some_and(|shown| shown.analysis.is_going())
}

/// A fault has stopped the job.
pub(in crate::app) fn analysis_failed(cx: &mut Cx<'_>) {
    if let Some(shown) = cx.match_mut() {
        shown.analysis.stop();
    }
}
