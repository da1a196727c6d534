//! How a tag is read, and what the usual ones say: players, ratings, time control, result, lag.

use super::{
    GameResult, Problem, Record, Tag,
    clock::read_time,
    eight::{byte, length_of_digits, number, word},
    lexer::closing_quote,
};
use crate::{file::Span, rules::Seat};
use std::borrow::Cow;

/// The time that each seat begins with, and what it is given for a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Milliseconds at the start.
    pub initial_ms: i32,
    /// Milliseconds added after each ply.
    pub increment_ms: i32,
}

impl TimeControl {
    /// Reads `180+0`, `180` (seconds) or `3 0` (minutes and seconds, as FICS writes it); `None` for `-`, `?`
    /// and everything else.
    #[must_use]
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
        (initial >= 0 && increment >= 0).then_some(Self {
            initial_ms: initial,
            increment_ms: increment,
        })
    }
}

impl Record {
    /// The name of the player at `seat`; `None` where the tag is missing or empty.
    #[must_use]
    pub fn player<'t>(&self, text: &'t [u8], seat: Seat) -> Option<Cow<'t, str>> {
        let name = match seat {
            Seat::WhiteA => "WhiteA",
            Seat::BlackA => "BlackA",
            Seat::WhiteB => "WhiteB",
            Seat::BlackB => "BlackB",
        };
        self.tag_text(text, name).filter(|name| !name.is_empty())
    }

    /// The rating of the player at `seat`; `None` where it is missing, `UNR`, `++++`, `----` or `0`.
    #[must_use]
    pub fn rating(&self, text: &[u8], seat: Seat) -> Option<u16> {
        let name = match seat {
            Seat::WhiteA => "WhiteAElo",
            Seat::BlackA => "BlackAElo",
            Seat::WhiteB => "WhiteBElo",
            Seat::BlackB => "BlackBElo",
        };
        let value = std::str::from_utf8(self.tag(text, name)?).ok()?;
        value.trim().parse().ok().filter(|&rating| rating > 0)
    }

    /// The time control.
    #[must_use]
    pub fn time_control(&self, text: &[u8]) -> Option<TimeControl> {
        TimeControl::parse(&self.tag_text(text, "TimeControl")?)
    }

    /// What the `Result` tag says.
    #[must_use]
    pub fn result_tag(&self, text: &[u8]) -> Option<GameResult> {
        GameResult::parse(self.tag(text, "Result")?.trim_ascii())
    }

    /// The result to show: the tag's, or that after the moves where the tag has none or leaves it open.
    #[must_use]
    pub fn result(&self, text: &[u8]) -> Option<GameResult> {
        match self.result_tag(text) {
            Some(result) if result.is_decided() => Some(result),
            open => self.ending.result.or(open),
        }
    }

    /// The lags of the `Lag` tag in milliseconds, in order; where one is no number, its place.
    pub fn lag<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = Result<u32, Span>> + 't {
        let tag = self.find_tag(text, "Lag");
        let span = tag.map_or(Span::default(), |tag| tag.value);
        let mut at = span.start as usize;
        let end = span.end as usize;
        std::iter::from_fn(move || {
            // Nearly every lag is a few digits and a blank.
            if let Some(eight) = word(text, at)
                && let digits @ 1..8 = length_of_digits(eight)
                && at + digits < end
                && byte(eight, digits) == b' '
            {
                at += digits + 1;
                #[expect(clippy::cast_possible_truncation, reason = "at most seven digits")]
                return Some(Ok(number(eight, digits) as u32));
            }
            while at < end && text[at].is_ascii_whitespace() {
                at += 1;
            }
            if at >= end {
                return None;
            }
            let start = at;
            let mut value = Some(0_u32);
            while at < end && !text[at].is_ascii_whitespace() {
                let digit = text[at].wrapping_sub(b'0');
                value = value
                    .filter(|_| digit < 10)
                    .and_then(|v| v.checked_mul(10)?.checked_add(u32::from(digit)));
                at += 1;
            }
            #[expect(clippy::cast_possible_truncation, reason = "within the span of a tag")]
            Some(value.ok_or(Span::new(start as u32, at as u32)))
        })
    }

    /// How many plies stand before the first that could not be read; all of them where every one could.
    #[must_use]
    pub fn readable_plies(&self) -> usize {
        self.unreadable_ply
            .map_or(self.plies.len(), |ply| ply as usize)
    }
}

/// Reads the tag at `span` of `text`, and says what is odd about it. Its `]` may be missing.
pub(super) fn read_tag(text: &[u8], span: Span) -> (Tag, Option<Problem>) {
    let written = span.of(text);
    let body = written.strip_suffix(b"]").unwrap_or(written);
    let name_start = 1 + blanks(&body[1..]);
    let name_len = body[name_start..]
        .iter()
        .position(|&b| b.is_ascii_whitespace() || b == b'"')
        .unwrap_or(body.len() - name_start);
    let after_name = name_start + name_len;
    let value_start = after_name + blanks(&body[after_name..]);
    let mut problem = None;
    let (from, to) = match body.get(value_start) {
        Some(b'"') => match closing_quote(body, value_start + 1) {
            Some(close) => (value_start + 1, close),
            None => {
                problem = Some(Problem::NoClosingQuote);
                let value = body[value_start + 1..].trim_ascii_end();
                (value_start + 1, value_start + 1 + value.len())
            }
        },
        Some(_) => (value_start, body.trim_ascii_end().len()),
        None => {
            problem = Some(Problem::NoValue);
            (body.len(), body.len())
        }
    };
    if name_len == 0 {
        problem = Some(Problem::NoName);
    }
    #[expect(clippy::cast_possible_truncation, reason = "within a text under 4 GiB")]
    let part = |from: usize, to: usize| {
        Span::new(span.start + from as u32, span.start + to.max(from) as u32)
    };
    let tag = Tag {
        span,
        name: part(name_start, after_name),
        value: part(from, to),
    };
    (tag, problem)
}

fn blanks(text: &[u8]) -> usize {
    text.iter()
        .position(|b| !b.is_ascii_whitespace())
        .unwrap_or(text.len())
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
}
