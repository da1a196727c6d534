//! [`Shortcut`]: a key with modifiers that runs a command.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Whether Ctrl (or Command) is held.
    pub ctrl: bool,
    pub shift: bool,
    /// The key's name, such as `A`, `ArrowLeft`, `Home`, `Space`, `OpenBracket` or `F1`.
    pub key: &'static str,
}

impl Shortcut {
    /// Returns the displayed text, such as `Ctrl+O` or `Shift+→`.
    #[must_use]
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
}
