//! A ply in its usual form, `12b. Nxf7+{178.839}`, read in one go.
//!
//! Nearly every ply of a big archive looks like this. Read byte by byte, its cost is that of the branches
//! that no processor can foresee, one for each length and kind of its parts; here the parts are measured
//! and read eight bytes at a time. Whatever is not plain (long words, promotions, castling, glyphs,
//! comments) is left to the tokens, and means the same when it is read by them: a test compares the two.

use crate::{
    file::Span,
    rules::{Claim, File, Rank, Role, San, Seat, Square},
};

/// A plain ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlainPly {
    pub(super) number: u16,
    pub(super) seat: Seat,
    pub(super) san: San,
    pub(super) claim: Claim,
    /// The move with its suffix.
    pub(super) san_span: Span,
    /// One past the closing brace of the clock; it opens where the move ends.
    pub(super) end: u32,
    pub(super) left_ms: i32,
    /// Whether the clock has no fraction.
    pub(super) whole: bool,
}

/// Reads the ply that begins at `at`; `None` if it is not plain.
#[inline]
pub(super) fn plain_ply(text: &[u8], at: usize) -> Option<PlainPly> {
    let eight = word(text, at)?;
    let digits = length_of_digits(eight);
    // Most tokens are turned away here, and no match has 1000 moves.
    if !(1..=3).contains(&digits) {
        return None;
    }
    let seat = SEATS[usize::from(byte(eight, digits))]?;
    if byte(eight, digits + 1) != b'.' {
        return None;
    }
    let space = byte(eight, digits + 2) == b' ';
    let san_at = at + digits + 2 + usize::from(space);

    let written = word(text, san_at)?;
    let length = position(written, b'{');
    let (san, claim) = plain_san(written, length)?;

    let clock_at = san_at + length + 1;
    let inside = word(text, clock_at)?;
    let clock_length = position(inside, b'}');
    let (left_ms, whole) = plain_clock(inside, clock_length)?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "three digits, and a text is under 4 GiB long"
    )]
    Some(PlainPly {
        number: number(eight, digits) as u16,
        seat,
        san,
        claim,
        san_span: Span::new(san_at as u32, (san_at + length) as u32),
        end: (clock_at + clock_length + 1) as u32,
        left_ms,
        whole,
    })
}

/// The move in the first `length` bytes: of a man or a pawn, a capture or not, with file or rank of its
/// origin or without, or a drop; `+` or `#` may follow.
#[inline]
fn plain_san(written: u64, length: usize) -> Option<(San, Claim)> {
    // Eight if there was no brace.
    if !(2..8).contains(&length) {
        return None;
    }
    let claim = match byte(written, length - 1) {
        b'+' => Claim::Check,
        b'#' => Claim::Mate,
        _ => Claim::None,
    };
    let length = length - usize::from(claim != Claim::None);
    let before = length.checked_sub(2)?;
    let to_file = byte(written, before).wrapping_sub(b'a');
    let to_rank = byte(written, before + 1).wrapping_sub(b'1');
    if (to_file | to_rank) > 7 {
        return None;
    }
    let to = Square::from_coords(File::new(u32::from(to_file)), Rank::new(u32::from(to_rank)));
    // What stands before the target, beginning at the lowest byte: a letter, an origin, `x` or `@`.
    let prefix = written & first(before);
    let letter = ROLES[usize::from(byte(prefix, 0))];
    let sign = byte(prefix << 8, before);
    let (capture, drop) = (sign == b'x', sign == b'@');
    let role_length = usize::from(letter.is_some());
    let origin_length = before.checked_sub(role_length + usize::from(capture | drop))?;
    if drop {
        return match letter {
            Some(role) if origin_length == 0 && role != Role::King => Some((
                San::Drop {
                    role: Some(role),
                    to,
                },
                claim,
            )),
            _ => None,
        };
    }
    let origin = byte(prefix, role_length);
    let file = origin.wrapping_sub(b'a');
    let rank = origin.wrapping_sub(b'1');
    let (has_file, has_rank) = (
        origin_length == 1 && file < 8,
        origin_length == 1 && rank < 8,
    );
    if origin_length != usize::from(has_file | has_rank) {
        return None;
    }
    Some((
        San::Normal {
            role: letter.unwrap_or(Role::Pawn),
            file: has_file.then(|| File::new(u32::from(file & 7))),
            rank: has_rank.then(|| Rank::new(u32::from(rank & 7))),
            to,
            capture,
            promotion: None,
        },
        claim,
    ))
}

