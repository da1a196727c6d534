//! What is exact about the match that is open: mates that were there, pieces that would mate, the report, and the flow
//! of the pieces between the boards. Rows and sentences, without a window.

mod action;
mod board_hint;
mod job;
mod judged;
mod kept;
mod piece_flow;
mod report_rows;
mod tried;

pub use action::AnalysisAction;
pub use board_hint::{BoardHint, board_hints};
pub use job::AnalysisJob;
pub use judged::{Analysis, Judged, MatchReport, MateMark};
pub use kept::KeepAs;
pub use piece_flow::{PieceFlow, reserve_words};
pub use report_rows::{GuessReport, ReportRow, ReportState, SeatReportRows};
pub use tried::judged_position;
