//! The clock of the platform. In a browser std has none: reading its types panics.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// Returns the deadline for a library that reads the clock of std: none in a browser.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub const fn std_deadline(deadline: Option<Instant>) -> Option<Instant> {
    deadline
}

/// Returns the deadline for a library that reads the clock of std: none in a browser.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub const fn std_deadline(_: Option<Instant>) -> Option<std::time::Instant> {
    None
}
