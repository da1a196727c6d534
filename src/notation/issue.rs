//! [`Issue`]: an oddity in a text.

use super::Problem;
use crate::file::Span;

/// An oddity in a text, with its place; `P` is the kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue<P = Problem> {
    /// The affected bytes, from the start of the record.
    pub span: Span,
    /// The problem, and how it was handled.
    pub problem: P,
}
