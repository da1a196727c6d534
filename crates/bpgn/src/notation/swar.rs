//! SWAR ("SIMD within a register"): examines eight bytes of text at once, in a `u64` whose lowest byte comes first.
//!
//! The main cost of a byte loop is the mispredicted branch at its end. These functions have no such branch.

/// The lowest bit of every byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Loads the eight bytes of `text` from `at` on. Returns `None` if there are fewer.
#[inline]
pub(super) fn word(text: &[u8], at: usize) -> Option<u64> {
    let bytes = text.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Returns byte `at` of `word`. `at` must be below 8.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte is meant")]
pub(super) const fn byte(word: u64, at: usize) -> u8 {
    (word >> (8 * at)) as u8
}

/// Returns a mask of the first `count` bytes. `count` must be at most 7.
#[inline]
pub(super) const fn first(count: usize) -> u64 {
    (1 << (8 * count)) - 1
}

/// Returns the index of the first byte that equals `sign`, or 8.
#[inline]
pub const fn position(word: u64, sign: u8) -> usize {
    let differs = word ^ (LOW_BITS * sign as u64);
    // A borrow may also mark bytes after a match, but only the first mark is used.
    ((differs.wrapping_sub(LOW_BITS) & !differs & HIGH_BITS).trailing_zeros() / 8) as usize
}

/// Returns a word in which the highest bit is set in every byte that is not a digit in `word`. All other bits are 0.
#[inline]
pub(super) const fn non_digits(word: u64) -> u64 {
    let values = word ^ (LOW_BITS * b'0' as u64);
    (((values & !HIGH_BITS) + LOW_BITS * (0x80 - 10)) | values) & HIGH_BITS
}

/// Returns the index of the first byte whose highest bit is set in `bits`, or 8. All other bits must be 0.
#[inline]
pub(super) const fn index_of_first(bits: u64) -> usize {
    (bits.trailing_zeros() / 8) as usize
}

#[inline]
pub(super) const fn count_leading_digits(word: u64) -> usize {
    index_of_first(non_digits(word))
}

/// Parses the first `count` bytes as a decimal number. `count` must be from 1 to 8.
#[inline]
pub(super) const fn number(word: u64, count: usize) -> u64 {
    // Pad with leading zeros, then combine digits into pairs, fours and eights.
    let digits = (word << (64 - 8 * count)) & (LOW_BITS * 0x0f);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) & 0xffff_ffff
}

/// Returns the index of the first byte that may end a word, or 8 if there is none. The word need not end there if the
/// byte is below `+`, between the upper-case and lower-case letters, or outside ASCII.
#[inline]
pub(super) const fn word_end(word: u64) -> usize {
    let low = word & !HIGH_BITS;
    let from_plus = low + LOW_BITS * (0x80 - b'+' as u64);
    let no_semicolon = (low ^ (LOW_BITS * b';' as u64)) + LOW_BITS * 0x7f;
    // The bytes after `Z` and after `z`.
    let past_letters = (low | (LOW_BITS * 0x20)) + LOW_BITS * (0x7f - b'z' as u64);
    let ends = (!(from_plus & no_semicolon) | past_letters | word) & HIGH_BITS;
    index_of_first(ends)
}

/// Returns the length of the move at the start of `word`, or 8 if it is longer. A move ends at a blank, at `{` or a
/// later ASCII character, or at a non-ASCII byte.
#[inline]
pub(super) const fn san_length(word: u64) -> usize {
    let low = word & !HIGH_BITS;
    let past_blank = low + LOW_BITS * (0x7f - b' ' as u64);
    let from_brace = low + LOW_BITS * (0x80 - b'{' as u64);
    index_of_first((!past_blank | from_brace | word) & HIGH_BITS)
}

/// Returns the index of the first `"`, `\` or control character, or 8.
#[inline]
pub const fn value_end(word: u64) -> usize {
    let low = word & !HIGH_BITS;
    let from_blank = low + LOW_BITS * (0x80 - b' ' as u64);
    let no_quote = (low ^ (LOW_BITS * b'"' as u64)) + LOW_BITS * 0x7f;
    let no_escape = (low ^ (LOW_BITS * b'\\' as u64)) + LOW_BITS * 0x7f;
    let ends = !(from_blank & no_quote & no_escape | word) & HIGH_BITS;
    index_of_first(ends)
}

/// Returns the offset of the first match from `at` on. `end` receives eight bytes and returns the index of a match in
/// them, or 8 if there is none. Returns `None` if fewer than eight bytes are left and there was no match.
#[inline]
pub fn reach(text: &[u8], mut at: usize, end: impl Fn(u64) -> usize) -> Option<usize> {
    loop {
        match end(word(text, at)?) {
            8 => at += 8,
            length => return Some(at + length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eight(text: &str) -> u64 {
        word(text.as_bytes(), 0).unwrap_or_else(|| panic!("{text} is shorter than eight bytes"))
    }

    #[test]
    fn words_end_at_their_delimiters() {
        for byte in 0..=u8::MAX {
            let of_word = byte.is_ascii_alphanumeric() || b"+,-./:<=>?@`".contains(&byte);
            for at in 0..8 {
                let mut text = *b"aZ09+=x@";
                text[at] = byte;
                let end = if of_word { 8 } else { at };
                assert_eq!(word_end(u64::from_le_bytes(text)), end, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn moves_end_at_blanks_and_braces() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut text = *b"aZ09+=x@";
                text[at] = byte;
                let end = if (b'!'..b'{').contains(&byte) { 8 } else { at };
                assert_eq!(san_length(u64::from_le_bytes(text)), end, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn values_end_exactly_at_their_delimiter() {
        for byte in 0..=u8::MAX {
            let of_value = byte >= b' ' && byte != b'"' && byte != b'\\';
            for at in 0..8 {
                let mut text = *b"aZ09+ \xff@";
                text[at] = byte;
                let end = if of_value { 8 } else { at };
                assert_eq!(value_end(u64::from_le_bytes(text)), end, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn digits_are_counted_and_parsed() {
        for (text, count, expect) in [
            ("12345678", 8, 12_345_678),
            ("120 130 ", 3, 120),
            ("7.......", 1, 7),
            ("0042/123", 4, 42),
            ("99:99999", 2, 99),
        ] {
            assert_eq!(count_leading_digits(eight(text)), count, "{text}");
            assert_eq!(number(eight(text), count), expect, "{text}");
        }
        assert_eq!(count_leading_digits(eight(" 1234567")), 0);
        assert_eq!(count_leading_digits(eight("\u{e9}123456")), 0);
    }

    #[test]
    fn first_occurrence_is_found() {
        assert_eq!(position(eight("178.839}"), b'}'), 7);
        assert_eq!(position(eight("1.}.{}}}"), b'}'), 2);
        assert_eq!(position(eight("178.8390"), b'}'), 8);
    }
}
