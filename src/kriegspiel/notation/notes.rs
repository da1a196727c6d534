//! [`PlyNotes`]: what a person wrote of a ply, as against what the referee said of it.

use super::Record;
use crate::{
    file::Span,
    notation::{Note, NoteKind, is_diagram_nag, nag_glyph, nag_of},
};

/// What a person wrote of a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyNotes {
    /// Its glyphs as they are shown: `!?`, `$14`.
    pub glyphs: Vec<String>,
    /// Whether a diagram is asked for.
    pub diagram: bool,
    /// Comments, each without what sets it apart from the moves.
    pub comments: Vec<String>,
    /// Variations, without their brackets.
    pub variations: Vec<String>,
}

impl PlyNotes {
    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The glyphs side by side, as they are typed.
    #[must_use]
    pub fn glyph_text(&self) -> String {
        self.glyphs.join(" ")
    }
}

impl Record {
    /// What stands between the ply before `moment` and the next, announcements left aside.
    pub fn notes_at(&self, moment: usize) -> impl Iterator<Item = &Note> {
        let first = self.notes.partition_point(|note| (note.after as usize) < moment);
        let notes = self.notes[first..].iter();
        notes.take_while(move |note| note.after as usize == moment)
    }

    /// The comments at `moment`: behind the announcement, in braces of their own, behind a `;`.
    #[must_use]
    pub fn comments_at(&self, moment: usize) -> Vec<Span> {
        let ply = moment.checked_sub(1).and_then(|ply| self.plies.get(ply));
        let announced = ply.and_then(|ply| ply.announcement.as_ref());
        let behind = announced.map(|it| it.comment);
        let own = self.notes_at(moment).filter(|note| {
            matches!(note.kind, NoteKind::Brace | NoteKind::LineComment) && !self.is_reason(note)
        });
        let all = behind.into_iter().chain(own.map(|note| note.text));
        all.filter(|span| !span.is_empty()).collect()
    }

    /// The notes that are glyphs of the ply before `moment`.
    #[must_use]
    pub fn glyphs_at(&self, text: &[u8], moment: usize) -> Vec<&Note> {
        let is_glyph = |note: &&Note| match note.kind {
            NoteKind::Annotation => true,
            NoteKind::Nag => !is_diagram(note, text),
            _ => false,
        };
        self.notes_at(moment).filter(is_glyph).collect()
    }

    /// The notes that ask for a diagram at `moment`.
    #[must_use]
    pub fn diagrams_at(&self, text: &[u8], moment: usize) -> Vec<&Note> {
        let asks = |note: &&Note| note.kind == NoteKind::Nag && is_diagram(note, text);
        self.notes_at(moment).filter(asks).collect()
    }

    /// The variations on the ply before `moment`.
    #[must_use]
    pub fn variations_at(&self, moment: usize) -> Vec<&Note> {
        let notes = self.notes_at(moment);
        notes.filter(|note| note.kind == NoteKind::Variation).collect()
    }

    /// What a person wrote at `moment`, in lines that end with `\n`.
    #[must_use]
    pub fn ply_notes(&self, text: &[u8], moment: usize) -> PlyNotes {
        let words = |span: Span| {
            let words = self.encoding.decode(span.of(text));
            words.trim().replace("\r\n", "\n").replace('\r', "\n")
        };
        let on_one_line = |span: Span| words(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let mut comments: Vec<String> = self.comments_at(moment).into_iter().map(words).collect();
        let escapes = self.notes_at(moment);
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

    /// Whether `note` is the brace that says how the game ended.
    #[must_use]
    pub fn is_reason(&self, note: &Note) -> bool {
        let reason = self.ending.reason;
        !reason.is_empty() && note.kind == NoteKind::Brace && note.text == reason
    }
}

fn is_diagram(note: &Note, text: &[u8]) -> bool {
    std::str::from_utf8(note.text.of(text)).is_ok_and(is_diagram_nag)
}

/// A glyph as a file has it: its number, so that `??` is no hidden move.
pub(super) fn written_glyph(glyph: &str) -> String {
    nag_of(glyph).unwrap_or_else(|| glyph.to_owned())
}
