//! Saving, and the changes that are kept against a crash.

mod files;
mod recovering;

pub use files::{SaveWhat, Then};
