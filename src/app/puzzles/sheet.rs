//! [`PuzzleSheetChoice`]: the options for printing a set of puzzles.

use crate::{
    analysis::puzzles::Puzzle,
    app::{Cx, Dialog, SaveTarget, SavingAction, Session},
    diagram::{PagePreview, PrintedPuzzle, PuzzleSheet, PuzzlesPerPage},
    formats::PuzzleSet,
    text::{count_text, plural},
};
use std::{collections::BTreeSet, ops::RangeInclusive};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSheetChoice {
    /// The typed heading; blank for the number of puzzles.
    pub title: String,
    /// The numbers of the puzzles in the set, such as `1-6, 9`; blank for all.
    pub numbers: String,
    pub per_page: PuzzlesPerPage,
    /// Whether there are lines for name, date and answers; see [`PuzzleSheet::name_lines`].
    pub name_lines: bool,
    /// Whether the paper is US letter rather than A4.
    pub letter: bool,
    /// The index of the page that the preview shows.
    pub page: usize,
}

/// An error in the numbers of the puzzles to print.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleNumbersError {
    #[error("“{0}” isn’t a number of a puzzle. Type numbers such as 1-6, 9.")]
    NotANumber(String),
    #[error("There is no puzzle {number}: the set has {}.", count_text(*.count, "puzzle", "puzzles"))]
    NoSuchPuzzle { number: usize, count: usize },
    #[error("In {0}, the first number is greater than the last.")]
    Reversed(String),
}

impl PuzzleSheetChoice {
    pub fn layout(&self) -> PuzzleSheet {
        let title = self.title.trim();
        PuzzleSheet {
            title: if title.is_empty() { None } else { Some(title.to_owned()) },
            per_page: self.per_page,
            name_lines: self.name_lines,
        }
    }

    /// Returns the number of puzzles to print of a set of `count` puzzles.
    ///
    /// # Errors
    /// If the typed numbers are not those of puzzles of the set.
    pub fn chosen_count(&self, count: usize) -> Result<usize, PuzzleNumbersError> {
        Ok(chosen_numbers(&self.numbers, count)?.len())
    }

    /// Returns the puzzles of `set` to print, in its order.
    ///
    /// # Errors
    /// If the typed numbers are not those of puzzles of the set.
    pub fn chosen(&self, set: &[Puzzle]) -> Result<Vec<Puzzle>, PuzzleNumbersError> {
        let numbers = chosen_numbers(&self.numbers, set.len())?;
        Ok(numbers.into_iter().map(|number| set[number - 1].clone()).collect())
    }
}

/// Parses numbers from 1 to `count`, such as `1-6, 9`. Blank text means all.
fn chosen_numbers(text: &str, count: usize) -> Result<BTreeSet<usize>, PuzzleNumbersError> {
    let mut numbers = BTreeSet::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        numbers.extend(number_range(part, count)?);
    }
    Ok(if numbers.is_empty() { (1..=count).collect() } else { numbers })
}

fn number_range(part: &str, count: usize) -> Result<RangeInclusive<usize>, PuzzleNumbersError> {
    let number = |text: &str| {
        let Ok(number) = text.trim().parse() else {
            return Err(PuzzleNumbersError::NotANumber(text.trim().to_owned()));
        };
        if (1..=count).contains(&number) {
            Ok(number)
        } else {
            Err(PuzzleNumbersError::NoSuchPuzzle { number, count })
        }
    };
    let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(PuzzleNumbersError::Reversed(part.to_owned()));
    }
    Ok(first..=last)
}

/// Opens the dialog for printing the set, with the options of the last one. The numbers belong to one set.
pub(in crate::app) fn open_sheet_dialog(cx: &mut Cx<'_>) {
    let last = cx.puzzles.sheet.clone();
    let choice = PuzzleSheetChoice { numbers: String::new(), page: 0, ..last };
    cx.open_dialog(Dialog::PuzzleSheet(Box::new(choice)));
}

/// Keeps the options `choice`, and asks for the path of the PDF.
pub(super) fn print_set(cx: &mut Cx<'_>, choice: PuzzleSheetChoice) {
    cx.puzzles_mut().sheet = choice;
    cx.close_dialog();
    cx.request(SavingAction::AskForPath(SaveTarget::PuzzleSheet));
}

/// Returns the chosen puzzles as they are printed; `None` if their typed numbers are wrong.
pub fn printed_puzzles(
    session: &Session,
    choice: &PuzzleSheetChoice,
) -> Option<Vec<PrintedPuzzle>> {
    let puzzles = choice.chosen(&session.puzzle()?.set).ok()?;
    let list = session.library.file().map(|file| file.list.clone()).unwrap_or_default();
    Some(PuzzleSet { puzzles: &puzzles, list: &list }.printed_puzzles())
}

/// Formats the numbers of printed puzzles and pages, such as `7 puzzles on 3 pages with the answers`.
pub fn sheet_text(puzzles: usize, preview: &PagePreview) -> String {
    let puzzles = count_text(puzzles, "puzzle", "puzzles");
    let pages = plural(preview.pages(), "page", "pages");
    format!("{puzzles} on {} {pages} with the answers", preview.count_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_puzzles_are_lists_of_ranges() {
        let chosen = |text: &str| chosen_numbers(text, 9).map(Vec::from_iter);
        assert_eq!(chosen(" ,"), Ok((1..=9).collect()));
        assert_eq!(chosen("1-3, 9"), Ok(vec![1, 2, 3, 9]));
        assert_eq!(chosen("9,2 – 3,3,"), Ok(vec![2, 3, 9]));
        let error = |text: &str| chosen(text).unwrap_err().to_string();
        assert_eq!(error("1-12"), "There is no puzzle 12: the set has 9 puzzles.");
        assert_eq!(error("0"), "There is no puzzle 0: the set has 9 puzzles.");
        assert_eq!(error("4-2"), "In 4-2, the first number is greater than the last.");
        for (text, part) in [("x", "x"), ("1-", ""), ("2.5", "2.5")] {
            assert_eq!(chosen(text), Err(PuzzleNumbersError::NotANumber(part.to_owned())));
        }
    }
}
