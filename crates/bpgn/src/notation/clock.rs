//! Parses clocks and other times in braces.

use super::{Clock, PlyText, TimeControl};
use bughouse::Seat;

pub(super) enum BraceKind {
    /// A clock, and the offset at which the text after the clock begins; `None` if no text follows the clock.
    Clock(Clock, Option<usize>),
    /// The letter of `A:`, `C:`, `D:` or `L:`.
    Letter(u8),
    Other,
}

/// Classifies `text`, the contents of a brace or of parentheses.
#[inline]
pub(super) fn inside(text: &[u8]) -> BraceKind {
    match text.first() {
        Some(b'0'..=b'9' | b'-') => plain(text.trim_ascii_end()),
        Some(letter @ (b'A' | b'C' | b'D' | b'L')) if text.get(1) == Some(&b':') => {
            BraceKind::Letter(*letter)
        }
        Some(b'[' | b' ' | b'\n' | b'\r' | b'\t') => {
            let trimmed = text.trim_ascii();
            match trimmed.first() {
                Some(b'[') => command(text),
                Some(b'0'..=b'9' | b'-') => plain(trimmed),
                _ => BraceKind::Other,
            }
        }
        _ => BraceKind::Other,
    }
}

#[inline]
fn plain(text: &[u8]) -> BraceKind {
    match read_time(text) {
        Some((ms, whole)) => BraceKind::Clock(Clock::Left { ms, whole }, None),
        None => BraceKind::Other,
    }
}

/// Parses the first of `[%clk 0:02:58.1]`, `[%emt 1.3]` or `[ts=185.070]` in `text`. Other commands may precede it.
fn command(text: &[u8]) -> BraceKind {
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'[', &text[at..]).map(|found| at + found) {
        let Some(close) = memchr::memchr(b']', &text[open..]).map(|found| open + found) else {
            break;
        };
        at = close + 1;
        let body = text[open + 1..close].trim_ascii();
        let value = |name: &[u8]| {
            let value = body.strip_prefix(name)?;
            read_time(value.trim_ascii())
        };
        let clock = if let Some((ms, whole)) = value(b"%clk") {
            Clock::Left { ms, whole }
        } else if let Some((ms, _)) = value(b"%emt") {
            Clock::Spent { ms }
        } else if let Some((ms, _)) = value(b"ts=") {
            Clock::At { ms }
        } else if let Some(clock) = unusual_command(body) {
            clock
        } else {
            continue;
        };
        let is_whole = text[at..].trim_ascii().is_empty();
        return BraceKind::Clock(clock, if is_whole { None } else { Some(at) });
    }
    BraceKind::Other
}

/// Parses a command that is spelled unusually: `%CLK 0:02:58`, `%clk=0:02:58`, `clk: 0:02:58`.
#[cold]
fn unusual_command(body: &[u8]) -> Option<Clock> {
    let (clock, value) = clock_command(body)?;
    let value = value.trim_ascii_start();
    let time = value.strip_prefix(b"=").or(value.strip_prefix(b":")).unwrap_or(value);
    let (ms, whole) = read_time(time.trim_ascii())?;
    Some(clock(ms, whole))
}

/// Makes the clock of a command from milliseconds and from whether only whole seconds are written.
type MakeClock = fn(i32, bool) -> Clock;

/// Returns the clock command that `body`, the text in brackets, begins with, in any case, and the text after its name.
fn clock_command(body: &[u8]) -> Option<(MakeClock, &[u8])> {
    let body = body.strip_prefix(b"%").unwrap_or(body).trim_ascii_start();
    let names: [(&[u8], MakeClock); 3] = [
        (b"clk", |ms, whole| Clock::Left { ms, whole }),
        (b"emt", |ms, _| Clock::Spent { ms }),
        (b"ts", |ms, _| Clock::At { ms }),
    ];
    names.into_iter().find_map(|(name, clock)| {
        let (start, rest) = body.split_at_checked(name.len())?;
        let ends = rest.first().is_none_or(|byte| !byte.is_ascii_alphabetic());
        if start.eq_ignore_ascii_case(name) && ends { Some((clock, rest)) } else { None }
    })
}

/// Returns the clock in `text`, a comment with words before its clock: `good [%clk 0:02:57]`.
pub(super) fn clock_in_words(text: &[u8]) -> Option<Clock> {
    memchr::memchr(b'[', text)?;
    match command(text) {
        BraceKind::Clock(clock, _) => Some(clock),
        _ => None,
    }
}

