//! [`Copied`]: the notice after copying text.

/// What a notice about a copy names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Copied {
    Position,
    Picture,
    Match,
    Variation,
    Link,
    Text,
}

impl Copied {
    pub(in crate::app) const ALL: [Self; 6] =
        [Self::Position, Self::Picture, Self::Match, Self::Variation, Self::Link, Self::Text];

    /// Returns the text of the notice.
    pub(in crate::app) const fn words(self) -> &'static str {
        match self {
            Self::Position => "Position copied.",
            Self::Picture => "Picture copied.",
            Self::Match => "Match copied.",
            Self::Variation => "Variation copied.",
            Self::Link => "Link copied.",
            Self::Text => "Text copied.",
        }
    }
}
