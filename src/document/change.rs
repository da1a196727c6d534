//! [`DocumentEdit`]: what a person changes, as edits of the record's bytes and nothing beside.

use super::{Document, VariationEdit, place::Place};
use crate::{
    file::{Edit, EditConflict, EditSet, Unwritable},
    kriegspiel::{VariationProblem, notation::Line},
    notation::{GameResult, Mark, NoteKind, Record},
    replay::Point,
    rules::{BoardId, IllegalMove, Move, SanError, Seat},
    timeline::Moment,
};

/// Something that a person changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentEdit {
    /// The annotation of the ply before `moment`; an empty one is taken away. Where several stand there,
    /// the first is meant.
    Glyph {
        /// After how many plies.
        moment: Moment,
        /// `!`, `?!`, or words.
        text: String,
    },
    /// The comment at `moment`, that of the match at 0; an empty one is taken away. Where several stand
    /// there, the first is meant.
    Comment {
        /// After how many plies.
        moment: Moment,
        /// What it says.
        text: String,
    },
    /// A comment at `moment` of a game of Kriegspiel, on the game at 0; an empty one is taken away.
    GameComment {
        /// After how many plies.
        moment: Moment,
        /// Its place among the comments there; behind the last, one more.
        place: usize,
        /// What it says.
        text: String,
    },
    /// A variation on the ply before `moment` of a game of Kriegspiel; an empty one is taken away.
    GameVariation {
        /// After how many plies.
        moment: Moment,
        /// Its place among the variations there; behind the last, one more.
        place: usize,
        /// Its moves.
        text: String,
    },
    /// One more comment at `moment`, behind those that stand there.
    AddComment {
        /// After how many plies.
        moment: Moment,
        /// What it says.
        text: String,
    },
    /// What a note says; without words it is taken away.
    Note {
        /// Its place among the notes of the record.
        note: usize,
        /// What it says.
        text: String,
    },
    /// A note goes to another moment.
    MoveNote {
        /// Its place among the notes of the record.
        note: usize,
        /// After how many plies it shall stand.
        to: Moment,
    },
    /// Whether a diagram is asked for at `moment`.
    Diagram {
        /// After how many plies.
        moment: Moment,
        /// Whether it is.
        on: bool,
    },
    /// The value of a tag, which is put behind the others if there is none of that name.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// Name and value of one tag.
    TagAt {
        /// Its place among the tags.
        index: usize,
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// A tag goes.
    RemoveTag {
        /// Its place among the tags.
        index: usize,
    },
    /// Two tags change places.
    SwapTags {
        /// The place of one.
        index: usize,
        /// The place of the other.
        other: usize,
    },
    /// Another move in place of one.
    Move {
        /// The ply, from 0.
        ply: usize,
        /// The move as a person writes it.
        san: String,
    },
    /// Another clock; an empty one is taken away.
    Clock {
        /// The ply, from 0.
        ply: usize,
        /// Seconds, or hours, minutes and seconds with colons.
        clock: String,
    },
    /// A ply and all that follow go.
    DeleteFrom {
        /// The first ply that goes, from 0.
        ply: usize,
    },
    /// One more ply, behind the last.
    AddPly {
        /// Who moves.
        seat: Seat,
        /// What is played.
        mv: Move,
        /// What the seat has left, in milliseconds.
        clock_ms: Option<i32>,
    },
    /// One more ply of a game of Kriegspiel, behind the last.
    AddGamePly(Box<Line>),
    /// Arrows and circles that are kept with a ply, in place of those that are kept there.
    Marks {
        /// The ply before this point; the match as a whole at its start.
        at: Point,
        /// Them, with their boards.
        marks: Vec<(BoardId, Mark)>,
    },
    /// A change of the variations.
    Variation(VariationEdit),
    /// How the match ended.
    Outcome {
        /// The result.
        result: GameResult,
        /// The reason in words; empty for none.
        reason: String,
    },
}

