//! [`Issue`]: an oddity in a text.

use super::Problem;
use crate::file::Span;

/// How severe an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something read differently than written; no data is lost.
    Warning,
    /// Something unusable.
    Error,
}

impl Severity {
    /// Returns `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// An oddity in a text, with its place; `P` is the kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue<P = Problem> {
    /// The affected bytes, from the start of the record.
    pub span: Span,
    /// The problem, and how it was handled.
    pub problem: P,
}
