//! BGN: a JSON format with one match per line.
//!
//! BGN is converted to BPGN when it is read, since the rest of the program works on BPGN. [`replay`](crate::replay)
//! writes BGN. Reading it back gives the same tags, plies, clocks, lag and notes. BPGN has no place for unknown
//! members, so they are copied from the original file when BGN is written.

mod json;
mod lines;
mod offsets;
mod read;
mod text;
mod unknown_members;

pub use json::{
    Bgn, BgnInfo, BgnLine, BgnMove, BgnNote, BgnPlayer, BgnPlayers, BgnTimeControl, Seconds,
};
pub use json::{FILE as BGN_FILE, QUALITIES as BGN_QUALITIES};
pub use lines::{BgnError, BgnLines, BgnMatch, is_bgn};
