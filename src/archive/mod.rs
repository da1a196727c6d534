//! A file with its matches: where each record stands, and a row about each for lists.

mod index;
mod summary;

pub use index::{Archive, RecordId};
pub use summary::Summary;
