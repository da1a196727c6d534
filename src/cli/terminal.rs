//! [`Visible`]: text for a terminal without control sequences.

use crate::text::is_misleading;

/// The state of escaping control characters in a text that is written piece by piece. A name in a file could otherwise
/// change colours, titles and the clipboard, or hide other output. Line ends and tabs stay as they are; invalid UTF-8
/// becomes a replacement character.
#[derive(Default)]
pub(super) struct Visible {
    /// The bytes of an incomplete character at the end of the last piece.
    incomplete: Vec<u8>,
    /// Whether the last character was a carriage return, which is written once the next character shows whether it
    /// belongs to a line end.
    after_return: bool,
}

impl Visible {
    /// Returns the next piece of the text, escaped.
    pub(super) fn escape(&mut self, bytes: &[u8]) -> String {
        let mut all = std::mem::take(&mut self.incomplete);
        all.extend_from_slice(bytes);
        let mut text = String::with_capacity(all.len());
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.push(chunk.valid(), &mut text);
            let broken = chunk.invalid();
            // The next piece may complete this character.
            let is_incomplete =
                std::str::from_utf8(broken).is_err_and(|error| error.error_len().is_none());
            if is_incomplete && chunks.peek().is_none() {
                self.incomplete = broken.to_vec();
            } else if !broken.is_empty() {
                self.push("\u{fffd}", &mut text);
            }
        }
        text
    }

    /// Returns the carriage return held back, escaped, before a control sequence.
    pub(super) fn end_line(&mut self) -> &'static str {
        if std::mem::take(&mut self.after_return) { "\\r" } else { "" }
    }

    fn push(&mut self, text: &str, into: &mut String) {
        for character in text.chars() {
            if std::mem::take(&mut self.after_return) {
                into.push_str(if character == '\n' { "\r" } else { "\\r" });
            }
            match character {
                '\r' => self.after_return = true,
                '\n' | '\t' => into.push(character),
                _ if is_misleading(character) => {
                    into.extend(character.escape_unicode());
                }
                _ => into.push(character),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expect: &str) {
        // The text is fed at once, then byte by byte.
        for size in [bytes.len().max(1), 1] {
            let mut visible = Visible::default();
            let out: String = bytes.chunks(size).map(|piece| visible.escape(piece)).collect();
            assert_eq!(out, expect, "{size}");
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        check("José 王伟 👩\n\tÄ\r\n".as_bytes(), "José 王伟 👩\n\tÄ\r\n");
        check(b"\x1b[31mred", "\\u{1b}[31mred");
        check(b"\x1b]52;c;eA==\x07", "\\u{1b}]52;c;eA==\\u{7}");
        check(b"good\rbad", "good\\rbad");
        check("\u{9b}31m\u{7f}\0".as_bytes(), "\\u{9b}31m\\u{7f}\\u{0}");
        check("a\u{202e}gpj.exe".as_bytes(), "a\\u{202e}gpj.exe");
        check(b"caf\xe9 \x9b31m", "caf\u{fffd} \u{fffd}31m");
    }
}
