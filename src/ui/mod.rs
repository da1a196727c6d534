//! The window. The only folder that names egui.
//!
//! A panel is given what it shows and gives back what was asked for; [`App`] hands that to
//! `app::State::update` and the effects to `jobs`.
#![expect(
    clippy::disallowed_methods,
    reason = "the clock that measures the system's dialogs is here"
)]

mod analysis;
mod app;
mod art;
mod clipboard;
mod engine;
mod exercises;
mod figurines;
mod frame_clock;
mod input_order;
mod issues;
mod keyboard;
mod keys;
mod kriegspiel;
mod libraries;
mod library;
mod moves;
mod new_match;
mod notes;
mod palette;
mod passing;
mod pictures;
mod playback;
mod regions;
mod run;
mod saving;
mod search;
mod settings;
mod shell;
mod sizes;
mod system_dialogs;
mod tags;
mod theme;
mod widgets;

pub use app::{App, Launch};
pub use run::{LEAST_WINDOW, RunError, run};
