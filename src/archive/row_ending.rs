//! [`RowEnding`]: how a match ended.

use crate::notation::Cause;

/// What a replay shows about the end of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowEnding {
    /// How the match ended, from the closing comment or a mate on the boards; `None` if unknown.
    pub cause: Option<Cause>,
    /// Whether the record contradicts its result.
    pub is_contradicted: bool,
}

/// What the text of a match shows about its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    Nothing,
    /// Only whether the match contradicts its result.
    Contradiction(bool),
    Ending(RowEnding),
}
