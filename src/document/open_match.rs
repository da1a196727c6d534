//! [`OpenMatch`]: a parsed and replayed match, with its times.

use super::{
    ChangeError, Document, DocumentEdit, EditResult, EditableRecord, RecordEditor, open::OpenRecord,
};
use crate::{
    analysis::ledger::LongTurn,
    file::{Edit, Span},
    notation::{GameResult, Note, NoteKind, PlyName, PlyText, Problem, Record, WrittenRecord},
    replay::{Match, Point, VariationPlace, Variations},
    text::unix_lines,
    timeline::{Moment, Timeline},
};

#[derive(Clone, Debug)]
pub struct OpenMatch {
    record: Record,
    played: Match,
    variations: Variations,
    timeline: Timeline,
}

impl OpenMatch {
    pub(super) fn of(record: Record, text: &[u8], lacks_separator: bool) -> Self {
        let mut played = Match::default();
        played.replay_into(&record, text);
        let variations = Variations::of(&record, text, &played);
        played.report_unplayable_groups(&variations);
        if lacks_separator {
            played.add_missing_separator_issue();
        }
        Self { variations, timeline: Timeline::of(&played), record, played }
    }
}

impl OpenRecord for OpenMatch {
    type Ply = PlyText;
    type Problem = Problem;

    fn parse(text: &[u8], lacks_separator: bool) -> Self {
        Self::of(Record::parse(text), text, lacks_separator)
    }

    fn written(&self) -> &WrittenRecord<PlyText, Problem> {
        &self.record
    }
}

impl EditableRecord for OpenMatch {
    fn ply_span(_editor: &RecordEditor<'_>, ply: &PlyText) -> Span {
        ply.span
    }

    fn diagrams_at(document: &Document, moment: Moment) -> Vec<Span> {
        document.notes_of(NoteKind::Diagram, moment).map(|note| note.span).collect()
    }

    fn new_diagram(editor: &RecordEditor<'_>, moment: Moment) -> Result<Edit, ChangeError> {
        editor.insertion(moment, NoteKind::Diagram, b"{D:}")
    }

    fn ending(editor: &RecordEditor<'_>, result: GameResult, reason: &[u8]) -> Vec<Edit> {
        editor.match_ending(result, reason)
    }

    fn other_edits(editor: &RecordEditor<'_>, edit: &DocumentEdit) -> EditResult {
        match edit {
            DocumentEdit::Glyph { moment: 0, .. } => Err(ChangeError::NoPlyToAnnotate),
            DocumentEdit::Glyph { moment, text } => {
                editor.set_note(*moment, NoteKind::Annotation, 0, text.trim())
            }
            DocumentEdit::Comment { moment, text } => {
                editor.set_note(*moment, NoteKind::Comment, 0, text)
            }
            DocumentEdit::CommentAt { moment, place, text } => {
                editor.set_note(*moment, NoteKind::Comment, *place, text)
            }
            DocumentEdit::MoveNote { note, to } => editor.move_note(*note, *to),
            DocumentEdit::Move { ply, san } => editor.replace_move(*ply, san),
            DocumentEdit::Clock { ply, clock } => editor.replace_clock(*ply, clock),
            DocumentEdit::DeleteFrom { ply } => editor.delete_from(*ply),
            DocumentEdit::AddPly { seat, mv, clock_ms } => editor.add_ply(*seat, *mv, *clock_ms),
            DocumentEdit::InsertPly { ply, seat, mv } => editor.insert_ply(*ply, *seat, *mv),
            DocumentEdit::AddPlies(plies) => editor.add_plies(plies),
            DocumentEdit::Marks { at, marks } => editor.marks(at, marks),
            DocumentEdit::Variation(edit) => edit.edits(editor.document),
            DocumentEdit::Result(result) => editor.correct_result(*result),
            _ => Err(ChangeError::OtherContent("match")),
        }
    }

