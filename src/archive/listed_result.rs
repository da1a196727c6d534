//! [`ListedResult`]: the result of a match as lists show and count it.

use crate::notation::GameResult;

/// The result of a match in a list. Statistics count no contradicted result for anybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListedResult {
    /// The record has no result.
    #[default]
    Missing,
    Written(GameResult),
    /// The record has this result, but contradicts it: the boards show mate against the winners, or the closing comment
    /// or the result after the moves differs.
    Contradicted(GameResult),
}

impl ListedResult {
    /// The text of a contradicted result.
    pub const CONTRADICTED: &str = "contradicted";

    /// Returns the text, such as `1-0` or `contradicted`; empty for a missing result.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Missing => "",
            Self::Written(result) => result.text(),
            Self::Contradicted(_) => Self::CONTRADICTED,
        }
    }

    /// Like [`ListedResult::text`], but `*` for a missing result.
    pub const fn text_or_star(self) -> &'static str {
        match self {
            Self::Missing => GameResult::Unknown.text(),
            result => result.text(),
        }
    }

    /// Returns the result as written, contradicted or not.
    pub const fn written(self) -> Option<GameResult> {
        match self {
            Self::Missing => None,
            Self::Written(result) | Self::Contradicted(result) => Some(result),
        }
    }
}

impl From<GameResult> for ListedResult {
    fn from(result: GameResult) -> Self {
        Self::Written(result)
    }
}

impl From<Option<GameResult>> for ListedResult {
    fn from(result: Option<GameResult>) -> Self {
        result.map_or(Self::Missing, Self::Written)
    }
}
