//! Everything that can be wrong with a BPGN text, in one sentence each.

use super::Severity;
use crate::rules::{Oddity, SanError};

/// What is wrong, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A move that cannot be read.
    #[error("this is no move: {0}")]
    NoMove(SanError),
    /// A move that was read although a part of it has no meaning.
    #[error("{0}")]
    Odd(Oddity),
}

impl Problem {
    /// How much it matters.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::NoMove(_) => Severity::Error,
            Self::Odd(_) => Severity::Warning,
        }
    }
}
