//! What is remembered from one start to the next: plain values in a versioned RON file.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the folder that reads and writes the settings file"
)]

mod store;
mod values;

pub use store::{Store, StoreError};
pub use values::{BoardColors, MAX_RECENT, Settings, Theme};
