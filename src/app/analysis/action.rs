//! The actions of exact analysis ([`AnalysisAction`]), and its results as the window shows them.

use super::{
    AnalysedMoment, AnalysedPosition, Analysis, BoardHint, MatchReport, board_hints,
    report_notes::{add_line, add_visible_lines, can_add_line},
    report_rows::show_report_of,
    variation_moment::visible_position,
};
use crate::{
    analysis::ledger::Ledger,
    app::{Cx, Session},
    rules::{BoardId, ByBoard, BySeat, Seat},
    timeline::Moment,
};

/// A result of an analysis job, or a request to add a winning line to the record.
#[derive(Debug)]
pub enum AnalysisAction {
    /// Some moments of the match were analysed.
    AnalysedMoment(Vec<AnalysedMoment>),
    /// All moments of the match were analysed; holds the ledger.
    Reported(Box<Ledger>),
    /// The current position of the variation was analysed.
    PositionAnalysed(Box<AnalysedPosition>),
    /// Start the analysis again that a panic has stopped.
    Restart,
    /// Add a variation to the record: the winning line of this seat at this moment.
    AddLine(Seat, Moment),
    /// Add a variation to the record: the winning line on this board at the current point of the match or variation.
    AddShownLine(BoardId),
    /// Limit the report to the player of this name, or show all players.
    ReportOf(Option<String>),
}

pub(in crate::app) fn update_analysis(cx: &mut Cx<'_>, action: AnalysisAction) {
    match action {
        AnalysisAction::AddLine(seat, moment) => add_line(cx, seat, moment),
        AnalysisAction::AddShownLine(board) => add_visible_lines(cx, &[board]),
        AnalysisAction::ReportOf(name) => show_report_of(cx, name),
        AnalysisAction::Restart => cx.in_analysis(Analysis::forget_stopped),
        AnalysisAction::AnalysedMoment(analysed) => {
            cx.in_analysis(|analysis| analysis.apply_result(analysed));
        }
        AnalysisAction::Reported(ledger) => {
            let Some(document) = cx.match_document() else { return };
            let report = MatchReport::of(document, *ledger);
            cx.in_analysis(|analysis| analysis.report = Some(Box::new(report)));
        }
        AnalysisAction::PositionAnalysed(analysed) => cx.in_analysis(|analysis| {
            if let Some(variation_moment) = &mut analysis.variation_moment {
                variation_moment.analysed = Some(analysed);
            }
        }),
    }
}

/// Returns the hints beside both boards at the current point of the match or variation; `None` for a board without a
/// hint.
pub fn visible_hints(session: &Session) -> ByBoard<Option<BoardHint>> {
    let hints = || {
        if session.hides_tactics() {
            return None;
        }
        let open_match = session.match_state()?;
        let tactics = &visible_position(open_match)?.tactics;
        let position = open_match.position();
        if open_match.is_over(&position) {
            return None;
        }
        let names = BySeat::from_fn(|seat| open_match.header.seats[seat].name.as_str());
        let mut hints = board_hints(&position, tactics, &names);
        for board in BoardId::ALL {
            if let Some(hint) = &mut hints[board] {
                hint.has_line = can_add_line(session, &[board]);
            }
        }
        Some(hints)
    };
    hints().unwrap_or_default()
}

/// Returns the report of the current match. Returns `None` while the report is incomplete, and while tactics or the end
/// of the match are hidden.
pub fn finished_report(session: &Session) -> Option<&MatchReport> {
    if session.hides_tactics() || session.hides_end() {
        return None;
    }
    session.match_state()?.analysis.report.as_deref()
}
