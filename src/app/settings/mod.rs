//! User settings.

mod action;

pub use action::SettingsAction;
