//! How bytes become text: UTF-8 where they decode, Windows-1252 where they do not.

use std::borrow::Cow;

/// The encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, plain ASCII among it.
    #[default]
    Utf8,
    /// Windows-1252, as the old archives are written.
    Windows1252,
}

/// A character that the encoding of a file lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{character}' cannot be written in this file, which is Windows-1252 and not UTF-8")]
pub struct Unwritable {
    /// The character.
    pub character: char,
}

impl Encoding {
    /// The encoding of `bytes`: UTF-8 if they decode as such.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        if Self::utf8_length(bytes) == bytes.len() { Self::Utf8 } else { Self::Windows1252 }
    }

    /// How many bytes decode as UTF-8 before the first that do not.
    pub(super) fn utf8_length(bytes: &[u8]) -> usize {
        encoding_rs::Encoding::utf8_valid_up_to(bytes)
    }

    /// `text` as bytes.
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

    /// `bytes` as text. Never fails: every byte means something in Windows-1252, and a cut through a
    /// UTF-8 character gives a replacement character.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::Windows1252 => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }
}
