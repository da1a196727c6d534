//! A match that is open: its bytes, what they say, what was played and when; and how they are changed.
//!
//! The record's bytes are the document. A change is an [`EditSet`](crate::file::EditSet) on them, and
//! everything else is derived again; nothing prints a record from a model.

mod change;
mod header;
mod open;
mod position;
mod score;

pub use change::{ChangeError, DocumentEdit};
pub use header::{Header, SeatHeader};
pub use open::Document;
pub use position::source_of_position;
pub use score::{MoveCell, MoveList, MoveRow};
