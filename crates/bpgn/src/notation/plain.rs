//! A fast path for plain plies: `12b. Nxf7+{178.839}`, `12b. Ng5xf7+ {178}`, `12b. O-O {[ts=121.2]}`, `12b. gxh8=Q+`.
//!
//! Nearly every ply of a large archive is plain. Parsed byte by byte, each part would cost a mispredicted branch, since
//! its length and kind vary. This path reads eight bytes at a time instead. It leaves longer words, glyphs, other
//! clocks and comments to the lexer. A test checks that both give the same result.

use super::swar::{byte, first, index_of_first, non_digits, number, san_length, word};
use crate::Span;
use crate::notation::{Clock, PlyText};
use bughouse::{CastlingSide, Claim, File, Rank, Role, San, Seat, Square};
use std::hint::cold_path;

/// The fast path is used only if at least this number of bytes is left from the start of the ply. The longest plain
/// ply, `123b. Qd5xf7+ {[ts=1234.56]}`, is shorter, but the fast path also reads a few bytes after a ply.
const WINDOW: usize = 32;

/// The start of a match time in a brace.
const MATCH_TIME: &[u8; 4] = b"[ts=";

/// Parses the ply at `at` with its clock. Returns `None` if the ply is not plain. If only the clock is not plain,
/// leaves the clock to the lexer.
#[inline]
pub(super) fn plain_ply(text: &[u8], at: usize) -> Option<PlyText> {
    let window: &[u8; WINDOW] = text.get(at..)?.first_chunk()?;
    // Most tokens that are not the start of a plain ply fail here. No match has 1,000 moves.
    let (number, seat_at) = short_number(window)?;
    let seat = SEATS[usize::from(window[seat_at])]?;
    if window[seat_at + 1] != b'.' {
        return None;
    }
    let san_at = seat_at + 2 + blank(window[seat_at + 2] == b' ');

    let san_word = word(window, san_at)?;
    let length = san_length(san_word);
    if !(2..8).contains(&length) {
        return None;
    }
    let san_end = san_at + length;
    let space = window[san_end];
    if !matches!(space, b' ' | b'{' | b'\n' | b'\r') {
        return None;
    }
    let (san, claim) = plain_san(san_word, length)?;

    let brace = san_end + usize::from(space == b' ');
    let (clock, from, end) = match window.get(brace..) {
        Some([b'{', inside @ ..]) if let Some((clock, length)) = plain_brace(inside) => {
            (clock, brace, brace + 1 + length)
        }
        _ => (Clock::None, san_end, san_end),
    };
    let part = |from: usize, to: usize| Span::from_offsets(at + from, at + to);
    Some(PlyText {
        span: part(0, end),
        san_span: part(san_at, san_end),
        clock_span: part(from, end),
        san,
        number,
        seat,
        claim,
        clock,
    })
}

/// Returns the length of an optional blank: 1 or 0. Within a file, the blank is nearly always present or nearly always
/// missing, so the branch is predicted well. An addition without a branch would delay the reads that depend on it.
#[inline]
pub(super) fn blank(is_present: bool) -> usize {
    if is_present {
        1
    } else {
        cold_path();
        0
    }
}

/// Reads a number of one to three digits at the start of `window`. Returns the number and its length, or `None` if
/// there is no digit. The branches are predicted well.
#[inline]
fn short_number(window: &[u8; WINDOW]) -> Option<(u16, usize)> {
    let digit = |at: usize| {
        let digit = window[at].wrapping_sub(b'0');
        if digit < 10 { Some(u16::from(digit)) } else { None }
    };
    let mut number = digit(0)?;
    for at in 1..3 {
        match digit(at) {
            Some(digit) => number = number * 10 + digit,
            None => return Some((number, at)),
        }
    }
    Some((number, 3))
}

