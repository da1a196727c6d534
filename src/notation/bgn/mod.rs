//! BGN: JSON, one match a line.
//!
//! BGN is read by writing it as BPGN, which all the rest of the program understands; there, members that are not
//! known have no place. They are taken from the file again where its matches are written as BGN. What is written as BGN, which is done in [`replay`](crate::replay), reads back to the same
//! match: the same tags, plies, clocks, lag and notes.

mod json;
mod lines;
mod numbers;
mod places;
mod read;
mod text;
mod unknown;

pub(crate) use json::FILE as BGN_FILE;
pub use json::{
    Bgn, BgnBoard, BgnInfo, BgnLine, BgnMove, BgnNote, BgnPlayer, BgnPlayers, BgnTimeControl,
    Seconds,
};
pub use lines::{BgnError, BgnLines, BgnMatch, is_bgn};
pub use numbers::MoveNumbers;
