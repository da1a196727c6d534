//! The Kriegspiel menu.

use super::{CommandInfo, Enabled, Run, a_game, always, command, panel};
use crate::{
    app::{Session, Side, kriegspiel},
    rules::Color,
};

/// Returns whether a game is shown in the view of `side`.
fn is_side(session: &Session, side: Side) -> bool {
    session.game().is_some_and(|game| game.shown.side == side)
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] =
    &[
        command!(
            AsReferee,
            "Referee’s view",
            a_game,
            Run::Change(|cx| kriegspiel::show_side(cx, Side::Referee)),
        )
        .key("R")
        .words("umpire view side all")
        .on(|state| is_side(state, Side::Referee)),
        command!(
            AsWhite,
            "White’s view",
            a_game,
            Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::White))),
        )
        .key("W")
        .words("view side player")
        .on(|state| is_side(state, Side::Seat(Color::White))),
        command!(
            AsBlack,
            "Black’s view",
            a_game,
            Run::Change(|cx| kriegspiel::show_side(cx, Side::Seat(Color::Black))),
        )
        .key("B")
        .words("view side player")
        .on(|state| is_side(state, Side::Seat(Color::Black))),
        command!(
            NextTry,
            "Next try or move",
            a_game,
            Run::Change(|cx| kriegspiel::step_try(cx, true)),
        )
        .key("T")
        .words("attempt illegal forward")
        .line_above(),
        command!(
            PreviousTry,
            "Previous try or move",
            a_game,
            Run::Change(|cx| kriegspiel::step_try(cx, false)),
        )
        .shift("T")
        .words("attempt illegal back"),
        panel!(Belief, "Possible positions", a_game)
            .ctrl("6")
            .words("belief chances known panel tab")
            .line_above(),
        panel!(Problem, "Problem", a_game).ctrl("7").words("puzzle task panel tab"),
        command!(
            Solve,
            "Solve",
            |state| Enabled::when(kriegspiel::asked(state).is_some()),
            Run::Change(kriegspiel::solve),
        )
        .words("answer plan problem"),
        command!(
            NewGame,
            "New game of Kriegspiel…",
            always,
            Run::Change(kriegspiel::open_new_game_dialog),
        )
        .words("create begin enter referee player")
        .line_above(),
        command!(
            MakeProblem,
            "Create problem from here…",
            |state| Enabled::when(kriegspiel::can_make_problem(state)),
            Run::Change(kriegspiel::open_problem_dialog),
        )
        .words("make puzzle task moment position solve"),
    ];
