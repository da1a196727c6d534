//! User changes as edits of the record's bytes: [`DocumentEdit`].

use super::{Document, VariationEdit, place::Place};
use crate::{
    file::{Edit, EditConflict, EditSet, Unwritable},
    kriegspiel::{VariationProblem, notation::Line},
    notation::{GameResult, Mark, NoteKind, Record},
    replay::Point,
    rules::{BoardId, IllegalMove, Move, SanError, Seat},
    text::unix_lines,
    timeline::Moment,
};

/// A change by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentEdit {
    /// Sets the annotation of the ply before `moment`; an empty one removes it. If there are several, the first one is
    /// changed.
    Glyph {
        /// The moment.
        moment: Moment,
        /// `!`, `?!`, or words.
        text: String,
    },
    /// Sets the comment at `moment`, or on the match at 0; an empty one removes it. If there are several, the first one
    /// is changed.
    Comment {
        /// The moment.
        moment: Moment,
        /// The text.
        text: String,
    },
    /// Sets a comment at `moment` of a game of Kriegspiel, or on the game at 0; an empty one removes it.
    GameComment {
        /// The moment.
        moment: Moment,
        /// The index among the comments at the moment; beyond the last one, a comment is added.
        place: usize,
        /// The text.
        text: String,
    },
    /// Sets a variation on the ply before `moment` of a game of Kriegspiel; an empty one removes it.
    GameVariation {
        /// The moment.
        moment: Moment,
        /// The index among the variations on the ply; beyond the last one, a variation is added.
        place: usize,
        /// The moves.
        text: String,
    },
    /// Adds a comment at `moment` after the existing ones.
    AddComment {
        /// The moment.
        moment: Moment,
        /// The text.
        text: String,
    },
    /// Sets the text of a note; an empty one removes it.
    Note {
        /// The index among the notes of the record.
        note: usize,
        /// The text.
        text: String,
    },
    /// Moves a note to another moment.
    MoveNote {
        /// The index among the notes of the record.
        note: usize,
        /// The new moment.
        to: Moment,
    },
    /// Requests or removes a diagram at `moment`.
    Diagram {
        /// The moment.
        moment: Moment,
        /// Whether there is a diagram.
        on: bool,
    },
    /// Sets the value of a tag; a missing tag is added after the others.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// Sets name and value of one tag.
    TagAt {
        /// The index of the tag.
        index: usize,
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// Removes a tag.
    RemoveTag {
        /// The index of the tag.
        index: usize,
    },
    /// Swaps two tags.
    SwapTags {
        /// The index of the first tag.
        index: usize,
        /// The index of the second tag.
        other: usize,
    },
    /// Replaces a move.
    Move {
        /// The ply, from 0.
        ply: usize,
        /// The move as entered.
        san: String,
    },
    /// Sets a clock; an empty one removes it.
    Clock {
        /// The ply, from 0.
        ply: usize,
        /// Seconds, or hours, minutes and seconds with colons.
        clock: String,
    },
    /// Deletes a ply and all that follow.
    DeleteFrom {
        /// The first deleted ply, from 0.
        ply: usize,
    },
    /// Adds a ply after the last one.
    AddPly {
        /// The seat that moves.
        seat: Seat,
        /// The move.
        mv: Move,
        /// The clock of the seat after it, in milliseconds.
        clock_ms: Option<i32>,
    },
    /// Adds a ply to a game of Kriegspiel, after the last one.
    AddGamePly(Box<Line>),
    /// Replaces the arrows and circles saved with a ply.
    Marks {
        /// The point after the ply; at the start, they belong to the whole match.
        at: Point,
        /// The marks with their boards.
        marks: Vec<(BoardId, Mark)>,
    },
    /// Changes the variations.
    Variation(VariationEdit),
    /// Sets the end of the match.
    Outcome {
        /// The result.
        result: GameResult,
        /// The reason in words; empty for none.
        reason: String,
    },
}

