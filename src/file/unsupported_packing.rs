//! [`UnsupportedPacking`]: compressed files, archives and encodings that are recognized, but not read.

/// A compressed file, an archive or a text in a format that this program does not read. It is named, since its bytes
/// would be read as text without matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum UnsupportedPacking {
    #[error("7z")]
    SevenZip,
    /// `.Z`
    #[error("compress")]
    Compress,
    #[error("lz4")]
    Lz4,
    #[error("lzip")]
    Lzip,
    #[error("lzma")]
    Lzma,
    #[error("lzop")]
    Lzop,
    #[error("rar")]
    Rar,
    /// A text, not compressed.
    #[error("UTF-32")]
    Utf32,
    #[error("xz")]
    Xz,
}

impl UnsupportedPacking {
    /// Detects the format from the first bytes of a file. No text begins with these bytes.
    pub fn of(head: &[u8]) -> Option<Self> {
        Some(match head {
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::SevenZip,
            [0x1f, 0x9d, ..] => Self::Compress,
            // The byte order mark, or two characters of ASCII.
            [0xff, 0xfe, 0, 0, ..]
            | [0, 0, 0xfe, 0xff, ..]
            | [1..=0x7f, 0, 0, 0, 1..=0x7f, 0, 0, 0, ..]
            | [0, 0, 0, 1..=0x7f, 0, 0, 0, 1..=0x7f, ..] => Self::Utf32,
            // The start of a frame, and of the format before frames.
            [0x04, 0x22, 0x4d, 0x18, ..] | [0x02, 0x21, 0x4c, 0x18, ..] => Self::Lz4,
            [b'L', b'Z', b'I', b'P', 0 | 1, ..] => Self::Lzip,
            [0x89, b'L', b'Z', b'O', 0, ..] => Self::Lzop,
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Rar,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            // The usual properties, the size of the dictionary, and the length of the text in eight bytes.
            [0x5d, 0, 0, _, 0..=0x10, _, _, _, _, _, _, 0, 0, ..]
            | [0x5d, 0, 0, _, 0..=0x10, 0xff, 0xff, 0xff, 0xff, ..] => Self::Lzma,
            _ => return None,
        })
    }

    /// Returns what the user can do about such a file.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Utf32 => "save it as UTF-8",
            _ => "unpack it, or compress it as gzip or zip",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_recognized_and_text_is_not() {
        for (head, expect) in [
            (&b"7z\xbc\xaf\x27\x1c\0\x04 and more bytes"[..], "7z"),
            (b"\x1f\x9d\x90[\x8a and more bytes", "compress"),
            (b"\x04\x22\x4d\x18\x64\x40\xa7 and more bytes", "lz4"),
            (b"\x02\x21\x4c\x18\x64\x40\xa7 and more bytes", "lz4"),
            (b"LZIP\x01\x0c and more bytes", "lzip"),
            (b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0 and more", "lzma"),
            (b"\x5d\0\0\0\x01\x10\x27\0\0\0\0\0\0\0 and more", "lzma"),
            (b"\x89LZO\0\r\n\x1a\n and more bytes", "lzop"),
            (b"Rar!\x1a\x07\x01\0 and more bytes", "rar"),
            (b"\xff\xfe\0\0[\0\0\0", "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0[", "UTF-32"),
            (b"[\0\0\0E\0\0\0", "UTF-32"),
            (b"\0\0\0[\0\0\0E", "UTF-32"),
            (b"\xfd7zXZ\0\0\x04 and more bytes", "xz"),
        ] {
            let packing = UnsupportedPacking::of(head).expect(expect);
            assert_eq!(packing.to_string(), expect);
        }
        for text in [&b""[..], b"7z", b"]", b"LZIP is a tool", b"Rar! 1A. e4", b"1A. e4 1a. e5 *"] {
            assert_eq!(UnsupportedPacking::of(text), None, "{}", text.escape_ascii());
        }
    }
}
