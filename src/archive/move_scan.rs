//! One pass over the bytes of a movetext: its move numbers, where it ends, and where anything stands in it
//! that wants a closer look. As many bytes at a time as there are in a register.

use crate::notation::is_line_start;
use fearless_simd::{Level, Simd, SimdBase as _, mask8x32, u8x32};
use std::sync::LazyLock;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveScan {
    /// Digits with a seat's letter and a dot behind them, whatever they are in.
    pub(super) numbers: u32,
    /// Where the first star stands, or the first `-` behind a digit: a result may be there, and none before it.
    pub(super) result: Option<usize>,
    /// Where the first brace stands with a letter and a colon in it.
    pub(super) note: Option<usize>,
    /// Whether a brace has a parenthesis in it before anything else, as what a referee announces has.
    pub(super) announcement: bool,
    /// Where the next line begins that begins with a bracket.
    pub(super) bracket: Option<usize>,
}

/// What this processor can do at once.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// So many bytes are looked at together.
const AT_ONCE: usize = 32;

/// Goes through `text` from byte `from` on, which must not be the first, to the next line that begins with a
/// bracket.
pub(super) fn scan_moves(text: &[u8], from: usize) -> MoveScan {
    LEVEL.dispatch(Scanner { text, from })
}

/// How many digits with a seat's letter and a dot behind them are in `text`.
pub(super) fn count_numbers(text: &[u8]) -> u32 {
    let triples = text.windows(3);
    let numbers = triples.filter(|triple| is_number(triple[0], triple[1], triple[2]));
    u32::try_from(numbers.count()).unwrap_or(u32::MAX)
}

const fn is_number(digit: u8, letter: u8, dot: u8) -> bool {
    digit.is_ascii_digit() && is_seat(letter) && dot == b'.'
}

const fn is_seat(letter: u8) -> bool {
    // `A`, `B`, `a` and `b` differ from `A` in these two bits alone.
    letter.wrapping_sub(b'A') & !0x21 == 0
}

struct Scanner<'t> {
    text: &'t [u8],
    from: usize,
}

impl fearless_simd::WithSimd for Scanner<'_> {
    type Output = MoveScan;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> MoveScan {
        let Self { text, from } = self;
        let mut found = MoveScan::default();
        let all = |byte: u8| u8x32::splat(simd, byte);
        // A byte each, which holds as many as there are of passes.
        let mut counts = all(0);
        let mut passes = 0;
        // Each byte is looked at with the two behind it.
        let mut at = from - 1;
        while let Some(bytes) = text.get(at..at + AT_ONCE + 2) {
            let first = u8x32::from_slice(simd, &bytes[..AT_ONCE]);
            let second = u8x32::from_slice(simd, &bytes[1..=AT_ONCE]);
            let third = u8x32::from_slice(simd, &bytes[2..]);
            let is =
                |bytes: u8x32<S>, byte: u8| -> mask8x32<S> { simd.simd_eq_u8x32(bytes, all(byte)) };
            let digit = simd.simd_le_u8x32(first - all(b'0'), all(9));
            let seat = is((second - all(b'A')) & all(!0x21), 0);
            let number = digit & seat & is(third, b'.');
            counts += simd.select_u8x32(number, all(1), all(0));
            let result = is(second, b'*') | (digit & is(second, b'-'));
            let blank = simd.simd_le_u8x32(second, all(b' '));
            let note = is(first, b'{') & (is(third, b':') | is(second, b'(') | blank);
            // Behind a line's end, or the last byte of a byte order mark.
            let line = is(first, b'\n') | is(first, b'\r') | is(first, 0xbf);
            let bracket = line & is(second, b'[');
            if simd.any_true_mask8x32(result | note | bracket) && found.look(text, at, at + AT_ONCE)
            {
                // What stands behind the bracket is not counted.
                found.numbers += total(&counts);
                let behind = found.bracket.unwrap_or(at);
                found.numbers -= count_numbers(&bytes[(behind - at).min(bytes.len())..]);
                return found;
            }
            passes += 1;
            if passes == u8::MAX {
                found.numbers += total(&counts);
                counts = all(0);
                passes = 0;
            }
            at += AT_ONCE;
        }
        found.numbers += total(&counts);
        let rest = text.get(at..).unwrap_or_default();
        found.look(text, at, text.len());
        let end = found.bracket.unwrap_or(text.len());
        found.numbers += count_numbers(&rest[..end.saturating_sub(at).min(rest.len())]);
        found
    }
}

#[inline(always)]
fn total<S: Simd>(counts: &u8x32<S>) -> u32 {
    counts
        .as_slice()
        .iter()
        .map(|&count| u32::from(count))
        .sum()
}

impl MoveScan {
    /// Looks at the bytes behind those from `from` to `to` one by one; whether a line begins there with a
    /// bracket.
    #[inline(never)]
    fn look(&mut self, text: &[u8], from: usize, to: usize) -> bool {
        for at in from + 1..text.len().min(to + 1) {
            let before = text[at - 1];
            match text[at] {
                b'*' => _ = self.result.get_or_insert(at),
                b'-' if before.is_ascii_digit() => _ = self.result.get_or_insert(at),
                b'[' if is_line_start(text, at) => {
                    self.bracket = Some(at);
                    return true;
                }
                _ if before == b'{' && text.get(at + 1) == Some(&b':') => {
                    self.note.get_or_insert(at - 1);
                }
                _ => {}
            }
            if before == b'{' && text[at..].trim_ascii_start().first() == Some(&b'(') {
                self.announcement = true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, byte by byte.
    fn plainly(text: &[u8], from: usize) -> MoveScan {
        let mut found = MoveScan::default();
        found.look(text, from - 1, text.len());
        let end = found.bracket.unwrap_or(text.len());
        found.numbers = count_numbers(&text[from - 1..end]);
        found
    }

    #[test]
    fn all_is_found_wherever_it_lies() {
        for length in 1..200 {
            let mut text = vec![b' '; length];
            text.extend_from_slice(b"3B. e4{A:}1-0{(");
            text.resize(300, b'.');
            text.extend_from_slice(b"\n[4A. 1-0");
            let expected = MoveScan {
                numbers: 1,
                result: Some(length + 11),
                note: Some(length + 6),
                announcement: true,
                bracket: Some(301),
            };
            assert_eq!(scan_moves(&text, 1), expected, "{length}");
            assert_eq!(plainly(&text, 1), expected, "{length}");
        }
    }

    #[test]
    fn any_text_is_read_as_byte_by_byte() {
        const BYTES: &[u8] = b"1209abABCc@`...::{}([*-O \n\r\xef\xbb\xbf\x00";
        let mut state = 1_u64;
        for length in 1..2000 {
            // Knuth's constants for a linear congruential generator.
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005);
                state = state.wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize
            };
            // Brackets that begin a line are rare in some of them.
            let few = length % 3;
            let text: Vec<u8> = (0..length)
                .map(|_| match BYTES[next() % BYTES.len()] {
                    b'[' if next() % 50 < few * 25 => b'.',
                    byte => byte,
                })
                .collect();
            assert_eq!(scan_moves(&text, 1), plainly(&text, 1), "{text:?}");
        }
    }

    #[test]
    fn many_numbers_are_counted() {
        let text = b" 1A.".repeat(40_000);
        assert_eq!(scan_moves(&text, 1).numbers, 40_000);
        assert_eq!(count_numbers(b"1A.1a.1B.1b.1C.1@.1c.A.1A1`."), 4);
    }
}
