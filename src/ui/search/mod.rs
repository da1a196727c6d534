//! The Search panel, with openings and players.

mod asking;
mod portrait;

pub use asking::asking_ui;
