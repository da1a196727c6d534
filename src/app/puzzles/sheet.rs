//! [`PuzzleSheetChoice`]: the options for printing a set of puzzles.

use crate::{
    app::{Cx, Dialog, SaveTarget, SavingAction},
    diagram::{PuzzleSheet, PuzzlesPerPage},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSheetChoice {
    /// The typed heading; blank for the number of puzzles.
    pub title: String,
    pub per_page: PuzzlesPerPage,
    /// Whether lines for name and date follow the heading.
    pub name_lines: bool,
    /// Whether the paper is US letter rather than A4.
    pub letter: bool,
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
}

/// Opens the dialog for printing the set, with the options of the last one.
pub(in crate::app) fn open_sheet_dialog(cx: &mut Cx<'_>) {
    let choice = cx.puzzles.sheet.clone();
    cx.open_dialog(Dialog::PuzzleSheet(Box::new(choice)));
}

/// Keeps the options `choice`, and asks for the path of the PDF.
pub(super) fn print_set(cx: &mut Cx<'_>, choice: PuzzleSheetChoice) {
    cx.puzzles_mut().sheet = choice;
    cx.close_dialog();
    cx.request(SavingAction::AskForPath(SaveTarget::PuzzleSheet));
}
