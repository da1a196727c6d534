//! Pictures and pages that a person exports.

mod look;
mod picture;

pub use look::board_theme;
pub use picture::{DrawOutcome, Drawn, PICTURE_WIDTHS, PictureChoice, PictureJob, PrintJob};
