//! What a text has against it.

use super::Problem;
use crate::file::Span;

/// How much an issue matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something was read otherwise than it is written; nothing is lost.
    Warning,
    /// Something could not be used.
    Error,
}

impl Severity {
    /// `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something that a text has against it, and where. `P` is what can be wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue<P = Problem> {
    /// The bytes it speaks of, counted from the start of the record.
    pub span: Span,
    /// What is wrong and what was done about it.
    pub problem: P,
}
