//! Exercises: positions that ask something, played on the boards in place of the match that is open.
//!
//! What is open stays as it is: the boards of an exercise are its own, and while it is asked nothing else of the window
//! is shown ([`State::exercise`]).
//!
//! [`State::exercise`]: crate::app::State::exercise

mod action;
mod commands;
mod gather;
mod round;
mod solving;
mod words;

pub use action::ExerciseAction;
pub use gather::{Gathered, PoseJob, Posed};
pub use round::{Exercises, Outcome, Round};
pub use solving::{ExerciseStage, Solving};