/// Parses the move in the first `length` bytes (2 to 7) of a word: castling, a drop, or a move with a piece letter,
/// origin, capture and promotion. `+` or `#` may follow. Returns `None` if the move is not plain.
///
/// The move is read backwards. Bytes that have been read are shifted out at the top, and zeros enter at the bottom.
#[inline]
fn plain_san(san_word: u64, length: usize) -> Option<(San, Claim)> {
    let mut rest = san_word << (64 - 8 * length);
    let claim = match byte(rest, 7) {
        b'+' => Claim::Check,
        b'#' => Claim::Mate,
        _ => Claim::None,
    };
    rest <<= 8 * u32::from(claim != Claim::None);

    let mut promotion = None;
    if byte(rest, 7) > b'8' {
        cold_path();
        match rest {
            SHORT_CASTLING => return Some((San::Castle(CastlingSide::KingSide), claim)),
            LONG_CASTLING => return Some((San::Castle(CastlingSide::QueenSide), claim)),
            _ => {}
        }
        promotion = ROLES[usize::from(byte(rest, 7))];
        if byte(rest, 6) != b'=' || matches!(promotion, None | Some(Role::Pawn | Role::King)) {
            return None;
        }
        rest <<= 16;
    }
    let rank = byte(rest, 7).wrapping_sub(b'1');
    let file = byte(rest, 6).wrapping_sub(b'a');
    if (file | rank) > 7 {
        return None;
    }
    let to = Square::from_coords(File::new(u32::from(file)), Rank::new(u32::from(rank)));
    rest <<= 16;

    let sign = byte(rest, 7);
    let (capture, drop) = (sign == b'x', sign == b'@');
    rest <<= 8 * u32::from(capture | drop);

    let rank = byte(rest, 7).wrapping_sub(b'1');
    let has_rank = rank < 8;
    rest <<= 8 * u32::from(has_rank);
    let file = byte(rest, 7).wrapping_sub(b'a');
    let has_file = file < 8;
    rest <<= 8 * u32::from(has_file);

    // Now only a piece letter is left, or nothing for a pawn.
    let role = ROLES[usize::from(byte(rest, 7))]?;
    if rest << 8 != 0 || (promotion.is_some() && (drop || role != Role::Pawn)) {
        return None;
    }
    if drop {
        let role = Some(role).filter(|&role| role != Role::King && rest != 0);
        let plain = role.is_some() && !(has_file | has_rank);
        return if plain { Some((San::Drop { role, to }, claim)) } else { None };
    }
    Some((
        San::Normal {
            role,
            file: if has_file { Some(File::new(u32::from(file & 7))) } else { None },
            rank: if has_rank { Some(Rank::new(u32::from(rank & 7))) } else { None },
            to,
            capture,
            promotion,
        },
        claim,
    ))
}

/// Castling, shifted to the top as in [`plain_san`].
const SHORT_CASTLING: u64 = u64::from_le_bytes(*b"\0\0\0\0\0O-O");
const LONG_CASTLING: u64 = u64::from_le_bytes(*b"\0\0\0O-O-O");

/// Reads the plain clock after a `{`. Returns the clock and the length of the text up to and including the `}`.
#[inline]
fn plain_brace(text: &[u8]) -> Option<(Clock, usize)> {
    if !text.starts_with(MATCH_TIME) {
        let (ms, whole, length) = plain_clock(word(text, 0)?, b'}')?;
        return Some((Clock::Left { ms, whole }, length + 1));
    }
    let (ms, _, length) = plain_clock(word(text, MATCH_TIME.len())?, b']')?;
    let brace = MATCH_TIME.len() + length + 1;
    if text.get(brace) == Some(&b'}') { Some((Clock::At { ms }, brace + 1)) } else { None }
}

/// Reads a clock that ends with `end`. Returns milliseconds, whether only whole seconds are written, and the length of
/// the clock. The length depends only on the position of `end`, so the processor can start on the next ply early.
#[inline]
fn plain_clock(inside: u64, end: u8) -> Option<(i32, bool, usize)> {
    let others = non_digits(inside);
    let seconds = index_of_first(others);
    if !(1..7).contains(&seconds) {
        return None;
    }
    let whole = byte(inside, seconds) != b'.';
    let (digits, length) = if whole {
        (inside, seconds)
    } else {
        // Remove the decimal point.
        let digits = (inside & first(seconds)) | ((inside >> 8) & !first(seconds));
        (digits, index_of_first(others & (others - 1)))
    };
    if length == 8 || byte(inside, length) != end {
        return None;
    }
    let count = length - usize::from(!whole);
    #[expect(clippy::cast_possible_truncation, reason = "at most seven digits")]
    let value = number(digits, count) as i32;
    let unit = UNITS.get(count - seconds)?;
    Some((value * unit, whole, length))
}

/// For each number of decimal places, the value of the last digit in milliseconds.
static UNITS: [i32; 4] = [1000, 100, 10, 1];

/// The seat of each letter. A table avoids branches, since the next seat is hard to predict.
static SEATS: [Option<Seat>; 256] = {
    let mut seats = [None; 256];
    let mut at = 0;
    while at < 4 {
        seats[Seat::ALL[at].letter() as usize] = Some(Seat::ALL[at]);
        at += 1;
    }
    seats
};

