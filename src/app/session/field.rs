//! [`Field`]: an editable field of a moment or of the record.

use crate::replay::VariationPlace;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The glyph and annotation of the current ply.
    Annotation,
    /// The comment with this index at the current moment. The index after the last comment stands for a new comment.
    Comment(usize),
    /// The variation with this index on the current ply of a game of Kriegspiel. The index after the last variation
    /// stands for a new variation.
    GameVariation(usize),
    /// The glyph of a ply of a variation.
    VariationGlyph(VariationPlace),
    /// The comment on a ply of a variation.
    VariationComment(VariationPlace),
    /// The value of the tag with this index.
    TagValue(usize),
    /// The name of the tag with this index.
    TagName(usize),
    /// The value of the tag with this name. The record need not have such a tag.
    Tag(&'static str),
    /// The name of a new tag.
    NewTag,
    /// The move of the current ply.
    Move,
    /// The clock of the current ply.
    Clock,
    /// The reason for the result.
    Reason,
}

impl Field {
    /// Returns whether every keystroke in the field changes the record. In other fields, typed text stays a draft until
    /// the field is left.
    pub(in crate::app) const fn is_live(&self) -> bool {
        matches!(
            self,
            Self::Annotation
                | Self::Comment(_)
                | Self::VariationGlyph(_)
                | Self::VariationComment(_)
                | Self::TagValue(_)
                | Self::Tag(_)
        )
    }

    /// Returns whether the field belongs to the current moment rather than to the whole record.
    pub(in crate::app) const fn is_of_moment(&self) -> bool {
        use Field::{NewTag, Reason, Tag, TagName, TagValue};
        !matches!(self, TagValue(_) | TagName(_) | Tag(_) | NewTag | Reason)
    }
}
