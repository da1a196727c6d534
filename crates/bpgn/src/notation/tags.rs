//! Tag syntax, the values of common tags (players, ratings, time control, lag), and the closing comment.

use super::{
    KnownTag, NameId, Problem, Record, Tag,
    clock::read_time,
    lexer::{FULL_WIDTH_QUOTE, closing_quote, typographic_quote_at_end},
    swar::{byte, count_leading_digits, number, reach, value_end, word, word_end},
};
use crate::{Encoding, Span};
use bughouse::{
    Seat,
    typography::{Meaning, characters},
};
use std::borrow::Cow;

/// The initial time and the increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The initial time of each seat, in milliseconds.
    pub initial_ms: i32,
    /// The time added after each ply, in milliseconds.
    pub increment_ms: i32,
}

impl TimeControl {
    /// Parses `180+0` or `180` in seconds, or `3 0` in minutes and seconds as on FICS. Returns `None` for any
    /// other text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let seconds = |text: &str| read_time(text.trim().as_bytes()).map(|(ms, _)| ms);
        let (initial, increment) = match text.split_once('+') {
            Some((initial, increment)) => (seconds(initial)?, seconds(increment)?),
            None => match text.split_once(char::is_whitespace) {
                Some((minutes, increment)) => {
                    (seconds(minutes)?.checked_mul(60)?, seconds(increment)?)
                }
                None => (seconds(text)?, 0),
            },
        };
        if initial < 0 || increment < 0 {
            return None;
        }
        Some(Self { initial_ms: initial, increment_ms: increment })
    }
}

impl Record {
    /// Returns the name of the player at `seat`, unless it is missing or empty.
    pub fn player<'t>(&self, text: &'t [u8], seat: Seat) -> Option<Cow<'t, str>> {
        let name = self.tag_text(text, KnownTag::player(seat));
        name.filter(|name| !name.is_empty())
    }

    /// Returns the rating of the player at `seat`. Texts such as `UNR` or `++++`, and 0, count as no rating.
    pub fn rating(&self, text: &[u8], seat: Seat) -> Option<u16> {
        read_rating(self.tag(text, KnownTag::rating(seat))?)
    }

    /// Returns the time control in the tags of the record, whose bytes are `text`. Returns `None` if it is missing or
    /// cannot be read.
    pub fn time_control(&self, text: &[u8]) -> Option<TimeControl> {
        TimeControl::parse(&self.tag_text(text, KnownTag::TimeControl)?)
    }

    /// Returns the closing comment, which is the reason for the result, trimmed; empty if there is none.
    pub fn reason<'t>(&self, text: &'t [u8]) -> Cow<'t, str> {
        match self.encoding.decode(self.ending.reason.of(text)) {
            Cow::Borrowed(words) => Cow::Borrowed(words.trim()),
            Cow::Owned(words) => Cow::Owned(words.trim().to_owned()),
        }
    }

    /// Iterates over the values of the `Lag` tag, in milliseconds. For a value that is not a number, yields its span as
    /// an error.
    pub fn lag<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = Result<u32, Span>> + 't {
        let tag = self.find_tag(text, KnownTag::Lag);
        let value = tag.map_or(Span::default(), |tag| tag.value);
        Lags { rest: value.of(text), end: value.end }
    }

    /// Returns the number of plies before the first unreadable move, or of all plies if every move is readable.
    pub fn readable_plies(&self) -> usize {
        self.unreadable_ply.map_or(self.plies.len(), |ply| ply as usize)
    }
}

/// Parses the value of a rating tag. Texts such as `UNR` or `++++`, and 0, count as no rating.
pub fn read_rating(value: &[u8]) -> Option<u16> {
    // A shortcut, since nearly every rating has four digits.
    let rating = if let Some(digits) = value.as_array::<4>()
        && digits.iter().all(u8::is_ascii_digit)
    {
        let number = |number, digit: &u8| number * 10 + u16::from(digit - b'0');
        digits.iter().fold(0, number)
    } else {
        std::str::from_utf8(value).ok()?.trim().parse().ok()?
    };
    Some(rating).filter(|&rating| rating > 0)
}

/// Parses a time of day such as `23:29:23` or `7:02`. Returns the seconds since midnight, or `None` for other text.
/// Ignores the part after a blank or dot, which is usually a time zone.
pub fn read_time_of_day(value: &[u8]) -> Option<u32> {
    let number = |digits: &[u8]| {
        let is_number = matches!(digits.len(), 1 | 2) && digits.iter().all(u8::is_ascii_digit);
        let number = |number, digit: &u8| number * 10 + u32::from(digit - b'0');
        if is_number { Some(digits.iter().fold(0, number)) } else { None }
    };
    let time = value.trim_ascii_start().split(|&byte| matches!(byte, b' ' | b'.'));
    let mut parts = time.into_iter().next()?.split(|&byte| byte == b':');
    let (hours, minutes) = (number(parts.next()?)?, number(parts.next()?)?);
    let seconds = parts.next().map_or(Some(0), number)?;
    let is_time = hours < 24 && minutes < 60 && seconds < 60 && parts.next().is_none();
    if is_time { Some(hours * 3600 + minutes * 60 + seconds) } else { None }
}

