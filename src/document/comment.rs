//! The words of a comment: its text without the variations and marks stored in it.
//!
//! Editing the words leaves all other bytes of the comment unchanged.

use super::{Document, EditResult, place::RecordEditor};
use crate::{
    file::{Edit, Encoding, Span},
    notation::{Note, mark_spans},
    replay::VariationPlace,
    text::unix_lines,
};

/// A character of a comment, with the span of its bytes.
struct SpannedChar {
    character: char,
    span: Span,
}

impl Document {
    /// Returns the spans of the variations and marks in `note`, as [`Variations::non_word_spans`].
    ///
    /// [`Variations::non_word_spans`]: crate::replay::Variations::non_word_spans
    pub fn non_word_spans(&self, note: &Note) -> Vec<Span> {
        self.variations().non_word_spans(self.text(), note)
    }

    /// Returns the words of `note`, without variations and marks. Lines are separated by `\n`.
    pub fn comment_words(&self, note: &Note) -> String {
        self.words_without(note.text, &self.non_word_spans(note))
    }

    /// Returns the words of the comments on the ply before `place`, one comment per line, or `None` if there is no such
    /// ply.
    pub fn variation_comment(&self, place: &VariationPlace) -> Option<String> {
        let ply = self.variations().ply(place)?;
        let comments = ply.comments.iter();
        let comments: Vec<String> = comments
            .map(|&text| self.words_without(text, &mark_spans(self.text(), text)))
            .collect();
        Some(comments.join("\n"))
    }

    fn words_without(&self, text: Span, non_words: &[Span]) -> String {
        if non_words.is_empty() {
            let words = self.record().encoding.decode(text.of(self.text()));
            return unix_lines(&words);
        }
        let written = self.decode_words(text, non_words);
        written.iter().map(|it| it.character).collect()
    }

    /// Decodes the words in `text` to characters, leaving out the spans `non_words`. If there are any such spans,
    /// blanks at both ends are dropped.
    fn decode_words(&self, text: Span, non_words: &[Span]) -> Vec<SpannedChar> {
        let mut words = Vec::new();
        let mut at = text.start;
        for span in non_words {
            self.read_words(Span::new(at, span.start.max(at)), &mut words);
            // The blanks on both sides of an omitted variation or mark become one blank.
            if words.last().is_some_and(is_blank)
                && self.text().get(span.end as usize).is_some_and(u8::is_ascii_whitespace)
            {
                words.pop();
            }
            at = span.end;
        }
        self.read_words(Span::new(at, text.end.max(at)), &mut words);
        if !non_words.is_empty() {
            let end = words.iter().rposition(|it| !is_blank(it));
            words.truncate(end.map_or(0, |end| end + 1));
            let start = words.iter().position(|it| !is_blank(it));
            words.drain(..start.unwrap_or(0));
        }
        words
    }

    /// Appends the characters in `span` to `words`. A line end of any kind becomes one `\n`.
    fn read_words(&self, span: Span, words: &mut Vec<SpannedChar>) {
        let encoding = self.record().encoding;
        let decoded = encoding.decode(span.of(self.text()));
        let mut characters = decoded.chars().peekable();
        let mut at = 0;
        while let Some(read) = characters.next() {
            // A record in UTF-8 is valid, and every byte of Windows-1252 is one character.
            let length = if encoding == Encoding::Utf8 { read.len_utf8() } else { 1 };
            let is_pair = read == '\r' && characters.next_if_eq(&'\n').is_some();
            let end = at + length + usize::from(is_pair);
            let character = if read == '\r' { '\n' } else { read };
            words.push(SpannedChar {
                character,
                span: Span::from_offsets(at, end).shifted(span.start),
            });
            at = end;
        }
    }
}

fn is_blank(written: &SpannedChar) -> bool {
    written.character.is_whitespace()
}

impl RecordEditor<'_> {
    /// Returns the edits that replace the words of `text` with `words`. The variations and marks at `non_words` stay,
    /// each after the same words as before.
    pub fn replace_words(&self, text: Span, non_words: &[Span], words: &str) -> EditResult {
        let old = self.document.decode_words(text, non_words);
        let new: Vec<char> = unix_lines(words).trim().chars().collect();
        let common_length = |pairs: &mut dyn Iterator<Item = (&SpannedChar, &char)>| {
            pairs.take_while(|(a, b)| a.character == **b).count()
        };
        let head = common_length(&mut old.iter().zip(&new));
        let tail = common_length(&mut old[head..].iter().rev().zip(new[head..].iter().rev()));
        let removed = &old[head..old.len() - tail];
        let inserted: String = new[head..new.len() - tail].iter().collect();
        if removed.is_empty() && inserted.is_empty() {
            return Ok(Vec::new());
        }
        let mut insert = self.words(&inserted)?;
        let end_of_head = head.checked_sub(1).map(|index| old[index].span.end);
        let span = match (removed.first(), removed.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
            _ => {
                Span::at(end_of_head.or(old.first().map(|it| it.span.start)).unwrap_or(text.start))
            }
        };
        let replaced_spans: Vec<&Span> =
            non_words.iter().filter(|it| span.to(**it) == span).collect();
        for (index, part) in replaced_spans.iter().enumerate() {
            if index > 0 || insert.last().is_some_and(|byte| !byte.is_ascii_whitespace()) {
                insert.push(b' ');
            }
            insert.extend_from_slice(part.of(self.text()));
        }
        if !replaced_spans.is_empty()
            && tail > 0
            && !old[old.len() - tail].character.is_whitespace()
        {
            insert.push(b' ');
        }
        let mut span = span;
        let next = self.text().get(span.end as usize).copied();
        if old.is_empty() && next.is_some_and(|byte| !byte.is_ascii_whitespace() && byte != b'}') {
            insert.push(b' ');
        }
        if new.is_empty()
            && replaced_spans.is_empty()
            && next.is_some_and(|byte| byte.is_ascii_whitespace())
        {
            span.end += 1;
        }
        Ok(vec![Edit { span, insert }])
    }
}
