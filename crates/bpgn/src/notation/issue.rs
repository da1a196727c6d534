//! [`Issue`]: a problem in a text and its place.

use super::Problem;
use crate::Span;

/// A problem in a text and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue<P = Problem> {
    /// The affected bytes. Offset 0 is the start of the record.
    pub span: Span,
    /// What is wrong, and how the program handled it.
    pub problem: P,
}
