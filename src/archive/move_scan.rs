//! A vectorised scan of movetext: it counts plies, finds the end, and locates the places that may need a parser.

use crate::notation::{EVENT, is_line_start};
use fearless_simd::{Bytes as _, Level, Simd, SimdBase as _, WithSimd, mask8x32, u8x32};
use memchr::memchr_iter;
use std::sync::LazyLock;

/// The result of a scan. Counts and offsets include those in comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveScan {
    /// How many move numbers the text has. A move number ends with a digit, a seat letter and a dot.
    pub(super) numbers: u32,
    /// How many words begin like a move. Such a word follows a blank, a dot or a closing brace.
    pub(super) words: u32,
    /// The offset of the first `*`, or of the first `-` after a digit, whichever comes first. No result begins before
    /// this offset, except for the digits directly before the `-`. `None` if there is neither sign.
    pub(super) result: Option<usize>,
    pub(super) notes: Notes,
    /// The offset of the first semicolon or parenthesis, not counting a parenthesis directly after `{`.
    pub(super) first_aside: Option<usize>,
    /// The offset of the first `#`.
    pub(super) first_mate: Option<usize>,
    /// Whether any brace begins with a parenthesis, like an announcement of Kriegspiel.
    pub(super) announcement: bool,
    /// Whether any line begins with `%`, or any clock is a command: `{[%clk 0:02:58]}`.
    pub(super) command: bool,
    /// The offset of the bracket at which the scan stopped. The bracket begins a line or is that of `[Event "`. `None`
    /// if the scan reached the end of the text.
    pub(super) bracket: Option<usize>,
}

/// The first few braces that do not begin like a clock. A brace inside another brace counts too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    places: [usize; Self::MAX_BRACES],
    count: usize,
}

impl Notes {
    const MAX_BRACES: usize = 4;

    fn push(&mut self, place: usize) {
        if let Some(slot) = self.places.get_mut(self.count) {
            *slot = place;
            self.count += 1;
        }
    }

    /// Iterates over the offsets of all braces of `text` that do not begin like a clock. Once the recorded braces are
    /// used up, searches `text` for further ones.
    pub(super) fn all(&self, text: &[u8]) -> impl Iterator<Item = usize> {
        let known = &self.places[..self.count];
        let from = match known.last() {
            Some(last) if self.count == Self::MAX_BRACES => text.len().min(last + 1),
            _ => text.len(),
        };
        let further = memchr_iter(b'{', &text[from..]).map(move |at| from + at);
        let more = further.filter(|&at| text.get(at + 1).is_none_or(|&byte| !begins_clock(byte)));
        known.iter().copied().chain(more)
    }
}

/// The vector instructions that the processor supports.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// The number of bytes compared at once.
const STEP_BYTES: usize = 32;

/// The number of bytes after which counters of one byte are added up, before they can overflow.
const CHUNK_BYTES: usize = u8::MAX as usize * STEP_BYTES;

/// Scans `text` from `from` on, up to the next bracket that begins a line or an event. `from` must be above 0.
pub(super) fn scan_moves(text: &[u8], from: usize) -> MoveScan {
    LEVEL.dispatch(Scanner { text, from })
}

/// Counts the move numbers in `text`, and the words that begin like a move. Both are defined as in
/// [`MoveScan::numbers`] and [`MoveScan::words`].
pub(super) fn count_plies(text: &[u8]) -> (u32, u32) {
    LEVEL.dispatch(PlyCounter { text })
}

/// Returns whether a brace may hold a clock, given the `byte` after the `{`.
const fn begins_clock(byte: u8) -> bool {
    matches!(byte, b'-'..=b'9' | b'[')
}

/// The bytes at `at`, at `at + 1` and at `at + 2`, for each `at` of a step.
struct Step<S: Simd> {
    simd: S,
    first: u8x32<S>,
    second: u8x32<S>,
    third: u8x32<S>,
}

impl<S: Simd> Step<S> {
    /// `bytes` must have [`STEP_BYTES`] + 2 bytes.
    #[inline(always)]
    fn of(simd: S, bytes: &[u8]) -> Self {
        Self {
            simd,
            first: u8x32::from_slice(simd, &bytes[..STEP_BYTES]),
            second: u8x32::from_slice(simd, &bytes[1..=STEP_BYTES]),
            third: u8x32::from_slice(simd, &bytes[2..]),
        }
    }

