//! Exact analysis of a variation: a separate job analyses the current position.

use super::{AnalysedPosition, job::LIMITS};
use crate::{
    analysis::tactics::Solver,
    app::{Analysis, Cx, Effect, JobKind, MatchState},
    rules::Position,
};

/// A position of a variation, with its tactics once analysed.
#[derive(Clone, Debug)]
pub(super) struct VariationMoment {
    position: Position,
    /// Whether a panic has stopped the analysis.
    pub(super) is_stopped: bool,
    pub(super) analysed: Option<Box<AnalysedPosition>>,
}

/// Returns the analysis of the current point of the match or variation, once it is complete.
pub(super) fn visible_position(open_match: &MatchState) -> Option<&AnalysedPosition> {
    if open_match.moment_view.attempt.variation.is_some() {
        open_match.analysis.variation_moment.as_ref()?.analysed.as_deref()
    } else {
        open_match.analysis.at(open_match.moment_view.playhead.moment())
    }
}

pub fn analyse_position(position: &Position) -> Box<AnalysedPosition> {
    let mut solver = Solver::new(LIMITS);
    let tactics = solver.both(position);
    Box::new(AnalysedPosition::of(&mut solver, tactics, || position.clone()))
}

/// Starts the analysis of the current position of the variation, unless that analysis was started before. Outside
/// variations, and with tactics switched off, cancels and drops the analysis instead.
pub(in crate::app) fn analyse_variation(cx: &mut Cx<'_>) {
    let Some(open_match) = cx.match_state() else { return };
    let is_possible = cx.settings.tactics && !open_match.has_unreadable_start();
    if !is_possible || open_match.moment_view.attempt.variation.is_none() {
        let is_running = open_match.analysis.is_analysing_position();
        cx.in_analysis(|analysis| analysis.variation_moment = None);
        if is_running {
            cx.cancel([JobKind::AnalysePosition]);
        }
        return;
    }
    let position = open_match.position();
    let variation_moment = open_match.analysis.variation_moment.as_ref();
    if variation_moment.is_some_and(|variation_moment| variation_moment.position == position) {
        return;
    }
    let variation_moment =
        VariationMoment { position: position.clone(), is_stopped: false, analysed: None };
    cx.in_analysis(|analysis| analysis.variation_moment = Some(Box::new(variation_moment)));
    cx.run(Effect::AnalysePosition(Box::new(position)));
}

/// Stops waiting for the analysis of the position, after a panic in its job.
pub(in crate::app) fn stop_position(cx: &mut Cx<'_>) {
    cx.in_analysis(|analysis| {
        if let Some(variation_moment) = &mut analysis.variation_moment {
            variation_moment.is_stopped = true;
        }
    });
}

impl Analysis {
    /// Returns whether a position of a variation is being analysed.
    pub(in crate::app) fn is_analysing_position(&self) -> bool {
        self.variation_moment.as_ref().is_some_and(|it| it.analysed.is_none() && !it.is_stopped)
    }
}
