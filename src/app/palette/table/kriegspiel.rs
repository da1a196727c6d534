//! The Kriegspiel menu.

use super::{Command, CommandInfo, Enabled, Run, a_game, always, panel, row};
use crate::{
    app::{Session, Side, kriegspiel},
    rules::Color,
};

/// Returns whether a game is open in the view of `side`.
fn is_side(session: &Session, side: Side) -> bool {
    session.game().is_some_and(|game| game.shown.side == side)
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::AsReferee,
        "AsReferee",
        "Referee’s view",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Referee)),
    )
    .key("R")
    .words("umpire view side all")
    .on(|state| is_side(state, Side::Referee)),
    row(
        Command::AsWhite,
        "AsWhite",
        "White’s view",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::White))),
    )
    .key("W")
    .words("view side player")
    .on(|state| is_side(state, Side::Seat(Color::White))),
    row(
        Command::AsBlack,
        "AsBlack",
        "Black’s view",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::Black))),
    )
    .key("B")
    .words("view side player")
    .on(|state| is_side(state, Side::Seat(Color::Black))),
    row(
        Command::NextTry,
        "NextTry",
        "Next try or move",
        a_game,
        Run::Change(|cx| {
            super::play::walk_game(cx, Command::NextTry);
        }),
    )
    .key("T")
    .words("attempt illegal forward")
    .line_above(),
    row(
        Command::PreviousTry,
        "PreviousTry",
        "Previous try or move",
        a_game,
        Run::Change(|cx| {
            super::play::walk_game(cx, Command::PreviousTry);
        }),
    )
    .shift("T")
    .words("attempt illegal back"),
    panel!(Belief, "Possible positions", a_game)
        .ctrl("6")
        .words("belief chances known panel tab")
        .line_above(),
    panel!(Problem, "Problem", a_game).ctrl("7").words("puzzle task panel tab"),
    row(
        Command::Solve,
        "Solve",
        "Solve",
        |state| Enabled::when(kriegspiel::asked(state).is_some()),
        Run::Change(kriegspiel::solve),
    )
    .words("answer plan problem"),
    row(
        Command::NewGame,
        "NewGame",
        "New game of Kriegspiel…",
        always,
        Run::Change(kriegspiel::ask_for_new_game),
    )
    .words("create begin enter referee player")
    .line_above(),
    row(
        Command::MakeProblem,
        "MakeProblem",
        "Create problem from here…",
        |state| Enabled::when(kriegspiel::can_make_problem(state)),
        Run::Change(kriegspiel::ask_for_problem),
    )
    .words("make puzzle task moment position solve"),
];
