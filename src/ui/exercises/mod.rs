//! An exercise in place of the match: the question, the boards, and what is said of an answer.
//!
//! Nothing of the match behind it is shown, as that could tell the answer.

mod boards;
mod question;

pub use question::exercise_ui;
