//! Gives the plies of both boards one order and one time.
//!
//! Match time is real time since the start of the match, in milliseconds. Clocks exclude transmission lag but match
//! time includes it, so:
//!
//! ```text
//! used(ply)  = clock of the same seat before − clock after + increment      (never below 0)
//! board(ply) = board(previous ply on this board) + used(ply) + lag(ply)
//! time(ply)  = the running maximum of board(ply) in file order
//! ```
//!
//! The order of plies in the file is authoritative. FICS charges at least 100 ms for a ply, so in a record with
//! millisecond clocks a `used` of exactly 100 ms counts as 0. If no lag is recorded and the clocks contradict the
//! order, one constant delay per ply is fitted for each board.
//!
//! ```
//! use bpgn::{notation::Record, replay::Match, timeline::Timeline};
//!
//! let text = b"[TimeControl \"180+0\"]\n[Lag \"0 200 0\"]\n\n1A. e4{180.000} 1a. e5{178.500} 1B. d4{177.000}";
//! let timeline = Timeline::of(&Match::replay(&Record::parse(text), text));
//! let times: Vec<u32> = (0..3).map(|ply| timeline.time(ply)).collect();
//! assert_eq!(times, [0, 1700, 3000]);
//! ```

mod clock_text;
mod clocks;
mod delay;
mod next_change;
mod playhead;
mod sit;
mod times;

pub use clock_text::{
    ClockPrecision, ClockText, clock_field_text, clock_text, duration_text, gap_size_text,
    gap_text, ply_clock_text,
};
pub use clocks::{Diagonal, Reading};
pub use playhead::{Playback, Playhead, PlayheadCommand, Repeat, SPEEDS};
pub use sit::Sit;
pub use times::{Basis, MatchTime, Moment, Timeline};
