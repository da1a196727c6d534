//! What is asked of the matches of an archive: where a position, a drop, a mate or a sit occurs.
//!
//! All of it replays the records by the rules, on all cores, a piece of the file at a time; nothing that is asked here is
//! kept beside the file.

mod parse;
mod pattern;
mod question;
mod reach;
mod run;
mod walk;

pub use parse::QuestionError;
pub use pattern::BoardPattern;
pub use question::{Drop, Question, Wanted};
pub use run::{Hit, search};
pub use walk::{Selection, WalkError, Walked};
