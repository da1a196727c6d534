//! [`Encoding`]: the encoding of a text. A text that is valid UTF-8 is UTF-8, any other Windows-1252.

use std::borrow::Cow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, including plain ASCII.
    #[default]
    Utf8,
    /// Windows-1252, used by old archives.
    Windows1252,
}

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
        encoding_rs::Encoding::utf8_valid_up_to(bytes)
    }

    /// Encodes `text`.
    ///
    /// # Errors
    /// The first character that the encoding lacks.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unwritable> {
        match self {
            Self::Utf8 => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Windows1252 => {
                let lacks = |c: &char| {
                    let mut buffer = [0; 4];
                    encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut buffer)).2
                };
                match text.chars().find(lacks) {
                    Some(character) => Err(Unwritable { character }),
                    None => Ok(encoding_rs::WINDOWS_1252.encode(text).0),
                }
            }
        }
    }

    /// Decodes `bytes`. Never fails: every byte is valid Windows-1252, and an invalid UTF-8 sequence becomes a
    /// replacement character.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::Windows1252 => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }
}
