//! The window. The only folder that names egui, reads a clock and starts a thread.
//!
//! A panel is given what it shows and gives back what was asked for; [`App`] hands that to
//! `app::State::update` and the effects to the worker.
#![expect(
    clippy::disallowed_methods,
    reason = "threads, the clock that measures a file dialog, and the desktop are here"
)]

mod app;
mod art;
mod asking;
mod desktop;
mod exporting;
mod figurines;
mod input_order;
mod issues;
mod keeper;
mod keys;
mod kriegspiel;
mod library;
mod moves;
mod notes;
mod palette;
mod passing;
#[path = "pictures.rs"]
mod picture_work;
#[path = "pictures/mod.rs"]
mod pictures;
mod playback;
mod reading;
mod run;
#[path = "saving.rs"]
mod save_work;
#[path = "saving/mod.rs"]
mod saving;
mod search;
mod settings;
mod shell;
mod sizes;
mod sounds;
mod tags;
mod theme;
mod thinker;
mod widgets;
mod worker;

pub use app::{App, Launch};
pub use desktop::Desktop;
pub use run::{RunError, run};
