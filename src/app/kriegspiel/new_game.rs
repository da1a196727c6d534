//! [`NewGame`]: the sheet that asks what a new game of Kriegspiel begins with; [`NewProblem`]: what a problem asks.

use super::PlyEntry;
use crate::{
    app::{
        Cx, Dialog, Panel, Session, Then,
        guard::{Guarded, guarded},
        issues::sentence,
        kriegspiel::problem::solve,
        library, notes,
    },
    document::{NewGameTags, new_game},
    kriegspiel::{
        DEEPEST, Rules, lines_of_hearing,
        notation::{Filtered, write},
        tags,
    },
    notation::{GameResult, KnownTag},
    rules::{Bfen, Color, Numbers},
};

/// What the sheet holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Names, ratings, rules, view and position.
    pub tags: NewGameTags,
}

/// A problem that is to be made of the moment that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewProblem {
    /// Who has to mate: the side that is to move.
    pub seat: Color,
    /// After how many plies it asks.
    pub plies: usize,
    /// Within how many plies.
    pub depth: u32,
}

impl NewGame {
    /// A sheet for a game that the referee writes down on `date`, written as its tag has it.
    #[must_use]
    pub fn on(date: &str) -> Self {
        Self {
            tags: NewGameTags {
                event: String::new(),
                date: date.to_owned(),
                names: Default::default(),
                ratings: Default::default(),
                rules: Rules::default(),
                filtered: Filtered::No,
                fen: String::new(),
            },
        }
    }

    /// Why no game can begin; empty where one can.
    #[must_use]
    pub fn wrong(&self) -> String {
        let fen = self.tags.fen.trim();
        if fen.is_empty() {
            return String::new();
        }
        match Bfen::parse_numbers_as(fen, Numbers::Counts) {
            Ok(_) => String::new(),
            Err(error) => sentence(&error.to_string()),
        }
    }
}

impl NewProblem {
    /// The depths that can be asked for.
    pub const DEPTHS: std::ops::RangeInclusive<u32> = 1..=DEEPEST;
}

/// Asks what a new game of Kriegspiel begins with.
pub(in crate::app) fn ask_for_new_game(cx: &mut Cx<'_>) {
    let sheet = NewGame::on(&cx.shell.today);
    cx.shell.dialog = Some(Dialog::NewGame(Box::new(sheet)));
}

/// Begins the game of the sheet, after asking about what is not saved.
pub(in crate::app) fn begin_game(cx: &mut Cx<'_>) {
    let Some(Dialog::NewGame(sheet)) = &cx.shell.dialog else {
        return;
    };
    if !sheet.wrong().is_empty() {
        return;
    }
    let text = new_game(&sheet.tags);
    guarded(cx, Then::NewGame(text));
}

/// Whether a problem can be made of the moment that is shown: the side to move has a view there.
#[must_use]
pub(in crate::app) fn can_make_problem(session: &Session) -> bool {
    new_problem(session).is_some()
}

fn new_problem(session: &Session) -> Option<NewProblem> {
    let game = session.game()?;
    let plies = game.shown.step.plies;
    let mut seats = [Color::White, Color::Black].into_iter();
    // Of a player's file only that player's problems can be made.
    let seat = seats.find(|seat| {
        let view = game.views.seat(*seat);
        view.is_some_and(|view| {
            let next = view.hearing.plies.get(plies);
            let turn = next.map_or(view.hearing.turn(), |heard| heard.name.color);
            turn == *seat
        })
    })?;
    Some(NewProblem { seat, plies, depth: 1 })
}

/// Asks within how many plies a problem of this moment asks for mate.
pub(in crate::app) fn ask_for_problem(cx: &mut Cx<'_>) {
    notes::settle(cx);
    cx.shell.dialog = new_problem(cx).map(Dialog::NewProblem);
}

/// Makes the problem of the dialog, after asking about what is not saved.
pub(in crate::app) fn make_problem(cx: &mut Cx<'_>) {
    let Some(Dialog::NewProblem(asked)) = cx.shell.dialog else {
        return;
    };
    match problem_text(cx, asked) {
        Some(text) => guarded(cx, Then::NewProblem(text)),
        None => {}
    }
}

/// The game as the solver heard it so far, with what is asked and without an answer.
fn problem_text(session: &Session, asked: NewProblem) -> Option<String> {
    let document = session.game_document()?;
    let hearing = &session.game()?.views.seat(asked.seat)?.hearing;
    let lines = lines_of_hearing(hearing, asked.plies);
    let filtered = Filtered::For(asked.seat);
    let (record, text) = (document.record(), document.text());
    let mut tags = tags(record, text, hearing.rules, filtered, asked.seat);
    let told = [KnownTag::Depth, KnownTag::Forced, KnownTag::Epsilon];
    tags.retain(|(name, _)| !told.iter().any(|tag| tag.is_named(name)));
    for (name, value) in &mut tags {
        if KnownTag::Result.is_named(name) {
            GameResult::Unknown.text().clone_into(value);
        }
    }
    let depth = (KnownTag::Depth.name().to_owned(), asked.depth.to_string());
    tags.push(depth);
    Some(write(&tags, &lines, None))
}

/// Shows a game that has just begun, whose plies are entered.
pub(in crate::app) fn show_new_game(cx: &mut Cx<'_>, text: String, guarded: Guarded) {
    library::show_unsaved(cx, "new game.pgn", text, guarded);
    cx.shell.panel = Panel::Moves;
    if let Some(game) = cx.game_mut() {
        game.entry = Some(PlyEntry::default());
    }
}

/// Shows a problem that has just been made, and checks it by a search for its plan.
pub(in crate::app) fn show_new_problem(cx: &mut Cx<'_>, text: String, guarded: Guarded) {
    library::show_unsaved(cx, "new problem.pgn", text, guarded);
    if let Some(game) = cx.game_mut() {
        game.problem.revealed = true;
        game.problem.unchecked = true;
    }
    solve(cx);
}
