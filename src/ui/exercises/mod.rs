//! An exercise in place of the match: the question, the boards and the feedback on an answer.
//!
//! Nothing of the match is shown, as it could reveal the solution.

mod boards;
mod question;

pub use question::exercise_ui;
