//! [`Obstacle`]: why nothing can be concluded from a game.

use super::{Problem, Rules, UncertainError};
use crate::{
    notation::{self, KnownTag},
    rules::BfenError,
};

pub type Issue = notation::Issue<Problem>;

/// Why nothing can be concluded from a game, although its moves can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// The game is shown from the standard starting position, which was not played.
    #[error("cannot read the starting position in the FEN tag: {}", .0.problem)]
    Start(BfenError),
    /// The position with hidden pieces cannot be read, or contradicts the rules.
    #[error(transparent)]
    Uncertain(UncertainError),
    #[error("unknown rules in the Variant or Rules tag; known are {}", known_sets())]
    Rules,
    #[error("the Variant and Rules tags name different rules")]
    TwoRules,
    /// A tag of the problem stands twice with different values.
    #[error("two {} tags have different values", .0.name())]
    TwoTags(KnownTag),
}

impl Obstacle {
    pub(super) const fn is_about_rules(self) -> bool {
        matches!(self, Self::Rules | Self::TwoRules)
    }
}

/// Returns the names of all sets of rules as one text.
pub(super) fn known_sets() -> String {
    Rules::SETS.map(|set| set.name).join(", ")
}