/// The role of each capital letter. Byte 0, for no letter, is a pawn.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[0] = Some(Role::Pawn);
    let mut letter = b'A';
    while letter <= b'Z' {
        roles[letter as usize] = Role::from_char(letter as char);
        letter += 1;
    }
    roles
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let padded = format!("{text}{:WINDOW$}", "");
        let got = plain_ply(padded.as_bytes(), 0).map_or_else(String::new, |ply| {
            assert_eq!(ply.span.len(), text.len(), "{text}");
            assert_eq!(ply.clock_span.end, ply.span.end, "{text}");
            let read = San::parse(ply.san_span.of(padded.as_bytes()));
            assert_eq!(read.map(|r| (r.san, r.claim)), Ok((ply.san, ply.claim)));
            let clock = match ply.clock {
                Clock::Left { ms, whole } => format!("{ms}{}", if whole { "" } else { "." }),
                other => format!("{other:?}"),
            };
            format!("{}{} {} {:?} {clock}", ply.number, ply.seat.letter(), ply.san, ply.claim,)
        });
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn plain_plies_are_parsed() {
        check("1A. e4{298.652}", "1A e4 None 298652.");
        check("1A.e4{298}", "1A e4 None 298000");
        check("12b. Nxf7+{8.21}", "12b Nxf7 Check 8210.");
        check("123B. N@f7#{0.6}", "123B N@f7 Mate 600.");
        check("7a. exd5{1500.5}", "7a exd5 None 1500500.");
        check("7a. xd5{1500.}", "7a xd5 None 1500000.");
        check("7a. Nbd7{15.25}", "7a Nbd7 None 15250.");
        check("7a. R1xd7+{15.25}", "7a R1xd7 Check 15250.");
        check("7a. P@d3{999999}", "7a P@d3 None 999999000");
        check("1A. e4 {298}", "1A e4 None 298000");
        check("12b. Nbxd7+ {8.2}", "12b Nbxd7 Check 8200.");
        check("7a. e6 {[ts=1.700]}", "7a e6 None At { ms: 1700 }");
        check("123b. Qdxf7+ {[ts=123.456]}", "123b Qdxf7 Check At { ms: 123456 }");
        check("7a. e6{[ts=12]}", "7a e6 None At { ms: 12000 }");
        check("1A. Nb1d2 {119.9}", "1A Nb1d2 None 119900.");
        check("123b. Qd5xf7+ {[ts=1234.56]}", "123b Qd5xf7 Check At { ms: 1234560 }");
        check("12A. e2e4 {3}", "12A e2e4 None 3000");
        check("1A. O-O{298}", "1A O-O None 298000");
        check("1A. O-O-O# {298}", "1A O-O-O Mate 298000");
        check("1A. gxh8=Q+ {298}", "1A gxh8=Q Check 298000");
        check("1A. e8=N{298}", "1A e8=N None 298000");
    }

    #[test]
    fn other_clocks_are_left_to_the_tokenizer() {
        for clock in [
            "",
            "  {298}",
            "\n{298}",
            " {[ts=298}",
            " {[ts=298] }",
            " {[ts=-298]}",
            " {[ts=]}",
            " {[tt=298]}",
            " {298]",
            "{-298}",
            "{2:58}",
            "{}",
            "{.5}",
            "{1.2.3}",
            "{1.2345}",
            "{1234567}",
            "{12345678}",
            " {[%clk 0:02:58]}",
        ] {
            let text = format!("1A. e4#{clock}{:WINDOW$}", "");
            let ply = plain_ply(text.as_bytes(), 0).unwrap();
            assert_eq!((ply.span, ply.clock), (Span::new(0, 7), Clock::None), "{text}");
            assert_eq!((ply.clock_span, ply.claim), (Span::at(7), Claim::Mate), "{text}");
        }
    }

    #[test]
    fn complex_plies_use_the_tokenizer() {
        for text in [
            "",
            "1.e4{298}",
            "1A e4{298}",
            "1A. e {298}",
            "1A. Nbxd7+# {298}",
            "1A.. e4{298}",
            "1A. K@e4{298}",
            "1A. @e4{298}",
            "1A. Na@e4{298}",
            "1A. i4{298}",
            "1A. e9{298}",
            "1A. x@e4{298}",
            "1A. e4!{298}",
            "1A. \0e4{298}",
            "1A. N\0e4{298}",
            "1A. a\0@e4{298}",
            "1A. +{298}",
            "1A. O-O-O-O{298}",
            "1A. e8=K{298}",
            "1A. =Q{298}",
            "1A. Ne8=Q{298}",
            "1A. N@e8=Q{298}",
            "1A. N1a@e4{298}",
            "1A. d2xc1=Q+ {298}",
            "1A. e4(298)",
            "1234A. e4{298}",
        ] {
            check(text, "");
        }
    }
}
