//! Key dispatch. [`taker()`] alone decides which part of the window handles a key press; the view follows it.
//!
//! The layers from the top are: a text field, a dialog, an open menu, the choice of a promotion piece, a focused part
//! of the window, the table of matches, the boards. Each layer handles a key, swallows it, or passes it on.

mod context;
mod layer;
mod press;
mod taker;

pub use context::{FieldKind, KeyContext, OpenMenu, Region};
pub use press::KeyPress;
pub use taker::{FocusStep, ListKey, MenuKey, Taker, taker};
