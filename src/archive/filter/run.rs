//! The application of a [`RowFilter`] to an [`Index`].
//!
//! Every text is tested once, however many rows contain it. A row then only looks up the result by text id.

use super::{Name, RowFilter, Term, Test};
use crate::{
    archive::{
        Index,
        block::{Block, DECIDED_BITS, RESULT},
        columns::text_place,
        marks::Marks,
        strings::{StringId, Strings},
    },
    notation::{KnownTag, TimeControl},
    parallel::run_in_ranges,
};
use std::ops::RangeInclusive;

/// The index of a record in its list, like a [`RecordId`](super::super::RecordId), but in four bytes to save memory.
pub type RowNumber = u32;

impl Index {
    /// Returns the rows that match `filter`, in file order.
    #[must_use]
    pub fn filter(&self, filter: &RowFilter) -> Vec<RowNumber> {
        let number = |row: usize| RowNumber::try_from(row).unwrap_or(RowNumber::MAX);
        if filter.is_empty() {
            return (0..number(self.len())).collect();
        }
        let terms = filter.terms.iter().map(|term| TermMatches::of(term, &self.strings));
        let terms: Vec<TermMatches> = terms.collect();
        let found = run_in_ranges(self.blocks.len(), self.len(), |range| {
            let mut found: Vec<RowNumber> = Vec::new();
            for (block, &first) in self.blocks[range.clone()].iter().zip(&self.firsts[range]) {
                let mut rows: Vec<usize> = (0..block.len()).collect();
                terms.iter().for_each(|term| term.retain(block, &mut rows));
                found.extend(rows.into_iter().map(|row| number(first + row)));
            }
            found
        });
        found.concat()
    }

    #[must_use]
    pub fn count(&self, filter: &RowFilter) -> usize {
        if filter.is_empty() { self.len() } else { self.filter(filter).len() }
    }
}

impl Name {
    /// Returns for each text id whether this name matches the text.
    fn match_strings(&self, strings: &Strings) -> Vec<bool> {
        match self {
            Self::Substring(word) => strings.ids_containing(word),
            Self::Me(names) if names.is_empty() => strings.ids_containing("me"),
            Self::Me(names) => {
                let is_own = |text: &str| names.contains(&text.trim().to_lowercase());
                strings.iter().map(is_own).collect()
            }
        }
    }
}

/// A term, with the result for each text id if the term tests texts.
struct TermMatches {
    not: bool,
    matcher: Matcher,
}

enum Matcher {
    /// For each text, whether it contains the word. A row matches if the text of a player or of the event does.
    Word(Vec<bool>),
    Player(Vec<bool>),
    /// The index of a text column, and for each text, whether it matches.
    Text(usize, Vec<bool>),
    /// The words before `vs` and the words after it: for each word, whether each text contains the word.
    Versus(Vec<Vec<bool>>, Vec<Vec<bool>>),
    Rating(RangeInclusive<u32>),
    Number(usize, RangeInclusive<u32>),
    Marks(Marks),
}

impl TermMatches {
    /// Returns `term` with the result of its test for all texts in `strings`.
    fn of(term: &Term, strings: &Strings) -> Self {
        let all = |words: &[Name]| -> Vec<Vec<bool>> {
            words.iter().map(|word| word.match_strings(strings)).collect()
        };
        let each = |tag: KnownTag, fits: &dyn Fn(&str) -> bool| {
            Matcher::Text(text_place(tag), strings.iter().map(fits).collect())
        };
        let mut not = term.not;
        let matcher = match &term.test {
            Test::Word(word) => Matcher::Word(word.match_strings(strings)),
            Test::Player(word) => Matcher::Player(word.match_strings(strings)),
            Test::Text(place, word) => Matcher::Text(*place, strings.ids_containing(word)),
            Test::Versus(one, other) => Matcher::Versus(all(one), all(other)),
            Test::Rating(range) => Matcher::Rating(range.clone()),
            Test::Number(column, range) => Matcher::Number(*column, range.clone()),
            Test::Date(range) => {
                each(KnownTag::Date, &|text| date_number(text).is_some_and(|n| range.contains(&n)))
            }
            Test::Initial(range) => each(KnownTag::TimeControl, &|text| {
                let control = TimeControl::parse(text);
                control.is_some_and(|c| range.contains(&c.initial_ms.unsigned_abs()))
            }),
            Test::TimeControl(initial, increment) => each(KnownTag::TimeControl, &|text| {
                TimeControl::parse(text).is_some_and(|c| {
                    (c.initial_ms.unsigned_abs(), c.increment_ms.unsigned_abs())
                        == (*initial, *increment)
                })
            }),
            Test::OpenResult => {
                not = !not;
                Matcher::Number(RESULT, DECIDED_BITS)
            }
            Test::Marks(marks) => Matcher::Marks(*marks),
        };
        Self { not, matcher }
    }

