//! Pictures and pages that a person exports.

mod action;
mod look;
mod picture;

pub use action::PictureAction;
pub use look::{board_theme, sheet_size};
pub use picture::{
    ANIMATION_SPEEDS, DrawOutcome, Drawn, GamePicture, PICTURE_WIDTHS, PictureChoice, PictureJob,
};
