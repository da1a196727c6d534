//! The Play menu.

use super::{Command, CommandInfo, Enabled, Run, a_match, command, open, switch, with_match};
use crate::{
    app::{Cx, State, Step, kriegspiel, playback},
    timeline::{Command as Play, Repeat},
};

/// Enables a command for playback, which needs clocks.
fn with_clocks(state: &State) -> Enabled {
    with_match(state, "A game of Kriegspiel has no clocks. Step through it instead.")
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] =
    &[
        command!(
            PlayPause,
            "Play/pause",
            with_clocks,
            Run::Change(|cx| playback::play(cx, Play::Toggle)),
        )
        .key("Space")
        .words("start stop replay watch"),
        command!(StepForward, "Next move", open, Run::Change(|cx| playback::step(cx, true)),)
            .key("ArrowRight")
            .words("ply forward step")
            .line_above(),
        command!(
            ChooseVariation,
            "Choose next move…",
            |state| match a_match(state) {
                Enabled::Yes => Enabled::when(!playback::choices(state).is_empty()),
                other => other,
            },
            Run::Change(playback::choose_variation),
        )
        .ctrl("ArrowRight")
        .words("variation branch line"),
        command!(
            SelectNext,
            "Select next variation",
            |state| Enabled::when(playback::branch(state).is_some()),
            Run::Change(|cx| playback::select_choice(cx, true)),
        )
        .shift("ArrowDown")
        .words("choose branch line cycle")
        .not_in_menu(),
        command!(
            SelectPrevious,
            "Select previous variation",
            |state| Enabled::when(playback::branch(state).is_some()),
            Run::Change(|cx| playback::select_choice(cx, false)),
        )
        .shift("ArrowUp")
        .words("choose branch line cycle")
        .not_in_menu(),
        command!(StepBack, "Previous move", open, Run::Change(|cx| playback::step(cx, false)),)
            .key("ArrowLeft")
            .words("ply back step"),
        command!(
            BoardForward,
            "Next move on this board",
            open,
            Run::Change(|cx| playback::step_board(cx, true)),
        )
        .shift("ArrowRight")
        .words("ply forward step"),
        command!(
            BoardBack,
            "Previous move on this board",
            open,
            Run::Change(|cx| playback::step_board(cx, false)),
        )
        .shift("ArrowLeft")
        .words("ply back step"),
        command!(RowDown, "Next row", open, Run::Change(|cx| playback::step_row(cx, true)),)
            .key("ArrowDown")
            .words("ply forward step"),
        command!(RowUp, "Previous row", open, Run::Change(|cx| playback::step_row(cx, false)),)
            .key("ArrowUp")
            .words("ply back step"),
        command!(Start, "Start", open, Run::Change(|cx| playback::play(cx, Play::Start)),)
            .key("Home")
            .words("first beginning go to"),
        command!(End, "End", open, Run::Change(|cx| playback::play(cx, Play::End)),)
            .key("End")
            .words("last go to"),
        command!(
            Faster,
            "Faster",
            a_match,
            Run::Change(|cx| playback::play_and_save(cx, Play::Faster)),
        )
        .key("CloseBracket")
        .words("speed up")
        .line_above(),
        command!(
            Slower,
            "Slower",
            a_match,
            Run::Change(|cx| playback::play_and_save(cx, Play::Slower)),
        )
        .key("OpenBracket")
        .words("speed down"),
        command!(
            SkipWaits,
            "Skip idle time",
            a_match,
            Run::Change(|cx| {
                playback::play_and_save(cx, Play::SkipWaits(!cx.playhead().skips_waits()));
            }),
        )
        .key("K")
        .words("waits long thinks sits cut")
        .on(|state| state.playhead().skips_waits()),
        command!(
            Loop,
            "Set loop start/end",
            a_match,
            Run::Change(|cx| playback::play(cx, Play::Loop)),
        )
        .key("L")
        .words("repeat again mark")
        .on(|state| state.playhead().repeat() != Repeat::None),
        switch!(Sounds, "Sounds")
            .words("audio mute noise hear moves drops flags")
            .line_above()
            .of_boards(),
    ];

/// Steps through the game of Kriegspiel if `command` moves the playhead. Returns `false` for other commands and without
/// a game.
pub(in crate::app) fn steps_through(cx: &mut Cx<'_>, command: Command) -> bool {
    let Some(game) = cx.game() else {
        return false;
    };
    let (steps, at) = (&game.views.steps, game.shown.step);
    let step = match command {
        Command::StepForward | Command::RowDown => steps.by_ply(at, true),
        Command::StepBack | Command::RowUp => steps.by_ply(at, false),
        Command::BoardForward => steps.by_try(at, true),
        Command::BoardBack => steps.by_try(at, false),
        Command::Start => Step::default(),
        Command::End => Step::after(steps.plies()),
        _ => return false,
    };
    kriegspiel::go_in_game(cx, step);
    true
}
