//! [`NewMatch`]: the state of the new-match dialog.

use crate::{
    app::{Cx, DeferredAction, Dialog, Panel, SetUpBoard, tabs},
    document::{NewTags, new_match},
    notation::TimeControl,
    rules::{
        Bfen, BfenError, BoardId, ByBoard, FISCHER_RANDOM_STARTS, Position, Role, STANDARD_START,
        fischer_random_rank,
    },
    text::{plural, sentence},
};

/// The minimum plausible initial time, in milliseconds. If the typed time is shorter, but at least 1 s, the user
/// probably meant minutes, as in `3+0`.
const MIN_INITIAL_MS: i32 = 30_000;

/// The kind of starting position for a new match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The standard position on both boards.
    #[default]
    Standard,
    /// A Chess960 position on each board.
    FischerRandom,
    /// A position from the board editor.
    Position,
}

impl Start {
    pub const ALL: [Self; 3] = [Self::Standard, Self::FischerRandom, Self::Position];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "Starting position",
            Self::FischerRandom => "Fischer random",
            Self::Position => "Custom position",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// Names, ratings, event, date and time control.
    pub tags: NewTags,
    pub start: Start,
    /// The numbers of the Chess960 positions.
    pub numbers: ByBoard<u16>,
    /// Whether board B has the same Chess960 position as board A.
    pub same: bool,
    pub boards: ByBoard<SetUpBoard>,
}

impl NewMatch {
    /// Creates the dialog with the standard position. `date` has the format of the `Date` tag.
    pub fn on(date: &str) -> Self {
        Self {
            tags: NewTags { date: date.to_owned(), ..NewTags::default() },
            start: Start::Standard,
            numbers: ByBoard::new(STANDARD_START, STANDARD_START),
            same: true,
            boards: ByBoard::from_fn(|id| SetUpBoard::of(&Position::default(), id)),
        }
    }

    /// Creates the dialog with `position` in the editor.
    pub fn from_position(date: &str, position: &Position) -> Self {
        Self {
            start: Start::Position,
            boards: ByBoard::from_fn(|id| SetUpBoard::of(position, id)),
            ..Self::on(date)
        }
    }

    /// Returns the Chess960 number of a board.
    pub fn number(&self, id: BoardId) -> u16 {
        self.numbers[if self.same { BoardId::A } else { id }]
    }

    /// Returns the starting position. The result also lists the parts of the input that are ignored.
    ///
    /// # Errors
    /// If the boards are illegal.
    pub fn position(&self) -> Result<Bfen, BfenError> {
        Bfen::parse(&self.bfen(), None)
    }

    /// Returns both boards as BFEN.
    pub fn bfen(&self) -> String {
        let boards = BoardId::ALL.map(|id| match self.start {
            Start::Standard => SetUpBoard::of(&Position::default(), id).bfen(),
            Start::FischerRandom => fischer_random(self.number(id)),
            Start::Position => self.boards[id].bfen(),
        });
        boards.join(" | ")
    }

    /// Sets both boards from the BFEN `text`.
    ///
    /// # Errors
    /// If `text` is invalid; the boards stay unchanged.
    pub fn set_up(&mut self, text: &str) -> Result<(), BfenError> {
        let position = Bfen::parse(text, None)?.position;
        self.boards = ByBoard::from_fn(|id| SetUpBoard::of(&position, id));
        Ok(())
    }

    /// Returns the errors in the input, as sentences; empty if the match can be created.
    pub fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let control = self.tags.time_control.trim();
        let has_no_control = matches!(control, "" | "-" | "?");
        match TimeControl::parse(control) {
            None if !has_no_control => errors.push(
                "Enter a time control as seconds and increment, such as 300+0, or - for none."
                    .to_owned(),
            ),
            // Chess sites write `3+0` for three minutes.
            Some(TimeControl { initial_ms, increment_ms })
                if (1000..MIN_INITIAL_MS).contains(&initial_ms) =>
            {
                let number = initial_ms / 1000;
                let minutes = plural(number, "minute", "minutes");
                errors.push(format!(
                    "The time control is in seconds. For {number} {minutes} enter {}+{}.",
                    60 * number,
                    increment_ms / 1000
                ));
            }
            _ => {}
        }
        if let Err(error) = self.position() {
            errors.push(sentence(&error.to_string()));
        }
        errors
    }

    /// Returns a sentence for each part of the typed position that is ignored.
    pub fn ignored_parts(&self) -> Vec<String> {
        let notes = self.position().map(|parsed| parsed.notes).unwrap_or_default();
        notes.iter().map(|note| sentence(&note.to_string())).collect()
    }
}

/// Returns the board of the Chess960 position `number` as BFEN. Uses the last position if `number` is too large.
fn fischer_random(number: u16) -> String {
    let rank = fischer_random_rank(number.min(FISCHER_RANDOM_STARTS - 1));
    let rank: String = rank.into_iter().flatten().map(Role::char).collect();
    let upper = rank.to_ascii_uppercase();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{upper}[] w KQkq - 0 1")
}

/// Opens the dialog with the position `from`; `None` stands for the standard position.
pub(in crate::app) fn open_new_match_dialog(cx: &mut Cx<'_>, from: Option<&Position>) {
    let date = &cx.shell.today;
    let sheet = match from {
        Some(position) => NewMatch::from_position(date, position),
        None => NewMatch::on(date),
    };
    cx.open_dialog(Dialog::NewMatch(Box::new(sheet)));
}

/// Creates the match of the dialog, in a tab of its own.
pub(in crate::app) fn begin_match(cx: &mut Cx<'_>) {
    let Some(Dialog::NewMatch(sheet)) = &cx.shell.dialog else { return };
    let Ok(start) = sheet.position() else { return };
    if !sheet.errors().is_empty() {
        return;
    }
    let text = new_match(&start.position, &sheet.tags);
    tabs::open_new(cx, DeferredAction::New(text));
}

/// Starts recording the moves of a new match, which is shown, and shows its move list. Opens the field for typed moves,
/// since letters are shortcuts outside of it; on a touch screen, it would open the keyboard over the boards.
pub(in crate::app) fn begin_recording(cx: &mut Cx<'_>) {
    cx.set_entering(true);
    cx.show_panel(Panel::Moves);
    if !cx.shell.has_touch_only {
        cx.open_dialog(Dialog::play_move());
    }
}
