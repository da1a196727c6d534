//! [`KeyPress`]: a key press and its meaning in a field, a menu or the table of commands.

use super::{FocusStep, KeyHandler};
use crate::{
    app::{Command, Keymap, Menu, Shortcut},
    notation::GLYPHS,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    /// The key, and whether Ctrl and Shift are held. Tab and all keys that a shortcut can use have a name; the name of
    /// any other key is empty.
    pub shortcut: Shortcut,
    pub alt: bool,
    /// The digit at the place of the key on most keyboards, if the layout types a sign there instead: on a French
    /// keyboard, the key of `4` types an apostrophe without Shift.
    pub digit: Option<&'static str>,
    /// The character that the press types, if it is known.
    pub character: Option<char>,
    /// Whether the key was pressed before and is still held.
    pub is_repeat: bool,
}

impl KeyPress {
    /// Returns the name of the key if none of Ctrl, Alt and Shift is held, otherwise `None`.
    pub(super) fn plain(self) -> Option<&'static str> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        if !ctrl && !shift && !self.alt { Some(key) } else { None }
    }

    /// Returns the focus step if this is the Tab key.
    pub(super) fn tab(self) -> Option<KeyHandler> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        if key != "Tab" || ctrl || self.alt {
            return None;
        }
        Some(KeyHandler::Focus(if shift { FocusStep::Previous } else { FocusStep::Next }))
    }

    /// Returns whether a text field uses the key. With Ctrl, a text field uses only editing keys. Without Ctrl and Alt,
    /// a text field uses all keys except function keys and Tab.
    pub(super) fn edits_text(self) -> bool {
        const WITH_CTRL: &str =
            "A C V X Y Z ArrowLeft ArrowRight ArrowUp ArrowDown Home End Backspace Delete";
        let Shortcut { ctrl, key, .. } = self.shortcut;
        if ctrl {
            return WITH_CTRL.split(' ').any(|name| name == key);
        }
        !self.alt && !is_function_key(key) && key != "Tab"
    }

    /// Returns the menu that the key press opens. Alt with the letter of a menu opens that menu; other presses give
    /// `None`.
    pub(super) fn menu(self) -> Option<Menu> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        let mut menus = Menu::ALL.into_iter();
        let opens = |menu: &Menu| {
            let letter = menu.name().get(menu.letter_at()..=menu.letter_at());
            letter.is_some_and(|letter| letter.eq_ignore_ascii_case(key))
        };
        if self.alt && !ctrl && !shift { menus.find(opens) } else { None }
    }

    /// Returns the command with this shortcut. If no command has this exact shortcut, a press with Shift runs the
    /// command whose shortcut is the same without Shift. Some keyboards need Shift to type a bracket or a digit. A sign on
    /// the digit row that is no shortcut and needs no Shift stands for its digit. `!` and `?` toggle these glyphs, on
    /// whatever key they are.
    pub(super) fn command(self, keymap: &Keymap) -> Option<Command> {
        // No command uses Alt.
        if self.alt {
            return None;
        }
        // `@` on the key of 2 is no 2.
        let is_shifted_sign =
            self.shortcut.shift && self.character.is_some_and(|it| it.is_ascii_punctuation());
        let shifted_or_not = |key: &'static str| {
            let pressed = Shortcut { key, ..self.shortcut };
            let is_other_sign = is_shifted_sign && key.bytes().all(|byte| byte.is_ascii_digit());
            let unshifted = Shortcut { shift: is_other_sign, ..pressed };
            keymap.command(pressed).or_else(|| keymap.command(unshifted))
        };
        shifted_or_not(self.shortcut.key)
            .or_else(|| self.glyph())
            .or_else(|| shifted_or_not(self.digit?))
    }

    /// Returns the letter of a piece that the press types with Shift, unless it is the shortcut of a command.
    pub(super) fn piece(self, keymap: &Keymap) -> Option<char> {
        let Shortcut { ctrl, shift, key } = self.shortcut;
        let letter = "KQRBNP".chars().find(|letter| key.chars().eq([*letter]))?;
        let is_shortcut = keymap.keys().any(|(shortcut, _)| shortcut == self.shortcut);
        if shift && !ctrl && !self.alt && !is_shortcut { Some(letter) } else { None }
    }

    /// Returns the command for the glyph `!` or `?` if the press types it.
    pub(super) fn glyph(self) -> Option<Command> {
        let typed = self.character?.to_string();
        let place = GLYPHS.iter().position(|glyph| *glyph == typed)?;
        Some(Command::Glyph(u8::try_from(place).ok()?))
    }
}

/// Returns whether this is a function key such as `F1`; the letter F is not.
pub(super) fn is_function_key(name: &str) -> bool {
    let number = name.strip_prefix('F');
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}
