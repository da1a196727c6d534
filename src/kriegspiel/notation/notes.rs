//! [`PlyNotes`]: the annotations of a ply. Announcements are not annotations.

use super::Record;
use crate::{
    file::Span,
    notation::{Note, NoteKind, is_diagram_nag, nag_glyph, nag_of},
    text::{single_spaced, unix_lines},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyNotes {
    /// In display form, such as `!?` or `$14`.
    pub glyphs: Vec<String>,
    pub diagram: bool,
    /// Without delimiters.
    pub comments: Vec<String>,
    /// Without parentheses.
    pub variations: Vec<String>,
}

impl PlyNotes {
    /// Returns the glyphs separated by spaces, as the user edits them.
    pub fn glyph_text(&self) -> String {
        self.glyphs.join(" ")
    }
}

impl Record {
    /// Returns the comments at `moment`: the text after an announcement in the same brace, other braces, and `;`
    /// comments. Leaves out the reason for the result, unless there are no plies: such a record is a problem, and the
    /// comment before its `*` is about the problem.
    pub fn comments_at(&self, moment: usize) -> Vec<Span> {
        let ply = moment.checked_sub(1).and_then(|ply| self.plies.get(ply));
        let announced = ply.and_then(|ply| ply.announcement.as_ref());
        let after_announcement = announced.map(|it| it.comment);
        let own = self.notes_at(moment).iter().filter(|note| {
            let is_reason = !self.plies.is_empty() && self.is_reason(note);
            matches!(note.kind, NoteKind::Brace | NoteKind::LineComment) && !is_reason
        });
        let all = after_announcement.into_iter().chain(own.map(|note| note.text));
        all.filter(|span| !span.is_empty()).collect()
    }

    pub fn glyphs_at(&self, text: &[u8], moment: usize) -> Vec<&Note> {
        let is_glyph = |note: &&Note| match note.kind {
            NoteKind::Annotation => true,
            NoteKind::Nag => !is_diagram(note, text),
            _ => false,
        };
        self.notes_at(moment).iter().filter(is_glyph).collect()
    }

    pub fn diagrams_at(&self, text: &[u8], moment: usize) -> Vec<&Note> {
        let requests_diagram = |note: &&Note| note.kind == NoteKind::Nag && is_diagram(note, text);
        self.notes_at(moment).iter().filter(requests_diagram).collect()
    }

    pub fn variations_at(&self, moment: usize) -> Vec<&Note> {
        let notes = self.notes_at(moment).iter();
        notes.filter(|note| note.kind == NoteKind::Variation).collect()
    }

    /// Returns the annotations at `moment`, with line breaks as `\n`.
    pub fn ply_notes(&self, text: &[u8], moment: usize) -> PlyNotes {
        let words = |span: Span| {
            let words = self.encoding.decode(span.of(text));
            unix_lines(words.trim())
        };
        let on_one_line = |span: Span| single_spaced(&words(span));
        let mut comments: Vec<String> = self.comments_at(moment).into_iter().map(words).collect();
        let escapes = self.notes_at(moment).iter();
        let escapes = escapes.filter(|note| note.kind == NoteKind::Escape);
        comments.extend(escapes.map(|note| words(note.text)));
        comments.retain(|words| !words.is_empty());
        let glyphs = self.glyphs_at(text, moment).into_iter();
        let variations = self.variations_at(moment).into_iter();
        PlyNotes {
            glyphs: glyphs.map(|note| nag_glyph(&words(note.text)).to_owned()).collect(),
            diagram: !self.diagrams_at(text, moment).is_empty(),
            comments,
            variations: variations.map(|note| on_one_line(note.text)).collect(),
        }
    }
}

fn is_diagram(note: &Note, text: &[u8]) -> bool {
    std::str::from_utf8(note.text.of(text)).is_ok_and(is_diagram_nag)
}

/// Returns the notation of `glyph` in a file: its number, such as `$4` for `??`, since `??` in a file is a hidden move.
/// Returns other text unchanged.
pub(super) fn written_glyph(glyph: &str) -> String {
    nag_of(glyph).unwrap_or_else(|| glyph.to_owned())
}
