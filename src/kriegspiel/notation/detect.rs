//! Detects the notation of a record.

use super::announcement::announcement_span;
use crate::{
    file::Span,
    notation::{KnownTag, NoteKind, Record},
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// BPGN and its dialects, for bughouse.
    #[default]
    Bpgn,
    Kriegspiel,
}

impl Notation {
    /// Detects the notation of a `record` that was parsed as BPGN and whose bytes are `text`.
    pub fn of(record: &Record, text: &[u8]) -> Self {
        if is_kriegspiel(record, text) { Self::Kriegspiel } else { Self::Bpgn }
    }
}

/// Returns whether a record that was parsed as BPGN is a game of Kriegspiel: its `Variant` or `Rules` tag says so, it
/// has a `Filtered` tag, or it contains announcements such as `{(…:…)}` and no seat letters.
fn is_kriegspiel(record: &Record, text: &[u8]) -> bool {
    let mut variants = KnownTag::Variant.find_all(&record.tags);
    let is_named = variants.any(|tag| {
        let value = tag.value.of(text);
        value.to_ascii_lowercase().starts_with(b"kriegspiel")
    });
    is_named
        || record.find_tag(text, KnownTag::Filtered).is_some()
        || (has_announcement(record, text) && !has_seat_letters(record, text))
}

fn has_announcement(record: &Record, text: &[u8]) -> bool {
    record.notes.iter().any(|note| {
        let words = note.text.of(text);
        #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
        let blanks = (words.len() - words.trim_ascii_start().len()) as u32;
        let inner = Span::new(note.text.start + blanks, note.text.end);
        note.kind == NoteKind::Brace && announcement_span(text, inner).is_some()
    })
}

/// Returns whether any ply number has a seat letter, as in `12b.`.
fn has_seat_letters(record: &Record, text: &[u8]) -> bool {
    record.plies.iter().any(|ply| {
        let written = ply.span.of(text);
        let digits = written.iter().take_while(|b| b.is_ascii_digit()).count();
        digits > 0 && matches!(written.get(digits), Some(b'A' | b'a' | b'B' | b'b'))
    })
}