    /// Removes all `rows` that do not match. The test is selected once per block and not for every row.
    fn retain(&self, block: &Block, rows: &mut Vec<usize>) {
        let not = self.not;
        // A tag without a column counts as empty.
        let texts = |place| match block.texts(place) {
            Some(texts) => texts.unpack(block.len()),
            None => vec![0; block.len()],
        };
        match &self.matcher {
            Matcher::Word(found) => {
                let [a, b, c, d] = block.player_columns();
                let events = texts(text_place(KnownTag::Event));
                retain_if(rows, |row| {
                    let is_found = |ids: &[StringId]| found[ids[row] as usize];
                    (is_found(&a) | is_found(&b) | is_found(&c) | is_found(&d) | is_found(&events))
                        != not
                });
            }
            Matcher::Player(found) => {
                let [a, b, c, d] = block.player_columns();
                retain_if(rows, |row| {
                    let is_found = |ids: &[StringId]| found[ids[row] as usize];
                    (is_found(&a) | is_found(&b) | is_found(&c) | is_found(&d)) != not
                });
            }
            Matcher::Text(place, found) => {
                let texts = texts(*place);
                retain_if(rows, |row| found[texts[row] as usize] != not);
            }
            Matcher::Versus(one, other) => {
                let [a, b, c, d] = block.player_columns();
                // The first team sits at White A and Black B.
                let (first, second) = ([a, d], [b, c]);
                retain_if(rows, |row| {
                    let either = has_all(one, &first, row) && has_all(other, &second, row)
                        || has_all(one, &second, row) && has_all(other, &first, row);
                    either != not
                });
            }
            Matcher::Rating(range) => {
                let [a, b, c, d] = block.rating_columns();
                retain_if(rows, |row| is_mean_in([a[row], b[row], c[row], d[row]], range) != not);
            }
            Matcher::Number(column, range) => {
                let numbers = block.column(*column).unpack(block.len());
                retain_if(rows, |row| range.contains(&numbers[row]) != not);
            }
            Matcher::Marks(marks) => {
                rows.retain(|&row| (block.marks(row).bits() & marks.bits() > 0) != not);
            }
        }
    }
}

/// Returns whether each word matches a player of `team` in row `row`. `words` holds for each word the results by text
/// id.
fn has_all(words: &[Vec<bool>], team: &[Vec<StringId>; 2], row: usize) -> bool {
    let [one, other] = team.each_ref().map(|ids| ids[row] as usize);
    words.iter().all(|found| found[one] | found[other])
}

/// Removes all rows that do not fit. The loop has no branches, since matches are unpredictable.
fn retain_if(rows: &mut Vec<usize>, fits: impl Fn(usize) -> bool) {
    let mut retained = 0;
    for place in 0..rows.len() {
        let row = rows[place];
        rows[retained] = row;
        retained += usize::from(fits(row));
    }
    rows.truncate(retained);
}

/// Returns whether the mean of the known ratings, rounded down, is in `range`. Returns `false` if no rating is known.
/// Uses multiplications, since a division is slower.
fn is_mean_in(ratings: [u32; 4], range: &RangeInclusive<u32>) -> bool {
    let known = ratings.map(|rating| u64::from(rating > 0));
    let count: u64 = known.iter().sum();
    let sum = ratings.iter().copied().map(u64::from).sum::<u64>();
    let (least, most) = (u64::from(*range.start()), u64::from(*range.end()));
    (count > 0) & (sum >= least * count) & (sum < (most + 1) * count)
}

/// Converts `2006.05.17` to 20060517, so that dates compare as numbers. Unknown parts are 0: `2006.??.??` becomes
/// 20060000. Returns `None` if the year does not have four digits.
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

/// Formats a [`date_number`] in ISO 8601 without unknown parts: 20060517 becomes `2006-05-17`.
#[must_use]
pub fn date_text(date: u32) -> String {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    match (month, day) {
        (0, _) => format!("{year:04}"),
        (_, 0) => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}-{month:02}-{day:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::row::mean_rating;

    #[test]
    fn average_filter_uses_the_exact_quotient() {
        for ratings in [
            [0, 0, 0, 0],
            [1500, 0, 0, 0],
            [1500, 0, 1501, 0],
            [1, 2, 2, 2],
            [2000, 2001, 2001, 2001],
            [u16::MAX; 4],
        ] {
            let mean = mean_rating(ratings, None);
            for range in [0..=u32::MAX, 1..=1, 1500..=1500, 1501..=1999, 2000..=2000] {
                let is_in = is_mean_in(ratings.map(u32::from), &range);
                assert_eq!(is_in, mean > 0 && range.contains(&mean), "{ratings:?} {range:?}");
            }
        }
    }

    #[test]
    fn matching_rows_keep_their_order() {
        let mut rows = vec![1, 4, 5, 6, 9];
        retain_if(&mut rows, |row| row != 5 && row != 9);
        assert_eq!(rows, [1, 4, 6]);
        retain_if(&mut rows, |_| false);
        assert!(rows.is_empty());
    }
}
