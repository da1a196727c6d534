//! [`CommandInfo`]: a row of the command table.

use super::{COMMANDS, Command, Menu, Shortcut};
use crate::{
    app::{Cx, Guide, Panel, State, Switch, palette::puzzle::enabled_in_puzzle},
    platform,
};

impl Menu {
    /// Alt with a letter of the title opens the menu. Returns the byte index of that letter in the title.
    pub const fn letter_at(self) -> usize {
        match self {
            // Alt+P opens Play.
            Self::Puzzles => 1,
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    Yes,
    /// Unavailable, for a reason too obvious to state.
    No,
    /// Unavailable for this reason, a sentence.
    Because(&'static str),
}

impl From<bool> for Enabled {
    fn from(is_enabled: bool) -> Self {
        if is_enabled { Self::Yes } else { Self::No }
    }
}

/// A row of the command table.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    pub command: Command,
    /// The command's id in the settings. Invariant: the id never changes, even if the name does.
    pub id: &'static str,
    /// The name, in sentence case; with `…` if a dialog follows.
    pub name: &'static str,
    /// Search terms besides the name.
    pub words: &'static str,
    pub menu: Menu,
    /// Whether the menu omits the command because the command has a shortcut or is in the settings.
    pub is_not_in_menu: bool,
    /// Whether a separator precedes the command in its menu.
    pub line_above: bool,
    /// The default shortcut.
    pub key: Option<Shortcut>,
    /// Whether the command acts on the boards. The shortcut of such a command is ignored while the match table
    /// hides the boards.
    pub of_boards: bool,
    /// Whether the command can change the record.
    pub changes_record: bool,
    /// Whether the command runs again and again while its shortcut is held. Only steps do.
    pub repeats: bool,
    /// Returns whether the command is available, or why not.
    pub enabled: fn(&State) -> Enabled,
    /// Returns whether the command is switched on; `None` if the command is not a toggle.
    pub on: Option<fn(&State) -> bool>,
    pub run: for<'a, 'b> fn(&'a mut Cx<'b>),
}

impl CommandInfo {
    /// Returns a row of `menu` without properties, to be completed. The commands of the Play menu act on the boards.
    pub(super) const fn in_menu(menu: Menu) -> Self {
        Self {
            command: Command::About,
            id: "",
            name: "",
            words: "",
            menu,
            is_not_in_menu: false,
            line_above: false,
            key: None,
            of_boards: matches!(menu, Menu::Play),
            changes_record: false,
            repeats: false,
            enabled: |_| Enabled::Yes,
            on: None,
            run: |_| {},
        }
    }
}

impl Command {
    /// Returns whether the command can replace the match or the dialog, so that moves in the open field must be played
    /// first. Commands for the view leave the field open, and commands that change the record act on what is recorded.
    pub(in crate::app) fn leaves_typed_moves(self) -> bool {
        let info = self.info();
        let is_of_view = matches!(info.menu, Menu::View | Menu::Play)
            || matches!(self, Self::Switch(_) | Self::Show(_));
        !is_of_view && !info.changes_record
    }

    /// Returns whether the platform supports the command. In a browser there are no paths, engines or sounds, and no
    /// window of the program's own.
    pub const fn is_supported(self) -> bool {
        match self {
            Self::AppendMatch | Self::Quit | Self::Reload | Self::Switch(Switch::KeepBackup) => {
                platform::HAS_DISK
            }
            Self::UpdateMatches => platform::HAS_DISK && platform::HAS_NETWORK,
            Self::Switch(Switch::Downloads | Switch::Updates) => platform::HAS_NETWORK,
            Self::AnalyseMatch
            | Self::StopAnalysis
            | Self::Show(Panel::Engine)
            | Self::Switch(Switch::Engine | Switch::Sounds) => platform::HAS_PROCESSES,
            _ => true,
        }
    }

    /// Returns the command's row in the table.
    pub fn info(self) -> &'static CommandInfo {
        let row = COMMANDS.iter().find(|info| info.command == self);
        row.expect("every command has a row")
    }
}

impl Guide {
    /// All pages, in the order of the help.
    pub const ALL: [Self; 8] = [
        Self::Bughouse,
        Self::Replay,
        Self::Analysis,
        Self::Search,
        Self::Kriegspiel,
        Self::Import,
        Self::Formats,
        Self::Keys,
    ];

    /// Returns the command that opens the page.
    pub const fn command(self) -> Command {
        match self {
            Self::Keys => Command::Keys,
            _ => Command::Guide(self),
        }
    }

    /// Returns the title of the page, which is the name of its command.
    pub fn name(self) -> &'static str {
        self.command().info().name
    }
}

pub fn can(state: &State, command: Command) -> bool {
    enabled(state, command) == Enabled::Yes
}

fn enabled(state: &State, command: Command) -> Enabled {
    match state.puzzle() {
        Some(_) => enabled_in_puzzle(state, command),
        None => (command.info().enabled)(state),
    }
}

/// Returns the reason why `command` is unavailable, as a sentence; `None` if it is available or the reason is obvious.
pub fn disabled_reason(state: &State, command: Command) -> Option<&'static str> {
    match enabled(state, command) {
        Enabled::Because(reason) => Some(reason),
        Enabled::Yes | Enabled::No => None,
    }
}

/// Returns whether `command` is switched on; `None` if `command` is not a toggle.
pub fn is_on(state: &State, command: Command) -> Option<bool> {
    command.info().on.map(|on| on(state))
}
