//! User settings: switches and shortcuts.

mod action;
mod switch;

pub use action::SettingsAction;
pub use switch::Switch;
