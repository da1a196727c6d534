//! [`NewMatch`]: the sheet that asks what a new match begins with.

use super::SetUpBoard;
use crate::{
    app::{Cx, Dialog, Guarded, Then, guard::guarded, issues::sentence, library},
    document::{NewTags, new_match},
    notation::TimeControl,
    rules::{
        Bfen, BfenError, BoardId, ByBoard, FISCHER_RANDOM_STARTS, Position, Role, USUAL_START,
        fischer_random_rank,
    },
};

/// From which position a match starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The usual one on both boards.
    #[default]
    Usual,
    /// One of Fischer random chess.
    FischerRandom,
    /// One that a person sets up.
    Position,
}

impl Start {
    /// All.
    pub const ALL: [Self; 3] = [Self::Usual, Self::FischerRandom, Self::Position];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual => "Usual position",
            Self::FischerRandom => "Fischer random",
            Self::Position => "Set up a position",
        }
    }
}

/// What the sheet holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// Names, ratings, event, date and time control.
    pub tags: NewTags,
    /// From where it starts.
    pub start: Start,
    /// The numbers of the starts of Fischer random.
    pub numbers: ByBoard<u16>,
    /// Whether both boards have the number of board A.
    pub same: bool,
    /// The boards that are set up.
    pub boards: ByBoard<SetUpBoard>,
}

impl NewMatch {
    /// A sheet with the usual position on `date`, written as its tag has it.
    #[must_use]
    pub fn on(date: &str) -> Self {
        Self {
            tags: NewTags { date: date.to_owned(), ..NewTags::default() },
            start: Start::Usual,
            numbers: ByBoard::new(USUAL_START, USUAL_START),
            same: true,
            boards: ByBoard::from_fn(|id| SetUpBoard::of(&Position::default(), id)),
        }
    }

    /// The same with `position` set up.
    #[must_use]
    pub fn from_position(date: &str, position: &Position) -> Self {
        Self {
            start: Start::Position,
            boards: ByBoard::from_fn(|id| SetUpBoard::of(position, id)),
            ..Self::on(date)
        }
    }

    /// The number of the start of Fischer random on a board.
    #[must_use]
    pub fn number(&self, id: BoardId) -> u16 {
        self.numbers[if self.same { BoardId::A } else { id }]
    }

    /// The position that the match starts from, with what was left out of it.
    ///
    /// # Errors
    /// Why the boards are no position.
    pub fn position(&self) -> Result<Bfen, BfenError> {
        Bfen::parse(&self.bfen(), None)
    }

    /// Both boards as BFEN.
    #[must_use]
    pub fn bfen(&self) -> String {
        let boards = BoardId::ALL.map(|id| match self.start {
            Start::Usual => SetUpBoard::of(&Position::default(), id).bfen(),
            Start::FischerRandom => fischer_random(self.number(id)),
            Start::Position => self.boards[id].bfen(),
        });
        boards.join(" | ")
    }

    /// Sets up the boards that `text` stands for, if it is a position.
    ///
    /// # Errors
    /// Why it is none; the boards stay.
    pub fn set_up(&mut self, text: &str) -> Result<(), BfenError> {
        let position = Bfen::parse(text, None)?.position;
        self.boards = ByBoard::from_fn(|id| SetUpBoard::of(&position, id));
        Ok(())
    }

    /// What is wrong with the sheet, as sentences; while there is anything, no match begins.
    #[must_use]
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let control = self.tags.time_control.trim();
        let has_none = matches!(control, "" | "-" | "?");
        if !has_none && TimeControl::parse(control).is_none() {
            wrong.push(
                "A time control is seconds and what is added for each move: 300+0, or - for none."
                    .to_owned(),
            );
        }
        if let Err(error) = self.position() {
            wrong.push(sentence(&error.to_string()));
        }
        wrong
    }

    /// What is left out of the position that is set up, as sentences.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let notes = self.position().map(|read| read.notes).unwrap_or_default();
        notes.iter().map(|note| sentence(&note.to_string())).collect()
    }
}

/// A board of Fischer random as BFEN; the usual start where there is no such number.
fn fischer_random(number: u16) -> String {
    let rank = fischer_random_rank(number.min(FISCHER_RANDOM_STARTS - 1));
    let rank: String = rank.into_iter().flatten().map(Role::char).collect();
    let upper = rank.to_ascii_uppercase();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{upper}[] w KQkq - 0 1")
}

/// Asks what a new match begins with, from the usual position or from the one that is shown.
pub(in crate::app) fn ask_for_new_match(cx: &mut Cx<'_>, from: Option<&Position>) {
    let date = &cx.shell.today;
    let sheet = match from {
        Some(position) => NewMatch::from_position(date, position),
        None => NewMatch::on(date),
    };
    cx.shell.dialog = Some(Dialog::NewMatch(Box::new(sheet)));
}

/// Begins the match of the sheet, after asking about what is not saved.
pub(in crate::app) fn begin_match(cx: &mut Cx<'_>) {
    let Some(Dialog::NewMatch(sheet)) = &cx.shell.dialog else {
        return;
    };
    let Ok(start) = sheet.position() else {
        return;
    };
    if !sheet.wrong().is_empty() {
        return;
    }
    let text = new_match(&start.position, &sheet.tags);
    guarded(cx, Then::New(text));
}

/// Shows the record of a match without plies.
pub(in crate::app) fn show_new_match(cx: &mut Cx<'_>, text: String, guarded: Guarded) {
    library::show_unsaved(cx, "new match.bpgn", text, guarded);
    if let Some(file) = cx.library.file_mut() {
        file.entering = true;
    }
}
