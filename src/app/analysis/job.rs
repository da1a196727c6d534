//! [`AnalysisJob`]: the analysis of a match in the background.

use super::{AnalysedMoment, AnalysedPosition, Analysis};
use crate::{
    analysis::{
        ledger::{Ledger, MatchTactics},
        tactics::{Limits, Solver},
    },
    app::{Cx, Effect, JobKind},
    replay::Match,
    timeline::{Moment, Timeline},
};
use std::{ops::ControlFlow, sync::Arc};

/// The node limit per query: a tenth of the command line's limit, so that a cancelled job ends soon. In 31 real matches
/// the lower limit changed no result.
const NODES: u32 = 200_000;

/// The window's search limits.
pub(super) const LIMITS: Limits = Limits { moves: 3, deliver: 3, nodes: NODES };

#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisJob {
    pub played: Match,
    pub timeline: Timeline,
    /// The current moment, which is analysed first.
    pub from: Moment,
}

impl AnalysisJob {
    /// Computes the tactics of the match. Passes each analysed moment to `on_moment`. Returns `None` if `on_moment`
    /// cancels the job.
    pub fn run(
        &self,
        mut on_moment: impl FnMut(AnalysedMoment) -> ControlFlow<()>,
    ) -> Option<MatchTactics> {
        // The solver of the tactics remembers its last results, which a search for lines would replace.
        let (mut solver, mut line_solver) = (Solver::new(LIMITS), Solver::new(LIMITS));
        MatchTactics::by(&mut solver, &self.played, self.from, |moment, tactics| {
            let position = || self.played.position_after(moment);
            let analysed = AnalysedPosition::of(&mut line_solver, tactics.clone(), position);
            on_moment(AnalysedMoment { moment, position: Box::new(analysed) })
        })
    }

    pub fn ledger(&self, tactics: &MatchTactics) -> Ledger {
        Ledger::of(&self.played, &self.timeline, tactics, &mut Solver::new(LIMITS))
    }

    /// Returns whether the job analyses the plies of `played` with the times of `timeline`.
    pub(super) fn is_about(&self, played: &Match, timeline: &Timeline) -> bool {
        self.played.has_same_plies(played) && self.timeline == *timeline
    }
}

/// Stops waiting for the analysis of the match, after a panic in its job.
pub(in crate::app) fn stop(cx: &mut Cx<'_>) {
    cx.in_analysis(|analysis| analysis.is_stopped = true);
}

/// Starts the analysis of the current match, unless that analysis was started before. A running analysis of another
/// match is replaced (see [`Cx::run`]). If tactics are switched off, cancels and resets the analysis instead.
pub(in crate::app) fn analyse(cx: &mut Cx<'_>) {
    let Some(open_match) = cx.match_state() else { return };
    if !cx.settings.tactics || open_match.has_unreadable_start() {
        let is_running = open_match.analysis.is_running();
        if open_match.analysis.job.is_some() {
            cx.in_analysis(|analysis| *analysis = Analysis::default());
        }
        if is_running {
            cx.cancel([JobKind::Analyse]);
        }
        return;
    }
    if open_match.analysis.job.is_some() {
        return;
    }
    let job = Arc::new(AnalysisJob {
        played: open_match.document.played().clone(),
        timeline: open_match.document.timeline().clone(),
        from: open_match.moment_view.playhead.moment(),
    });
    cx.in_analysis(|analysis| analysis.begin(Arc::clone(&job)));
    cx.run(Effect::Analyse(job));
}
