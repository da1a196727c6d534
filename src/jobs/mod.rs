//! Background jobs: everything that takes time or does I/O.
//!
//! Each frame passes every [`Effect`](crate::app::Effect) of the state to [`Jobs`] and polls for the resulting
//! actions. A job has a named thread, a [`JobId`] and a [`Cancel`] flag, and may report progress any number of times.
//! Results of a cancelled job are dropped here, so the state needs no bookkeeping. This module does not depend on the
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
mod kind;
mod kriegspiel;
#[cfg(target_arch = "wasm32")]
mod only_thread;
mod pace;
mod picture;
mod pose;
mod read;
mod record;
mod recovery;
mod run;
mod runner;
mod save;
mod search;
mod sound;

pub use cancel::Cancel;
pub use desktop::Desktop;
pub use dialog::{DialogResult, Dialogs, FileChoice, FileDialog};
#[cfg(target_arch = "wasm32")]
pub use only_thread::{run_next_job, schedule_with};
pub use pace::Pace;
pub use run::{Jobs, Services};
pub use runner::{JobContext, JobId, Kind, Row, Runner, ShutdownRule, Thread};