/// Returns whether `text`, the contents of a brace in which no clock was found, looks like a clock: digits with points
/// and colons only, or a clock command.
pub(super) fn is_unread_clock(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_time = digits.first().is_some_and(u8::is_ascii_digit)
        && digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b',' | b':'));
    is_time
        || memchr::memchr_iter(b'[', text).any(|open| {
            let body = text[open + 1..].trim_ascii_start();
            body.starts_with(b"%") && clock_command(body).is_some()
        })
}

/// Parses `178`, `178.839`, `178,839`, `178s`, `-0.576`, `2:58.1` or `0:02:58`. Returns milliseconds, and whether only whole seconds are
/// written. Fractions are decimal: `298.21` is 298 s 210 ms. Returns `None` for other text, and for times above 24
/// days.
#[inline]
pub fn read_time(text: &[u8]) -> Option<(i32, bool)> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        _ => (1, text),
    };
    let digits = digits.strip_suffix(b"s").unwrap_or(digits);
    let mut total: i64 = 0;
    let mut part: i64 = 0;
    let mut count = 0_u32;
    let mut colons = 0_u32;
    let mut at = 0;
    while let Some(&byte) = digits.get(at) {
        match byte {
            b'0'..=b'9' => {
                part = part * 10 + i64::from(byte - b'0');
                count += 1;
                if count > 9 {
                    return None;
                }
            }
            b':' if count > 0 && colons < 2 => {
                colons += 1;
                total = (total + part) * 60;
                part = 0;
                count = 0;
            }
            b'.' | b',' if count > 0 => break,
            _ => return None,
        }
        at += 1;
    }
    if count == 0 {
        return None;
    }
    let mut ms = (total + part) * 1000;
    let whole = at == digits.len();
    if !whole {
        let fraction = &digits[at + 1..];
        let mut unit = 100;
        for &byte in fraction {
            if !byte.is_ascii_digit() {
                return None;
            }
            ms += i64::from(byte - b'0') * unit;
            unit /= 10;
        }
    }
    i32::try_from(ms * sign).ok().map(|ms| (ms, whole))
}

/// Converts `%clk` values to [`Clock::Spent`] where they are not clocks but the time spent on each move, as in
/// chess.com's exports of 2022.
///
/// A clock starts near the initial time and, without increment, only falls. Values that sometimes rise are therefore
/// times spent if all are below half the initial time. Without a time control, all values must be below a minute and
/// rise at least as often as they fall.
pub(super) fn distinguish_spent_from_left(plies: &mut [PlyText], control: Option<TimeControl>) {
    let mut rises = 0;
    let mut falls = 0;
    let mut largest = 0;
    for seat in Seat::ALL {
        let mut before = None;
        for ply in plies.iter().filter(|ply| ply.seat == seat) {
            let Clock::Left { ms, .. } = ply.clock else { continue };
            largest = largest.max(ms);
            match before.replace(ms) {
                Some(before) if ms > before => rises += 1,
                Some(before) if ms < before => falls += 1,
                _ => {}
            }
        }
    }
    let are_short = match control {
        Some(control) => largest < control.initial_ms / 2,
        None => largest < 60_000 && rises >= falls,
    };
    if rises > 0 && are_short {
        for ply in plies {
            if let Clock::Left { ms, .. } = ply.clock {
                ply.clock = Clock::Spent { ms };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_decimal_or_colon_separated() {
        for (text, expect) in [
            ("298", Some((298_000, true))),
            ("178.839", Some((178_839, false))),
            ("298.21", Some((298_210, false))),
            ("119.6", Some((119_600, false))),
            ("-0.576", Some((-576, false))),
            ("0:02:58.1", Some((178_100, false))),
            ("2:58", Some((178_000, true))),
            ("179,5", Some((179_500, false))),
            ("0:02:57,4", Some((177_400, false))),
            ("179.5s", Some((179_500, false))),
            ("s", None),
            ("1,2,3", None),
            ("1.23456", Some((1_234, false))),
            ("", None),
            ("-", None),
            (".5", None),
            ("1.2.3", None),
            ("12x", None),
            ("9999999999", None),
            ("99999999", None),
            ("1:2:3:4", None),
            ("1:2:3:4:5:6:7:8:9:10:11:12:13:14:15", None),
        ] {
            assert_eq!(read_time(text.as_bytes()), expect, "{text}");
        }
    }
}
