//! The File menu.

use super::{
    Command, CommandInfo, Enabled, Run, always, command, file, open, row, switch, with_match,
};
use crate::{
    app::{
        Action, Effect, SaveWhat, SavingAction, Shortcut, Side, Then, guard, importing, kriegspiel,
        library, new_match, pictures, saving,
    },
    rules::Color,
};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    command!(
        NewMatch,
        "New match",
        always,
        Run::Change(|cx| new_match::open_new_match_dialog(cx, None)),
    )
    .ctrl("N")
    .in_page(Shortcut::plain("Insert"))
    .words("create begin enter game"),
    command!(
        NewFromPosition,
        "New match from this position",
        |state| {
            with_match(state, "A bughouse match needs two boards; a game of Kriegspiel has one.")
        },
        Run::Change(|cx| {
            let position = cx.position();
            new_match::open_new_match_dialog(cx, Some(&position));
        }),
    )
    .words("create begin setup fen"),
    command!(Open, "Open…", always, Run::Change(|cx| cx.run(Effect::AskForFile)))
        .ctrl("O")
        .words("load file bpgn pgn bgn"),
    command!(OpenFolder, "Open folder…", always, Run::Change(|cx| cx.run(Effect::AskForFolder)),)
        .words("load directory files"),
    // The id dates from a dialog that took only paths.
    row(Command::Import, "OpenPath", "Import…", always, Run::Change(importing::open_import_dialog))
        .ctrl("I")
        .words("download fetch chess.com pychess link url address number player load path paste"),
    command!(UpdateMatches, "Update my matches", always, Run::Change(importing::update_matches),)
        .words("chess.com download fetch player name library"),
    command!(
        OpenSample,
        "Sample match",
        always,
        Run::Change(|cx| guard::guarded(cx, Then::Sample)),
    )
    .words("open example demo try"),
    command!(
        StopReading,
        "Stop loading",
        |state| {
            let file = state.library.file();
            Enabled::when(file.is_some_and(|file| file.progress().is_some()))
        },
        Run::Change(library::stop_reading),
    )
    .words("cancel abort reading"),
    command!(CloseFile, "Close file", file, Run::Change(|cx| guard::guarded(cx, Then::Close)))
        .ctrl("W")
        .words("shut leave folder start page"),
    command!(Save, "Save", open, Run::Act(|| Action::Saving(SavingAction::Save)))
        .ctrl("S")
        .words("write store")
        .line_above(),
    command!(SaveAs, "Save as…", open, Run::Change(|cx| saving::prompt_path(cx, SaveWhat::File)),)
        .ctrl_shift("S")
        .words("write store rename"),
    command!(
        SaveMatch,
        "Save a copy of this match…",
        open,
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Match)),
    )
    .words("export write game"),
    command!(
        ExportMatches,
        "Export listed matches…",
        file,
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Matches)),
    )
    .words("save csv bgn table filtered list"),
    command!(
        AppendMatch,
        "Append match to file…",
        open,
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Append)),
    )
    .words("add collect save game"),
    switch!(KeepBackup, "Keep a backup when saving").words("former version copy safe"),
    switch!(Downloads, "Allow downloads from chess.com")
        .words("network internet online offline import fetch privacy"),
    switch!(ImportChat, "Import chat as comments").words("pychess messages talk").not_in_menu(),
    command!(Export, "Export…", open, Run::Change(pictures::export))
        .ctrl("E")
        .words("picture image diagram save png svg pdf gif animation page html text columns bgn")
        .line_above(),
    command!(
        Print,
        "Print…",
        |state| Enabled::when(state.open.is_some()),
        Run::Change(pictures::print),
    )
    .ctrl("P")
    .words("paper page pdf"),
    command!(
        ExportReferee,
        "Export referee’s view…",
        |state| Enabled::when(kriegspiel::has_side(state, Side::Referee)),
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Heard(Side::Referee))),
    )
    .words("save kriegspiel umpire as"),
    command!(
        ExportWhite,
        "Export White’s view…",
        |state| Enabled::when(kriegspiel::has_side(state, Side::Seat(Color::White))),
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Heard(Side::Seat(Color::White)))),
    )
    .words("save kriegspiel as heard"),
    command!(
        ExportBlack,
        "Export Black’s view…",
        |state| Enabled::when(kriegspiel::has_side(state, Side::Seat(Color::Black))),
        Run::Change(|cx| saving::prompt_path(cx, SaveWhat::Heard(Side::Seat(Color::Black)))),
    )
    .words("save kriegspiel as heard"),
    command!(NextMatch, "Next match", file, Run::Change(|cx| library::step_match(cx, true)),)
        .key("PageDown")
        .words("following game record")
        .line_above()
        .of_boards(),
    command!(
        PreviousMatch,
        "Previous match",
        file,
        Run::Change(|cx| library::step_match(cx, false)),
    )
    .key("PageUp")
    .words("game record before")
    .of_boards(),
    command!(Quit, "Quit", always, Run::Change(|cx| guard::guarded(cx, Then::Quit)))
        .ctrl("Q")
        .words("exit close leave")
        .line_above(),
];
