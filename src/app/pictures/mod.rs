//! Export of pictures, animations and pages.

mod action;
mod look;
mod picture;

pub use action::PictureAction;
pub(in crate::app) use action::update_pictures;
pub use look::{board_theme, page_preview, sheet_size};
pub use picture::{
    ANIMATION_SPEEDS, DrawOutcome, ExportResult, GamePicture, MAX_PRINTED_MATCHES, PICTURE_WIDTHS,
    PictureChoice, PictureJob, listed_matches, moment_range, picture, whole_game,
};
pub(in crate::app) use picture::{cancel_closed, copy_picture, open_export_dialog};
