//! [`Encoding`]: the encoding of a text. A text that is valid UTF-8 is UTF-8, any other Windows-1252.

use bughouse::typography::windows_1252;
use std::borrow::Cow;

/// The encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, including plain ASCII.
    #[default]
    Utf8,
    /// Windows-1252, used by old archives.
    Windows1252,
}

/// A text that its encoding cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{character}' cannot be saved: this file is encoded in Windows-1252, not UTF-8")]
pub struct Unwritable {
    /// The first character that Windows-1252 lacks.
    pub character: char,
}

impl Encoding {
    /// Returns the encoding of `bytes`: UTF-8 if they decode as such.
    pub fn of(bytes: &[u8]) -> Self {
        if Self::utf8_length(bytes) == bytes.len() { Self::Utf8 } else { Self::Windows1252 }
    }

    /// Returns the length of the longest prefix that is valid UTF-8.
    pub fn utf8_length(bytes: &[u8]) -> usize {
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        }
    }

    /// Encodes `text`.
    ///
    /// # Errors
    /// The first character that the encoding lacks.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unwritable> {
        if self == Self::Utf8 || text.is_ascii() {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let encode = |character| byte_of(character).ok_or(Unwritable { character });
        text.chars().map(encode).collect::<Result<_, _>>().map(Cow::Owned)
    }

    /// Decodes `bytes`. Never fails: every byte is valid Windows-1252, and an invalid UTF-8 sequence becomes a
    /// replacement character.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if self == Self::Utf8 || bytes.is_ascii() {
            return String::from_utf8_lossy(bytes);
        }
        bytes.iter().map(|byte| windows_1252(*byte)).collect()
    }
}

fn byte_of(character: char) -> Option<u8> {
    match u8::try_from(character) {
        Ok(byte) if windows_1252(byte) == character => Some(byte),
        _ => (0x80..=0x9f).find(|byte| windows_1252(*byte) == character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_windows_1252_is_one_character() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = Encoding::Windows1252.decode(&bytes);
        assert_eq!(text.chars().count(), 256);
        assert_eq!(Encoding::Windows1252.encode(&text).as_deref(), Ok(&*bytes));
        for (bytes, text) in
            [(b"M\xfcller" as &[u8], "Müller"), (b"\x80 \x93a\x94 \x9f\x81", "€ “a” Ÿ\u{81}")]
        {
            assert_eq!(Encoding::of(bytes), Encoding::Windows1252);
            assert_eq!(Encoding::Windows1252.decode(bytes), text);
        }
        for character in ['ł', '\u{80}', '\u{99}', '∶'] {
            let text = format!("ü{character}");
            assert_eq!(Encoding::Windows1252.encode(&text), Err(Unwritable { character }));
        }
    }
}
