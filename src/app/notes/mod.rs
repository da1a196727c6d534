//! What is typed at a ply, and how it becomes a change of the record.

mod action;
mod change;
mod draft;
mod field;
mod undo;

pub use action::NotesAction;
pub use draft::Draft;
pub use field::{Field, FieldText, GLYPHS};
