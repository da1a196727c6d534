//! [`Shortcut`], and [`Keymap`]: the shortcuts of the command table, with the user's changes.

use crate::app::{COMMANDS, Command, CommandInfo, Panel};
use std::collections::BTreeMap;

/// The names of the keys that shortcuts can use.
const KEY_NAMES: &str = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 0 1 2 3 4 5 6 7 8 9 \
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 ArrowLeft ArrowRight ArrowUp ArrowDown Home End PageUp \
    PageDown Insert Delete Backspace Space Enter Escape Comma Period Minus Plus Equals Slash \
    Backslash Semicolon Quote OpenBracket CloseBracket";

/// Returns the names of the keys that shortcuts can use.
pub fn key_names() -> impl Iterator<Item = &'static str> {
    KEY_NAMES.split_ascii_whitespace()
}

/// A key with modifiers that runs a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Whether Ctrl (or Command) is held.
    pub ctrl: bool,
    pub shift: bool,
    /// The key's name, such as `A`, `ArrowLeft`, `Home`, `Space`, `OpenBracket` or `F1`.
    pub key: &'static str,
}

/// A choice for the shortcut of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyChoice {
    /// The default shortcut.
    Default,
    None,
    Key(Shortcut),
}

/// Returns the default shortcut of the tab at `place`, counted from 0.
fn tab_shortcut(place: usize) -> Option<Shortcut> {
    let mut numbers = key_names().filter(|key| matches!(key.as_bytes(), [b'1'..=b'9']));
    Some(Shortcut { ctrl: true, shift: false, key: numbers.nth(place)? })
}

#[derive(Clone, Debug, PartialEq)]
pub struct Keymap {
    keys: Vec<(Command, Option<Shortcut>)>,
    /// The commands of panels whose shortcut is the number of their tab: those without a shortcut in the command table
    /// or of the user's.
    numbered: Vec<Command>,
    /// The tabs that were numbered last.
    tabs: Vec<Panel>,
    /// Whether texts omit the shortcuts.
    is_hidden: bool,
}

impl Default for Keymap {
    fn default() -> Self {
        Self::of(&BTreeMap::new())
    }
}

impl Keymap {
    /// Returns the shortcuts of the command table with the user's changes. `chosen` maps the id of a command to its new
    /// shortcut. An empty text removes the shortcut; an invalid text is ignored.
    pub fn of(chosen: &BTreeMap<String, String>) -> Self {
        let key = |info: &CommandInfo| match chosen.get(info.id) {
            None => info.key,
            Some(text) if text.is_empty() => None,
            Some(text) => Shortcut::parse(text).or(info.key),
        };
        let keys = COMMANDS.iter().map(|info| (info.command, key(info))).collect();
        let is_numbered = |info: &&CommandInfo| {
            let has_own_key = info.key.is_some() || chosen.contains_key(info.id);
            matches!(info.command, Command::Show(_)) && !has_own_key
        };
        let numbered = COMMANDS.iter().filter(is_numbered).map(|info| info.command).collect();
        let mut keymap = Self { keys, numbered, tabs: Vec::new(), is_hidden: false };
        keymap.number_tabs(Panel::tabs_of_match().map(|tab| tab.0).collect());
        keymap
    }

    /// Makes Ctrl and a number the shortcut of each of `tabs`, counted from the left. A tab has no such shortcut if
    /// another command has it, or if the user has chosen another one.
    pub fn number_tabs(&mut self, tabs: Vec<Panel>) {
        if tabs == self.tabs {
            return;
        }
        let others = self.keys.iter().filter(|(command, _)| !self.numbered.contains(command));
        let taken: Vec<Shortcut> = others.filter_map(|(_, key)| *key).collect();
        for (command, key) in &mut self.keys {
            if self.numbered.contains(command) {
                let place = tabs.iter().position(|tab| Command::Show(*tab) == *command);
                *key = place.and_then(tab_shortcut).filter(|key| !taken.contains(key));
            }
        }
        self.tabs = tabs;
    }

    /// Omits the shortcuts from all texts, on a device without a keyboard. They work nevertheless.
    pub const fn hide(&mut self) {
        self.is_hidden = true;
    }

    pub const fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Returns the shortcut of `command` for a text; `None` if texts omit the shortcuts.
    pub fn key(&self, command: Command) -> Option<Shortcut> {
        if self.is_hidden { None } else { self.assigned(command) }
    }

    fn assigned(&self, command: Command) -> Option<Shortcut> {
        let mut keys = self.keys.iter();
        keys.find(|(other, _)| *other == command).and_then(|(_, key)| *key)
    }

    /// Returns every command with a shortcut, in table order.
    pub fn keys(&self) -> impl Iterator<Item = (Shortcut, Command)> {
        let keys = self.keys.iter();
        keys.filter_map(|(command, key)| Some(((*key)?, *command)))
    }

    /// Returns the first command with the shortcut `key`.
    pub fn command(&self, key: Shortcut) -> Option<Command> {
        self.keys().find(|(other, _)| *other == key).map(|(_, command)| command)
    }

    /// Returns the first other command with the same shortcut as `command`, if any.
    pub fn conflict(&self, command: Command) -> Option<Command> {
        let key = self.assigned(command)?;
        let mut others = self.keys().filter(|(other, _)| *other == key);
        others.find(|(_, other)| *other != command).map(|(_, other)| other)
    }

