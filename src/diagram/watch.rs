//! [`Watch`]: receives the progress of a long rendering and can cancel it.

use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The number of finished frames or pages.
    pub done: usize,
    /// The total number of frames or pages.
    pub all: usize,
}

/// A function that receives the progress before each frame or page. If it returns `Break`, the rendering is cancelled.
pub type Watch<'w> = &'w dyn Fn(DrawnPart) -> ControlFlow<()>;

/// A watch that ignores the progress and never cancels.
pub const UNWATCHED: Watch<'static> = &|_| ControlFlow::Continue(());
