//! The Kriegspiel menu.

use super::{Command, CommandInfo, Enabled, Run, a_game, always, panel, row};
use crate::{
    app::{Side, kriegspiel, settings},
    rules::Color,
};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::AsReferee,
        "AsReferee",
        "As the referee sees it",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Referee)),
    )
    .key("R")
    .words("umpire view side all")
    .on(|state| settings::is_side(state, Side::Referee)),
    row(
        Command::AsWhite,
        "AsWhite",
        "As White heard it",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::White))),
    )
    .key("W")
    .words("view side player")
    .on(|state| settings::is_side(state, Side::Seat(Color::White))),
    row(
        Command::AsBlack,
        "AsBlack",
        "As Black heard it",
        a_game,
        Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::Black))),
    )
    .key("B")
    .words("view side player")
    .on(|state| settings::is_side(state, Side::Seat(Color::Black))),
    row(
        Command::NextTry,
        "NextTry",
        "Next try or ply",
        a_game,
        Run::Change(|cx| {
            kriegspiel::walk_game(cx, Command::NextTry);
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
        Run::Change(|cx| {
            kriegspiel::walk_game(cx, Command::PreviousTry);
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
        "Make a problem from here…",
        |state| Enabled::when(kriegspiel::can_make_problem(state)),
        Run::Change(kriegspiel::ask_for_problem),
    )
    .words("create puzzle task moment position solve"),
];
