//! The View menu.

use super::{Command, CommandInfo, Enabled, Run, always, command, file, open, panel, row, switch};
use crate::app::{
    Action, Effect, Focus, Panel, SearchAction, SettingsAction, Shortcut, State, Switch, pictures,
};

/// Enables a command if the search has results.
fn with_hits(state: &State) -> Enabled {
    if state.search.hits().is_empty() {
        return Enabled::Because("Run a search first (Ctrl+Shift+F).");
    }
    Enabled::Yes
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    switch!(ToggleSide, "Side panel").ctrl("B").words("hide show sidebar moves notes"),
    panel!(Moves, "Moves", open).ctrl("1").words("list panel tab announcements"),
    panel!(Notes, "Notes", open).ctrl("2").words("comments annotations panel tab"),
    panel!(Tags, "Tags", open).ctrl("3").words("players names ratings event date header panel tab"),
    panel!(Issues, "Issues", open).ctrl("4").words("problems errors warnings panel tab"),
    panel!(Text, "Text", open).ctrl("5").words("source bpgn raw panel tab"),
    row(
        Command::Show(Panel::Search),
        "ShowSearch",
        "Search listed matches",
        |state| {
            if state.game_views().is_some() {
                return Enabled::Because(
                    "Search works only with bughouse matches. Open one first.",
                );
            }
            file(state)
        },
        Run::Act(|| Action::Search(SearchAction::Focus)),
    )
    .ctrl_shift("F")
    .words("find all position openings players tab"),
    command!(
        NextResult,
        "Next search result",
        with_hits,
        Run::Act(|| Action::Search(SearchAction::Step(true))),
    )
    .key("F3")
    .words("find again hit moment forward"),
    command!(
        PreviousResult,
        "Previous search result",
        with_hits,
        Run::Act(|| Action::Search(SearchAction::Step(false))),
    )
    .shift("F3")
    .words("find again hit moment back"),
    command!(
        ToggleMatches,
        "Match list",
        file,
        Run::Change(|cx| cx.shell.matches = !cx.shell.matches),
    )
    .ctrl("M")
    .words("hide show games records drawer")
    .on(|state| state.shell.matches),
    command!(
        Table,
        "Match table",
        file,
        Run::Change(|cx| {
            cx.shell.table = !cx.shell.table && cx.library.file().is_some();
            if cx.shell.table {
                cx.shell.focus = Some(Focus::Filter);
            }
        }),
    )
    .ctrl("T")
    .in_page(Shortcut::ctrl_shift("L"))
    .words("sort columns games records")
    .on(|state| state.shell.table),
    command!(
        FilterMatches,
        "Filter matches",
        file,
        Run::Change(|cx| {
            cx.shell.matches = true;
            cx.shell.focus = Some(Focus::Filter);
        }),
    )
    .ctrl("F")
    .words("find player search list"),
    command!(FullScreen, "Full screen", always, Run::Change(|cx| cx.run(Effect::FullScreen)),)
        .key("F11")
        .words("maximize window fill")
        .line_above(),
    switch!(Flip, "Flip boards").key("F").words("rotate turn around upside down").of_boards(),
    row(
        Command::Switch(Switch::SwitchBoards),
        "SwitchBoards",
        "Switch boards",
        // A game of Kriegspiel has one board.
        |state| Enabled::when(state.game_views().is_none()),
        Run::Act(|| Action::Settings(SettingsAction::Toggle(Switch::SwitchBoards))),
    )
    .key("X")
    .words("swap left right exchange")
    .on(|state| Switch::SwitchBoards.is_on(&state.settings))
    .of_boards(),
    switch!(HighContrast, "High contrast").words("accessibility bold colours readable"),
    switch!(Motion, "Animate pieces").words("moving animation motion"),
    command!(
        ClearMarks,
        "Clear arrows and circles",
        |state| Enabled::when(!state.marks().is_empty()),
        Run::Change(pictures::clear_marks),
    )
    .words("remove erase drawings")
    .of_boards(),
    switch!(Coordinates, "Coordinates").words("letters numbers files ranks"),
    switch!(MoveClocks, "Clocks beside moves").words("times list"),
    switch!(Figurines, "Figurines in move list").words("pieces letters notation"),
    switch!(HideResults, "Hide results until watched").words("spoilers winner score replay watch"),
    switch!(Tenths, "Tenths of a second below 20 s").words("clock seconds"),
    command!(
        NextRegion,
        "Next area of the window",
        always,
        Run::Change(|cx| cx.run(Effect::GoToRegion(true))),
    )
    .key("F6")
    .words("focus region pane keyboard")
    .not_in_menu(),
    command!(
        PreviousRegion,
        "Previous area of the window",
        always,
        Run::Change(|cx| cx.run(Effect::GoToRegion(false))),
    )
    .shift("F6")
    .words("focus region pane keyboard")
    .not_in_menu(),
    command!(OpenMenus, "Open menu bar", always, Run::Change(|cx| cx.run(Effect::OpenMenus)),)
        .key("F10")
        .words("menu bar keyboard alt")
        .not_in_menu(),
];
