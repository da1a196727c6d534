//! The Issues panel, and the source text with the place of an issue.

mod list;
mod text;

pub use list::issues_ui;
pub use text::{plain_text_ui, text_ui};
