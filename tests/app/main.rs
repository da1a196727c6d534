//! How the window behaves: driven by keys and by the names that a screen reader would say.

mod boards;
mod moves;
mod open;
mod panels;
mod playing;
