//! Bytes: where a text stands, how it decodes, how it changes, and how it is read and written.
//!
//! Nothing here knows chess. A [`Span`] is counted from the start of its record, a [`FileRange`] from the
//! start of the file; [`Source`] holds the bytes of a file and turns offsets into lines and columns.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the folder that may touch the disk"
)]

mod edit;
mod encoding;
mod error;
mod lines;
mod save;
mod source;
mod span;

pub use edit::{Edit, EditConflict, EditSet};
pub use encoding::{Encoding, Unwritable};
pub use error::FileError;
pub use lines::LineColumn;
pub use save::save;
pub use source::Source;
pub use span::{FileRange, Span};
