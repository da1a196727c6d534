//! [`DocumentEdit`]: a change to a record by the user, and the edits of bytes that make it.

use super::{Document, EditableRecord, RecordEditor, VariationEdit};
use crate::{
    file::{Edit, EditConflict, EditSet, Unwritable},
    kriegspiel::{VariationProblem, notation::Line},
    notation::{GameResult, Mark, Record},
    replay::Point,
    rules::{BoardId, IllegalMove, Move, SanError, Seat},
    text::unix_lines,
    timeline::Moment,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentEdit {
    /// Sets the first annotation of the ply before `moment`, or removes it if `text` is empty.
    Glyph {
        /// The moment after the ply.
        moment: Moment,
        /// The annotation: `!`, `?!` and the like, or words.
        text: String,
    },
    /// Sets the first comment at `moment`, or removes it if `text` is empty. At moment 0, the comment is on the match.
    Comment {
        moment: Moment,
        text: String,
    },
    /// Sets one of the comments at `moment`, or removes it if `text` is empty. At moment 0, the comment is on the match
    /// or game.
    CommentAt {
        moment: Moment,
        /// The index of the comment among the comments at the moment. An index after the last one adds a comment.
        place: usize,
        text: String,
    },
    /// Sets one of the variations on the ply before `moment` of a game of Kriegspiel, or removes it if `text` is empty.
    GameVariation {
        /// The moment after the ply.
        moment: Moment,
        /// The index of the variation among the variations on the ply. The index after the last one adds a variation.
        place: usize,
        text: String,
    },
    /// Moves a note to another moment.
    MoveNote {
        /// The index of the note in the record.
        note: usize,
        to: Moment,
    },
    /// Adds or removes a diagram at `moment`.
    Diagram {
        moment: Moment,
        /// Whether to add the diagram. If `false`, the diagram is removed.
        on: bool,
    },
    /// Sets the value of a tag. A missing tag is added after the others.
    Tag {
        name: String,
        value: String,
    },
    /// Sets the name and the value of an existing tag.
    TagAt {
        index: usize,
        name: String,
        value: String,
    },
    RemoveTag {
        index: usize,
    },
    SwapTags {
        index: usize,
        other: usize,
    },
    /// Replaces a move.
    Move {
        /// The index of the ply, from 0.
        ply: usize,
        /// The new move, as entered.
        san: String,
    },
    /// Sets the clock of a ply, or removes it if `clock` is empty.
    Clock {
        /// The index of the ply, from 0.
        ply: usize,
        /// The clock as seconds, or as hours, minutes and seconds separated by colons.
        clock: String,
    },
    /// Deletes a ply and all plies after it.
    DeleteFrom {
        /// The index of the first deleted ply, from 0.
        ply: usize,
    },
    /// Adds a ply after the last one.
    AddPly {
        seat: Seat,
        mv: Move,
        /// The clock of the seat after the move, in milliseconds; `None` to write no clock.
        clock_ms: Option<i32>,
    },
    /// Inserts a ply before another one. All other plies stay; the ones that are no longer legal become issues.
    InsertPly {
        /// The index of the ply before which to insert.
        ply: usize,
        seat: Seat,
        mv: Move,
    },
    /// Adds plies after the last one.
    AddPlies(Vec<AddedPly>),
    /// Adds a ply after the last ply of a game of Kriegspiel.
    AddGamePly(Box<Line>),
    /// Replaces the arrows and circles saved with a ply.
    Marks {
        /// The point after the ply. Marks at the start of the match belong to the whole match.
        at: Point,
        marks: Vec<(BoardId, Mark)>,
    },
    Variation(VariationEdit),
    /// Replaces a wrong result, in the tag and after the moves. The reason stays.
    Result(GameResult),
    /// Sets the result and its reason.
    Outcome {
        result: GameResult,
        /// The reason for the result; empty for none.
        reason: String,
    },
}

/// A ply to be added to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddedPly {
    pub seat: Seat,
    pub mv: Move,
    /// The clock of the seat after the move, in milliseconds; `None` to write no clock.
    pub clock_ms: Option<i32>,
}

