//! A match that is open: its bytes, what they say, what was played and when.

mod open;

pub use open::Document;
