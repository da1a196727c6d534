//! Exact analysis of the open match, without an engine: mates and joint wins (wins that use both boards), the missing
//! pieces that would make a mate possible, the report, and the flow of pieces between the boards.

mod action;
mod board_hint;
mod job;
mod match_analysis;
mod piece_flow;
mod report_notes;
mod report_rows;
mod variation_moment;

pub(in crate::app) use action::update_analysis;
pub use action::{AnalysisAction, finished_report, visible_hints};
pub use board_hint::{BoardHint, board_hints};
pub use job::AnalysisJob;
pub(in crate::app) use job::{analyse, stop};
pub use match_analysis::{AnalysedMoment, AnalysedPosition, Analysis, MatchReport, WinMark};
pub use piece_flow::{PieceFlow, dropped_onto, piece_flow, reserve_text};
pub use report_notes::ReportForm;
pub(in crate::app) use report_notes::{
    add_visible_lines, can_add_line, can_write_report, write_report,
};
pub use report_rows::{
    EvaluationReport, ReportRow, ReportRows, ReportState, SeatReportRows, evaluation_report,
    report_seat, report_state,
};
pub use variation_moment::analyse_position;
pub(in crate::app) use variation_moment::{analyse_variation, stop_position};
