//! Exercises: positions to solve, on the boards in place of the open match.
//!
//! The open match stays unchanged: an exercise has its own boards, and nothing else of the match is shown meanwhile
//! ([`Session::exercise`]).
//!
//! [`Session::exercise`]: crate::app::Session::exercise

mod action;
mod gather;
mod round;
mod solving;
mod words;

pub use action::ExerciseAction;
pub(in crate::app) use action::{
    exercise_answer, exercise_hint, exercises_of_list, exercises_of_match, keep_exercise,
    step_exercise, step_out_of_exercise, update_exercises,
};
pub use gather::{Gathered, PoseJob, Posed};
pub use round::{Exercises, Outcome, Round};
pub use solving::{ExerciseStage, Solving};
