//! The parser of filters: [`RowFilter`] from a string.

use super::{Name, RowFilter, Term, Test};
use crate::{
    archive::{
        COLUMNS, CellValue, ListedResult,
        block::{
            CAUSE, CONTRADICTED_BITS, DECIDED_BITS, PLIES, RESULT, SECONDS, cause_bits, result_bits,
        },
        columns::text_place,
        marks::Marks,
    },
    notation::{Cause, GameResult, KnownTag, TagValue, TimeControl, date_number},
    text::quoted_words,
};
use std::{ops::RangeInclusive, str::FromStr};

/// A syntax error in a filter. It appears while the user types, so each message suggests a correction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("\"vs\" needs a name on both sides: gnejs vs death")]
    Versus,
    /// A field whose value must be a number, with the value as typed.
    #[error("\"{0}\" needs a number or a range, such as {0}>80 or {0}:20..40, not \"{1}\"")]
    Number(&'static str, String),
    #[error("invalid date \"{0}\"; use 2006, 2006.05, 2006.05.17 or a range such as 2006..2008")]
    Date(String),
    #[error("invalid time control \"{0}\"; use 180+0, or compare seconds: tc<300")]
    TimeControl(String),
    #[error("invalid length \"{0}\"; use minutes and seconds, or seconds: length>5:00")]
    Length(String),
    #[error("unknown \"has:{0}\"; use comment, annotation, diagram, moves, result or date")]
    Requirement(String),
    #[error("unknown field {0}; use {fields} or has", fields = fields())]
    Field(String),
    #[error("\"{0}\" needs a value")]
    Nothing(String),
    #[error("\"{0}\" does not take < or >; use {0}:")]
    Compared(&'static str),
}

impl FromStr for RowFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let filter_words = filter_words(text);
        let mut terms: Vec<Term> = Vec::new();
        let mut at = 0;
        while let Some(filter_word) = filter_words.get(at) {
            at += 1;
            if filter_word.is_versus() {
                let mut before = Vec::new();
                while let Some(Term { not: false, test: Test::Word(word) }) = terms.last() {
                    before.insert(0, word.clone());
                    terms.pop();
                }
                let mut after = Vec::new();
                while let Some(filter_word) =
                    filter_words.get(at).filter(|filter_word| !filter_word.is_versus())
                {
                    let Term { not: false, test: Test::Word(word) } = term(filter_word)? else {
                        break;
                    };
                    after.push(word);
                    at += 1;
                }
                if before.is_empty() || after.is_empty() {
                    return Err(FilterError::Versus);
                }
                terms.push(Term { not: false, test: Test::Versus(before, after) });
                continue;
            }
            terms.push(term(filter_word)?);
        }
        Ok(Self { terms, ..Self::default() })
    }
}

/// A word of a filter. Quoted parts may contain blanks.
struct FilterWord {
    text: String,
    /// Whether the word begins with a quote. A quoted word is plain text, never a field or `vs`.
    quoted: bool,
}

impl FilterWord {
    fn is_versus(&self) -> bool {
        !self.quoted && self.text == "vs"
    }
}

fn filter_words(text: &str) -> Vec<FilterWord> {
    let filter_word = |word: &str| FilterWord {
        text: word.chars().filter(|&c| c != '"').flat_map(char::to_lowercase).collect(),
        quoted: word.starts_with('"'),
    };
    let words = quoted_words(text).map(filter_word);
    let mut joined: Vec<FilterWord> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if !last.quoted && !word.quoted && is_split(&last.text, &word.text) => {
                last.text.push_str(&word.text);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Returns whether a comparison with blanks around its sign, such as `elo > 2200`, was split between `before` and
/// `after`.
fn is_split(before: &str, after: &str) -> bool {
    let is_sign = |c: char| matches!(c, '<' | '>' | '=');
    let is_field = |text: &str| !text.is_empty() && !text.contains([':', '<', '>', '=']);
    (is_field(before) && after.starts_with(is_sign))
        || before.trim_end_matches(is_sign).len() < before.len() && is_field(after)
}

fn term(filter_word: &FilterWord) -> Result<Term, FilterError> {
    if filter_word.quoted {
        return Ok(Term {
            not: false,
            test: Test::Word(Name::Substring(filter_word.text.clone())),
        });
    }
    let (not, text) = match filter_word.text.strip_prefix('-') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, filter_word.text.as_str()),
    };
    Ok(Term { not, test: test(text)? })
}

