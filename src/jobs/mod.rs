//! Background jobs: all work that takes time or does I/O.
//!
//! In each frame, the window passes every [`Effect`](crate::app::Effect) of the state to [`Jobs`], then polls [`Jobs`]
//! for actions. Each job is a `Task` in a file of its own: title, lane, and the work. A [`Lane`] is
//! the thread of a job, with its rules for earlier jobs and for the closing window. [`Runner`] starts and cancels jobs,
//! drops the results of cancelled ones, and turns a panic into a result. A job sends progress and results as actions
//! through its [`JobContext`]. [`Job`] has an example.
//!
//! Limits: a job stops only where it checks its [`Cancel`] flag. This module does not depend on the window, which
//! supplies a wake-up callback and its [`Dialogs`].
#![expect(
    clippy::disallowed_methods,
    reason = "threads are started here, and the clock paces what jobs report"
)]

mod analyse;
mod cancel;
mod desktop;
mod dialog;
mod download;
mod endings;
mod engine;
mod export;
mod file_check;
mod kriegspiel;
mod lane;
mod list;
#[cfg(target_arch = "wasm32")]
mod only_thread;
mod pace;
mod picture;
mod puzzle_search;
mod read;
mod record;
mod recover;
mod recovery;
mod review;
mod run;
mod runner;
mod save;
mod score;
mod search;
mod sound;
mod stored;
mod system;
mod task;
mod version;

pub use cancel::Cancel;
pub use desktop::Desktop;
pub use dialog::{DialogResult, Dialogs, FileChoice, FileDialog};
pub use lane::{Lane, ShutdownRule};
#[cfg(target_arch = "wasm32")]
pub use only_thread::{run_next_job, schedule_with};
pub use pace::Pace;
pub use run::{Jobs, Services};
pub use runner::{Job, JobContext, JobId, Runner};
