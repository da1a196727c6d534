//! How what is typed becomes changes of the record, and how changes are taken back.

use crate::app::{OpenFile, State, issues::sentence, library::Arrival};
use crate::{
    archive::RecordId,
    document::{
        ChangeError, Changes, Content, Document, DocumentEdit, GameDocument, VariationEdit,
    },
    file::EditSet,
    notation::{GameResult, Note, NoteKind, Tag, TagKey as _, kriegspiel::PlyNotes, unescape},
    replay::{Point, VariationPlace},
    timeline::Moment,
};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What a field shows of the match, and changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The annotation of the ply.
    Annotation,
    /// A comment at the moment, by its place among them; behind the last, a new one.
    Comment(usize),
    /// A variation on the ply of a game of Kriegspiel, by its place among them; behind the last, a new one.
    GameVariation(usize),
    /// The glyph of a ply of a variation.
    VariationGlyph(VariationPlace),
    /// The comment on a ply of a variation.
    VariationComment(VariationPlace),
    /// The value of the tag at a place.
    TagValue(usize),
    /// The name of the tag at a place.
    TagName(usize),
    /// The value of a tag that the form names, whether it is there or not.
    Tag(&'static str),
    /// The name of a tag that is to be added.
    NewTag,
    /// The move of the ply.
    Move,
    /// The clock of the ply.
    Clock,
    /// Why the match ended.
    Reason,
}

impl Field {
    /// Whether every letter changes the record; else it waits until the field is left.
    const fn is_live(&self) -> bool {
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

    /// Whether it belongs to a moment and not to the match.
    pub(in crate::app) const fn is_of_moment(&self) -> bool {
        matches!(
            self,
            Self::Annotation
                | Self::Comment(_)
                | Self::VariationGlyph(_)
                | Self::VariationComment(_)
                | Self::GameVariation(_)
                | Self::Move
                | Self::Clock
        )
    }
}

/// What has been typed into a field and is not in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The record, by its place in the file.
    pub record: RecordId,
    /// The moment, or 0 where the field belongs to the match.
    pub moment: Moment,
    /// The field.
    pub field: Field,
    /// What is typed.
    pub text: String,
    /// Why it cannot be written so; empty while it waits to be finished.
    pub refused: String,
}

/// What a field shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldText {
    /// The text.
    pub text: String,
    /// Why it is not in the record.
    pub refused: String,
}

