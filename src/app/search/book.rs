//! The book of mistakes of a player: its state, and the user's actions in it.

use super::{ArchiveQuery, QueryResult, SearchPage, SearchState};
use crate::{
    analysis::{
        ledger::{FindingKind, Theme},
        report::{Missed, Phase},
    },
    app::{
        Arrival, BookExportJob, Center, Effect, LibraryAction, ListStep, PuzzleAction, context::Cx,
    },
    archive::{FilterForm, RecordId, RowNumber},
    search::{BookPlayer, BookRow, MistakeOf},
};
use std::{collections::BTreeMap, path::PathBuf};

/// The maximum number of listed mistakes. Further mistakes are only counted.
pub const MAX_BOOK_ROWS: usize = 5000;

/// The book as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookResult {
    /// The names of the player; none if the matches name no players.
    pub names: Vec<String>,
    pub missed: Missed,
    /// The mistakes of the player and the partners, latest first, at most [`MAX_BOOK_ROWS`].
    pub rows: Vec<BookRow>,
    /// The players to choose from, in the order of the list.
    pub players: Vec<BookChoice>,
}

/// A player of the listed matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookChoice {
    pub name: String,
    /// The number of the player's mistakes; `None` if it is not counted.
    pub mistakes: Option<usize>,
}

/// Which mistakes are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFilter {
    /// Whose mistakes; `None` for those of the player and of the partners.
    pub of: Option<MistakeOf>,
    pub kind: Option<FindingKind>,
    pub theme: Option<Theme>,
    pub phase: Option<Phase>,
    pub month: Option<String>,
    /// Whether only mistakes that decided a match are listed.
    pub decided: bool,
}

impl Default for BookFilter {
    fn default() -> Self {
        Self {
            of: Some(MistakeOf::Player),
            kind: None,
            theme: None,
            phase: None,
            month: None,
            decided: false,
        }
    }
}

impl BookFilter {
    pub fn admits(&self, row: &BookRow) -> bool {
        self.of.is_none_or(|of| row.of == of)
            && self.kind.is_none_or(|kind| row.mistake.has_kind(kind))
            && self.theme.is_none_or(|theme| row.mistake.themes().contains(theme))
            && self.phase.is_none_or(|phase| row.phase() == phase)
            && self.month.as_ref().is_none_or(|month| row.month == *month)
            && (!self.decided || row.mistake.finding.decided)
    }
}

/// What the user has chosen in the book.
#[derive(Clone, Debug, Default)]
pub struct BookForm {
    pub filter: BookFilter,
    /// The index of the selected mistake among the listed ones.
    pub selected: Option<usize>,
}

#[derive(Debug)]
pub enum BookAction {
    /// Show the book of this player; `None` for the user, or the first of the listed players.
    Player(Option<String>),
    /// Select another mistake.
    Step(ListStep),
    /// Show the moment of this mistake, by its index among the listed ones; `None` for the selected one.
    Open(Option<usize>),
    /// Solve the listed mistakes as puzzles.
    Drill,
    /// Write the book to this file, unless it exists.
    Write(PathBuf),
    /// Write the book to this file, and replace an existing file.
    Replace(PathBuf),
    Stop,
}

impl SearchState {
    pub(super) fn update_book(&mut self, action: BookAction, cx: &mut Cx<'_>) {
        match action {
            BookAction::Player(player) => {
                self.book_player = player;
                self.book = BookForm::default();
                self.query_book(cx);
            }
            BookAction::Step(step) => {
                if let Some(last) = self.listed_mistakes(&self.book).count().checked_sub(1) {
                    self.book.selected = Some(step.from(self.book.selected, last));
                }
            }
            BookAction::Open(index) => {
                self.book.selected = index.or(self.book.selected);
                let index = self.book.selected;
                let row = index.and_then(|index| self.listed_mistakes(&self.book).nth(index));
                if let Some((record, moment)) = row.map(|row| (row.record, row.moment())) {
                    cx.show_center(Center::Boards);
                    cx.request(LibraryAction::ShowAt(record, Arrival::Moment(moment)));
                }
            }
            BookAction::Drill => self.drill(cx),
            BookAction::Write(to) => self.write_book(to, false, cx),
            BookAction::Replace(to) => self.write_book(to, true, cx),
            BookAction::Stop => self.stop(SearchPage::Book, cx),
        }
    }

    /// Returns the book, or `None` before the first partial result.
    pub fn book_result(&self) -> Option<&BookResult> {
        match &self.page_state(SearchPage::Book).answer {
            QueryResult::Book(book) => Some(book),
            _ => None,
        }
    }

    /// Returns the mistakes that the filter of `form` admits.
    pub fn listed_mistakes<'b>(&'b self, form: &'b BookForm) -> impl Iterator<Item = &'b BookRow> {
        let rows = self.book_result().map_or(&[][..], |book| &book.rows);
        rows.iter().filter(|row| form.filter.admits(row))
    }

    pub(super) fn query_book(&mut self, cx: &mut Cx<'_>) {
        let words = cx.library.file().map_or("", |file| &file.filter.words);
        let player = FilterForm::of(words).player;
        let filtered = if player.is_empty() { None } else { Some(player) };
        let chosen = self.book_player.clone();
        let player = BookPlayer { chosen, own: cx.settings.names(), filtered };
        self.start(ArchiveQuery::Book(player), cx);
    }

    /// Poses the listed mistakes as puzzles.
    fn drill(&self, cx: &mut Cx<'_>) {
        let mut rows: Vec<RowNumber> = Vec::new();
        let mut findings: BTreeMap<RecordId, Vec<_>> = BTreeMap::new();
        let mut mistakes = 0;
        for row in self.listed_mistakes(&self.book) {
            mistakes += 1;
            let of_match = findings.entry(row.record).or_default();
            if of_match.is_empty() {
                rows.extend(RowNumber::try_from(row.record));
            }
            of_match.extend(row.mistake.reasons().map(|it| (it.kind, it.seat, it.from)));
        }
        cx.request(PuzzleAction::Drill { rows, findings, mistakes });
    }

    fn write_book(&self, to: PathBuf, replace: bool, cx: &mut Cx<'_>) {
        let Some(book) = self.book_result() else { return };
        let Some(file) = cx.library.file() else { return };
        let job = BookExportJob {
            to,
            list: file.list.clone(),
            name: book.names.join(", "),
            missed: book.missed.clone(),
            rows: self.listed_mistakes(&self.book).cloned().collect(),
            replace,
        };
        cx.run(Effect::ExportBook(Box::new(job)));
    }
}
