//! [`Draft`]: what is typed and is not in the record yet.

use super::Field;
use crate::{
    app::{State, issues::sentence},
    archive::RecordId,
    document::{ChangeError, DocumentEdit, VariationEdit},
    notation::TagKey as _,
    timeline::Moment,
};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

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

impl State {
    /// What has been typed and is not in a record of the file.
    #[must_use]
    pub fn drafts(&self) -> &[Draft] {
        self.library.file().map_or(&[], |file| file.drafts.as_slice())
    }

    fn place_of(&self, field: &Field) -> (RecordId, Moment) {
        let record = self.library.file().map_or(0, |file| file.chosen);
        let moment = if field.is_of_moment() { self.moment() } else { 0 };
        (record, moment)
    }

    pub(super) fn draft(&self, field: &Field) -> Option<&Draft> {
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
        let file = self.library.file_mut()?;
        Some(file.drafts.remove(at))
    }

    fn keep_draft(&mut self, field: Field, text: String, refused: String) {
        self.drop_draft(&field);
        let (record, moment) = self.place_of(&field);
        self.saving.touched += 1;
        if let Some(file) = self.library.file_mut() {
            file.drafts.push(Draft { record, moment, field, text, refused });
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
        if word_ended && let Some(file) = self.library.file_mut() {
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
            let written = draft.refused.is_empty().then(|| self.write(&field, &draft.text, None));
            match written {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    self.keep_draft(field, draft.text, sentence(&error.to_string()));
                }
                None => self.keep_draft(field, draft.text, draft.refused),
            }
        }
        if let Some(file) = self.library.file_mut() {
            file.changes.end_typing();
        }
    }

    /// What waits in the fields that are shown goes into the record, before it is saved or another place is
    /// shown.
    pub(in crate::app) fn settle(&mut self) {
        let waiting = |draft: &&Draft| {
            draft.refused.is_empty() && (draft.record, draft.moment) == self.place_of(&draft.field)
        };
        let fields: Vec<Field> =
            self.drafts().iter().filter(waiting).map(|draft| draft.field.clone()).collect();
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
            Field::Annotation => DocumentEdit::Glyph { moment, text: owned },
            Field::Comment(place) if self.game_views().is_some() => {
                DocumentEdit::GameComment { moment, place: *place, text: owned }
            }
            Field::GameVariation(place) => {
                DocumentEdit::GameVariation { moment, place: *place, text: owned }
            }
            Field::VariationGlyph(place) => {
                DocumentEdit::Variation(VariationEdit::Glyph { at: place.clone(), text: owned })
            }
            Field::VariationComment(place) => {
                DocumentEdit::Variation(VariationEdit::Comment { at: place.clone(), text: owned })
            }
            Field::Comment(place) => match self.comments().nth(*place) {
                Some((note, _)) => DocumentEdit::Note { note, text: owned },
                None => DocumentEdit::AddComment { moment, text: owned },
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
            Field::Tag(name) => DocumentEdit::Tag { name: (*name).to_owned(), value: owned },
            Field::NewTag if text.trim().is_empty() => return Ok(()),
            Field::NewTag if self.has_tag(text.trim()) => return Err(ChangeError::TagThere),
            Field::NewTag => {
                DocumentEdit::Tag { name: text.trim().to_owned(), value: String::new() }
            }
            Field::Move => DocumentEdit::Move { ply, san: owned },
            Field::Clock => DocumentEdit::Clock { ply, clock: owned },
            Field::Reason => DocumentEdit::Outcome { result: self.result(), reason: owned },
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
}