    /// Like [`Step::of`], for the last bytes of a text, of which there must be 3 to [`STEP_BYTES`] + 1.
    #[inline(always)]
    fn of_last(simd: S, bytes: &[u8]) -> Self {
        let places = bytes.len() - 2;
        Self {
            simd,
            first: Self::padded(simd, &bytes[..places]),
            second: Self::padded(simd, &bytes[1..=places]),
            third: Self::padded(simd, &bytes[2..]),
        }
    }

    /// Pads `bytes` with a byte after which no word begins and that ends no move number.
    #[inline(always)]
    fn padded(simd: S, bytes: &[u8]) -> u8x32<S> {
        let mut padded = [b'A'; STEP_BYTES];
        padded[..bytes.len()].copy_from_slice(bytes);
        u8x32::from_slice(simd, &padded)
    }

    #[inline(always)]
    fn equals(&self, bytes: u8x32<S>, byte: u8) -> mask8x32<S> {
        self.simd.simd_eq_u8x32(bytes, u8x32::splat(self.simd, byte))
    }

    /// Marks the bytes that are at most `byte`.
    #[inline(always)]
    fn at_most(&self, bytes: u8x32<S>, byte: u8) -> mask8x32<S> {
        self.simd.simd_le_u8x32(bytes, u8x32::splat(self.simd, byte))
    }

    /// Marks the move numbers, and the words that begin like a move: after a blank, a dot or a closing brace, with a
    /// letter or `0-`.
    #[inline(always)]
    fn plies(&self) -> (mask8x32<S>, mask8x32<S>) {
        let all = |byte: u8| u8x32::splat(self.simd, byte);
        let &Self { first, second, third, .. } = self;
        // The distance of each byte from `a`, ignoring case.
        let letter = (second | all(0x20)) - all(b'a');
        let number = self.digits() & self.at_most(letter, 1) & self.equals(third, b'.');
        let apart = self.at_most(first, b' ') | self.equals(first, b'.') | self.equals(first, b'}');
        let zero = self.equals(second, b'0') & self.equals(third, b'-');
        (number, apart & (self.at_most(letter, 25) | zero))
    }

    #[inline(always)]
    fn digits(&self) -> mask8x32<S> {
        self.at_most(self.first - u8x32::splat(self.simd, b'0'), 9)
    }
}

/// Counts plies as [`count_plies`] does.
struct PlyCounter<'t> {
    text: &'t [u8],
}

impl WithSimd for PlyCounter<'_> {
    type Output = (u32, u32);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> (u32, u32) {
        let Self { text } = self;
        let (mut found_numbers, mut found_words) = (0, 0);
        // A ply has at least three bytes.
        let places = text.len().saturating_sub(2);
        for chunk in (0..places).step_by(CHUNK_BYTES) {
            let (mut numbers, mut words) = (u8x32::splat(simd, 0), u8x32::splat(simd, 0));
            for at in (chunk..places.min(chunk + CHUNK_BYTES)).step_by(STEP_BYTES) {
                let step = match text.get(at..at + STEP_BYTES + 2) {
                    Some(bytes) => Step::of(simd, bytes),
                    None => Step::of_last(simd, &text[at..]),
                };
                let (number, word) = step.plies();
                numbers -= number.to_bytes();
                words -= word.to_bytes();
            }
            found_numbers += total(&numbers);
            found_words += total(&words);
        }
        (found_numbers, found_words)
    }
}

struct Scanner<'t> {
    text: &'t [u8],
    from: usize,
}

