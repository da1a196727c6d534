//! The command table, from which menus, shortcuts, tooltips, the command search and the list of keys are built.

mod analysis;
mod edit;
mod file;
mod help;
mod kriegspiel;
mod play;
mod puzzles;
mod view;

pub(in crate::app) use play::steps_through;

use super::{Command, CommandInfo, Enabled, Menu, Run};
use crate::app::State;

/// The rows of each menu, in the order of [`Menu::ALL`].
const MENUS: [&[CommandInfo]; Menu::ALL.len()] = [
    file::ROWS,
    edit::ROWS,
    view::ROWS,
    play::ROWS,
    analysis::ROWS,
    puzzles::ROWS,
    kriegspiel::ROWS,
    help::ROWS,
];

const COUNT: usize = count();

const fn count() -> usize {
    let (mut menu, mut count) = (0, 0);
    while menu < MENUS.len() {
        count += MENUS[menu].len();
        menu += 1;
    }
    count
}

const fn joined() -> [CommandInfo; COUNT] {
    let mut rows = [file::ROWS[0]; COUNT];
    let (mut menu, mut place) = (0, 0);
    while menu < MENUS.len() {
        let mut row = 0;
        while row < MENUS[menu].len() {
            rows[place] = MENUS[menu][row].in_menu(Menu::ALL[menu]);
            place += 1;
            row += 1;
        }
        menu += 1;
    }
    rows
}

static ROWS: [CommandInfo; COUNT] = joined();

/// The commands in menu order.
pub static COMMANDS: &[CommandInfo] = &ROWS;

/// Creates the row of a command without a shortcut. The table that contains it determines its menu.
const fn row(
    command: Command,
    id: &'static str,
    name: &'static str,
    enabled: fn(&State) -> Enabled,
    run: Run,
) -> CommandInfo {
    CommandInfo::new((command, id, name), enabled, run)
}

/// The row of a command without a shortcut; the variant's name is the id.
macro_rules! command {
    ($command:ident, $name:expr, $enabled:expr, $run:expr $(,)?) => {
        $crate::app::palette::table::row(
            $crate::app::Command::$command,
            stringify!($command),
            $name,
            $enabled,
            $run,
        )
    };
}
use command;

/// The row of a command that toggles a setting.
macro_rules! switch {
    ($switch:ident, $name:literal) => {
        $crate::app::palette::table::row(
            $crate::app::Command::Switch($crate::app::Switch::$switch),
            stringify!($switch),
            $name,
            $crate::app::palette::table::always,
            $crate::app::palette::Run::Act(|| {
                $crate::app::Action::Settings($crate::app::SettingsAction::Toggle(
                    $crate::app::Switch::$switch,
                ))
            }),
        )
        .on(|state| $crate::app::Switch::$switch.is_on(&state.settings))
    };
}
use switch;

/// The row of a command that shows a panel.
macro_rules! panel {
    ($panel:ident, $name:literal, $enabled:expr) => {
        $crate::app::palette::table::row(
            $crate::app::Command::Show($crate::app::Panel::$panel),
            concat!("Show", stringify!($panel)),
            $name,
            $enabled,
            $crate::app::palette::Run::Change(|cx| {
                cx.show_panel($crate::app::Panel::$panel);
            }),
        )
    };
}
use panel;

/// Enables a command unconditionally.
const fn always(_: &State) -> Enabled {
    Enabled::Yes
}

/// Enables a command if a match or game is open.
fn open(state: &State) -> Enabled {
    Enabled::when(state.open.is_some())
}

/// Enables a command if a file is open.
fn file(state: &State) -> Enabled {
    Enabled::when(state.library.file().is_some())
}

/// Enables a command for a match; for a game of Kriegspiel it is disabled, with the reason `why`.
fn with_match(state: &State, why: &'static str) -> Enabled {
    match state.game_views() {
        Some(_) => Enabled::Because(why),
        None => open(state),
    }
}

/// Enables a command for a match; for a game of Kriegspiel it is disabled for an obvious reason.
fn a_match(state: &State) -> Enabled {
    Enabled::when(state.open.is_some() && state.game_views().is_none())
}

/// Enables a command if notes are shown; a player's view of the referee's file hides them.
fn notes(state: &State) -> Enabled {
    if state.shows_notes() {
        return open(state);
    }
    Enabled::Because(
        "The referee’s notes may reveal hidden information. Switch to the referee’s view to see \
         them.",
    )
}

/// Enables a command if notes are shown and the current moment is after a ply.
fn notes_of_ply(state: &State) -> Enabled {
    match notes(state) {
        Enabled::Yes => Enabled::when(state.moment() > 0),
        no => no,
    }
}

/// Enables a command for a game of Kriegspiel.
fn a_game(state: &State) -> Enabled {
    Enabled::when(state.game_views().is_some())
}

/// Enables a command in a variation.
fn in_variation(state: &State) -> Enabled {
    Enabled::when(state.attempt().variation.is_some())
}