/// Replaces braces in `text` by parentheses, since comments in braces cannot be nested.
pub fn without_braces(text: &str) -> String {
    text.replace('}', ")").replace('{', "(")
}

/// Returns whether the value of a tag means unknown: empty, `?`, `-`, `????.??.??` and the like.
pub fn is_unknown(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '?' | '-' | '.' | ' '))
}

/// Decodes `raw`, the value of a tag, and resolves `\"` and `\\`.
pub fn unescape(encoding: Encoding, raw: &[u8]) -> Cow<'_, str> {
    let text = encoding.decode(raw);
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next @ ('"' | '\\')) if c == '\\' => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

pub fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

struct Lags<'t> {
    rest: &'t [u8],
    /// The offset in the record at which the value ends.
    end: u32,
}

impl Iterator for Lags<'_> {
    type Item = Result<u32, Span>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // A shortcut, since nearly every lag is a few digits and a blank.
        if let Some(eight) = word(self.rest, 0)
            && let digits @ 1..8 = count_leading_digits(eight)
            && byte(eight, digits) == b' '
        {
            self.rest = &self.rest[digits + 1..];
            #[expect(clippy::cast_possible_truncation, reason = "at most seven digits")]
            return Some(Ok(number(eight, digits) as u32));
        }
        self.parse_next()
    }
}

impl Lags<'_> {
    #[cold]
    fn parse_next(&mut self) -> Option<Result<u32, Span>> {
        let rest = self.rest.trim_ascii_start();
        if rest.is_empty() {
            return None;
        }
        let length = rest.iter().position(u8::is_ascii_whitespace);
        let (lag, rest_after) = rest.split_at(length.unwrap_or(rest.len()));
        let start = self.end as usize - rest.len();
        let span = Span::from_offsets(start, start + lag.len());
        self.rest = rest_after;
        let value = lag.iter().try_fold(0_u32, |value, byte| {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 { value.checked_mul(10)?.checked_add(u32::from(digit)) } else { None }
        });
        Some(value.ok_or(span))
    }
}

/// Parses the tag at `at` if it is plain: `[Name "value"]` on one line without escapes. Returns `None` for any other
/// tag, and near the end of `text`.
pub(super) fn plain_tag(text: &[u8], at: usize) -> Option<Tag> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let name = at + 1;
    let name_end = reach(text, name, word_end)?;
    let value = name_end + 2;
    if name_end == name || text.get(name_end..value) != Some(b" \"") {
        return None;
    }
    // Such a sign belongs to neither name nor value.
    if matches!(text[name_end - 1], b':' | b'=') {
        return None;
    }
    let value_end = reach(text, value, value_end)?;
    let end = value_end + 2;
    if text.get(value_end..end) != Some(b"\"]") {
        return None;
    }
    let id = NameId::at_start(&text[name..], name_end - name);
    Some(Tag {
        span: Span::from_offsets(at, end),
        name: Span::from_offsets(name, name_end),
        value: Span::from_offsets(value, value_end),
        id,
    })
}

/// Parses the tag at `span` of `text`. The `]` may be missing. Returns the tag, and its problem if there is one.
pub fn read_tag(text: &[u8], span: Span) -> (Tag, Option<Problem>) {
    let written = span.of(text);
    let body = written.strip_suffix(b"]").unwrap_or(written);
    let name_start = 1 + leading_blanks(&body[1..]);
    let name_len = body[name_start..]
        .iter()
        .position(|&b| b.is_ascii_whitespace() || b == b'"')
        .unwrap_or(body.len() - name_start);
    let (after_name, value_start) = if body[name_start..name_start + name_len].is_ascii() {
        let after_name = name_start + name_len;
        (after_name, after_name + leading_blanks(&body[after_name..]))
    } else {
        typographic_blanks(body, name_start)
    };
    let separated = without_separator(body, name_start, after_name, value_start);
    let mut problem = separated.map(|_| Problem::TagSeparator);
    let (after_name, value_start) = separated.unwrap_or((after_name, value_start));
    let (from, to) = match body.get(value_start) {
        Some(b'"') => match closing_quote(body, value_start + 1) {
            Some(close) if close + 1 == body.len() => (value_start + 1, close),
            Some(close) => {
                let (to, why) = value_with_quotes(body, close);
                problem = why.or(problem);
                (value_start + 1, to)
            }
            None => {
                let value = body[value_start + 1..].trim_ascii_end();
                let quote = typographic_quote_at_end(value);
                problem = Some(match quote {
                    0 => Problem::NoClosingQuote,
                    _ => Problem::TypographicQuotes,
                });
                (value_start + 1, value_start + 1 + value.len() - quote)
            }
        },
        Some(_) => {
            let value = body[value_start..].trim_ascii_end();
            match typographic_quotes(value) {
                Some((before, after)) => {
                    problem = Some(Problem::TypographicQuotes);
                    (value_start + before, value_start + value.len() - after)
                }
                None => (value_start, value_start + value.len()),
            }
        }
        None => {
            problem = Some(Problem::NoValue);
            (body.len(), body.len())
        }
    };
    if name_len == 0 {
        problem = Some(Problem::NoName);
    }
    let part = |from: usize, to: usize| Span::from_offsets(from, to.max(from)).shifted(span.start);
    let id = NameId::of(&body[name_start..after_name.max(name_start)]);
    let tag = Tag { span, name: part(name_start, after_name), value: part(from, to), id };
    (tag, problem)
}

