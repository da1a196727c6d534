//! Progress and cancellation of a long rendering: [`Watch`].

use std::ops::ControlFlow;

/// The progress of a rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The number of finished frames or pages.
    pub done: usize,
    /// Their total number.
    pub all: usize,
}

/// Receives the progress before each frame or page, and repeatedly while a frame takes long; `Break` cancels.
pub type Watch<'w> = &'w dyn Fn(DrawnPart) -> ControlFlow<()>;

/// Ignores the progress and never cancels.
pub const UNWATCHED: Watch<'static> = &|_| ControlFlow::Continue(());
