//! Pictures and pages that a person exports.

mod action;
mod look;
mod picture;

pub use action::PictureAction;
pub use look::board_theme;
pub use picture::{DrawOutcome, Drawn, PICTURE_WIDTHS, PictureChoice, PictureJob, PrintJob};
