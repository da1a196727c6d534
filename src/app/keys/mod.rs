//! Key dispatch. [`key_handler()`] alone decides which part of the window handles a key press; the view follows that
//! decision.
//!
//! The layers from the top are a text field, a dialog, an open menu, the choice of a promotion piece, a focused part of
//! the window, the table of matches, and the boards. Each layer handles a key, swallows the key, or passes it on to the
//! layer below.

mod context;
mod key_handler;
mod layer;
mod press;

pub use context::{FieldKind, KeyContext, OpenMenu, Region};
pub use key_handler::{FocusStep, HeldKeys, KeyHandler, ListKey, MenuKey, key_handler};
pub use press::KeyPress;
