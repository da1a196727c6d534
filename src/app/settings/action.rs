//! [`SettingsAction`]: changes of the settings.

use crate::{
    app::{Command, EngineAction, KeyChoice, Keymap, Panel, ShellAction, Switch, context::Cx},
    settings::{BoardColors, EngineSetup, Layout, Settings, Theme},
};

/// A change of the user's settings, or of the desktop's setting for reduced motion.
#[derive(Debug)]
pub enum SettingsAction {
    /// Replace the settings by those of the settings dialog.
    Change(Box<Settings>),
    /// Set the size of text and buttons, in per cent of the default.
    TextPercent(u16),
    Theme(Theme),
    BoardColors(BoardColors),
    SetKey(Command, KeyChoice),
    /// Reset all shortcuts.
    ResetKeys,
    Pieces(&'static str),
    /// Clear the list of recent files.
    ForgetRecent,
    /// The system requests reduced motion.
    LessMotion,
    /// Store the layout of the window.
    Layout(Layout),
    Toggle(Switch),
}

impl SettingsAction {
    /// Applies the change and saves the settings. Does not save the settings after an unchanged layout or a request for
    /// reduced motion.
    pub(in crate::app) fn apply(self, cx: &mut Cx<'_>) {
        let settings = cx.settings_mut();
        match self {
            Self::Change(changed) => change(cx, *changed),
            Self::TextPercent(percent) => settings.text_percent = percent,
            Self::Theme(theme) => settings.theme = theme,
            Self::BoardColors(boards) => settings.boards = boards,
            Self::SetKey(command, choice) => set_key(cx, command, choice),
            Self::ResetKeys => {
                settings.keys.clear();
                let keymap = Keymap::of(&settings.keys);
                cx.shell_mut().replace_keymap(keymap);
            }
            Self::ForgetRecent => settings.recent.clear(),
            Self::Pieces(name) => name.clone_into(&mut settings.pieces),
            Self::Toggle(switch) => return switch.toggle(cx),
            Self::Layout(layout) if layout == settings.layout => return,
            Self::Layout(layout) => settings.layout = layout,
            // The request is not stored, because it is read from the desktop at every start.
            Self::LessMotion => {
                cx.shell_mut().reduced_motion = true;
                return;
            }
        }
        cx.save_settings();
    }
}

/// Replaces the settings. A change of the engines restarts them after a failure.
fn change(cx: &mut Cx<'_>, mut changed: Settings) {
    let page = changed.page.split('#').next().unwrap_or_default();
    changed.page = page.trim_end().to_owned();
    changed.limit();
    let before = std::mem::replace(cx.settings_mut(), changed).engine_setup;
    let EngineSetup { path, two, second_path, .. } = &cx.settings.engine_setup;
    if (path, two, second_path) != (&before.path, &before.two, &before.second_path) {
        cx.request(EngineAction::Restart);
    }
}

/// Sets the shortcut of `command`. Another command with the same shortcut loses the shortcut, and a notice
/// names that command.
fn set_key(cx: &mut Cx<'_>, command: Command, choice: KeyChoice) {
    let holder = match choice {
        KeyChoice::Key(key) => cx.shell.keymap.command(key),
        KeyChoice::Default | KeyChoice::None => None,
    };
    let keys = &mut cx.settings_mut().keys;
    let id = command.info().id;
    match choice {
        KeyChoice::Default => keys.remove(id),
        KeyChoice::None => keys.insert(id.to_owned(), String::new()),
        KeyChoice::Key(key) => keys.insert(id.to_owned(), key.id()),
    };
    let mut keymap = Keymap::of(keys);
    let mut reassigned = Vec::new();
    while let Some(other) = keymap.conflict(command) {
        keys.insert(other.info().id.to_owned(), String::new());
        keymap = Keymap::of(keys);
        reassigned.push(format!("“{}”", other.info().name));
    }
    // A tab has lost its number without a change of the user's shortcuts.
    if let Some(holder) = holder
        && holder != command
        && keymap.key(holder).is_none()
        && reassigned.is_empty()
    {
        reassigned.push(format!("“{}”", holder.info().name));
    }
    let key = keymap.key(command);
    cx.shell_mut().replace_keymap(keymap);
    if let Some(key) = key
        && !reassigned.is_empty()
    {
        cx.notify(format!("{} is no longer assigned to {}.", key.text(), reassigned.join(" and ")));
    }
}

impl Switch {
    /// Toggles the switch, and saves the settings. Switching the engine on shows the Engine panel.
    pub(in crate::app) fn toggle(self, cx: &mut Cx<'_>) {
        self.turn(cx.settings_mut());
        if self == Self::Engine && cx.settings.engine {
            cx.show_panel(Panel::Engine);
        }
        cx.save_settings();
        if self == Self::Updates {
            cx.shell_mut().asks_version = self.is_on(&cx.settings);
            cx.request(ShellAction::CheckVersion);
        }
    }
}
