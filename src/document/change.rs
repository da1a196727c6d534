//! [`DocumentEdit`]: a change to a record by the user, and the edits of bytes that make it.

use super::{Document, VariationEdit, place::RecordEditor};
use crate::{
    file::{Edit, EditConflict, EditSet, Unwritable},
    kriegspiel::{VariationProblem, notation::Line},
    notation::{GameResult, Mark, Note, NoteKind, Record},
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

    /// Returns the edits that make this change to a match, or why it is impossible.
    pub(super) fn edits(&self, document: &Document) -> EditResult {
        let editor = RecordEditor::of(document);
        if let Some(edits) = self.tag_edits(&editor) {
            return edits;
        }
        match self {
            Self::Glyph { moment: 0, .. } => Err(ChangeError::NoPlyToAnnotate),
            Self::Glyph { moment, text } => {
                editor.set_note(*moment, NoteKind::Annotation, text.trim())
            }
            Self::Comment { moment, text } => editor.set_note(*moment, NoteKind::Comment, text),
            Self::CommentAt { moment, place, text } => {
                match editor.notes(*moment, NoteKind::Comment).nth(*place) {
                    Some(note) => editor.rewrite_note(note, text),
                    None => editor.add_note(*moment, NoteKind::Comment, text),
                }
            }
            Self::MoveNote { note, to } => editor.move_note(*note, *to),
            Self::Diagram { moment, on } => editor.diagram(*moment, *on),
            Self::Move { ply, san } => editor.replace_move(*ply, san),
            Self::Clock { ply, clock } => editor.replace_clock(*ply, clock),
            Self::DeleteFrom { ply } => editor.delete_from(*ply),
            Self::AddPly { seat, mv, clock_ms } => editor.add_ply(*seat, *mv, *clock_ms),
            Self::InsertPly { ply, seat, mv } => editor.insert_ply(*ply, *seat, *mv),
            Self::AddPlies(plies) => editor.add_plies(plies),
            Self::Marks { at, marks } => editor.marks(at, marks),
            Self::Variation(edit) => edit.edits(document),
            Self::Result(result) => editor.correct_result(*result),
            Self::Outcome { result, reason } => editor.set_outcome(*result, reason),
            _ => Err(ChangeError::OtherContent("match")),
        }
    }

    /// Returns whether `document`, the result of this change to the match `before`, reads back as intended.
    pub(super) fn is_applied_in(&self, before: &Document, document: &Document) -> bool {
        let record = document.record();
        let note_equals = |kind: NoteKind, moment: Moment, text: &str| {
            let words = RecordEditor::of(document).words(text).ok();
            words.as_deref().is_some_and(<[u8]>::is_empty)
                || record.notes.iter().any(|note| {
                    let bytes = note.text.of(document.text());
                    let has_equal_bytes = words.as_deref() == Some(bytes)
                        && same_lines(&record.encoding.decode(bytes), text);
                    note.after as usize == moment
                        && note.kind == kind
                        && (has_equal_bytes
                            || same_lines(&document.comment_words(note), text.trim()))
                })
        };
        // A parenthesis or brace in the changed note may hide the variations after it.
        let keeps_variations = |note: &Note| {
            before.non_word_spans(note).is_empty()
                || before.variations().roots.len() <= document.variations().roots.len()
        };
        match self {
            Self::Variation(edit) => edit.is_applied_in_variations(before, document),
            Self::Glyph { moment, text } => note_equals(NoteKind::Annotation, *moment, text.trim()),
            Self::Comment { moment, text } => note_equals(NoteKind::Comment, *moment, text),
            Self::CommentAt { moment, place, text } => {
                match before.notes_of(NoteKind::Comment, *moment).nth(*place) {
                    Some((_, note)) => keeps_variations(note),
                    None => note_equals(NoteKind::Comment, *moment, text),
                }
            }
            Self::Diagram { moment, on } => document.has_diagram(*moment) == *on,
            Self::MoveNote { note, .. } => {
                before.record().notes.get(*note).is_none_or(keeps_variations)
            }
            Self::InsertPly { ply, mv, .. } => {
                let inserted = document.played().plies.get(*ply);
                inserted.is_some_and(|ply| ply.mv == *mv)
                    && record.plies.len() == before.record().plies.len() + 1
            }
            Self::AddPlies(plies) => {
                document.played().plies.len() == before.played().plies.len() + plies.len()
            }
            Self::Marks { at, marks } => {
                let mut unmatched = document.saved_marks(at);
                unmatched.len() == marks.len()
                    && marks.iter().all(|mark| {
                        let found = unmatched.iter().position(|other| other == mark);
                        found.map(|index| unmatched.swap_remove(index)).is_some()
                    })
            }
            Self::Result(result) => document.played().ending.result == Some(*result),
            Self::Outcome { result, reason } => {
                let written = record.encoding.decode(record.ending.reason.of(document.text()));
                record.ending.result == Some(*result) && same_lines(written.trim(), reason.trim())
            }
            Self::Tag { .. } | Self::TagAt { .. } => self.is_tag_applied(document),
            _ => true,
        }
    }
}

/// Returns whether two texts are equal apart from the kind of their line ends.
fn same_lines(a: &str, b: &str) -> bool {
    unix_lines(a) == unix_lines(b)
}

/// Merges the edits of all `changes` into one set. `edits` returns the edits of a single change. Each edit is trimmed:
/// bytes at its ends that it leaves unchanged are not part of the set.
pub(super) fn edit_set(
    text: &[u8],
    changes: &[DocumentEdit],
    edits: impl Fn(&DocumentEdit) -> EditResult,
) -> Result<EditSet, ChangeError> {
    let mut all = Vec::new();
    for change in changes {
        all.extend(edits(change)?);
    }
    Ok(EditSet::new(all.into_iter().map(|edit| edit.trimmed(text)).collect())?)
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

impl Document {
    /// Applies all `changes` at once. Returns the changed match and the edits of its bytes.
    ///
    /// # Errors
    /// The reason why a change is impossible, or [`ChangeError::Misread`] if the result would not read back as
    /// intended.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Self, EditSet), ChangeError> {
        let set = edit_set(self.text(), changes, |change| change.edits(self))?;
        let changed = self.with_text(applied(&set, self.text())?);
        if !changes.iter().all(|change| change.is_applied_in(self, &changed)) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
