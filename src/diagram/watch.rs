//! [`Watch`]: who is told how far a long drawing has come, and may end it.

use std::ops::ControlFlow;

/// How far a drawing has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPart {
    /// The frames or pages that are drawn.
    pub done: usize,
    /// All of them.
    pub all: usize,
}

/// Is told before each frame or page how many are drawn, and the same again while a frame takes long; `Break` ends the
/// drawing.
pub type Watch<'w> = &'w dyn Fn(DrawnPart) -> ControlFlow<()>;

/// Nobody watches, and the drawing goes on to its end.
pub const UNWATCHED: Watch<'static> = &|_| ControlFlow::Continue(());
