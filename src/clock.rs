//! The clock types of the standard library. In a browser they panic, so `web_time` provides replacements.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// Converts `deadline` for a library that uses the standard library's clock. In a browser the result is `None`.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub const fn std_deadline(deadline: Option<Instant>) -> Option<Instant> {
    deadline
}

/// Converts `deadline` for a library that uses the standard library's clock. In a browser the result is `None`.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub const fn std_deadline(_: Option<Instant>) -> Option<std::time::Instant> {
    None
}
