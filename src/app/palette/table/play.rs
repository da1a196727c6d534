//! The playhead.

use super::{
    Command, CommandInfo, Enabled, Run, a_match, in_variation, open, row, switch, with_match,
};
use crate::{
    app::{Dialog, Effect, State},
    document::VariationEdit,
    timeline::{Command as Play, Repeat},
};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::PlayPause,
        "PlayPause",
        "Play or pause",
        |state| {
            with_match(
                state,
                "A game of Kriegspiel has no clocks to be played by: step through it instead.",
            )
        },
        Run::Change(|state| state.play(Play::Toggle)),
    )
    .key("Space")
    .words("start stop replay watch"),
    row(
        Command::StepForward,
        "StepForward",
        "Next ply",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::StepForward) {
                state.step(true);
            }
        }),
    )
    .key("ArrowRight")
    .words("move forward")
    .line_above(),
    row(
        Command::ChooseVariation,
        "ChooseVariation",
        "Choose the next ply…",
        |state| match a_match(state) {
            Enabled::Yes => Enabled::when(!state.choices().is_empty()),
            other => other,
        },
        Run::Change(State::choose_variation),
    )
    .ctrl("ArrowRight")
    .words("variation branch line"),
    row(
        Command::StepBack,
        "StepBack",
        "Previous ply",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::StepBack) {
                state.step(false);
            }
        }),
    )
    .key("ArrowLeft")
    .words("move back"),
    row(
        Command::BoardForward,
        "BoardForward",
        "Next ply on this board",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::BoardForward) {
                state.step_board(true);
            }
        }),
    )
    .shift("ArrowRight")
    .words("move forward"),
    row(
        Command::BoardBack,
        "BoardBack",
        "Previous ply on this board",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::BoardBack) {
                state.step_board(false);
            }
        }),
    )
    .shift("ArrowLeft")
    .words("move back"),
    row(
        Command::RowDown,
        "RowDown",
        "Next row",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::RowDown) {
                state.step_row(true);
            }
        }),
    )
    .key("ArrowDown")
    .words("move forward"),
    row(
        Command::RowUp,
        "RowUp",
        "Previous row",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::RowUp) {
                state.step_row(false);
            }
        }),
    )
    .key("ArrowUp")
    .words("move back"),
    row(
        Command::Start,
        "Start",
        "Start",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::Start) {
                state.play(Play::Start);
            }
        }),
    )
    .key("Home")
    .words("first beginning go to"),
    row(
        Command::End,
        "End",
        "End",
        open,
        Run::Change(|state| {
            if !state.walk_game(Command::End) {
                state.play(Play::End);
            }
        }),
    )
    .key("End")
    .words("last go to"),
    row(
        Command::Faster,
        "Faster",
        "Faster",
        a_match,
        Run::Ask(|state| state.play_and_keep(Play::Faster)),
    )
    .key("CloseBracket")
    .words("speed up")
    .line_above(),
    row(
        Command::Slower,
        "Slower",
        "Slower",
        a_match,
        Run::Ask(|state| state.play_and_keep(Play::Slower)),
    )
    .key("OpenBracket")
    .words("speed down"),
    row(
        Command::SkipWaits,
        "SkipWaits",
        "Skip waits",
        a_match,
        Run::Ask(|state| state.play_and_keep(Play::SkipWaits(!state.playhead().skips_waits()))),
    )
    .key("K")
    .words("long thinks sits cut")
    .on(|state| state.playhead().skips_waits()),
    row(
        Command::Loop,
        "Loop",
        "Loop: mark the start, the end, or none",
        a_match,
        Run::Change(|state| state.play(Play::Loop)),
    )
    .key("L")
    .words("repeat again")
    .on(|state| state.playhead().repeat() != Repeat::None),
    switch!(Sounds, "Sounds of moves, drops and flags")
        .words("audio mute noise hear")
        .line_above()
        .of_boards(),
    row(
        Command::PromoteVariation,
        "PromoteVariation",
        "Promote variation",
        in_variation,
        Run::Change(|state| state.edit_variation(VariationEdit::Promote)),
    )
    .words("line main first")
    .line_above()
    .changes_record(),
    row(
        Command::VariationUp,
        "VariationUp",
        "Move variation up",
        |state| Enabled::when(state.has_variation_beside(false)),
        Run::Change(|state| state.edit_variation(VariationEdit::MoveUp)),
    )
    .words("line order before")
    .changes_record(),
    row(
        Command::VariationDown,
        "VariationDown",
        "Move variation down",
        |state| Enabled::when(state.has_variation_beside(true)),
        Run::Change(|state| state.edit_variation(VariationEdit::MoveDown)),
    )
    .words("line order behind after")
    .changes_record(),
    row(
        Command::DeleteVariation,
        "DeleteVariation",
        "Delete variation",
        in_variation,
        Run::Change(State::delete_variation),
    )
    .words("line remove")
    .changes_record(),
    row(
        Command::MergeVariations,
        "MergeVariations",
        "Add variations of this match…",
        |state| {
            with_match(
                state,
                "Variations are added to a bughouse match, and this is a game of Kriegspiel.",
            )
        },
        Run::Ask(|state| {
            state.shell.dialog =
                Some(Dialog::Merge { text: String::new(), refused: String::new() });
            vec![Effect::AskForClipboard]
        }),
    )
    .words("merge paste join another file")
    .changes_record(),
];