/// Why a change is impossible. The document is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The encoding of the file is not known yet.
    #[error("the file is still loading; try again in a moment")]
    Unread,
    /// A `}` in a comment, which would end it.
    #[error("a comment cannot contain '}}'; use ')' instead")]
    ClosingBrace,
    /// A character that the file's encoding cannot represent.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// Text that would not read back as written.
    #[error("this text would be read as something else; begin it with a letter")]
    Misread,
    /// A line that would begin another record.
    #[error("a line starting with [Event would start another match; put a space before it")]
    Splits,
    /// An invalid tag name.
    #[error("a tag name may only contain letters, digits and '_'")]
    TagName,
    /// A line break in a tag's value.
    #[error("a tag value must be a single line")]
    TagLine,
    /// A tag of that name exists.
    #[error("a tag with this name already exists")]
    TagThere,
    /// No such tag.
    #[error("no such tag")]
    NoTag,
    /// No such note.
    #[error("no such note")]
    NoNote,
    /// No such ply.
    #[error("no move {0} in this match")]
    NoPly(Moment),
    /// Not a glyph.
    #[error("a glyph is ! ? !! ?? !? ?! or $ and a number; put text in a comment")]
    NoGlyph,
    /// Not a variation of a game of Kriegspiel.
    #[error("not a valid variation: {0}")]
    Unplayable(VariationProblem),
    /// An annotation before the first ply.
    #[error("notes need a move, and there is none before the first")]
    NoPlyToAnnotate,
    /// Not a move.
    #[error("not a valid move: {0}")]
    NoMove(SanError),
    /// Not a clock.
    #[error("enter a clock as seconds (178.839) or minutes and seconds (2:58.8)")]
    NoClock,
    /// An illegal move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// A move that is illegal at the end of the match.
    #[error("this move is not legal at the end of the match")]
    NotNow,
    /// A move that is illegal at its place in a variation.
    #[error("this move is not legal there")]
    NotThere,
    /// No such variation.
    #[error("no such variation")]
    NoVariation,
    /// No variation to swap places with.
    #[error("no other variation on this move to swap with")]
    NoVariationBeside,
    /// Promotion of a variation that is the first on its move.
    #[error("this is already the first variation on its move; it cannot replace the move played")]
    FirstAlready,
    /// Too many nested variations.
    #[error("variations can be nested up to 64 deep")]
    TooDeep,
    /// Words as a glyph in a variation.
    #[error("in a variation a glyph is ! and ?, or $ and a number; put text in a comment")]
    GlyphWords,
    /// Unbalanced round brackets, or a brace, in a comment in a variation.
    #[error("in a variation a comment needs a ')' for each '(' and cannot contain '{{'")]
    Brackets,
    /// A change that does not apply to this kind of record.
    #[error("this cannot be saved in a {0}")]
    OtherContent(&'static str),
    /// A place beyond the last replayed ply.
    #[error("the match is not playable up to here; correct the first illegal move")]
    Unreached,
    /// Two changes of the same bytes.
    #[error(transparent)]
    Conflict(#[from] EditConflict),
}

impl DocumentEdit {
    /// Returns the edits of the record of `document` that make this change, in the encoding of the file; none if
    /// nothing has to change.
    ///
    /// # Errors
    /// Why the change is impossible.
    pub(super) fn edits(&self, document: &Document) -> Result<Vec<Edit>, ChangeError> {
        let place = Place::of(document);
        if let Some(edits) = self.tag_edits(&place) {
            return edits;
        }
        match self {
            Self::Glyph { moment: 0, .. } => Err(ChangeError::NoPlyToAnnotate),
            Self::Glyph { moment, text } => place.note(*moment, NoteKind::Annotation, text.trim()),
            Self::Comment { moment, text } => place.note(*moment, NoteKind::Comment, text),
            Self::AddComment { moment, text } => place.added(*moment, NoteKind::Comment, text),
            Self::Note { note, text } => {
                let notes = &document.record().notes;
                let note = notes.get(*note).ok_or(ChangeError::NoNote)?;
                place.rewrite_note(note, text)
            }
            Self::MoveNote { note, to } => place.move_note(*note, *to),
            Self::Diagram { moment, on } => place.diagram(*moment, *on),
            Self::Move { ply, san } => place.replace_move(*ply, san),
            Self::Clock { ply, clock } => place.replace_clock(*ply, clock),
            Self::DeleteFrom { ply } => place.delete_from(*ply),
            Self::AddPly { seat, mv, clock_ms } => place.add_ply(*seat, *mv, *clock_ms),
            Self::Marks { at, marks } => place.marks(at, marks),
            Self::Variation(edit) => edit.edits(document),
            Self::Outcome { result, reason } => place.ended(*result, reason),
            _ => Err(ChangeError::OtherContent("match")),
        }
    }

    /// Returns a name of the change for the user: `comment on 12b`.
    #[must_use]
    pub fn name(&self, document: &Document) -> String {
        if let Some(name) = self.tag_name(document) {
            return name;
        }
        let ply = |moment| document.ply_name(moment);
        let at = |what: &str, moment| match ply(moment) {
            Some(ply) => format!("{what} {ply}"),
            None => format!("{what} the match"),
        };
        match self {
            Self::Glyph { moment, .. } => at("annotation of", *moment),
            Self::Comment { moment, .. } | Self::AddComment { moment, .. } => {
                at("comment on", *moment)
            }
            Self::Note { note, .. } | Self::MoveNote { note, .. } => {
                let note = document.record().notes.get(*note);
                let what = match note.map(|note| note.kind) {
                    Some(NoteKind::Annotation) => "annotation of",
                    Some(NoteKind::Comment) => "comment on",
                    _ => "note on",
                };
                at(what, note.map_or(0, |note| note.after as usize))
            }
            Self::Diagram { moment, .. } => at("diagram at", *moment),
            Self::Move { ply, .. } => at("move", ply + 1),
            Self::Clock { ply, .. } => at("clock of", ply + 1),
            Self::DeleteFrom { ply } => format!("{} and the rest", at("deleting", ply + 1)),
            Self::AddPly { seat, mv, .. } => {
                let played = document.played();
                let position = played.position_after(played.plies.len());
                let number = document.next_number(played.plies.len(), &position, *seat);
                let san = position.board_of(*seat).san(*mv);
                format!("{number}{}. {san}", seat.letter())
            }
            Self::Marks { at: Point::Match(moment), .. } => at("marks on", *moment),
            Self::Marks { .. } => "marks in a variation".to_owned(),
            Self::Variation(edit) => edit.name(document),
            Self::Outcome { .. } => "result".to_owned(),
            _ => "change".to_owned(),
        }
    }

    /// Returns whether this change to `before` gave the intended result in `document`. It may not have: inserted text can
    /// parse differently in its new context.
    pub(super) fn is_applied_in(&self, before: &Document, document: &Document) -> bool {
        let record = document.record();
        let note_equals = |kind: NoteKind, moment: Moment, text: &str| {
            let words = Place::of(document).words(text).ok();
            words.as_deref().is_some_and(<[u8]>::is_empty)
                || record.notes.iter().any(|note| {
                    let bytes = note.text.of(document.text());
                    let as_bytes = words.as_deref() == Some(bytes)
                        && same_lines(&record.encoding.decode(bytes), text);
                    note.after as usize == moment
                        && note.kind == kind
                        && (as_bytes || same_lines(&document.comment_words(note), text.trim()))
                })
        };
        match self {
            Self::Variation(edit) => edit.is_applied_in_variations(before, document),
            Self::Glyph { moment, text } => note_equals(NoteKind::Annotation, *moment, text.trim()),
            Self::Comment { moment, text } | Self::AddComment { moment, text } => {
                note_equals(NoteKind::Comment, *moment, text)
            }
            Self::Diagram { moment, on } => {
                let mut diagrams = Place::of(document).notes(*moment, NoteKind::Diagram);
                diagrams.next().is_some() == *on
            }
            // A bracket in the text may hide the variations after it.
            Self::Note { note, .. } | Self::MoveNote { note, .. } => {
                let kept = before.record().notes.get(*note);
                kept.is_none_or(|note| before.non_word_spans(note).is_empty())
                    || before.variations().roots.len() <= document.variations().roots.len()
            }
            Self::Marks { at, marks } => {
                let mut kept = document.saved_marks(at);
                kept.len() == marks.len()
                    && marks.iter().all(|mark| {
                        let found = kept.iter().position(|other| other == mark);
                        found.map(|index| kept.swap_remove(index)).is_some()
                    })
            }
            Self::Outcome { result, reason } => {
                let written = record.encoding.decode(record.ending.reason.of(document.text()));
                record.ending.result == Some(*result) && same_lines(written.trim(), reason.trim())
            }
            Self::Tag { .. } | Self::TagAt { .. } => self.is_tag_applied(document),
            _ => true,
        }
    }
}

/// Returns whether two texts are equal except for line ends.
fn same_lines(a: &str, b: &str) -> bool {
    unix_lines(a) == unix_lines(b)
}

/// Returns the edits for all of `changes`, where `edits` returns those of one, each trimmed to the bytes that differ.
pub(super) fn edit_set(
    text: &[u8],
    changes: &[DocumentEdit],
    edits: impl Fn(&DocumentEdit) -> Result<Vec<Edit>, ChangeError>,
) -> Result<EditSet, ChangeError> {
    let mut all = Vec::new();
    for change in changes {
        all.extend(edits(change)?);
    }
    let all = all.into_iter().map(|edit| edit.trimmed(text));
    Ok(EditSet::new(all.collect())?)
}

/// Applies `set` to `text`.
///
/// # Errors
/// [`ChangeError::Splits`] if the result is more than one record.
pub(super) fn applied(set: &EditSet, text: &[u8]) -> Result<Vec<u8>, ChangeError> {
    let text = set.apply(text);
    if Record::default().parse_first(&text) != text.len() {
        return Err(ChangeError::Splits);
    }
    Ok(text)
}

impl Document {
    /// Applies all of `changes` at once. Returns the new match and its edits.
    ///
    /// # Errors
    /// Why a change is impossible, or that it would not read back as intended.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Self, EditSet), ChangeError> {
        let set = edit_set(self.text(), changes, |change| change.edits(self))?;
        let changed = self.with_text(applied(&set, self.text())?);
        if !changes.iter().all(|change| change.is_applied_in(self, &changed)) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
