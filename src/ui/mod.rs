//! The window. The only folder that names egui, reads a clock and starts a thread.
//!
//! A panel is given what it shows and gives back what was asked for; [`App`] hands that to
//! `app::State::update` and the effects to the worker.
#![expect(
    clippy::disallowed_methods,
    reason = "the worker's thread and the clock that measures the file dialog are here"
)]

mod app;
mod art;
mod asking;
mod exporting;
mod figurines;
mod input_order;
mod keeper;
mod keys;
mod panels;
mod passing;
mod pictures;
mod reading;
mod run;
mod saving;
mod sizes;
mod sounds;
mod theme;
mod thinker;
mod widgets;
mod worker;

pub use app::{App, Launch};
pub use run::{RunError, run};
