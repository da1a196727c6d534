//! [`AnalysisAction`] and what comes of it.

use super::{Analysis, BoardHint, Judged, MatchReport, board_hints};
use crate::{
    analysis::tactics::BoardTactics,
    app::State,
    rules::{ByBoard, BySeat},
};

/// What the work in the background answers.
#[derive(Debug)]
pub enum AnalysisAction {
    /// Some more moments of the match have been judged.
    Judged(Vec<Judged>),
    /// All have been, and this is the report.
    Reported(Box<MatchReport>),
    /// The position of the variation that is shown has been judged.
    PositionJudged(Box<ByBoard<BoardTactics>>),
}

impl Analysis {
    /// Takes what the work in the background answers.
    pub(in crate::app) fn update(&mut self, action: AnalysisAction) {
        match action {
            AnalysisAction::Judged(judged) => self.judge(judged),
            AnalysisAction::Reported(report) => self.finish(report),
            AnalysisAction::PositionJudged(tactics) => {
                if let Some(tried) = &mut self.tried {
                    tried.judge(tactics);
                }
            }
        }
    }
}

impl State {
    /// What stands beside both boards, at the moment or in the variation that is shown.
    #[must_use]
    pub fn board_hints(&self) -> ByBoard<Option<BoardHint>> {
        let hints = || {
            let shown = self.shown_match().filter(|_| !self.tactics_hidden())?;
            let tactics = if shown.shown.attempt.variation.is_some() {
                shown.analysis.tried.as_ref()?.tactics()?
            } else {
                shown.analysis.at(shown.shown.playhead.moment())?
            };
            let position = shown.position();
            let names = BySeat::from_fn(|seat| shown.header.seats[seat].name.as_str());
            Some(board_hints(&position, tactics, &names))
        };
        hints().unwrap_or_default()
    }

    /// The report of the match that is shown, where it may be told.
    #[must_use]
    pub fn told_report(&self) -> Option<&MatchReport> {
        let shown = self.shown_match().filter(|_| !self.tactics_hidden())?;
        shown.analysis.report()
    }

    /// Whether nothing may tell what is exact about the match: its tactics are switched off, or an exercise asks for
    /// them.
    #[must_use]
    pub const fn tactics_hidden(&self) -> bool {
        !self.settings.tactics || self.exercise().is_some()
    }
}
