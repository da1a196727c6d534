//! Who takes a key: what is on top. [`taker()`] alone decides; what is shown does no more than follow it.
//!
//! The layers from the top: a text field, a dialog, an open menu, the choice of what a pawn becomes, a part of the
//! window that has the focus, the table of matches, the boards. Each takes a key, stops it, or passes it on.

mod context;
mod layer;
mod press;
mod taker;

pub use context::{FieldKind, KeyContext, OpenMenu, Region};
pub use press::KeyPress;
pub use taker::{FocusStep, ListKey, MenuKey, Taker, taker};
