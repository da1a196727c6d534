//! A [`Query`] asked of an [`Index`].
//!
//! What is asked of texts is answered once for each text; the rows then only look numbers up.

use super::{Has, Query, Term, Test};
use crate::{
    archive::{
        Index,
        block::{Block, cause_bits, result_bits},
        columns::text_place,
        marks::Marks,
        row::mean_rating,
        strings::Strings,
    },
    notation::{GameResult, KnownTag, TimeControl},
};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// The number of a row: the [`RecordId`](super::super::RecordId) in four bytes, as there are many.
pub type RowNumber = u32;

impl Index {
    /// The rows that fit `query`, in the order of the file.
    #[must_use]
    pub fn filter(&self, query: &Query) -> Vec<RowNumber> {
        let number = |row: usize| RowNumber::try_from(row).unwrap_or(RowNumber::MAX);
        if query.is_empty() {
            return (0..number(self.len())).collect();
        }
        let asked: Vec<Asked> = query
            .terms
            .iter()
            .map(|term| Asked::of(term, &self.strings))
            .collect();
        let found: Vec<Vec<RowNumber>> = self
            .blocks
            .par_iter()
            .zip(&self.firsts)
            .map(|(block, &first)| {
                let mut rows: Vec<usize> = (0..block.len()).collect();
                for one in &asked {
                    one.retain(block, &mut rows);
                }
                rows.into_iter().map(|row| number(first + row)).collect()
            })
            .collect();
        found.concat()
    }
}

/// A term, with the answers for each text.
struct Asked {
    not: bool,
    ask: Ask,
}

enum Ask {
    /// A player, and the event.
    Word(Vec<bool>),
    Player(Vec<bool>),
    Text(usize, Vec<bool>),
    /// Each word of the one side, and of the other.
    Versus(Vec<Vec<bool>>, Vec<Vec<bool>>),
    Rating(RangeInclusive<u32>),
    Plies(RangeInclusive<u32>),
    Length(RangeInclusive<u32>),
    Date(Vec<bool>),
    TimeControl(Vec<bool>),
    /// As bits.
    Result(u8),
    OpenResult,
    Cause(u8),
    Marks(fn(Marks) -> bool),
    Moves,
}

impl Asked {
    fn of(term: &Term, strings: &Strings) -> Self {
        let all = |words: &[String]| -> Vec<Vec<bool>> {
            words.iter().map(|word| strings.containing(word)).collect()
        };
        let each =
            |fits: &dyn Fn(&str) -> bool| -> Vec<bool> { strings.iter().map(fits).collect() };
        let mut not = term.not;
        let ask = match &term.test {
            Test::Word(word) => Ask::Word(strings.containing(word)),
            Test::Player(word) => Ask::Player(strings.containing(word)),
            Test::Text(place, word) => Ask::Text(*place, strings.containing(word)),
            Test::Versus(one, other) => Ask::Versus(all(one), all(other)),
            Test::Rating(range) => Ask::Rating(range.clone()),
            Test::Plies(range) => Ask::Plies(range.clone()),
            Test::Length(range) => Ask::Length(range.clone()),
            Test::Date(range) => Ask::Date(each(&|text| {
                date_number(text).is_some_and(|n| range.contains(&n))
            })),
            Test::Initial(range) => Ask::TimeControl(each(&|text| {
                let control = TimeControl::parse(text);
                control.is_some_and(|c| range.contains(&c.initial_ms.unsigned_abs()))
            })),
            Test::TimeControl(initial, increment) => Ask::TimeControl(each(&|text| {
                TimeControl::parse(text).is_some_and(|c| {
                    (c.initial_ms.unsigned_abs(), c.increment_ms.unsigned_abs())
                        == (*initial, *increment)
                })
            })),
            Test::Result(Some(result)) => Ask::Result(result_bits(Some(*result))),
            Test::Result(None) => Ask::OpenResult,
            Test::Cause(cause) => Ask::Cause(cause_bits(Some(*cause))),
            Test::Has(Has::Comment) => Ask::Marks(|marks| marks.comment),
            Test::Has(Has::Annotation) => Ask::Marks(|marks| marks.annotation),
            Test::Has(Has::Diagram) => Ask::Marks(|marks| marks.diagram),
            Test::Has(Has::Moves) => Ask::Moves,
            Test::Has(Has::Result) => {
                not = !not;
                Ask::OpenResult
            }
            Test::Has(Has::Date) => Ask::Date(each(&|text| date_number(text).is_some())),
        };
        Self { not, ask }
    }

