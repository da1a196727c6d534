//! Pictures and pages that a person exports.

mod picture;

pub use picture::{DrawOutcome, Drawn, PICTURE_WIDTHS, PictureChoice, PictureJob, PrintJob};
