//! Files and matches.

use super::{Command, CommandInfo, Enabled, Run, always, file, open, row, switch, with_match};
use crate::{
    app::{Dialog, Effect, SaveWhat, Side, State, Then},
    rules::Color,
};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::NewMatch,
        "NewMatch",
        "New match",
        always,
        Run::Change(|state| state.ask_for_new_match(None)),
    )
    .ctrl("N")
    .words("create begin enter game"),
    row(
        Command::NewFromPosition,
        "NewFromPosition",
        "New match from this position",
        |state| {
            with_match(
                state,
                "A new match begins from two boards, and a game of Kriegspiel has one.",
            )
        },
        Run::Change(|state| {
            let position = state.position();
            state.ask_for_new_match(Some(&position));
        }),
    )
    .words("create begin setup fen"),
    row(Command::Open, "Open", "Open…", always, Run::Ask(|_| vec![Effect::AskForFile]))
        .ctrl("O")
        .words("load file bpgn pgn bgn"),
    row(
        Command::OpenFolder,
        "OpenFolder",
        "Open folder…",
        always,
        Run::Ask(|_| vec![Effect::AskForFolder]),
    )
    .words("load directory files"),
    row(
        Command::OpenPath,
        "OpenPath",
        "Open by path…",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::OpenPath(String::new()))),
    )
    .words("load file type"),
    row(
        Command::StopReading,
        "StopReading",
        "Stop reading",
        |state| {
            let file = state.library.file();
            Enabled::when(file.is_some_and(|file| file.reading.is_some()))
        },
        Run::Change(State::stop_reading),
    )
    .words("cancel abort loading"),
    row(Command::Save, "Save", "Save", open, Run::Ask(State::save))
        .ctrl("S")
        .words("write store")
        .line_above(),
    row(
        Command::SaveAs,
        "SaveAs",
        "Save as…",
        open,
        Run::Ask(|state| state.ask_for_path(SaveWhat::File)),
    )
    .ctrl_shift("S")
    .words("write store rename"),
    row(
        Command::SaveMatch,
        "SaveMatch",
        "Save a copy of this match…",
        open,
        Run::Ask(|state| state.ask_for_path(SaveWhat::Match)),
    )
    .words("export write game"),
    row(
        Command::ExportMatches,
        "ExportMatches",
        "Export the matches that are listed…",
        file,
        Run::Ask(|state| state.ask_for_path(SaveWhat::Matches)),
    )
    .words("save csv bgn table filtered list"),
    row(
        Command::AppendMatch,
        "AppendMatch",
        "Append this match to a file…",
        open,
        Run::Ask(|state| state.ask_for_path(SaveWhat::Append)),
    )
    .words("add collect save game"),
    switch!(KeepBackup, "Keep the former version when saving").words("backup copy safe"),
    row(Command::Export, "Export", "Export…", open, Run::Change(State::export))
        .ctrl("E")
        .words("picture image diagram save png svg pdf gif animation page html text columns bgn")
        .line_above(),
    row(
        Command::Print,
        "Print",
        "Print…",
        |state| Enabled::when(state.open.is_some()),
        Run::Change(State::print),
    )
    .ctrl("P")
    .words("paper page pdf"),
    row(
        Command::ExportReferee,
        "ExportReferee",
        "Export as the referee has it…",
        |state| Enabled::when(state.has_side(Side::Referee)),
        Run::Ask(|state| state.ask_for_path(SaveWhat::Heard(Side::Referee))),
    )
    .words("save kriegspiel umpire"),
    row(
        Command::ExportWhite,
        "ExportWhite",
        "Export as White heard it…",
        |state| Enabled::when(state.has_side(Side::Seat(Color::White))),
        Run::Ask(|state| state.ask_for_path(SaveWhat::Heard(Side::Seat(Color::White)))),
    )
    .words("save kriegspiel"),
    row(
        Command::ExportBlack,
        "ExportBlack",
        "Export as Black heard it…",
        |state| Enabled::when(state.has_side(Side::Seat(Color::Black))),
        Run::Ask(|state| state.ask_for_path(SaveWhat::Heard(Side::Seat(Color::Black)))),
    )
    .words("save kriegspiel"),
    row(
        Command::NextMatch,
        "NextMatch",
        "Next match",
        file,
        Run::Change(|state| state.step_match(true)),
    )
    .key("PageDown")
    .words("following game record")
    .line_above()
    .of_boards(),
    row(
        Command::PreviousMatch,
        "PreviousMatch",
        "Previous match",
        file,
        Run::Change(|state| state.step_match(false)),
    )
    .key("PageUp")
    .words("game record before")
    .of_boards(),
    row(Command::Quit, "Quit", "Quit", always, Run::Ask(|state| state.guarded(Then::Quit)))
        .ctrl("Q")
        .words("exit close leave")
        .line_above(),
];
