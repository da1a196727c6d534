//! Characters that word processors, web pages and other programs write in place of ASCII, in moves and between them.

use std::fmt;

/// What a character stands for in the text of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// These characters of ASCII, without doubt: a dash for `-`, `♘` for `N`, `‼` for `!!`.
    Ascii(&'static str),
    /// A blank, such as a no-break space.
    Blank,
    /// Nothing: it has no width or only changes the look of another character.
    Invisible,
    /// A sign of evaluation or comment, such as `±`.
    Sign,
    /// A quotation mark other than `"`.
    Quote,
    /// Anything else, such as a letter of another alphabet.
    Other,
}

impl Meaning {
    /// Returns the meaning of `character`.
    pub const fn of(character: char) -> Self {
        match character {
            '!'..='~' => Self::Ascii(ascii(character as u32)),
            '\u{ff01}'..='\u{ff5e}' => Self::Ascii(ascii(character as u32 - 0xfee0)),
            '\0'..=' '
            | '\x7f'
            | '\u{85}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{2800}'
            | '\u{3000}' => Self::Blank,
            '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' => Self::Invisible,
            '\u{2010}'..='\u{2015}'
            | '\u{2043}'
            | '\u{2212}'
            | '\u{2796}'
            | '\u{2e3a}'
            | '\u{2e3b}'
            | '\u{30fc}'
            | '\u{fe58}'
            | '\u{fe63}' => Self::Ascii("-"),
            '\u{d7}' | '\u{2715}'..='\u{2718}' | '\u{2a2f}' => Self::Ascii("x"),
            '♔' | '♚' => Self::Ascii("K"),
            '♕' | '♛' => Self::Ascii("Q"),
            '♖' | '♜' => Self::Ascii("R"),
            '♗' | '♝' => Self::Ascii("B"),
            '♘' | '♞' => Self::Ascii("N"),
            '♙' | '♟' => Self::Ascii("P"),
            '†' => Self::Ascii("+"),
            '‡' | '≠' => Self::Ascii("#"),
            '‼' => Self::Ascii("!!"),
            '⁇' => Self::Ascii("??"),
            '⁈' => Self::Ascii("?!"),
            '⁉' => Self::Ascii("!?"),
            '…' | '⋯' => Self::Ascii("..."),
            '‥' => Self::Ascii(".."),
            '․' | '。' | '｡' => Self::Ascii("."),
            '½' => Self::Ascii("1/2"),
            '⁄' | '∕' => Self::Ascii("/"),
            '∶' => Self::Ascii(":"),
            '‘'..='‟' | '‹' | '›' | '«' | '»' | '´' | '′'..='‷' | '〝'..='〟' => {
                Self::Quote
            }
            '±'
            | '¬'
            | '\u{2190}'..='\u{22ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{27c0}'..='\u{27ff}'
            | '\u{2900}'..='\u{2bff}' => Self::Sign,
            _ => Self::Other,
        }
    }

    /// Returns whether a text with this character may have another meaning without it.
    const fn is_doubtful(self) -> bool {
        !matches!(self, Self::Ascii(_) | Self::Sign)
    }
}

/// Returns the ASCII character with the given code, which is from `!` to `~`, as text.
const fn ascii(code: u32) -> &'static str {
    const ALL: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    let (_, rest) = ALL.split_at(code as usize - 0x21);
    rest.split_at(1).0
}

/// Names a character for a message: `U+2013, a dash`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterName(pub char);

impl fmt::Display for CharacterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}, {}", self.0 as u32, kind(self.0))
    }
}

fn kind(character: char) -> &'static str {
    match (character, Meaning::of(character)) {
        (_, Meaning::Ascii("-")) => "a dash",
        ('½', _) => "a fraction",
        ('♔'..='♟', _) => "a figurine",
        ('\u{ff01}'..='\u{ff5e}', _) => "a full-width character",
        (_, Meaning::Ascii(".." | "...")) => "an ellipsis",
        ('\u{a0}' | '\u{202f}', _) => "a no-break space",
        (_, Meaning::Blank) => "a blank",
        (_, Meaning::Invisible) => "an invisible character",
        (_, Meaning::Quote) => "a quotation mark",
        ('\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}', _) => "an accented letter",
        ('\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}', _) => "a Greek letter",
        ('\u{400}'..='\u{52f}', _) => "a Cyrillic letter",
        ('\u{fffd}', _) => "a character that could not be decoded",
        _ => "not a character of moves",
    }
}

