//! JSON whose strings no terminal misinterprets.

use super::is_misleading;
use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};
use std::io::{self, Write};

/// Writes `value` as compact JSON. Escapes every misleading character, not only those below U+0020 that JSON itself
/// forbids.
///
/// # Errors
/// Errors of `out`, and those of serialising `value`.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, VisibleFormatter))?)
}

struct VisibleFormatter;

impl Formatter for VisibleFormatter {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        to: &mut W,
        text: &str,
    ) -> io::Result<()> {
        // Nearly every text is plain ASCII.
        if is_plain(text.as_bytes()) {
            return to.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some(at) = rest.find(is_misleading) {
            let (harmless, after) = rest.split_at(at);
            to.write_all(harmless.as_bytes())?;
            let mut after = after.chars();
            if let Some(character) = after.next() {
                // All misleading characters are below U+10000.
                write!(to, "\\u{:04x}", u32::from(character))?;
            }
            rest = after.as_str();
        }
        to.write_all(rest.as_bytes())
    }

    /// Writes JSON that is already serialised. Control characters of ASCII are only white space there, and stay.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, to: &mut W, json: &str) -> io::Result<()> {
        for line in json.split_inclusive(|character: char| character.is_ascii_control()) {
            let space = usize::from(line.ends_with(|character: char| character.is_ascii_control()));
            let (text, space) = line.split_at(line.len() - space);
            self.write_string_fragment(to, text)?;
            to.write_all(space.as_bytes())?;
        }
        Ok(())
    }
}

/// Returns whether `text` has only printable characters of ASCII. Examines eight bytes at once.
fn is_plain(text: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH_BITS: u64 = 0x80 * ONES;
    let (words, rest) = text.as_chunks::<8>();
    // The high bit of a byte is set if the byte is below U+0020, U+007F, or not ASCII.
    let is_plain_word = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        let marked = word.wrapping_sub(0x20 * ONES) | word.wrapping_add(ONES) | word;
        marked & HIGH_BITS == 0
    };
    words.iter().all(is_plain_word) && rest.iter().all(|byte| (b' '..0x7f).contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, value::RawValue};

    #[test]
    fn plain_text_is_found_by_words() {
        for byte in 0..=255 {
            for place in 0..19 {
                let mut text = *b" ~plain text 0123 z";
                text[place] = byte;
                assert_eq!(is_plain(&text), (b' '..0x7f).contains(&byte), "{byte} at {place}");
            }
        }
    }

    #[test]
    fn misleading_characters_are_escaped_and_read_back() {
        let text = "é\u{7f}\u{9b}31m \u{202e}gpj\u{2028}\n\u{1b}👩";
        let mut json = Vec::new();
        write_json(&mut json, &text).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert_eq!(json, "\"é\\u007f\\u009b31m \\u202egpj\\u2028\\n\\u001b👩\"");
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), text);
        let raw = RawValue::from_string("{\n\t\"a\": \"\u{202e}\"\n}".to_owned()).unwrap();
        let mut json = Vec::new();
        write_json(&mut json, &raw).unwrap();
        assert_eq!(String::from_utf8(json).unwrap(), "{\n\t\"a\": \"\\u202e\"\n}");
    }
}
