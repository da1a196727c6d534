//! [`AnalysisAction`].

use super::{AnalysedMoment, Analysis, BoardHint, MatchReport, board_hints};
use crate::{
    analysis::tactics::BoardTactics,
    app::Session,
    rules::{ByBoard, BySeat},
};

/// A report of an analysis job.
#[derive(Debug)]
pub enum AnalysisAction {
    /// Some moments of the match were analysed.
    AnalysedMoment(Vec<AnalysedMoment>),
    /// All moments were analysed, with this report.
    Reported(Box<MatchReport>),
    /// The current position of the variation was analysed.
    PositionJudged(Box<ByBoard<BoardTactics>>),
}

impl Analysis {
    /// Applies a report of an analysis job.
    pub(in crate::app) fn update(&mut self, action: AnalysisAction) {
        match action {
            AnalysisAction::AnalysedMoment(judged) => self.judge(judged),
            AnalysisAction::Reported(report) => self.finish(report),
            AnalysisAction::PositionJudged(tactics) => {
                if let Some(tried) = &mut self.tried {
                    tried.judge(tactics);
                }
            }
        }
    }
}

/// Returns the hints beside both boards, at the current moment or in the variation.
#[must_use]
pub fn shown_hints(session: &Session) -> ByBoard<Option<BoardHint>> {
    let hints = || {
        let shown = session.shown_match().filter(|_| !tactics_hidden(session))?;
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

/// Returns the report of the current match if it may be shown.
#[must_use]
pub fn told_report(session: &Session) -> Option<&MatchReport> {
    let shown = session.shown_match().filter(|_| !tactics_hidden(session))?;
    shown.analysis.report()
}

/// Returns whether exact analysis is hidden: tactics are off, or an exercise is unsolved.
#[must_use]
pub const fn tactics_hidden(session: &Session) -> bool {
    !session.settings.tactics || session.exercise().is_some()
}