    /// Returns the command's name with its shortcut for a tooltip, such as `Flip boards (F)`.
    pub fn tooltip(&self, command: Command) -> String {
        self.beside(command.info().name, &[command])
    }

    /// Appends the shortcuts of `commands` to `words`, as in `Speed ([ and ])`.
    pub fn beside(&self, words: &str, commands: &[Command]) -> String {
        let keys = commands.iter().filter_map(|command| self.key(*command));
        let keys: Vec<String> = keys.map(Shortcut::text).collect();
        if keys.is_empty() { words.to_owned() } else { format!("{words} ({})", keys.join(" and ")) }
    }

    /// Appends a shortcut that users cannot change to `words`, as in `Close (Esc)`.
    pub fn beside_fixed(&self, words: &str, shortcut: &str) -> String {
        if self.is_hidden { words.to_owned() } else { format!("{words} ({shortcut})") }
    }
}

impl Shortcut {
    /// Returns the displayed text, such as `Ctrl+O` or `Shift+→`.
    pub fn text(self) -> String {
        let key = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "PageUp" => "Page Up",
            "PageDown" => "Page Down",
            "Comma" => ",",
            "Escape" => "Esc",
            key => key,
        };
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
    }

    /// Returns the format used in the settings, such as `Ctrl+Shift+ArrowLeft`.
    pub fn id(self) -> String {
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{}", self.key)
    }

    /// Parses the format of [`Shortcut::id`]. Returns `None` if `text` has another format or names an unknown key.
    pub fn parse(text: &str) -> Option<Self> {
        let after_ctrl = text.strip_prefix("Ctrl+");
        let ctrl = after_ctrl.is_some();
        let text = after_ctrl.unwrap_or(text);
        let after_shift = text.strip_prefix("Shift+");
        let shift = after_shift.is_some();
        let name = after_shift.unwrap_or(text);
        let key = key_names().find(|key| *key == name)?;
        Some(Self { ctrl, shift, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Switch;
    use std::collections::HashSet;

    #[test]
    fn every_shortcut_round_trips() {
        for info in COMMANDS {
            if let Some(key) = info.key {
                assert_eq!(Shortcut::parse(&key.id()), Some(key), "{}", info.name);
            }
        }
    }

    #[test]
    fn commands_have_distinct_shortcuts_and_ids() {
        let mut keys = HashSet::new();
        let mut words = HashSet::new();
        for info in COMMANDS {
            assert!(words.insert(info.id), "{}", info.name);
            assert!(info.key.is_none_or(|key| keys.insert(key)), "{}", info.name);
        }
    }

    #[test]
    fn custom_shortcuts_replace_the_defaults() {
        let chosen = [("Flip", "Ctrl+G"), ("SwitchBoards", ""), ("Open", "Hyper+9")]
            .map(|(command, key)| (command.to_owned(), key.to_owned()));
        let keymap = Keymap::of(&chosen.into());
        assert_eq!(keymap.tooltip(Command::Flip), "Flip boards (Ctrl+G)");
        assert_eq!(keymap.tooltip(Command::Switch(Switch::SwitchBoards)), "Switch boards");
        assert_eq!(keymap.tooltip(Command::Open), "Open… (Ctrl+O)");
        let flip_and_open = [Command::Flip, Command::Open];
        assert_eq!(keymap.beside("Both", &flip_and_open), "Both (Ctrl+G and Ctrl+O)");
        let none = [Command::Switch(Switch::SwitchBoards)];
        assert_eq!(keymap.beside("Neither", &none), "Neither");
        assert_eq!(keymap.conflict(Command::Flip), None);
        let twice = [("Flip".to_owned(), "X".to_owned())];
        let keymap = Keymap::of(&twice.into());
        assert_eq!(keymap.conflict(Command::Flip), Some(Command::Switch(Switch::SwitchBoards)));
    }

    #[test]
    fn numbers_follow_the_tabs_unless_another_command_has_the_key() {
        let shortcut =
            |keymap: &Keymap, panel| keymap.key(Command::Show(panel)).map(Shortcut::text);
        let mut keymap = Keymap::default();
        assert_eq!(shortcut(&keymap, Panel::Tags).as_deref(), Some("Ctrl+3"));
        keymap.number_tabs(vec![Panel::Moves, Panel::Belief, Panel::Tags, Panel::Search]);
        assert_eq!(shortcut(&keymap, Panel::Belief).as_deref(), Some("Ctrl+2"));
        assert_eq!(shortcut(&keymap, Panel::Notes), None);
        assert_eq!(shortcut(&keymap, Panel::Search).as_deref(), Some("Ctrl+Shift+F"));
        let chosen = [("Flip", "Ctrl+2"), ("ShowMoves", ""), ("ShowTags", "Ctrl+J")]
            .map(|(command, key)| (command.to_owned(), key.to_owned()));
        let mut keymap = Keymap::of(&chosen.into());
        keymap.number_tabs(vec![Panel::Moves, Panel::Belief, Panel::Tags]);
        assert_eq!(shortcut(&keymap, Panel::Moves), None, "cleared");
        assert_eq!(shortcut(&keymap, Panel::Belief), None, "Flip boards has it");
        assert_eq!(shortcut(&keymap, Panel::Tags).as_deref(), Some("Ctrl+J"));
    }
}
