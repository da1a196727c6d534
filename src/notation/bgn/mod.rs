//! BGN: JSON, one match per line.
//!
//! BGN is read by converting it to BPGN, the format that the rest of the program understands. BPGN has no place for
//! unknown members; they are copied from the file when its matches are written as BGN again. [`replay`](crate::replay)
//! writes BGN, which reads back as the same match: the same tags, plies, clocks, lag and notes.

mod json;
mod lines;
mod offsets;
mod ply_numbers;
mod read;
mod text;
mod unknown_members;

pub(crate) use json::FILE as BGN_FILE;
pub use json::{
    Bgn, BgnBoard, BgnInfo, BgnLine, BgnMove, BgnNote, BgnPlayer, BgnPlayers, BgnTimeControl,
    Seconds,
};
pub use lines::{BgnError, BgnLines, BgnMatch, is_bgn};
pub use ply_numbers::MoveNumbers;