/// Why something cannot be changed so. The document is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The encoding of the whole file is not known yet.
    #[error("the file is still being read; try again in a moment")]
    Unread,
    /// A comment would end at its `}`.
    #[error("a comment cannot hold '}}'; ')' can stand in its place")]
    ClosingBrace,
    /// A character that the file's encoding lacks.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The words would be read as something else.
    #[error("written so, these words would be read as something else; begin them with a letter")]
    Misread,
    /// A line of the words would be taken for the first tag of another match.
    #[error("a line that begins with [Event would begin another match; put a blank before it")]
    Splits,
    /// A name that a tag cannot have.
    #[error("a tag's name is letters, digits and '_'")]
    TagName,
    /// A line break in a tag's value.
    #[error("a tag's value is one line")]
    TagLine,
    /// A tag that is there already.
    #[error("there is already a tag of that name")]
    TagThere,
    /// A tag that is not there.
    #[error("there is no such tag")]
    NoTag,
    /// A note that is not there.
    #[error("there is no such note")]
    NoNote,
    /// A ply that is not there.
    #[error("there is no ply {0} in this match")]
    NoPly(Moment),
    /// No glyph.
    #[error("a glyph is ! ? !! ?? !? ?! or $ and a number; words belong in a comment")]
    NoGlyph,
    /// Moves that are no variation of a game of Kriegspiel.
    #[error("this is not a variation: {0}")]
    Unplayable(VariationProblem),
    /// An annotation needs a ply.
    #[error("an annotation belongs to a ply, and before the first there is none")]
    NoPlyToAnnotate,
    /// No move.
    #[error("this is not a move: {0}")]
    NoMove(SanError),
    /// No clock.
    #[error("a clock is seconds (178.839), or minutes and seconds (2:58.8)")]
    NoClock,
    /// A move that cannot be played there.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// A move that is not legal at the end of the match.
    #[error("that move cannot be played at the end of the match")]
    NotNow,
    /// A move that is not legal where a variation stands.
    #[error("that move cannot be played there")]
    NotThere,
    /// A variation that is not there.
    #[error("there is no such variation")]
    NoVariation,
    /// A variation that should change places with another.
    #[error("there is no other variation on that ply to change places with")]
    NoVariationBeside,
    /// A variation on the match that should be promoted and is the first.
    #[error(
        "this variation is the first on its ply already, and the match itself stays as it was played"
    )]
    FirstAlready,
    /// Variations within variations.
    #[error("variations are kept to a depth of 64; this would be one deeper")]
    TooDeep,
    /// Words as a glyph of a variation's ply.
    #[error("in a variation a glyph is ! and ?, or $ and a number; words belong in the comment")]
    GlyphWords,
    /// Round brackets in a comment on a ply of a variation.
    #[error("in a variation a comment needs a ')' for each '(', and holds no '{{'")]
    Brackets,
    /// A change of a match, in a game of Kriegspiel; or the other way round.
    #[error("this cannot be written into a {0}")]
    OtherContent(&'static str),
    /// The replay does not come that far.
    #[error("the match cannot be replayed so far; put the first move right that cannot be played")]
    Unreached,
    /// Two changes of the same bytes at once.
    #[error(transparent)]
    Conflict(#[from] EditConflict),
}

impl DocumentEdit {
    /// The edits of the record of `document` that make this change, in the encoding of the whole file.
    /// Nothing outside of them changes; there are none where everything already is as it should be.
    ///
    /// # Errors
    /// Why it cannot be changed so.
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
                place.rewritten(note, text)
            }
            Self::MoveNote { note, to } => place.moved(*note, *to),
            Self::Diagram { moment, on } => place.diagram(*moment, *on),
            Self::Move { ply, san } => place.move_fixed(*ply, san),
            Self::Clock { ply, clock } => place.clock_fixed(*ply, clock),
            Self::DeleteFrom { ply } => place.deleted_from(*ply),
            Self::AddPly { seat, mv, clock_ms } => place.ply_added(*seat, *mv, *clock_ms),
            Self::Marks { at, marks } => place.marks(at, marks),
            Self::Variation(edit) => edit.edits(document),
            Self::Outcome { result, reason } => place.ended(*result, reason),
            _ => Err(ChangeError::OtherContent("match")),
        }
    }

    /// What is changed, as a person is told of it: `comment on 12b`.
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

    /// Whether `document`, in which this change of `before` was made, says what was wanted: a text may mean something
    /// else where it is put.
    pub(super) fn holds_in(&self, before: &Document, document: &Document) -> bool {
        let record = document.record();
        let said = |kind: NoteKind, moment: Moment, text: &str| {
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
            Self::Variation(edit) => edit.holds(before, document),
            Self::Glyph { moment, text } => said(NoteKind::Annotation, *moment, text.trim()),
            Self::Comment { moment, text } | Self::AddComment { moment, text } => {
                said(NoteKind::Comment, *moment, text)
            }
            Self::Diagram { moment, on } => {
                let mut diagrams = Place::of(document).notes(*moment, NoteKind::Diagram);
                diagrams.next().is_some() == *on
            }
            // A round bracket among the words may hide the variations behind it.
            Self::Note { note, .. } | Self::MoveNote { note, .. } => {
                let kept = before.record().notes.get(*note);
                kept.is_none_or(|note| before.kept_in(note).is_empty())
                    || before.variations().roots.len() <= document.variations().roots.len()
            }
            Self::Marks { at, marks } => {
                let mut kept = document.kept_marks(at);
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
            Self::Tag { .. } | Self::TagAt { .. } => self.tag_holds(document),
            _ => true,
        }
    }
}

/// Whether two texts are the same but for how their lines end.
fn same_lines(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    plain(a) == plain(b)
}

/// The edits that make all of `changes` at once, where `edits` makes one, each no larger than what differs.
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

/// The record that `set` makes of `text`.
///
/// # Errors
/// That it is more than one.
pub(super) fn applied(set: &EditSet, text: &[u8]) -> Result<Vec<u8>, ChangeError> {
    let text = set.apply(text);
    if Record::default().parse_first(&text) != text.len() {
        return Err(ChangeError::Splits);
    }
    Ok(text)
}

impl Document {
    /// The match in which all of `changes` are made at once, and the edits that made them.
    ///
    /// # Errors
    /// Why one of them cannot be made, or would be read as something else than what is wanted.
    pub fn changed(&self, changes: &[DocumentEdit]) -> Result<(Self, EditSet), ChangeError> {
        let set = edit_set(self.text(), changes, |change| change.edits(self))?;
        let changed = self.with_text(applied(&set, self.text())?);
        if !changes.iter().all(|change| change.holds_in(self, &changed)) {
            return Err(ChangeError::Misread);
        }
        Ok((changed, set))
    }
}