/// The clock in the first `length` bytes, in milliseconds, and whether it has no fraction.
#[inline]
fn plain_clock(inside: u64, length: usize) -> Option<(i32, bool)> {
    let point = position(inside, b'.').min(length);
    let whole = point == length;
    let fraction = length - point - usize::from(!whole);
    // Eight if there was no brace.
    if length > 7 || point == 0 || point > 6 || fraction > 3 {
        return None;
    }
    let digits = (inside & first(point)) | ((inside >> 8) & !first(point));
    let count = point + fraction;
    if length_of_digits(digits) < count {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most seven digits")]
    let value = number(digits, count) as i32;
    Some((value * UNITS[fraction], whole))
}

/// How many milliseconds the last digit counts, by the length of the fraction.
static UNITS: [i32; 4] = [1000, 100, 10, 1];

/// The seats by their letters: a table, since who moves next cannot be foreseen.
static SEATS: [Option<Seat>; 256] = {
    let mut seats = [None; 256];
    let mut at = 0;
    while at < 4 {
        seats[Seat::ALL[at].letter() as usize] = Some(Seat::ALL[at]);
        at += 1;
    }
    seats
};

/// The men by their capital letters.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[b'P' as usize] = Some(Role::Pawn);
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Eight bytes of `text`, the first of them lowest.
#[inline]
fn word(text: &[u8], at: usize) -> Option<u64> {
    let bytes = text.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Byte `at` of `word`, which is under 8.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte is meant")]
const fn byte(word: u64, at: usize) -> u8 {
    (word >> (8 * at)) as u8
}

/// A mask of the first `count` bytes, up to 7.
#[inline]
const fn first(count: usize) -> u64 {
    (1 << (8 * count)) - 1
}

/// Where `sign` stands first; 8 if nowhere.
#[inline]
const fn position(word: u64, sign: u8) -> usize {
    let differs = word ^ (ONES * sign as u64);
    // Above a byte that is zero the borrow may lie, but never below the first.
    ((differs.wrapping_sub(ONES) & !differs & HIGHS).trailing_zeros() / 8) as usize
}

/// How many digits `word` begins with.
#[inline]
const fn length_of_digits(word: u64) -> usize {
    let values = word ^ (ONES * b'0' as u64);
    let others = (((values & !HIGHS) + ONES * (0x80 - 10)) | values) & HIGHS;
    (others.trailing_zeros() / 8) as usize
}

/// The number in the first `count` bytes, which are digits, 1 to 8 of them.
#[inline]
const fn number(word: u64, count: usize) -> u64 {
    // Zeros before it; then pairs, fours and eights of digits together.
    let digits = (word << (64 - 8 * count)) & (ONES * 0x0f);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let padded = format!("{text}        ");
        let got = plain_ply(padded.as_bytes(), 0).map_or_else(String::new, |ply| {
            assert_eq!(ply.end as usize, text.len(), "{text}");
            let read = San::parse(ply.san_span.of(padded.as_bytes()));
            assert_eq!(read.map(|r| (r.san, r.claim)), Ok((ply.san, ply.claim)));
            let dot = if ply.whole { "" } else { "." };
            format!(
                "{}{} {} {:?} {}{dot}",
                ply.number,
                ply.seat.letter(),
                ply.san,
                ply.claim,
                ply.left_ms
            )
        });
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn plain_plies_are_read() {
        check("1A. e4{298.652}", "1A e4 None 298652.");
        check("1A.e4{298}", "1A e4 None 298000");
        check("12b. Nxf7+{8.21}", "12b Nxf7 Check 8210.");
        check("123B. N@f7#{0.6}", "123B N@f7 Mate 600.");
        check("7a. exd5{1500.5}", "7a exd5 None 1500500.");
        check("7a. xd5{1500.}", "7a xd5 None 1500000.");
        check("7a. Nbd7{15.25}", "7a Nbd7 None 15250.");
        check("7a. R1xd7+{15.25}", "7a R1xd7 Check 15250.");
        check("7a. P@d3{999999}", "7a P@d3 None 999999000");
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_tokens() {
        for text in [
            "",
            "1.e4{298}",
            "1A e4{298}",
            "1A. e4 {298}",
            "1A.. e4{298}",
            "1A. O-O{298}",
            "1A. e8=Q{298}",
            "1A. Nb1d2{298}",
            "1A. K@e4{298}",
            "1A. @e4{298}",
            "1A. Na@e4{298}",
            "1A. i4{298}",
            "1A. e9{298}",
            "1A. x@e4{298}",
            "1A. e4{-298}",
            "1A. e4{2:58}",
            "1A. e4{}",
            "1A. e4{.5}",
            "1A. e4{1.2.3}",
            "1A. e4{1.2345}",
            "1A. e4{1234567}",
            "1A. e4{12345678}",
            "1A. e4!{298}",
            "1A. +{298}",
            "1234A. e4{298}",
        ] {
            check(text, "");
        }
    }
}