/// The signs of annotations with their keys, from 1 to 6.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl State {
    /// What `field` shows where the playhead stands.
    #[must_use]
    pub fn field(&self, field: &Field) -> FieldText {
        if let Some(draft) = self.draft(field) {
            return FieldText {
                text: draft.text.clone(),
                refused: draft.refused.clone(),
            };
        }
        FieldText {
            text: self.written(field).unwrap_or_default(),
            refused: String::new(),
        }
    }

    /// The comments at the moment, each a field, and an empty one behind them for another.
    #[must_use]
    pub fn comment_fields(&self) -> Vec<Field> {
        if let Some(place) = &self.attempt().variation {
            return vec![Field::VariationComment(place.clone())];
        }
        (0..=self.comment_count()).map(Field::Comment).collect()
    }

    /// The variations on the ply of a game of Kriegspiel, each a field, and an empty one behind them for another.
    #[must_use]
    pub fn game_variation_fields(&self) -> Vec<Field> {
        let count = self.game_notes().map_or(0, |notes| notes.variations.len());
        (0..=count).map(Field::GameVariation).collect()
    }

    /// What a person wrote at the moment of a game of Kriegspiel, where it may be shown.
    fn game_notes(&self) -> Option<PlyNotes> {
        // The referee's notes may tell what a player could not see.
        let document = self.game_document().filter(|_| self.shows_notes())?;
        Some(document.notes(self.moment()))
    }

    /// How many comments at the moment have a field.
    fn comment_count(&self) -> usize {
        match self.game_document() {
            Some(document) if self.shows_notes() => document.comment_count(self.moment()),
            Some(_) => 0,
            None => self.comments().count(),
        }
    }

    /// The field of the annotation of the ply that is shown.
    #[must_use]
    pub fn glyph_field(&self) -> Field {
        match &self.attempt().variation {
            Some(place) => Field::VariationGlyph(place.clone()),
            None => Field::Annotation,
        }
    }

    /// Whether a diagram is asked for at the moment.
    #[must_use]
    pub fn has_diagram(&self) -> bool {
        match self.game_views() {
            Some(_) => self.game_notes().is_some_and(|notes| notes.diagram),
            None => self.notes(NoteKind::Diagram).next().is_some(),
        }
    }

    /// What a game of Kriegspiel says in `field`, which is none of a tag.
    fn written_in_game(&self, document: &GameDocument, field: &Field) -> Option<String> {
        match field {
            Field::Comment(place) => {
                let shown = self.shows_notes();
                shown.then(|| document.comment(self.moment(), *place))
            }
            Field::Annotation => Some(self.game_notes()?.glyph_text()),
            Field::GameVariation(place) => self.game_notes()?.variations.into_iter().nth(*place),
            Field::Reason => {
                let record = document.record();
                let reason = record
                    .encoding
                    .decode(record.ending.reason.of(document.text()));
                Some(reason.replace("\r\n", "\n").replace('\r', "\n"))
            }
            _ => None,
        }
    }

    /// What the record says in `field`.
    fn written(&self, field: &Field) -> Option<String> {
        let open = &self.open.as_ref()?.content;
        let text = open.text();
        let lines = |bytes: &[u8]| {
            let text = open.record_encoding().decode(bytes);
            text.replace("\r\n", "\n").replace('\r', "\n")
        };
        let value = |tag: &Tag| unescape(open.record_encoding(), tag.value.of(text)).into_owned();
        match field {
            Field::TagValue(index) => return open.tags().get(*index).map(value),
            Field::TagName(index) => return Some(lines(open.tags().get(*index)?.name.of(text))),
            Field::Tag(name) => return name.find_in(open.tags(), text).map(value),
            Field::NewTag => return Some(String::new()),
            _ => {}
        }
        let document = match open {
            Content::Match(open) => &open.document,
            Content::Game(game) => return self.written_in_game(&game.document, field),
        };
        let record = document.record();
        let ply = || record.plies.get(self.moment().checked_sub(1)?);
        Some(match field {
            Field::Annotation => {
                let note = self.notes(NoteKind::Annotation).next()?.1;
                lines(note.text.of(text))
            }
            Field::Comment(place) => document.comment_words(self.comments().nth(*place)?.1),
            Field::VariationGlyph(place) => {
                let glyph = document.variations().ply(place)?.glyphs.first();
                glyph.map_or_else(String::new, |glyph| lines(glyph.of(text)))
            }
            Field::VariationComment(place) => document.variation_comment(place)?,
            Field::GameVariation(_) => String::new(),
            Field::TagValue(_) | Field::TagName(_) | Field::Tag(_) | Field::NewTag => return None,
            Field::Move => {
                let span = ply()?.san_span.of(text);
                lines(span)
            }
            Field::Clock => {
                let clock = lines(ply()?.clock_span.of(text));
                clock
                    .trim_matches(['{', '}', '(', ')'])
                    .trim_matches(['[', ']'])
                    .trim_start_matches("%clk")
                    .trim_start_matches("%emt")
                    .trim_start_matches("ts=")
                    .trim()
                    .to_owned()
            }
            Field::Reason => lines(record.ending.reason.of(text)),
        })
    }

    /// The notes of `kind` at the moment, with their places in the record.
    fn notes(&self, kind: NoteKind) -> impl Iterator<Item = (usize, &Note)> {
        let moment = self.moment();
        let document = self.match_document();
        let notes = document
            .into_iter()
            .flat_map(|document| &document.record().notes);
        notes
            .enumerate()
            .filter(move |(_, note)| note.after as usize == moment && note.kind == kind)
    }

    fn comments(&self) -> impl Iterator<Item = (usize, &Note)> {
        self.notes(NoteKind::Comment)
    }

    fn place_of(&self, field: &Field) -> (RecordId, Moment) {
        let record = self.library.file.as_ref().map_or(0, |file| file.chosen);
        let moment = if field.is_of_moment() {
            self.moment()
        } else {
            0
        };
        (record, moment)
    }

    /// What has been typed and is not in a record of the file.
    #[must_use]
    pub fn drafts(&self) -> &[Draft] {
        self.library
            .file
            .as_ref()
            .map_or(&[], |file| file.drafts.as_slice())
    }

    fn draft(&self, field: &Field) -> Option<&Draft> {
        let place = self.place_of(field);
        let here = |draft: &&Draft| (draft.record, draft.moment) == place && draft.field == *field;
        self.drafts().iter().find(here)
    }

    fn drop_draft(&mut self, field: &Field) -> Option<Draft> {
        let place = self.place_of(field);
        let at = self
            .drafts()
            .iter()
            .position(|draft| (draft.record, draft.moment) == place && draft.field == *field)?;
        self.saving.touched += 1;
        let file = self.library.file.as_mut()?;
        Some(file.drafts.remove(at))
    }

    fn keep_draft(&mut self, field: Field, text: String, refused: String) {
        self.drop_draft(&field);
        let (record, moment) = self.place_of(&field);
        self.saving.touched += 1;
        if let Some(file) = &mut self.library.file {
            file.drafts.push(Draft {
                record,
                moment,
                field,
                text,
                refused,
            });
        }
    }

    /// Takes what stands in `field` as it is typed.
    pub(in crate::app) fn type_into(&mut self, field: Field, text: String) {
        let cleared_in_between = matches!(field, Field::Comment(place)
            if text.is_empty() && place + 1 < self.comment_count());
        if !field.is_live() || cleared_in_between {
            return self.keep_draft(field, text, String::new());
        }
        let before = self.written(&field).unwrap_or_default();
        let word_ended = before.ends_with(char::is_whitespace)
            && text.len() > before.len()
            && !text.ends_with(char::is_whitespace);
        if word_ended && let Some(file) = &mut self.library.file {
            file.changes.end_typing();
        }
        let mut hasher = DefaultHasher::new();
        (&field, self.place_of(&field)).hash(&mut hasher);
        match self.write(&field, &text, Some(hasher.finish())) {
            Ok(()) => {
                self.drop_draft(&field);
                // The blank behind a word is not written until the next word is.
                let written = self.written(&field).unwrap_or_default();
                if written != text && written == text.trim() {
                    self.keep_draft(field, text, String::new());
                }
            }
            Err(error) => self.keep_draft(field, text, sentence(&error.to_string())),
        }
    }

    /// The field has been left, or Enter was pressed in it: what waited goes into the record.
    pub(in crate::app) fn leave(&mut self, field: Field) {
        if let Some(draft) = self.drop_draft(&field) {
            let written = draft
                .refused
                .is_empty()
                .then(|| self.write(&field, &draft.text, None));
            match written {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    self.keep_draft(field, draft.text, sentence(&error.to_string()));
                }
                None => self.keep_draft(field, draft.text, draft.refused),
            }
        }
        if let Some(file) = &mut self.library.file {
            file.changes.end_typing();
        }
    }

    /// What waits in the fields that are shown goes into the record, before it is saved or another place is
    /// shown.
    pub(in crate::app) fn settle(&mut self) {
        let waiting = |draft: &&Draft| {
            draft.refused.is_empty() && (draft.record, draft.moment) == self.place_of(&draft.field)
        };
        let fields: Vec<Field> = self
            .drafts()
            .iter()
            .filter(waiting)
            .map(|draft| draft.field.clone())
            .collect();
        for field in fields {
            self.leave(field);
        }
    }

    /// Forgets what has been typed into `field` and is not in the record.
    pub(in crate::app) fn forget_draft(&mut self, field: &Field) {
        self.drop_draft(field);
    }

    fn write(&mut self, field: &Field, text: &str, typing: Option<u64>) -> Result<(), ChangeError> {
        let moment = self.moment();
        let ply = moment.saturating_sub(1);
        let owned = text.to_owned();
        let edit = match field {
            Field::Annotation => DocumentEdit::Glyph {
                moment,
                text: owned,
            },
            Field::Comment(place) if self.game_views().is_some() => DocumentEdit::GameComment {
                moment,
                place: *place,
                text: owned,
            },
            Field::GameVariation(place) => DocumentEdit::GameVariation {
                moment,
                place: *place,
                text: owned,
            },
            Field::VariationGlyph(place) => DocumentEdit::Variation(VariationEdit::Glyph {
                at: place.clone(),
                text: owned,
            }),
            Field::VariationComment(place) => DocumentEdit::Variation(VariationEdit::Comment {
                at: place.clone(),
                text: owned,
            }),
            Field::Comment(place) => match self.comments().nth(*place) {
                Some((note, _)) => DocumentEdit::Note { note, text: owned },
                None => DocumentEdit::AddComment {
                    moment,
                    text: owned,
                },
            },
            Field::TagValue(index) => DocumentEdit::TagAt {
                index: *index,
                name: self.written(&Field::TagName(*index)).unwrap_or_default(),
                value: owned,
            },
            Field::TagName(index) => DocumentEdit::TagAt {
                index: *index,
                name: owned,
                value: self.written(&Field::TagValue(*index)).unwrap_or_default(),
            },
            Field::Tag(name) => DocumentEdit::Tag {
                name: (*name).to_owned(),
                value: owned,
            },
            Field::NewTag if text.trim().is_empty() => return Ok(()),
            Field::NewTag if self.has_tag(text.trim()) => return Err(ChangeError::TagThere),
            Field::NewTag => DocumentEdit::Tag {
                name: text.trim().to_owned(),
                value: String::new(),
            },
            Field::Move => DocumentEdit::Move { ply, san: owned },
            Field::Clock => DocumentEdit::Clock { ply, clock: owned },
            Field::Reason => DocumentEdit::Outcome {
                result: self.result(),
                reason: owned,
            },
        };
        self.change(&edit, typing)
    }

    fn has_tag(&self, name: &str) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| {
            let content = &open.content;
            name.find_in(content.tags(), content.text()).is_some()
        })
    }

    /// The result as it is written.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let open = self.open.as_ref();
        open.and_then(|open| open.content.result())
            .unwrap_or(GameResult::Unknown)
    }

    /// Makes `edit`, and says why not where it cannot be made.
    pub(in crate::app) fn edit(&mut self, edit: &DocumentEdit) {
        if let Err(error) = self.change(edit, None) {
            self.say(sentence(&error.to_string()));
        }
    }

    /// Puts `sign` at the side of the ply, or takes it away where it is there; words stay.
    pub(in crate::app) fn toggle_glyph(&mut self, sign: &str) {
        let moment = self.moment();
        let field = self.glyph_field();
        let old = self.written(&field).unwrap_or_default();
        let words = old.trim_start_matches(['!', '?']);
        let had = old.strip_suffix(words) == Some(sign);
        let words = words.trim_start();
        let text = match (had, words.is_empty()) {
            (true, _) => words.to_owned(),
            (false, true) => sign.to_owned(),
            (false, false) => format!("{sign} {words}"),
        };
        self.forget_draft(&field);
        self.edit(&match field {
            Field::VariationGlyph(at) => DocumentEdit::Variation(VariationEdit::Glyph { at, text }),
            _ => DocumentEdit::Glyph { moment, text },
        });
    }

    fn change(&mut self, edit: &DocumentEdit, typing: Option<u64>) -> Result<(), ChangeError> {
        let before = self.moment();
        let (Some(open), Some(file)) = (&self.open, &mut self.library.file) else {
            return Ok(());
        };
        if !open.content.is_scanned() {
            return Err(ChangeError::Unread);
        }
        let (document, set) = open.content.changed(std::slice::from_ref(edit))?;
        if set.is_empty() {
            return Ok(());
        }
        let before_it = open.content.as_match().map(|open| &open.document);
        let clockless = before_it
            .and_then(|document| clockless_with_first_comment(edit, document))
            .filter(|_| !std::mem::replace(&mut file.told_clockless, true));
        let lost = match (before_it, document.as_match()) {
            (Some(before), Some(after)) => variations_lost(edit, before, after),
            _ => 0,
        };
        let after = moment_after(edit, before);
        let name = open.content.name_of(edit);
        let text = open.content.text();
        file.changes
            .note(file.chosen, text, set, name, (before, after), typing);
        self.take(document);
        match lost {
            0 => {}
            1 => self.tell("A variation cannot be played any more and stays as text.".to_owned()),
            _ => self.tell(format!(
                "{lost} variations cannot be played any more and stay as text."
            )),
        }
        if let Some(ply) = clockless {
            self.tell(format!(
                "{ply} has no clock. Some other programs cannot read a comment on such a ply."
            ));
        }
        let plies = self.played_plies();
        if after != before || before > plies {
            self.go_to(after);
        }
        Ok(())
    }

    /// Shows `document`, which `set` has made of the record that is open; `name` says it for undo.
    pub(in crate::app) fn take_changed(&mut self, document: Content, set: EditSet, name: String) {
        let moment = self.moment();
        let (Some(open), Some(file)) = (&self.open, &mut self.library.file) else {
            return;
        };
        if set.is_empty() {
            return;
        }
        let text = open.content.text();
        file.changes
            .note(file.chosen, text, set, name, (moment, moment), None);
        self.take(document);
    }

    /// Takes the last change back, with the playhead where it was.
    pub(in crate::app) fn undo(&mut self) {
        self.settle();
        self.turn_back(
            Arrival::Undo,
            |file| file.changes.last().map(|c| (c.record, c.before)),
            Changes::undo,
        );
    }

    /// Makes the change again that was taken back last.
    pub(in crate::app) fn redo(&mut self) {
        self.settle();
        self.turn_back(
            Arrival::Redo,
            |file| file.changes.next().map(|c| (c.record, c.after)),
            Changes::redo,
        );
    }

    fn turn_back(
        &mut self,
        again: Arrival,
        which: impl Fn(&OpenFile) -> Option<(RecordId, Moment)>,
        turn: impl Fn(&mut Changes, &[u8]) -> Option<Vec<u8>>,
    ) {
        let Some((record, moment)) = self.library.file.as_ref().and_then(which) else {
            return;
        };
        if self
            .library
            .file
            .as_ref()
            .is_some_and(|file| file.chosen != record)
        {
            self.choose(record);
        }
        if self.when_shown(again) {
            return;
        }
        let (Some(open), Some(file)) = (&self.open, &mut self.library.file) else {
            return;
        };
        if let Some(text) = turn(&mut file.changes, open.content.text()) {
            let document = open.content.with_text(text);
            self.take(document);
            self.refilter();
            if self.moment() != moment {
                self.go_to(moment);
            }
        }
    }

    /// Shows `document`, the chosen record with other bytes.
    pub(in crate::app) fn take(&mut self, document: Content) {
        let Some(file) = &mut self.library.file else {
            return;
        };
        let id = file.chosen;
        file.changes.keep(id, document.text(), &file.original);
        if file.changes.text(id).is_some() {
            file.edited.insert(id, document.text());
        } else {
            file.edited.remove(id);
        }
        let start = self.rewound();
        self.open = self.open.take().map(|open| open.changed(document, start));
        self.revision += 1;
        self.saving.touched += 1;
    }

    /// How many plies of the match can be played.
    fn played_plies(&self) -> usize {
        let open = self.open.as_ref();
        open.map_or(0, |open| open.content.played_plies())
    }

    /// What undo would take back and redo would make again.
    #[must_use]
    pub fn undo_names(&self) -> (Option<&str>, Option<&str>) {
        if self.exercise().is_some() {
            // They name plies of the match.
            return (None, None);
        }
        let changes = self.library.file.as_ref().map(|file| &file.changes);
        (
            changes.and_then(|changes| Some(changes.last()?.name.as_str())),
            changes.and_then(|changes| Some(changes.next()?.name.as_str())),
        )
    }
}

