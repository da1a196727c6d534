//! [`SettingsAction`] and what comes of it.

use super::{KeyChoice, Keymap, Switch};
use crate::{
    app::{Command, Effect, Panel, State},
    settings::{BoardColors, KEEP_MEGABYTES, Layout, TEXT_PERCENTS, Theme},
};

/// What a person chooses for the program.
#[derive(Debug)]
pub enum SettingsAction {
    /// So many megabytes may be kept of indexes and unpacked files.
    KeepMegabytes(u32),
    /// Text and buttons are so large, in hundredths of the usual size.
    TextPercent(u16),
    /// Light, dark, or as the system is.
    Theme(Theme),
    /// The colours of the squares.
    BoardColors(BoardColors),
    /// The key of a command.
    SetKey(Command, KeyChoice),
    /// Every command has the key again that it comes with.
    ResetKeys,
    /// The piece set.
    Pieces(&'static str),
    /// The system asks for less motion.
    LessMotion,
    /// The window or a panel of it has another size.
    Layout(Layout),
}

impl State {
    pub(in crate::app) fn update_settings(&mut self, action: SettingsAction) -> Vec<Effect> {
        let settings = &mut self.settings;
        match action {
            SettingsAction::KeepMegabytes(megabytes) => {
                settings.keep_mb = megabytes.clamp(*KEEP_MEGABYTES.start(), *KEEP_MEGABYTES.end());
            }
            SettingsAction::TextPercent(percent) => {
                let (least, most) = (*TEXT_PERCENTS.start(), *TEXT_PERCENTS.end());
                settings.text_percent = percent.clamp(least, most);
            }
            SettingsAction::Theme(theme) => settings.theme = theme,
            SettingsAction::BoardColors(boards) => settings.boards = boards,
            SettingsAction::SetKey(command, choice) => {
                let (keys, id) = (&mut settings.keys, command.info().id);
                match choice {
                    KeyChoice::Usual => keys.remove(id),
                    KeyChoice::None => keys.insert(id.to_owned(), String::new()),
                    KeyChoice::Key(key) => keys.insert(id.to_owned(), key.id()),
                };
                self.shell.keymap = Keymap::of(keys);
            }
            SettingsAction::ResetKeys => {
                settings.keys.clear();
                self.shell.keymap = Keymap::of(&settings.keys);
            }
            SettingsAction::Pieces(name) => name.clone_into(&mut settings.pieces),
            SettingsAction::Layout(layout) if layout == settings.layout => return Vec::new(),
            SettingsAction::Layout(layout) => settings.layout = layout,
            // The system says so anew at every start.
            SettingsAction::LessMotion => {
                self.shell.less_motion = true;
                return Vec::new();
            }
        }
        vec![self.keep()]
    }

    /// Turns `switch` on or off.
    pub(in crate::app) fn switch(&mut self, switch: Switch) -> Vec<Effect> {
        switch.turn(&mut self.settings);
        if switch == Switch::Engine && self.settings.engine {
            self.show_panel(Panel::Engine);
        }
        vec![self.keep()]
    }

    /// Has the settings written as they are now.
    pub(in crate::app) fn keep(&mut self) -> Effect {
        Effect::Keep(Box::new(self.settings.clone()))
    }
}
