//! What is typed at a ply, and how it becomes a change of the record.

mod editing;

pub use editing::{Draft, Field, FieldText, GLYPHS};
