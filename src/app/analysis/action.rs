//! [`AnalysisAction`] and what comes of it.

use super::{Judged, MatchReport};
use crate::app::{Effect, State};

/// What the work in the background answers, and what a person does with it.
#[derive(Debug)]
pub enum AnalysisAction {
    /// Some more moments of the match have been judged.
    Judged(Vec<Judged>),
    /// All have been, and this is the report.
    Reported(Box<MatchReport>),
}

impl State {
    pub(in crate::app) fn update_analysis(&mut self, action: AnalysisAction) -> Vec<Effect> {
        let Some(shown) = self.match_mut() else {
            return Vec::new();
        };
        match action {
            AnalysisAction::Judged(judged) => shown.analysis.judge(judged),
            AnalysisAction::Reported(report) => shown.analysis.finish(report),
        }
        Vec::new()
    }

    /// Whether nothing may tell what is exact about the match: its tactics are switched off, or an exercise asks for
    /// them.
    #[must_use]
    pub const fn tactics_hidden(&self) -> bool {
        !self.settings.tactics || self.shell.asks_exercise
    }
}
