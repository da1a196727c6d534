//! Text from files for people: no control characters, and no line breaks in a line.
//!
//! A name in a file could otherwise change the colours, the title and the clipboard of a terminal, reverse or hide what
//! stands beside it, or look like a message of the program.

use memchr::memchr2_iter;
use std::{borrow::Cow, fmt::Write as _};

/// Returns whether a terminal or a reader could be misled by `character`: a control character, a separator of lines, or
/// an invisible character that changes the direction of text.
pub fn is_misleading(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns `text` with all misleading characters escaped as in Rust, such as `\u{1b}` and `\n`.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escape(text, is_misleading)
}

/// Returns `text` with its line breaks escaped as in Rust. Other control characters stay as they are.
pub fn one_line(text: &str) -> Cow<'_, str> {
    // Nearly every text has no line break. Their first bytes are found faster than their characters.
    let bytes = text.as_bytes();
    let has_control =
        bytes.iter().fold(false, |found, byte| found | (b'\n'..=b'\r').contains(byte));
    let is_break =
        |at: usize| matches!(bytes[at..], [0xc2, 0x85, ..] | [0xe2, 0x80, 0xa8 | 0xa9, ..]);
    if !has_control && !memchr2_iter(0xc2, 0xe2, bytes).any(is_break) {
        return Cow::Borrowed(text);
    }
    escape(text, |character| matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            _ if !is_escaped(character) => escaped.push(character),
            '\n' | '\r' | '\t' => escaped.extend(character.escape_default()),
            _ => {
                let _ = write!(escaped, "{}", character.escape_unicode());
            }
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_and_control_characters_are_escaped() {
        for (text, line, visible) in [
            ("José 王伟 👩\u{200d}👩", "José 王伟 👩\u{200d}👩", "José 王伟 👩\u{200d}👩"),
            ("a\r\nb\n", "a\\r\\nb\\n", "a\\r\\nb\\n"),
            ("a\tb", "a\tb", "a\\tb"),
            ("\u{b}\u{c}\u{85}", "\\u{b}\\u{c}\\u{85}", "\\u{b}\\u{c}\\u{85}"),
            ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}", "\\u{2028}\\u{2029}"),
            ("\u{1b}[31m\u{9b}", "\u{1b}[31m\u{9b}", "\\u{1b}[31m\\u{9b}"),
            ("a\u{202e}gpj.exe\u{2066}", "a\u{202e}gpj.exe\u{2066}", "a\\u{202e}gpj.exe\\u{2066}"),
        ] {
            assert_eq!((one_line(text).as_ref(), visible_line(text).as_ref()), (line, visible));
        }
    }
}