fn name_of(text: &str) -> Name {
    match text {
        "me" => Name::Me(Vec::new()),
        _ => Name::Substring(text.to_owned()),
    }
}

fn test(text: &str) -> Result<Test, FilterError> {
    if let Some(result) = GameResult::parse(text.as_bytes()) {
        let bits = result_bits(result.into());
        return Ok(match result {
            GameResult::Unknown => Test::OpenResult,
            _ => Test::Number(RESULT, bits..=bits),
        });
    }
    if text == ListedResult::CONTRADICTED {
        return Ok(Test::Number(RESULT, CONTRADICTED_BITS));
    }
    if let Some(cause) = cause(text) {
        let bits = u32::from(cause_bits(Some(cause)));
        return Ok(Test::Number(CAUSE, bits..=bits));
    }
    let sign = text.find([':', '<', '>', '=']).filter(|&at| at > 0);
    if let Some((name, rest)) = sign.and_then(|at| text.split_at_checked(at)) {
        return field(name, rest);
    }
    let is_year = |text: &str| matches!(text.parse(), Ok(1900..=2099));
    if text.split("..").all(|part| part.is_empty() || part.get(..4).is_some_and(is_year))
        && let Some(range) = dates(text)
    {
        return Ok(Test::Date(range));
    }
    Ok(Test::Word(name_of(text)))
}

fn cause(text: &str) -> Option<Cause> {
    let plain = Cause::ALL.into_iter().find(|cause| cause.name() == text);
    plain.or(match text {
        "checkmate" | "mated" => Some(Cause::Mate),
        "resigns" | "resigned" => Some(Cause::Resignation),
        "flag" => Some(Cause::Time),
        "disconnects" | "disconnected" => Some(Cause::Disconnection),
        "abort" => Some(Cause::Abort),
        _ => None,
    })
}

/// Iterates over the text columns except player names, with their keys.
fn text_columns() -> impl Iterator<Item = (&'static str, KnownTag)> {
    COLUMNS.iter().filter_map(|column| match column.value {
        CellValue::Tag(tag) if tag.value() == TagValue::Text && tag.named_seat().is_none() => {
            Some((column.key, tag))
        }
        _ => None,
    })
}

fn fields() -> String {
    let texts = text_columns().map(|(key, _)| key);
    let all = std::iter::once("player").chain(texts);
    let all = all.chain(["elo", "plies", "length", "date", "tc"]);
    all.collect::<Vec<_>>().join(", ")
}

fn field(name: &str, rest: &str) -> Result<Test, FilterError> {
    let sign_length = rest.find(|c| !matches!(c, ':' | '<' | '>' | '=')).unwrap_or(rest.len());
    let (sign, value) = rest.split_at(sign_length);
    if value.is_empty() {
        return Err(FilterError::Nothing(format!("{name}{sign}")));
    }
    let compares = sign.contains(['<', '>']);
    let plain = |field| {
        if compares { Err(FilterError::Compared(field)) } else { Ok(()) }
    };
    match name {
        "player" | "name" => plain("player").map(|()| Test::Player(name_of(value))),
        "has" => {
            plain("has")?;
            Ok(match value {
                "comment" => Test::Marks(Marks { comment: true, ..Marks::default() }),
                "annotation" => Test::Marks(Marks { annotation: true, ..Marks::default() }),
                "diagram" => Test::Marks(Marks { diagram: true, ..Marks::default() }),
                "moves" => Test::Number(PLIES, 1..=u32::MAX),
                "result" => Test::Number(RESULT, DECIDED_BITS),
                "date" => Test::Date(0..=u32::MAX),
                _ => return Err(FilterError::Requirement(value.to_owned())),
            })
        }
        "elo" | "rating" => Ok(Test::Rating(numbers("elo", sign, value)?)),
        "plies" => Ok(Test::Number(PLIES, numbers("plies", sign, value)?)),
        "length" => {
            let seconds = seconds(value).ok_or_else(|| FilterError::Length(value.to_owned()))?;
            let range = numbers("length", sign, &seconds)?;
            // An unknown duration is stored as 0.
            Ok(Test::Number(SECONDS, (*range.start()).max(1)..=*range.end()))
        }
        "date" | "year" => {
            let wrong = || FilterError::Date(value.to_owned());
            let range = dates(value).ok_or_else(wrong)?;
            Ok(Test::Date(compared(sign, &range).ok_or_else(wrong)?))
        }
        "tc" | "time" => {
            let wrong = || FilterError::TimeControl(value.to_owned());
            if !compares && value.contains('+') {
                let control = TimeControl::parse(value).ok_or_else(wrong)?;
                return Ok(Test::TimeControl(
                    control.initial_ms.unsigned_abs(),
                    control.increment_ms.unsigned_abs(),
                ));
            }
            let range = numbers("tc", sign, value).map_err(|_| wrong())?;
            let ms = |seconds: u32| seconds.saturating_mul(1000);
            Ok(Test::Initial(ms(*range.start())..=ms(*range.end())))
        }
        _ => {
            let column = text_columns().find(|(key, _)| *key == name);
            let (key, tag) = column.ok_or_else(|| FilterError::Field(name.to_owned()))?;
            plain(key).map(|()| Test::Text(text_place(tag), value.to_owned()))
        }
    }
}

