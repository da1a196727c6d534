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
        row::mean_rating,
        strings::Strings,
    },
    file::without_packed_extension,
    notation::{KnownTag, TimeControl, date_number},
    parallel::run_in_ranges,
};
use std::ops::RangeInclusive;

/// The index of a record in its list, like a [`RecordId`](super::super::RecordId), but in four bytes to save memory.
pub type RowNumber = u32;

impl Index {
    /// Returns the rows that match `filter`, in file order.
    pub fn filter(&self, filter: &RowFilter) -> Vec<RowNumber> {
        let number = |row: usize| RowNumber::try_from(row).unwrap_or(RowNumber::MAX);
        if filter.is_empty() {
            return (0..number(self.len())).collect();
        }
        let terms =
            filter.terms.iter().map(|term| TermMatches::of(term, &self.strings, &filter.files));
        let terms: Vec<TermMatches> = terms.collect();
        let found = run_in_ranges(self.blocks.len(), self.len(), |range| {
            let mut found: Vec<RowNumber> = Vec::new();
            for (block, &first) in self.blocks[range.clone()].iter().zip(&self.firsts[range]) {
                let rows =
                    (0..block.len()).filter(|&row| terms.iter().all(|it| it.fits(block, row)));
                found.extend(rows.map(|row| number(first + row)));
            }
            found
        });
        found.concat()
    }

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

    /// Returns for each of `files`, names of files, whether it contains this name, not only in its extension. `me` is in
    /// none.
    fn match_files(&self, files: &[String]) -> Vec<bool> {
        let Self::Substring(word) = self else { return Vec::new() };
        let is_named = |file: &String| {
            let plain = without_packed_extension(file);
            let stem = plain.rfind('.').unwrap_or(plain.len());
            plain.find(word).is_some_and(|place| place < stem)
        };
        files.iter().map(is_named).collect()
    }
}

/// A term, with the result for each text id if the term tests texts.
struct TermMatches {
    not: bool,
    matcher: Matcher,
}

enum Matcher {
    /// For each text, whether it contains the word, and for each file, whether its name does. A row matches if the text
    /// of a player or of the event does, or its file.
    Word(Vec<bool>, Vec<bool>),
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
    /// Returns `term` with the result of its test for all texts in `strings` and for the names in `files`.
    fn of(term: &Term, strings: &Strings, files: &[String]) -> Self {
        let all = |words: &[Name]| -> Vec<Vec<bool>> {
            words.iter().map(|word| word.match_strings(strings)).collect()
        };
        let each = |tag: KnownTag, fits: &dyn Fn(&str) -> bool| {
            Matcher::Text(text_place(tag), strings.iter().map(fits).collect())
        };
        let mut not = term.not;
        let matcher = match &term.test {
            Test::Word(word) => Matcher::Word(word.match_strings(strings), word.match_files(files)),
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

    /// Returns whether row `row` of `block` matches.
    fn fits(&self, block: &Block, row: usize) -> bool {
        let players = || block.players(row).map(|id| id as usize);
        // A tag without a column counts as empty.
        let text = |place| block.texts(place).map_or(0, |texts| texts.get(row)) as usize;
        let fits = match &self.matcher {
            Matcher::Word(found, files) => {
                files.get(block.file as usize) == Some(&true)
                    || found[text(text_place(KnownTag::Event))]
                    || players().into_iter().any(|id| found[id])
            }
            Matcher::Player(found) => players().into_iter().any(|id| found[id]),
            Matcher::Text(place, found) => found[text(*place)],
            Matcher::Versus(one, other) => {
                // The first team sits at White A and Black B.
                let [a, b, c, d] = players();
                let (first, second) = ([a, d], [b, c]);
                has_all(one, first) && has_all(other, second)
                    || has_all(one, second) && has_all(other, first)
            }
            Matcher::Rating(range) => {
                let mean = mean_rating(block.ratings(row), None);
                mean > 0 && range.contains(&mean)
            }
            Matcher::Number(column, range) => range.contains(&block.column(*column).get(row)),
            Matcher::Marks(marks) => block.marks(row).bits() & marks.bits() > 0,
        };
        fits != self.not
    }
}

/// Returns whether each word matches a text of `team`. `words` holds for each word the results by text id.
fn has_all(words: &[Vec<bool>], team: [usize; 2]) -> bool {
    words.iter().all(|found| team.iter().any(|&id| found[id]))
}

/// Formats a [`date_number`] in ISO 8601 without unknown parts: 20060517 becomes `2006-05-17`.
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

    #[test]
    fn extension_of_a_file_is_no_part_of_its_name() {
        let files = ["club2005.bpgn", "club2005.bpgn.bz2", "club.2005.pgn.zst", "club"];
        let files = files.map(str::to_owned);
        let found = |word: &str| Name::Substring(word.to_owned()).match_files(&files);
        assert_eq!(found("2005"), [true, true, true, false]);
        assert_eq!(found("club"), [true; 4]);
        for extension in ["bpgn", "pgn", "bz2", "zst"] {
            assert_eq!(found(extension), [false; 4], "{extension}");
        }
    }
}