/// How many variations can no longer be played where `edit` has made `after` of `before`. What a person types into a
/// comment is no variation before it can be played.
fn variations_lost(edit: &DocumentEdit, before: &Document, after: &Document) -> usize {
    match edit {
        DocumentEdit::Move { .. } | DocumentEdit::DeleteFrom { .. } | DocumentEdit::Tag { .. } => {
            let refused = |document: &Document| document.variations().refused.len();
            refused(after).saturating_sub(refused(before))
        }
        _ => 0,
    }
}

/// The ply without a clock that `edit` gives its first comment, in a match that has clocks elsewhere.
fn clockless_with_first_comment(edit: &DocumentEdit, document: &Document) -> Option<String> {
    let played = document.played().plies.len();
    let moment = match edit {
        DocumentEdit::Comment { moment, .. }
        | DocumentEdit::AddComment { moment, .. }
        | DocumentEdit::Marks {
            at: Point::Match(moment),
            ..
        } => *moment,
        DocumentEdit::Variation(VariationEdit::Play {
            from: Point::Match(moment),
            ..
        }) => (moment + 1).min(played),
        _ => return None,
    };
    let record = document.record();
    let ply = record.plies.get(moment.checked_sub(1)?)?;
    let has_clocks = record.plies.iter().any(|ply| !ply.clock_span.is_empty());
    let commented = record
        .notes
        .iter()
        .any(|note| note.after as usize == moment && note.kind == NoteKind::Comment);
    (ply.clock_span.is_empty() && has_clocks && !commented)
        .then(|| document.ply_name(moment))
        .flatten()
}

/// Where the playhead goes when `edit` has been made at `moment`.
fn moment_after(edit: &DocumentEdit, moment: Moment) -> Moment {
    match edit {
        DocumentEdit::DeleteFrom { ply } => moment.min(*ply),
        // Behind the ply that was added, however many there are.
        DocumentEdit::AddPly { .. } | DocumentEdit::AddGamePly(_) => Moment::MAX,
        DocumentEdit::MoveNote { to, .. } => *to,
        _ => moment,
    }
}