/// Parses `value`, a number or a range: `20`, `20..40`, `20..` or `..40`. Returns the range of the numbers that satisfy
/// the comparison `sign` with that value. Errors name the field `field`.
fn numbers(
    field: &'static str,
    sign: &str,
    value: &str,
) -> Result<RangeInclusive<u32>, FilterError> {
    let wrong = || FilterError::Number(field, value.to_owned());
    let (from, to) = value.split_once("..").unwrap_or((value, value));
    let number = |text: &str, open: u32| match text {
        "" if value.len() > 2 => Ok(open),
        text => text.parse().map_err(|_| wrong()),
    };
    let range = number(from, 0)?..=number(to, u32::MAX)?;
    compared(sign, &range).ok_or_else(wrong)
}

/// Converts minutes and seconds to seconds: `5:00` becomes `300`. Converts both ends of a range.
fn seconds(value: &str) -> Option<String> {
    let one = |text: &str| match text.split_once(':') {
        Some((minutes, seconds)) => {
            let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
            let all = minutes.checked_mul(60)?.checked_add(seconds)?;
            Some(all.to_string())
        }
        None => Some(text.to_owned()),
    };
    match value.split_once("..") {
        Some((from, to)) => Some(format!("{}..{}", one(from)?, one(to)?)),
        None => one(value),
    }
}

/// Parses a date, such as `2006`, `2006.05` or `2006.05.17`, or a range of dates, such as `2006..2008`, `2006..` or
/// `..2008`. Returns the range of [`date_number`]s, or `None` if `value` is neither.
fn dates(value: &str) -> Option<RangeInclusive<u32>> {
    let (from, to) = value.split_once("..").unwrap_or((value, value));
    if from.is_empty() && to.is_empty() {
        return None;
    }
    let number = |text: &str| {
        let parts = text.split(['.', '-', '/']).all(|part| (1..=4).contains(&part.len()));
        let number = date_number(text).filter(|_| parts && text.as_bytes()[0].is_ascii_digit());
        number
            .filter(|_| text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'/')))
    };
    let first = if from.is_empty() { 0 } else { number(from)? };
    let last = if to.is_empty() { u32::MAX } else { number(to)? };
    // A date without month or day stands for the whole year or month.
    let last = match (last % 10_000, last % 100) {
        (0, _) => last + 9999,
        (_, 0) => last + 99,
        _ => last,
    };
    Some(first..=last)
}

/// Returns the range of the numbers that satisfy a comparison with `range`: for `>` and 20, the numbers from 21 on.
/// `sign` is the comparison, and `range` is usually a single number. Returns `None` if no number satisfies the
/// comparison, or if `sign` is unknown.
fn compared(sign: &str, range: &RangeInclusive<u32>) -> Option<RangeInclusive<u32>> {
    Some(match sign {
        ":" | "=" => range.clone(),
        ">" => range.end().checked_add(1)?..=u32::MAX,
        ">=" | "=>" => *range.start()..=u32::MAX,
        "<" => 0..=range.start().checked_sub(1)?,
        "<=" | "=<" => 0..=*range.end(),
        _ => return None,
    })
}
