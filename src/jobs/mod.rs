//! Background jobs: everything that takes time or does I/O.
//!
//! Each frame passes every [`Effect`](crate::app::Effect) of the state to [`Jobs`] and polls for the resulting actions.
//! The table in `table.rs` has one row for each job: kind, title, thread, shutdown rule, result type, and the work. A
//! lane is a thread shared by jobs that run in order. [`Runner`] starts and cancels jobs, drops the results of a
//! cancelled job, and reports a panic as a result. A job sends actions of its feature to its [`JobContext`], any number
//! of times: progress, partial results, and results. [`Job`] has an example.
//!
//! Limits: a job cannot be interrupted between two checks of its [`Cancel`] flag. This module does not depend on the
//! window, which supplies a wake-up callback and its [`Dialogs`].
#![expect(
    clippy::disallowed_methods,
    reason = "threads are started here, and the clock paces what jobs report"
)]

mod analyse;
mod cancel;
mod desktop;
mod dialog;
mod download;
mod engine;
mod export;
mod kriegspiel;
#[cfg(target_arch = "wasm32")]
mod only_thread;
mod pace;
mod picture;
mod puzzle_search;
mod read;
mod record;
mod recovery;
mod run;
mod runner;
mod save;
mod search;
mod sound;
mod table;

pub use cancel::Cancel;
pub use desktop::Desktop;
pub use dialog::{DialogResult, Dialogs, FileChoice, FileDialog};
#[cfg(target_arch = "wasm32")]
pub use only_thread::{run_next_job, schedule_with};
pub use pace::Pace;
pub use run::{Jobs, Services};
pub use runner::{Job, JobContext, JobId, Runner, ShutdownRule};
