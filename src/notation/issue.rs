//! [`Issue`]: a problem in a text, with its place.

use super::Problem;
use crate::file::Span;

/// A problem in a text, with its place. `P` is the type of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue<P = Problem> {
    /// The affected bytes, from the start of the record.
    pub span: Span,
    /// The problem, and how it was handled.
    pub problem: P,
}