/// The reason why a change is impossible. If a change fails, the document is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The encoding of the file has not been determined yet.
    #[error("the file is still loading; try again in a moment")]
    Unread,
    #[error("a comment cannot contain '}}'; use ')' instead")]
    ClosingBrace,
    /// The encoding of the file lacks a character of the text.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The changed bytes would not read back as intended.
    #[error("this text would not be read back as a note; begin it with a letter")]
    Misread,
    #[error("a line starting with [Event would start another match; put a space before it")]
    Splits,
    #[error("a tag name may only contain letters, digits and '_'")]
    TagName,
    #[error("a tag value must be a single line")]
    TagLine,
    #[error("a tag with this name already exists")]
    TagExists,
    #[error("no such tag")]
    NoTag,
    #[error("no such note")]
    NoNote,
    #[error("no move {0} in this match")]
    NoPly(Moment),
    #[error("a glyph is ! ? !! ?? !? ?! or $ and a number; put text in a comment")]
    NoGlyph,
    #[error("not a valid variation: {0}")]
    Unplayable(VariationProblem),
    #[error("annotations belong to a move; the starting position has none")]
    NoPlyToAnnotate,
    #[error("not a valid move: {0}")]
    NoMove(SanError),
    #[error("enter a clock as seconds (178.839) or minutes and seconds (2:58.8)")]
    NoClock,
    #[error("{0}")]
    Illegal(IllegalMove),
    #[error("this move is not legal here")]
    NotHere,
    #[error("this move is not legal at the end of the match")]
    NotNow,
    #[error("this move is not legal in the variation")]
    IllegalInVariation,
    #[error("no such variation")]
    NoVariation,
    #[error("no other variation on this move to swap with")]
    NoOtherVariation,
    #[error(
        "this is already the first variation; to change the move of the match, edit it in the Notes tab"
    )]
    AlreadyFirst,
    #[error("variations can be nested up to 64 deep")]
    TooDeep,
    #[error("in a variation, use a glyph such as !? or $14; put text in a comment")]
    GlyphNotSign,
    #[error(
        "in a variation, the parentheses in a comment must be balanced, and it cannot contain '{{'"
    )]
    Brackets,
    #[error("this cannot be saved in a {0}")]
    OtherContent(&'static str),
    /// The plies from the first illegal move on cannot be edited.
    #[error("an earlier move is illegal; correct it first")]
    Unreached,
    /// Two changes affect the same bytes.
    #[error(transparent)]
    Conflict(#[from] EditConflict),
}

/// The edits for one change of a record, or why it cannot be made.
pub(super) type EditResult = Result<Vec<Edit>, ChangeError>;

impl DocumentEdit {
    /// Returns the change that adds a comment at `moment`, after the existing ones.
    pub const fn add_comment(moment: Moment, text: String) -> Self {
        Self::CommentAt { moment, place: usize::MAX, text }
    }

    /// Returns the edits that make this change, or why it is impossible.
    fn edits<C: EditableRecord>(&self, document: &Document<C>) -> EditResult {
        let editor = RecordEditor::of(document);
        match self {
            Self::Tag { name, value } => editor.tag(name, value),
            Self::TagAt { index, name, value } => editor.replace_tag(*index, name, value),
            Self::RemoveTag { index } => editor.remove_tag(*index),
            Self::SwapTags { index, other } => editor.swap_tags(*index, *other),
            Self::Diagram { moment, on } => editor.diagram(*moment, *on),
            Self::Outcome { result, reason } => editor.set_outcome(*result, reason),
            _ => C::other_edits(&editor, self),
        }
    }

    /// Returns whether `after`, the result of this change to `before`, reads back as intended.
    pub(super) fn is_applied<C: EditableRecord>(
        &self,
        before: &Document<C>,
        after: &Document<C>,
    ) -> bool {
        let is_read_back = match self {
            Self::Diagram { moment, on } => after.has_diagram(*moment) == *on,
            Self::Outcome { result, reason } => {
                after.content.written().ending.result == Some(*result)
                    && after.written_reason().trim() == unix_lines(reason.trim())
            }
            _ => self.is_tag_applied(after).unwrap_or(true),
        };
        is_read_back && C::is_applied(self, before, after)
    }
}

/// Applies the edits in `set` to `text`.
///
/// # Errors
/// [`ChangeError::Splits`] if the result contains more than one record.
pub(super) fn applied(set: &EditSet, text: &[u8]) -> Result<Vec<u8>, ChangeError> {
    let text = set.apply(text);
    if Record::default().parse_first(&text) != text.len() {
        return Err(ChangeError::Splits);
    }
    Ok(text)
}

impl<C: EditableRecord> Document<C> {
    /// Returns the edits that make all `changes` at once, and the text with them. Each edit is trimmed: bytes at its ends
    /// that it leaves unchanged are not part of the set.
    pub(super) fn edited(
        &self,
        changes: &[DocumentEdit],
    ) -> Result<(EditSet, Vec<u8>), ChangeError> {
        let mut all = Vec::new();
        for change in changes {
            all.extend(change.edits(self)?.into_iter().map(|edit| edit.trimmed(self.text())));
        }
        let set = EditSet::new(all.clone())?;
        let text = applied(&set, self.text())?;
        let rewritten = C::rewritten(&RecordEditor::of(self), &text);
        if rewritten.is_empty() {
            return Ok((set, text));
        }
        all.extend(rewritten.into_iter().map(|edit| edit.trimmed(self.text())));
        let set = EditSet::new(all)?;
        let text = applied(&set, self.text())?;
        Ok((set, text))
    }

    /// Applies all `changes` at once. Returns the changed record and the edits of its bytes.
    ///
    /// # Errors
    /// The reason why a change is impossible, or [`ChangeError::Misread`] if the result would not read back as
    /// intended.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Self, EditSet), ChangeError> {
        let (set, text) = self.edited(changes)?;
        let changed = self.with_text(text);
        if !changes.iter().all(|change| change.is_applied(self, &changed)) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