    fn is_applied(edit: &DocumentEdit, before: &Document, after: &Document) -> bool {
        // A parenthesis or brace in the changed note may hide the variations after it.
        let keeps_variations = |note: &Note| {
            before.non_word_spans(note).is_empty()
                || before.variations().roots.len() <= after.variations().roots.len()
        };
        match edit {
            DocumentEdit::Variation(edit) => edit.is_applied_in_variations(before, after),
            DocumentEdit::Glyph { moment, text } => {
                after.has_note(NoteKind::Annotation, *moment, text.trim())
            }
            DocumentEdit::Comment { moment, text } => {
                after.has_note(NoteKind::Comment, *moment, text)
            }
            DocumentEdit::CommentAt { moment, place, text } => {
                match before.notes_of(NoteKind::Comment, *moment).nth(*place) {
                    Some(note) => keeps_variations(note),
                    None => after.has_note(NoteKind::Comment, *moment, text),
                }
            }
            DocumentEdit::MoveNote { note, .. } => {
                before.record().notes.get(*note).is_none_or(keeps_variations)
            }
            DocumentEdit::InsertPly { ply, mv, .. } => {
                let inserted = after.played().plies.get(*ply);
                inserted.is_some_and(|ply| ply.mv == *mv)
                    && after.record().plies.len() == before.record().plies.len() + 1
            }
            DocumentEdit::AddPlies(plies) => {
                after.played().plies.len() == before.played().plies.len() + plies.len()
            }
            DocumentEdit::Marks { at, marks } => {
                let mut unmatched = after.saved_marks(at);
                unmatched.len() == marks.len()
                    && marks.iter().all(|mark| {
                        let found = unmatched.iter().position(|other| other == mark);
                        found.map(|index| unmatched.swap_remove(index)).is_some()
                    })
            }
            DocumentEdit::Result(result) => after.played().ending.result == Some(*result),
            _ => true,
        }
    }
}

/// Parses `name` as a number of plies, or as `end` for the moment `last`. Returns `None` if `name` is neither, and
/// `Some(None)` if the number is above `last`.
pub(super) fn parse_counted_moment(name: &str, last: Moment) -> Option<Option<Moment>> {
    if name == "end" {
        return Some(Some(last));
    }
    let count = name.parse::<usize>().ok()?;
    Some(if count <= last { Some(count) } else { None })
}

impl Document {
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    pub const fn played(&self) -> &Match {
        &self.content.played
    }

    pub const fn variations(&self) -> &Variations {
        &self.content.variations
    }

    pub const fn timeline(&self) -> &Timeline {
        &self.content.timeline
    }

    /// Returns the sits and long thinks, those of board A first.
    pub fn long_turns(&self) -> Vec<LongTurn> {
        LongTurn::all(self.played(), self.timeline())
    }

    /// Parses a moment: `34A` or `12b` for the moment after this ply, a number of plies, or `end`. Returns `None` if
    /// there is no such moment.
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        let plies = &self.played().plies;
        if let Some(moment) = parse_counted_moment(name, plies.len()) {
            return moment;
        }
        let name = PlyName::parse(name)?;
        plies.iter().position(|ply| ply.name() == name).map(|index| index + 1)
    }

    /// Parses a point: a moment of the match, or a place in a variation. Returns `None` if there is no such point.
    ///
    /// `21B/1` is the end of the first variation on ply 21B, and `21B/1/3` the place after its third ply. In
    /// `21B/1/3/2/1`, `/3/2` selects the second branch on that third ply, and `/1` the place after the first ply of the
    /// branch.
    pub fn point_named(&self, name: &str) -> Option<Point> {
        let Some((ply, rest)) = name.split_once('/') else {
            return self.moment_named(name).map(Point::Match);
        };
        let place = self.variations().parse_place_name(self.moment_named(ply)?, rest)?;
        Some(Point::Variation(place))
    }

    /// Returns the name of a place in a variation, which [`Document::point_named`] parses.
    pub fn place_name(&self, place: &VariationPlace) -> String {
        self.variations().place_name(self.record(), place)
    }

    /// Returns whether there is a note of `kind` at `moment` with the text `words`, or `words` is empty. Line ends of any
    /// kind are equal.
    fn has_note(&self, kind: NoteKind, moment: Moment, words: &str) -> bool {
        let Ok(bytes) = RecordEditor::of(self).words(words) else { return false };
        let is_same = |text: &str, words: &str| unix_lines(text) == unix_lines(words);
        bytes.is_empty()
            || self.notes_of(kind, moment).any(|note| {
                let written = note.text.of(self.text());
                (bytes == written && is_same(&self.record().encoding.decode(written), words))
                    || is_same(&self.comment_words(note), words.trim())
            })
    }

    /// Returns the glyph and the annotation of the ply before `moment`, as the user edits them.
    pub fn annotation(&self, moment: Moment) -> Option<String> {
        let note = self.notes_of(NoteKind::Annotation, moment).next()?;
        Some(unix_lines(&self.record().encoding.decode(note.text.of(self.text()))))
    }

    /// Returns the comment with index `place` at `moment`, without the variations and marks in it.
    pub fn comment(&self, moment: Moment, place: usize) -> Option<String> {
        Some(self.comment_words(self.notes_of(NoteKind::Comment, moment).nth(place)?))
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        self.notes_of(NoteKind::Comment, moment).count()
    }

    /// Returns the name of the ply before `moment`, such as `12b`, or `None` at the start.
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.ply(moment)?.name().to_string())
    }
}
