//! Bytes: where a text stands, how it decodes, and how it is read from disk.
//!
//! Nothing here knows chess. A [`Span`] is counted from the start of its record, a [`FileRange`] from the
//! start of the file; [`Source`] holds the bytes of a file and turns offsets into lines and columns.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the folder that may touch the disk"
)]

mod encoding;
mod error;
mod source;
mod span;

pub use encoding::Encoding;
pub use error::FileError;
pub use source::{LineColumn, Source};
pub use span::{FileRange, Span};
