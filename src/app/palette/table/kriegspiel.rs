//! Games of Kriegspiel.

use super::{Command, CommandInfo, Enabled, Run, a_game, always, panel, row};
use crate::{
    app::{Side, State},
    rules::Color,
};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::AsReferee,
        "AsReferee",
        "As the referee sees it",
        a_game,
        Run::Change(|state| state.show_side(Side::Referee)),
    )
    .key("R")
    .words("umpire view side all")
    .on(|state| state.is_side(Side::Referee)),
    row(
        Command::AsWhite,
        "AsWhite",
        "As White heard it",
        a_game,
        Run::Change(|state| state.show_side(Side::Seat(Color::White))),
    )
    .key("W")
    .words("view side player")
    .on(|state| state.is_side(Side::Seat(Color::White))),
    row(
        Command::AsBlack,
        "AsBlack",
        "As Black heard it",
        a_game,
        Run::Change(|state| state.show_side(Side::Seat(Color::Black))),
    )
    .key("B")
    .words("view side player")
    .on(|state| state.is_side(Side::Seat(Color::Black))),
    row(
        Command::NextTry,
        "NextTry",
        "Next try or ply",
        a_game,
        Run::Change(|state| {
            state.walk_game(Command::NextTry);
        }),
    )
    .key("T")
    .words("attempt illegal forward")
    .line_above(),
    row(
        Command::PreviousTry,
        "PreviousTry",
        "Previous try or ply",
        a_game,
        Run::Change(|state| {
            state.walk_game(Command::PreviousTry);
        }),
    )
    .shift("T")
    .words("attempt illegal back"),
    panel!(Belief, "What can be known", a_game)
        .ctrl("6")
        .words("belief chances positions panel tab")
        .line_above(),
    panel!(Problem, "Problem", a_game).ctrl("7").words("puzzle task panel tab"),
    row(
        Command::Solve,
        "Solve",
        "Solve",
        |state| Enabled::when(state.asked().is_some()),
        Run::Change(State::solve),
    )
    .words("answer plan problem"),
    row(
        Command::NewGame,
        "NewGame",
        "New game of Kriegspiel…",
        always,
        Run::Change(State::ask_for_new_game),
    )
    .words("create begin enter referee player")
    .line_above(),
    row(
        Command::MakeProblem,
        "MakeProblem",
        "Make a problem from here…",
        |state| Enabled::when(state.can_make_problem()),
        Run::Change(State::ask_for_problem),
    )
    .words("create puzzle task moment position solve"),
];
