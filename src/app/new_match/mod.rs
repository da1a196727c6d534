//! The new-match dialog: names, time control and starting position.

mod sheet;

pub use sheet::{NewMatch, Start};
pub(in crate::app) use sheet::{begin_match, begin_recording, open_new_match_dialog};
