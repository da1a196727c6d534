//! Exact analysis of the open match: available mates, wanted pieces, the report, and piece flow between the boards, as
//! display rows.

mod action;
mod board_hint;
mod job;
mod judged;
mod kept;
mod piece_flow;
mod report_rows;
mod variation_moment;

pub(in crate::app) use action::update_analysis;
pub use action::{AnalysisAction, shown_hints, tactics_hidden, told_report};
pub use board_hint::{BoardHint, board_hints};
pub use job::AnalysisJob;
pub(in crate::app) use job::analyse;
pub use judged::{AnalysedMoment, Analysis, JudgedPosition, MatchReport, WinMark};
pub use kept::ReportForm;
pub(in crate::app) use kept::{add_shown_lines, can_add_line, can_keep_report, keep_report};
pub use piece_flow::{PieceFlow, dropped_onto, piece_flow, reserve_words};
pub use report_rows::{
    EvaluationReport, ReportRow, ReportState, SeatReportRows, guess_report, report_state,
};
pub(in crate::app) use variation_moment::judge_variation;
pub use variation_moment::judged_position;