    /// Keeps those of `rows` that fit. The choice is made once for a block, not for a row.
    fn retain(&self, block: &Block, rows: &mut Vec<usize>) {
        let not = self.not;
        let [events, dates, controls] = [KnownTag::Event, KnownTag::Date, KnownTag::TimeControl]
            .map(|tag| block.texts(text_place(tag)));
        match &self.ask {
            Ask::Word(found) => rows.retain(|&row| {
                let named = block.players(row).iter().any(|&id| found[id as usize]);
                (named || found[events[row] as usize]) != not
            }),
            Ask::Player(found) => {
                rows.retain(|&row| block.players(row).iter().any(|&id| found[id as usize]) != not);
            }
            Ask::Text(place, found) => {
                let texts = block.texts(*place);
                rows.retain(|&row| found[texts[row] as usize] != not);
            }
            Ask::Versus(one, other) => rows.retain(|&row| {
                let [a, b, c, d] = block.players(row).map(|id| id as usize);
                let fits = |words: &[Vec<bool>], (x, y): (usize, usize)| {
                    words.iter().all(|found| found[x] || found[y])
                };
                // White A and Black B are one team, Black A and White B the other.
                let (first, second) = ((a, d), (b, c));
                let either = fits(one, first) && fits(other, second)
                    || fits(one, second) && fits(other, first);
                either != not
            }),
            Ask::Rating(range) => rows.retain(|&row| {
                let mean = mean_rating(block.ratings(row), None);
                (mean > 0 && range.contains(&mean)) != not
            }),
            Ask::Plies(range) => rows.retain(|&row| range.contains(&block.plies()[row]) != not),
            Ask::Length(range) => rows.retain(|&row| {
                let seconds = u32::from(block.seconds()[row]);
                (seconds > 0 && range.contains(&seconds)) != not
            }),
            Ask::Date(fits) => rows.retain(|&row| fits[dates[row] as usize] != not),
            Ask::TimeControl(fits) => {
                rows.retain(|&row| fits[controls[row] as usize] != not);
            }
            Ask::Result(bits) => rows.retain(|&row| (block.results()[row] == *bits) != not),
            Ask::OpenResult => {
                let open = [result_bits(None), result_bits(Some(GameResult::Unknown))];
                rows.retain(|&row| open.contains(&block.results()[row]) != not);
            }
            Ask::Cause(bits) => rows.retain(|&row| (block.causes()[row] == *bits) != not),
            Ask::Marks(has) => rows.retain(|&row| has(block.marks(row)) != not),
            Ask::Moves => rows.retain(|&row| (block.plies()[row] > 0) != not),
        }
    }
}

/// `2006.05.17` as 20060517, so that dates compare as numbers; what is unknown, as in `2006.??.??`, is 0.
#[must_use]
pub fn date_number(text: &str) -> Option<u32> {
    let mut parts = text.trim().split(['.', '-', '/']);
    let year: u32 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut part = || {
        let number = parts.next().and_then(|part| part.parse().ok());
        number.filter(|&n: &u32| n < 100).unwrap_or(0)
    };
    Some(year * 10_000 + part() * 100 + part())
}

/// A [`date_number`] as ISO 8601 writes it, `20060517` as `2006-05-17`; what is not known is left out.
#[must_use]
pub fn date_text(date: u32) -> String {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    match (month, day) {
        (0, _) => format!("{year:04}"),
        (_, 0) => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}-{month:02}-{day:02}"),
    }
}
