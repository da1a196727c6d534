//! Exact analysis: the hint below each board, mates on the timeline, piece flow and the report.

mod board_hint;
mod diamond;
mod flow;
mod hovered_ply;
mod mate_marks;
mod report;
mod review;

pub use board_hint::board_hint_ui;
pub use diamond::{DIAMOND, diamond, linked_diamonds};
pub use flow::{flow_arc_ui, flow_ui, trace_ui};
pub use hovered_ply::{hovered_ply, point_at};
pub use mate_marks::mate_marks_ui;
pub use report::report_ui;
