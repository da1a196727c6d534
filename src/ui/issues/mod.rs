//! The Issues panel, and the text that the issues are about.

mod list;
mod text;

pub use list::issues_ui;
pub use text::{plain_text_ui, text_ui};
