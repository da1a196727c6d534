//! UTF-16, as Windows PowerShell and Excel write it: [`ByteOrder`], [`TextDecoder`] and [`Utf16Writer`].
//!
//! The rest of the program sees such a text as UTF-8, with its byte order mark. Every edit is mapped back to the bytes
//! of the file, so that a save changes nothing else.

use super::{FileRange, LineColumn, Splice, line_index::LineCounter};
use std::io::{self, BufRead, Read, Write};

/// The number of bytes decoded at once.
const CHUNK_BYTES: usize = 1 << 16;

/// The number of bytes from which [`ByteOrder::of`] detects UTF-16.
pub(super) const MARK_BYTES: usize = 4;

/// The order of the two bytes of a unit of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    LittleEndian,
    BigEndian,
}

impl ByteOrder {
    /// Detects UTF-16 from the first bytes of a text: a byte order mark, or two ASCII characters. Returns `None` for
    /// any other encoding.
    pub fn of(head: &[u8]) -> Option<Self> {
        let is_text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        match *head {
            // The byte order mark of UTF-32.
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Self::LittleEndian),
            [0xfe, 0xff, ..] => Some(Self::BigEndian),
            [one, 0, two, 0, ..] if is_text(one) && is_text(two) => Some(Self::LittleEndian),
            [0, one, 0, two, ..] if is_text(one) && is_text(two) => Some(Self::BigEndian),
            _ => None,
        }
    }

    /// Decodes `bytes`. What cannot be decoded becomes a replacement character.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        let (pairs, _) = bytes.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|&pair| self.unit(pair)).collect();
        String::from_utf16_lossy(&units)
    }

    pub fn encode(self, text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| self.bytes(unit)).collect()
    }

    const fn bytes(self, unit: u16) -> [u8; 2] {
        match self {
            Self::LittleEndian => unit.to_le_bytes(),
            Self::BigEndian => unit.to_be_bytes(),
        }
    }

    const fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::LittleEndian => u16::from_le_bytes(bytes),
            Self::BigEndian => u16::from_be_bytes(bytes),
        }
    }

    /// Converts edits of the decoded text to edits of the bytes of `input`, which is the text in UTF-16. Returns `None`
    /// if an edit does not begin and end between two characters of the text.
    pub(super) fn splices(
        self,
        input: impl BufRead,
        splices: &[Splice],
    ) -> io::Result<Option<Vec<Splice>>> {
        let mut places = Places { order: self, input, decoded: 0, raw: 0 };
        let mut raw_splices = Vec::with_capacity(splices.len());
        for Splice { range, insert } in splices {
            let Some(start) = places.raw_offset(range.start)? else { return Ok(None) };
            let Some(end) = places.raw_offset(range.end)? else { return Ok(None) };
            let insert = self.encode(&String::from_utf8_lossy(insert));
            raw_splices.push(Splice { range: FileRange::new(start, end), insert });
        }
        Ok(Some(raw_splices))
    }
}

/// A walk through a text in UTF-16 that converts ascending offsets.
struct Places<R> {
    order: ByteOrder,
    input: R,
    /// The offset in the decoded text, which is UTF-8.
    decoded: u64,
    /// The offset in the file.
    raw: u64,
}

impl<R: BufRead> Places<R> {
    /// Returns the offset in the file of the character at `offset` of the decoded text. Returns `None` if no character
    /// begins there.
    fn raw_offset(&mut self, offset: u64) -> io::Result<Option<u64>> {
        while self.decoded < offset {
            let mut bytes = [0; 2];
            match self.input.read_exact(&mut bytes) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error),
            }
            self.raw += 2;
            self.decoded += match self.order.unit(bytes) {
                ..0x80 => 1,
                // A surrogate is half of a character of four bytes. A file with any other surrogate is never edited.
                0x80..0x800 | 0xd800..0xe000 => 2,
                0x800.. => 3,
            };
        }
        Ok((self.decoded == offset).then_some(self.raw))
    }
}

/// The first place of a text that is not valid UTF-16. The decoder returns a replacement character for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {}, column {} is not valid UTF-16 ({}){}; the file can be read, but not changed",
    place.line,
    place.column,
    unit.map_or("half a character at the end".to_owned(), |it| format!("U+{it:04X} without its other half")),
    match more { 0 => String::new(), 1 => ", nor is 1 more place".to_owned(), _ => format!(", nor are {more} more places") }
)]
pub struct Undecodable {
    pub place: LineColumn,
    /// The surrogate without its partner; `None` for an odd byte at the end.
    unit: Option<u16>,
    /// The number of further such places.
    more: u64,
}

