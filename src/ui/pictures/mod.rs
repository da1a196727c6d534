//! The dialog that exports a picture.

mod clipboard;
mod dialog;

pub use clipboard::clipboard_image;
pub use dialog::{picture_top, picture_ui};
