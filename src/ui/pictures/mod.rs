//! The export dialog.

mod clipboard;
mod dialog;

pub use clipboard::clipboard_image;
pub use dialog::{picture_top, picture_ui};