/// A reader that decodes UTF-16 to UTF-8, and returns any other text unchanged.
pub(super) struct TextDecoder<R> {
    pub(super) input: R,
    encoding: Detected,
    /// Bytes of `input` that are not decoded yet.
    raw: Vec<u8>,
    /// Decoded text, of which the first `returned` bytes have been returned.
    text: String,
    /// The first bytes of a text that is not UTF-16.
    head: Vec<u8>,
    returned: usize,
    /// The place after the decoded text. Not counted after the first undecodable place.
    counter: LineCounter,
    /// The first undecodable place. Known once the text has been read to its end.
    pub(super) undecodable: Option<Undecodable>,
    /// An error of reading the first bytes, to be returned after them.
    error: Option<io::Error>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Detected {
    Not,
    Utf16(ByteOrder),
    Other,
}

impl<R: Read> TextDecoder<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            encoding: Detected::Not,
            raw: Vec::new(),
            text: String::new(),
            head: Vec::new(),
            returned: 0,
            counter: LineCounter::default(),
            undecodable: None,
            error: None,
        }
    }

    fn detect(&mut self) {
        let head = &mut self.raw;
        self.error = (&mut self.input).take(MARK_BYTES as u64).read_to_end(head).err();
        match ByteOrder::of(head) {
            Some(order) => self.encoding = Detected::Utf16(order),
            None => {
                self.encoding = Detected::Other;
                self.head = std::mem::take(head);
            }
        }
    }

    /// Decodes the next chunk. Decodes nothing only at the end of the text.
    fn decode(&mut self, order: ByteOrder) -> io::Result<()> {
        self.text.clear();
        self.returned = 0;
        while self.text.is_empty() {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            let before = self.raw.len();
            self.raw.resize(CHUNK_BYTES, 0);
            let read = self.input.read(&mut self.raw[before..]);
            self.raw.truncate(before + *read.as_ref().unwrap_or(&0));
            let is_end = read? == 0;
            if is_end && self.raw.is_empty() {
                break;
            }
            self.decode_raw(order, is_end);
        }
        if self.undecodable.is_none() {
            self.counter.feed(self.text.as_bytes());
        }
        Ok(())
    }

    /// Decodes the bytes read so far, up to a character that may continue in the next chunk.
    fn decode_raw(&mut self, order: ByteOrder, is_end: bool) {
        let mut length = self.raw.len() / 2 * 2;
        if !is_end
            && let Some(&[one, two]) = self.raw[..length].last_chunk::<2>()
            && matches!(order.unit([one, two]), 0xd800..0xdc00)
        {
            length -= 2;
        }
        let (pairs, _) = self.raw[..length].as_chunks::<2>();
        for unit in char::decode_utf16(pairs.iter().map(|&pair| order.unit(pair))) {
            match unit {
                Ok(character) => self.text.push(character),
                Err(error) => {
                    let unit = Some(error.unpaired_surrogate());
                    report(&mut self.undecodable, &self.counter, &self.text, unit);
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
            }
        }
        self.raw.drain(..length);
        if is_end && !self.raw.is_empty() {
            report(&mut self.undecodable, &self.counter, &self.text, None);
            self.text.push(char::REPLACEMENT_CHARACTER);
            self.raw.clear();
        }
    }
}

/// Adds the place after `text`, which follows the text of `counter`.
fn report(known: &mut Option<Undecodable>, counter: &LineCounter, text: &str, unit: Option<u16>) {
    match known {
        Some(first) => first.more += 1,
        None => {
            let mut counter = counter.clone();
            counter.feed(text.as_bytes());
            *known = Some(Undecodable { place: counter.place(), unit, more: 0 });
        }
    }
}

impl<R: Read> Read for TextDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.encoding == Detected::Not {
            self.detect();
        }
        let bytes = match self.encoding {
            Detected::Utf16(order) => {
                if self.returned == self.text.len() && !buffer.is_empty() {
                    self.decode(order)?;
                }
                self.text.as_bytes()
            }
            _ if self.returned == self.head.len() => {
                return self.error.take().map_or_else(|| self.input.read(buffer), Err);
            }
            _ => &self.head,
        };
        let rest = &bytes[self.returned..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.returned += length;
        Ok(length)
    }
}

/// A writer that encodes UTF-8 as UTF-16. A character may be split between two calls.
pub struct Utf16Writer<W> {
    to: W,
    order: ByteOrder,
    /// The bytes of an incomplete character.
    open: Vec<u8>,
}

impl<W: Write> Utf16Writer<W> {
    pub const fn new(to: W, order: ByteOrder) -> Self {
        Self { to, order, open: Vec::new() }
    }
}

impl<W: Write> Write for Utf16Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open.extend_from_slice(bytes);
        let length = match std::str::from_utf8(&self.open) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => return Err(io::ErrorKind::InvalidData.into()),
        };
        let rest = self.open.split_off(length);
        let whole = String::from_utf8(std::mem::replace(&mut self.open, rest));
        let text = whole.map_err(|_| io::ErrorKind::InvalidData)?;
        self.to.write_all(&self.order.encode(&text))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
