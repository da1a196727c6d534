//! [`Watch`]: progress and cancellation of a long rendering.

use std::ops::ControlFlow;

/// The progress of a rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The number of finished frames or pages.
    pub done: usize,
    /// The total number of frames or pages.
    pub all: usize,
}

/// A function that receives the progress before each frame or page, and repeatedly while a frame takes long. A break
/// cancels the rendering.
pub type Watch<'w> = &'w dyn Fn(DrawnPart) -> ControlFlow<()>;

/// A watch that ignores the progress and never cancels.
pub const UNWATCHED: Watch<'static> = &|_| ControlFlow::Continue(());