impl WithSimd for Scanner<'_> {
    type Output = MoveScan;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> MoveScan {
        let Self { text, from } = self;
        let mut found = MoveScan::default();
        let all = |byte: u8| u8x32::splat(simd, byte);
        // Counters of one byte in each lane. They are added up before they can overflow.
        let (mut numbers, mut words) = (all(0), all(0));
        let mut passes = 0;
        // Each step compares the 32 bytes at `at`, at `at + 1` and at `at + 2`.
        let mut at = from - 1;
        while let Some(bytes) = text.get(at..at + STEP_BYTES + 2) {
            let step = Step::of(simd, bytes);
            let (number, word) = step.plies();
            numbers -= number.to_bytes();
            words -= word.to_bytes();
            let (first, second) = (step.first, step.second);
            let dash = step.equals(second, b'-');
            let brace = step.equals(first, b'{');
            let bracket = step.equals(second, b'[');
            // Like `begins_clock`, except for the bracket.
            let clock = step.at_most(second - all(b'-'), b'9' - b'-');
            // The range from `#` to `*` contains both parentheses.
            let sign = step.at_most(second - all(b'#'), b'*' - b'#');
            // All bytes that the scan looks for, and few others. A bracket after a brace begins a clock.
            let rare = sign
                | step.equals(second, b';')
                | (step.digits() & dash)
                | ((bracket ^ brace) & !clock);
            if simd.any_true_mask8x32(rare) && found.examine_marked(rare.into(), text, at) {
                // Subtract the counts of the bytes after the bracket.
                let end = found.bracket.unwrap_or(at);
                let after = PlyCounter { text: &bytes[(end - at).min(bytes.len())..] };
                let (numbers_after, words_after) = after.with_simd(simd);
                found.numbers += total(&numbers) - numbers_after;
                found.words += total(&words) - words_after;
                return found;
            }
            passes += 1;
            if passes == u8::MAX {
                found.numbers += total(&numbers);
                found.words += total(&words);
                (numbers, words) = (all(0), all(0));
                passes = 0;
            }
            at += STEP_BYTES;
        }
        found.numbers += total(&numbers);
        found.words += total(&words);
        let rest = text.get(at..).unwrap_or_default();
        let _ = (at + 1..text.len()).any(|at| found.examine_byte(text, at));
        let end = found.bracket.unwrap_or(text.len());
        let rest = PlyCounter { text: &rest[..end.saturating_sub(at).min(rest.len())] };
        let (numbers, words) = rest.with_simd(simd);
        found.numbers += numbers;
        found.words += words;
        found
    }
}

#[inline(always)]
fn total<S: Simd>(counts: &u8x32<S>) -> u32 {
    counts.as_slice().iter().map(|&count| u32::from(count)).sum()
}

impl MoveScan {
    /// For each byte that `rare` marks, examines the byte of `text` after it. The first entry of `rare` is for the byte
    /// at `from`. Returns whether the scan stops at one of the examined bytes, which is then a bracket.
    #[inline(never)]
    fn examine_marked(&mut self, rare: [i8; STEP_BYTES], text: &[u8], from: usize) -> bool {
        for (place, eight) in rare.as_chunks::<8>().0.iter().enumerate() {
            let mut marks = u64::from_le_bytes(eight.map(i8::cast_unsigned));
            while marks > 0 {
                let first = marks.trailing_zeros() as usize / 8;
                if self.examine_byte(text, from + 8 * place + first + 1) {
                    return true;
                }
                marks &= !(0xff << (8 * first));
            }
        }
        false
    }

