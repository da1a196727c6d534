//! A match as BGN and back.
//!
//! What is written as BGN reads back to the same match: the same tags, plies, clocks, lag and notes. BGN is
//! read by writing it as BPGN, which all the rest of the program understands; there members that are not
//! known have no place.

mod lines;
mod numbers;
mod read;
mod write;

pub use lines::{BgnError, bpgn_of_lines, is_bgn_name};
pub use write::bgn_of;

/// The source that annotations of a file are said to have.
const FILE: &str = "file";
