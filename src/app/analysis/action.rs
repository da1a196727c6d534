//! [`AnalysisAction`] and what comes of it.

use super::{Analysis, BoardHint, Judged, MatchReport, board_hints};
use crate::{
    analysis::tactics::BoardTactics,
    app::Session,
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

/// What stands beside both boards, at the moment or in the variation that is shown.
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

/// The report of the match that is shown, where it may be told.
#[must_use]
pub fn told_report(session: &Session) -> Option<&MatchReport> {
    let shown = session.shown_match().filter(|_| !tactics_hidden(session))?;
    shown.analysis.report()
}

/// Whether nothing may tell what is exact about the match: its tactics are switched off, or an exercise asks for
/// them.
#[must_use]
pub const fn tactics_hidden(session: &Session) -> bool {
    !session.settings.tactics || session.exercise().is_some()
}
