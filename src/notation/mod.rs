//! Text to syntax and back, never judging chess.
//!
//! [`Record`] is what a BPGN record says and where; [`Issue`] is what stands against it. Whether its moves
//! can be played is asked in `replay`.

mod issue;
mod problem;
mod record;

pub use issue::{Issue, Severity};
pub use problem::Problem;
pub use record::{Clock, Ending, GameResult, Note, NoteKind, PlyText, Record, Tag};
