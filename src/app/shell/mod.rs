//! The window frame: the current panel and dialog, notices and keyboard focus.

mod action;
mod updates;

pub use action::ShellAction;

use crate::app::{Center, Cx, Dialog, Focus, Keymap, Notices, Panel, side_tabs};

#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// The shortcuts in use.
    pub keymap: Keymap,
    /// The panel beside the boards.
    pub panel: Panel,
    /// The number of requests to show a panel. In a window without room for the panel, each request opens the panel as
    /// a drawer.
    pub panel_requests: u64,
    pub dialog: Option<Dialog>,
    pub notices: Notices,
    /// The field that gets the focus in the next frame.
    pub focus: Option<Focus>,
    /// Whether the list of matches is shown beside the boards.
    pub matches: bool,
    pub center: Center,
    /// Whether the window closes without asking about unsaved work.
    pub is_quitting: bool,
    /// The player to whom the report is limited, by name; `None` shows all players.
    pub report_player: Option<String>,
    /// The current date, in the format of the `Date` tag; empty without a window.
    pub today: String,
    /// Whether the user has just asked for the version, so that a missing answer is an error.
    pub(in crate::app) asks_version: bool,
    /// The default printer, if the system has one.
    pub printer: Option<String>,
    /// Whether the notice about first steps (the most important shortcuts) appears with the next match that is shown.
    pub(in crate::app) shows_first_steps: bool,
    /// Whether the window receives no dropped files.
    pub ignores_drops: bool,
    /// Whether the device has a touch screen and neither a mouse nor a keyboard.
    pub has_touch_only: bool,
    /// Whether the system requests reduced motion.
    pub reduced_motion: bool,
    /// Whether the boards are turned around, with the second team below. Belongs to the shown record.
    pub flipped: bool,
}

impl Shell {
    /// Sets the shortcuts after a change of the user's. Texts still omit them where only touch is.
    pub(in crate::app) fn replace_keymap(&mut self, mut keymap: Keymap) {
        if self.has_touch_only {
            keymap.hide();
        }
        self.keymap = keymap;
    }
}

/// Numbers the tabs of the open record, so that each has the shortcut of its place.
pub(in crate::app) fn number_tabs(cx: &mut Cx<'_>) {
    let tabs = side_tabs(cx).into_iter().map(|tab| tab.0).collect();
    cx.shell_mut().keymap.number_tabs(tabs);
}

pub(in crate::app) use action::update_shell;
