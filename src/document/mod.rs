//! A match that is open: its bytes, what they say, what was played and when; and how they are changed.
//!
//! The record's bytes are the document. A change is an [`EditSet`](crate::file::EditSet) on them, and
//! everything else is derived again; nothing prints a record from a model.

mod bgn;
mod blank;
mod change;
mod changes;
mod header;
mod line;
mod notes;
mod open;
mod outcome;
mod place;
mod plies;
mod position;
mod score;
mod tags;

pub use bgn::BgnWriter;
pub use blank::new_match;
pub use change::{ChangeError, DocumentEdit};
pub use changes::{Change, Changes};
pub use header::{Header, SeatHeader};
pub use line::{Line, LinePly};
pub use open::Document;
pub use plies::{Alternative, alternatives};
pub use position::{source_of_position, source_of_position_as};
pub use score::{MoveCell, MoveList, MoveRow};
