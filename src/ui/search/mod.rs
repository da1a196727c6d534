//! The Search panel, with openings and players.

mod asking;
mod form;
mod moments;
mod portrait;

pub use asking::asking_ui;
