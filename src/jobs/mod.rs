//! The one runner of everything that takes time or touches the world.
//!
//! A frame hands each [`Effect`](crate::app::Effect) of the state to [`Jobs`], and takes the actions that jobs have
//! answered with. A job has a named thread, a [`JobId`] and a [`Cancel`] flag, and may answer as often as it has progress
//! to report. What a cancelled job answers is dropped here, so that the state need not count. The window is
//! unknown here: it gives a callback that wakes it, and its [`Dialogs`].
#![expect(
    clippy::disallowed_methods,
    reason = "threads are started here, and the clock paces what jobs report"
)]

mod analyse;
mod cancel;
mod desktop;
mod dialog;
mod engine;
mod export;
mod kind;
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
mod think;

pub use cancel::Cancel;
pub use desktop::Desktop;
pub use dialog::{Chosen, Dialogs, FileChoice, FileDialog};
pub use pace::Pace;
pub use run::{Jobs, World};
pub use runner::{AtEnd, Desk, JobId, Kind, Row, Runner, Thread};
