//! The dialog that exports a picture.

mod dialog;

pub use dialog::picture_ui;
