//! The window. This is the only folder that uses egui.
//!
//! Panels read the application state and send actions. [`App`] passes the actions to `app::State::update`, and the
//! resulting effects to `jobs`.
#![allow(
    clippy::disallowed_methods,
    reason = "the clock that measures how long system dialogs stay open is here"
)]

mod analysis;
mod app;
mod art;
#[cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "in a browser, clipboard failures are not logged")
)]
mod clipboard;
mod engine;
mod figurines;
mod frame_clock;
mod importing;
mod input_order;
mod issues;
mod keyboard;
mod keys;
mod kriegspiel;
#[cfg(not(target_arch = "wasm32"))]
mod libraries;
mod library;
mod moves;
mod new_match;
mod notes;
mod notice_timer;
mod outbox;
mod page_preview;
mod palette;
mod pictures;
mod playback;
mod puzzles;
mod regions;
#[cfg_attr(target_arch = "wasm32", path = "web.rs")]
mod run;
mod saving;
mod search;
mod settings;
mod shell;
mod sizes;
mod symbols;
mod system_dialogs;
mod tags;
mod theme;
mod widgets;

pub use app::{App, Launch};
pub use run::run;
#[cfg(not(target_arch = "wasm32"))]
pub use run::{FIRST_WINDOW, MIN_WINDOW, RunError};
