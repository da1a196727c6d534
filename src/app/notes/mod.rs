//! What is typed at a ply, and how it becomes a change of the record.

mod action;
mod editing;

pub use action::NotesAction;
pub use editing::{Draft, Field, FieldText, GLYPHS};