/// Iterates over the characters of `text` with their offsets. A text that is not UTF-8 is read as Windows-1252.
pub fn characters(text: &[u8]) -> impl Iterator<Item = (usize, char)> {
    let utf8 = std::str::from_utf8(text).ok();
    let bytes = if utf8.is_some() { &[] } else { text };
    let windows = bytes.iter().enumerate().map(|(at, &byte)| (at, windows_1252(byte)));
    utf8.unwrap_or_default().char_indices().chain(windows)
}

/// Returns the first character of `text` that is neither ASCII nor has a certain meaning in a move, or else the first
/// that is not ASCII.
pub fn unusual_character(text: &[u8]) -> Option<char> {
    let mut unusual = characters(text).map(|(_, it)| it).filter(|it| !it.is_ascii());
    let first = unusual.next()?;
    let mut all = std::iter::once(first).chain(unusual);
    Some(all.find(|&it| Meaning::of(it).is_doubtful()).unwrap_or(first))
}

/// Returns the character of `byte` in Windows-1252, in which every byte is a character. Only those from 0x80 to 0x9F
/// differ from Unicode.
///
/// Source: <https://encoding.spec.whatwg.org/index-windows-1252.txt>
pub const fn windows_1252(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[byte as usize - 0x80],
        _ => byte as char,
    }
}

/// A short text with every character of certain meaning written in ASCII, and the place of each byte in the original.
pub(crate) struct Normalized {
    bytes: [u8; Self::MAX_LEN],
    /// The range of the original character of each byte.
    places: [(u8, u8); Self::MAX_LEN],
    length: usize,
}

impl Normalized {
    const MAX_LEN: usize = 32;

    /// The byte that stands for a sign such as `±`.
    pub(crate) const SIGN: u8 = 1;

    /// The byte that stands for a character that is neither of certain meaning nor invisible.
    const UNKNOWN: u8 = 2;

    /// Normalizes `text`. Returns `None` if it is too long for a move.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let end_of_text = u8::try_from(text.len()).ok()?;
        let mut found = Self { bytes: [0; 32], places: [(0, 0); 32], length: 0 };
        let mut characters = characters(text).peekable();
        while let Some((start, character)) = characters.next() {
            let start = u8::try_from(start).ok()?;
            let end = characters.peek().map_or(Some(end_of_text), |(at, _)| u8::try_from(*at).ok());
            let place = (start, end?);
            match Meaning::of(character) {
                Meaning::Ascii(ascii) => {
                    ascii.bytes().try_for_each(|byte| found.push(byte, place))?;
                }
                Meaning::Invisible => {}
                Meaning::Sign => found.push(Self::SIGN, place)?,
                Meaning::Blank | Meaning::Quote | Meaning::Other => {
                    found.push(Self::UNKNOWN, place)?;
                }
            }
        }
        Some(found)
    }

    fn push(&mut self, byte: u8, place: (u8, u8)) -> Option<()> {
        *self.bytes.get_mut(self.length)? = byte;
        *self.places.get_mut(self.length)? = place;
        self.length += 1;
        Some(())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Returns the place in the original text of the bytes from `from` to `to`, which is above `from`.
    pub(crate) const fn place(&self, from: usize, to: usize) -> (u8, u8) {
        (self.places[from].0, self.places[to - 1].1)
    }
}

/// Returns `text` with every character of certain meaning written in ASCII and without invisible ones. Returns `None`
/// if another character is in it, and if it is too long for a move.
pub fn to_ascii(text: &[u8]) -> Option<Vec<u8>> {
    let normalized = Normalized::of(text)?;
    let is_known = |&byte: &u8| byte > Normalized::UNKNOWN;
    normalized.bytes().iter().all(is_known).then(|| normalized.bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_named() {
        for (character, expect) in [
            ('\u{2013}', "U+2013, a dash"),
            ('\u{a0}', "U+00A0, a no-break space"),
            ('\u{200b}', "U+200B, an invisible character"),
            ('“', "U+201C, a quotation mark"),
            ('А', "U+0410, a Cyrillic letter"),
            ('象', "U+8C61, not a character of moves"),
        ] {
            assert_eq!(CharacterName(character).to_string(), expect);
        }
    }

    #[test]
    fn every_printable_ascii_character_means_itself() {
        for byte in b'!'..=b'~' {
            let Meaning::Ascii(text) = Meaning::of(byte as char) else { panic!("{byte}") };
            assert_eq!(text.as_bytes(), [byte]);
        }
        assert_eq!(to_ascii("Ｎｆ３".as_bytes()).as_deref(), Some(b"Nf3".as_slice()));
        assert_eq!(to_ascii(b"O\x96O").as_deref(), Some(b"O-O".as_slice()));
        assert_eq!(to_ascii("e\u{200b}4".as_bytes()).as_deref(), Some(b"e4".as_slice()));
        assert_eq!(to_ascii("“e4”".as_bytes()), None);
    }
}
