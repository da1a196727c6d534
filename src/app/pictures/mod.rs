//! Export of pictures, animations and pages.

mod action;
mod look;
mod picture;

pub use action::PictureAction;
pub(in crate::app) use action::update_pictures;
pub use look::{board_theme, page_preview, sheet_size};
pub use picture::{
    ANIMATION_SPEEDS, DrawOutcome, ExportResult, GamePicture, PICTURE_WIDTHS, PictureChoice,
    PictureJob, moment_range, picture, whole_game,
};
pub(in crate::app) use picture::{cancel_closed, open_export_dialog};
