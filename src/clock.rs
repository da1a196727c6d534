//! Clock types. The clock types of the standard library panic in a browser, so the browser build uses those of
//! `web_time`.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// Returns `deadline` for a library that uses `std::time::Instant`. Always returns `None` in a browser, where that
/// clock panics.
#[cfg(not(target_arch = "wasm32"))]
pub const fn std_deadline(deadline: Option<Instant>) -> Option<Instant> {
    deadline
}

#[cfg(target_arch = "wasm32")]
pub const fn std_deadline(_: Option<Instant>) -> Option<std::time::Instant> {
    None
}