/// Returns the end of the name at `name_start` of `body` and the start of the value without the `:` or `=` between them;
/// `None` if there is none.
fn without_separator(
    body: &[u8],
    name_start: usize,
    after_name: usize,
    value_start: usize,
) -> Option<(usize, usize)> {
    let is_separator = |byte: Option<&u8>| matches!(byte, Some(b':' | b'='));
    if after_name > name_start + 1 && is_separator(body.get(after_name - 1)) {
        return Some((after_name - 1, value_start));
    }
    if !is_separator(body.get(value_start)) {
        return None;
    }
    let blanks = leading_blanks(&body[value_start + 1..]);
    let value = value_start + 1 + blanks;
    // Next to a letter the sign belongs to the value.
    if blanks > 0 || body.get(value) == Some(&b'"') { Some((after_name, value)) } else { None }
}

/// Returns the end of a value in `body` whose first closing quote is at `close`, and the problem if any text follows
/// that quote. Further quotes belong to the value, up to the last one.
#[cold]
fn value_with_quotes(body: &[u8], close: usize) -> (usize, Option<Problem>) {
    if body[close + 1..].trim_ascii().is_empty() {
        return (close, None);
    }
    match memchr::memrchr(b'"', &body[close + 1..]) {
        Some(last) => (close + 1 + last, Some(Problem::InnerQuotes)),
        None => (close, Some(Problem::TextAfterValue)),
    }
}

/// Returns the lengths of the quotation marks other than `"` at both ends of `value`, or `None` if it does not begin with
/// one.
#[cold]
fn typographic_quotes(value: &[u8]) -> Option<(usize, usize)> {
    if value.len() > 1 && value.starts_with(b"'") && value.ends_with(b"'") {
        return Some((1, 1));
    }
    let mut all = characters(value);
    let (_, first) = all.next()?;
    if Meaning::of(first) != Meaning::Quote && first != FULL_WIDTH_QUOTE {
        return None;
    }
    let length = all.next().map_or(value.len(), |(at, _)| at);
    let rest = &value[length..];
    let closing = if rest.ends_with(b"\"") { 1 } else { typographic_quote_at_end(rest) };
    Some((length, closing))
}

/// Returns the end of the name that begins at `name_start` of `body`, and the start of the value. ASCII whitespace and
/// quotation marks end the name; any other blank does only if a quotation mark follows, since names may contain it.
#[cold]
fn typographic_blanks(body: &[u8], name_start: usize) -> (usize, usize) {
    let is_blank = |it: char| matches!(Meaning::of(it), Meaning::Blank | Meaning::Invisible);
    let is_quote =
        |it: char| it == '"' || it == FULL_WIDTH_QUOTE || Meaning::of(it) == Meaning::Quote;
    let value_from = |at: usize| {
        characters(&body[at..]).find(|(_, it)| !is_blank(*it)).map(|(after, it)| (at + after, it))
    };
    // The end of a run of blanks that is known not to end the name.
    let mut run_end = 0;
    for (at, it) in characters(&body[name_start..]) {
        let at = name_start + at;
        if at < run_end {
            continue;
        }
        let value = value_from(at);
        let is_before_quote = value.is_some_and(|(_, next)| is_quote(next));
        if it.is_ascii_whitespace() || is_quote(it) || is_blank(it) && is_before_quote {
            return (at, value.map_or(body.len(), |(at, _)| at));
        }
        run_end = value.map_or(body.len(), |(at, _)| at);
    }
    (body.len(), body.len())
}

fn leading_blanks(text: &[u8]) -> usize {
    text.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_of_every_server() {
        for (text, expect) in [
            ("180+0", Some((180_000, 0))),
            ("300+2", Some((300_000, 2000))),
            ("180", Some((180_000, 0))),
            ("3 0", Some((180_000, 0))),
            ("2 12", Some((120_000, 12_000))),
            ("-", None),
            ("?", None),
            ("", None),
            ("fast", None),
        ] {
            let read = TimeControl::parse(text).map(|c| (c.initial_ms, c.increment_ms));
            assert_eq!(read, expect, "{text}");
        }
    }

    #[test]
    fn times_of_day_are_parsed() {
        for (text, seconds) in [
            ("23:29:23 GMT+0000", Some(84_563)),
            ("7:02:43", Some(25_363)),
            (" 13:26", Some(48_360)),
            ("13:26:00.5", Some(48_360)),
            ("00:00:00", Some(0)),
            ("24:00", None),
            ("12:60", None),
            ("12:00:60", None),
            ("1:2:3:4", None),
            ("??:??:??", None),
            ("12", None),
            ("123:00", None),
            ("", None),
        ] {
            assert_eq!(read_time_of_day(text.as_bytes()), seconds, "{text}");
        }
    }
}
