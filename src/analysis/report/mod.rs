//! The findings of a match in words, and the lines that carry out a win.

mod line;
mod mating;
mod missed;
mod moment;
mod phrases;
mod words;

pub use line::{Line, winning_lines};
pub(in crate::analysis) use line::{joint_line, mate_line};
pub(in crate::analysis) use mating::replies;
pub use mating::{MatingVerdict, Reply, judge_mating_move};
pub use missed::{FirstMove, Missed, MistakeKind, Phase, Tally};
pub use moment::{joint_words, moment_words, sitting_words};
pub(in crate::analysis) use phrases::format_moves;
pub use phrases::{one_more, or};
pub use words::{ReportWriter, Sentence, Subject};