    /// Examines the byte at `at`, which must be above 0. Returns whether it is a bracket at which the scan stops.
    #[inline]
    fn examine_byte(&mut self, text: &[u8], at: usize) -> bool {
        let before = text[at - 1];
        match text[at] {
            b'*' => _ = self.result.get_or_insert(at),
            b'#' => _ = self.first_mate.get_or_insert(at),
            b'-' if before.is_ascii_digit() => _ = self.result.get_or_insert(at),
            b';' => _ = self.first_aside.get_or_insert(at),
            b'(' if before != b'{' => _ = self.first_aside.get_or_insert(at),
            b'%' if before == b'[' || is_line_start(text, at) => self.command = true,
            b'[' if is_line_start(text, at) || text[at..].starts_with(EVENT) => {
                self.bracket = Some(at);
                return true;
            }
            _ => {}
        }
        if before == b'{' && !begins_clock(text[at]) {
            self.notes.push(at - 1);
            self.announcement |= text[at..].trim_ascii_start().first() == Some(&b'(');
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a word that looks like a move begins at `first`: after a blank, a dot or a closing brace, with a
    /// letter or `0-`.
    const fn begins_word(before: u8, first: u8, second: u8) -> bool {
        let is_apart = before <= b' ' || matches!(before, b'.' | b'}');
        is_apart && (first.is_ascii_alphabetic() || (first == b'0' && second == b'-'))
    }

    const fn is_number(digit: u8, letter: u8, dot: u8) -> bool {
        digit.is_ascii_digit() && matches!(letter, b'A' | b'B' | b'a' | b'b') && dot == b'.'
    }

    /// A byte-by-byte reference implementation.
    fn scan_byte_by_byte(text: &[u8], from: usize) -> MoveScan {
        let mut found = MoveScan::default();
        let _ = (from..text.len()).any(|at| found.examine_byte(text, at));
        let end = found.bracket.unwrap_or(text.len());
        (found.numbers, found.words) = count_plies_byte_by_byte(&text[from - 1..end]);
        found
    }

    /// A byte-by-byte reference implementation.
    fn count_plies_byte_by_byte(text: &[u8]) -> (u32, u32) {
        let numbers = text.windows(3).filter(|it| is_number(it[0], it[1], it[2]));
        let words = text.windows(3).filter(|it| begins_word(it[0], it[1], it[2]));
        (u32::try_from(numbers.count()).unwrap(), u32::try_from(words.count()).unwrap())
    }

    #[test]
    fn every_match_is_found_at_any_chunk_boundary() {
        for length in 1..200 {
            let mut text = vec![b' '; length];
            text.extend_from_slice(b"3B. e4{A:}1-0{(");
            text.resize(300, b'.');
            text.extend_from_slice(b"\n[4A. 1-0");
            let expected = MoveScan {
                numbers: 1,
                words: 1,
                result: Some(length + 11),
                notes: Notes { places: [length + 6, length + 13, 0, 0], count: 2 },
                first_aside: None,
                first_mate: None,
                announcement: true,
                command: false,
                bracket: Some(301),
            };
            assert_eq!(scan_moves(&text, 1), expected, "{length}");
            assert_eq!(scan_byte_by_byte(&text, 1), expected, "{length}");
        }
    }

    #[test]
    fn simd_scan_equals_byte_scan() {
        const BYTES: &[u8] = b"1209abABCc@`...::{}([*-O;#% \n\r\xef\xbb\xbf\x00";
        let mut state = 1_u64;
        for length in 1..2000 {
            // Knuth's constants for a linear congruential generator.
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005);
                state = state.wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize
            };
            // Some texts have few brackets at line starts.
            let few = length % 3;
            let text: Vec<u8> = (0..length)
                .map(|_| match BYTES[next() % BYTES.len()] {
                    b'[' if next() % 50 < few * 25 => b'.',
                    byte => byte,
                })
                .collect();
            assert_eq!(scan_moves(&text, 1), scan_byte_by_byte(&text, 1), "{text:?}");
            assert_eq!(count_plies(&text), count_plies_byte_by_byte(&text), "{text:?}");
        }
    }

    #[test]
    fn many_numbers_are_counted() {
        let text = b" 1A.".repeat(40_000);
        assert_eq!(scan_moves(&text, 1).numbers, 40_000);
        assert_eq!(count_plies(&text), (40_000, 0));
        assert_eq!(count_plies(b"1A.1a.1B.1b.1C.1@.1c.A.1A1`.").0, 4);
        assert_eq!(count_plies(b" e4{3}e5 1A.O-O 0-0 (x 1-0 00 P@h6").1, 5);
    }

    #[test]
    fn non_clock_braces_are_all_found() {
        let text = b"1A. e4{3}{C:a}{x}{-3}{[ts=4]}{D:}{ }{.5}{A:!}{L:1}{".repeat(2);
        let found = scan_moves(&text, 1);
        let all: Vec<usize> = found.notes.all(&text).collect();
        let expect = (0..text.len()).filter(|&at| {
            text[at] == b'{' && text.get(at + 1).is_none_or(|&next| !begins_clock(next))
        });
        assert_eq!(all, expect.collect::<Vec<_>>());
        // A digit follows the last brace of the first half.
        assert_eq!(all.len(), 13);
    }
}
