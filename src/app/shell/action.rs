//! [`ShellAction`] and what comes of it.

use super::{Dialog, Panel};
use crate::app::{Effect, State, Then, issues::sentence};

/// What is said of a text and of a picture that were copied.
pub(in crate::app) const COPIED: &str = "Copied.";
pub(in crate::app) const PICTURE_COPIED: &str = "The picture is on the clipboard.";

/// The panels, the dialogs and the messages of the window.
#[derive(Debug)]
pub enum ShellAction {
    /// Show a panel.
    Show(Panel),
    /// Show a dialog, or none.
    Dialog(Option<Dialog>),
    /// Put a message away.
    CloseNotice(usize),
    /// Do what a message offers: the message, and which of its offers.
    Accept(usize, usize),
    /// A card for newcomers is in place, unless they have seen it.
    Greet,
    /// What day it is, as a `Date` tag has it.
    Today(String),
    /// Say an error, which has neither a capital nor a full stop yet: a setting could not be kept, a
    /// picture not be read.
    Say(String),
    /// The clipboard has refused something, in the same words.
    ClipboardRefused(String),
}

impl State {
    pub(in crate::app) fn update_shell(&mut self, action: ShellAction) -> Vec<Effect> {
        match action {
            ShellAction::Show(panel) => self.show_panel(panel),
            ShellAction::Dialog(dialog) => {
                if dialog.is_none() {
                    // What was to follow a save is dropped with the question about it.
                    if let Some(file) = self.library.file_mut() {
                        file.save.end_question();
                    }
                }
                let closed = std::mem::replace(&mut self.shell.dialog, dialog);
                if self.shell.dialog.is_none()
                    && matches!(closed, Some(Dialog::Unsaved(Then::Recover(_))))
                {
                    // What was not recovered after all is still offered.
                    self.shell.dialog = Some(Dialog::Recover);
                }
            }
            ShellAction::CloseNotice(index) => {
                self.shell.notices.close(index);
            }
            ShellAction::Accept(index, place) => {
                let Some(notice) = self.shell.notices.get(index) else {
                    return Vec::new();
                };
                let number = notice.number;
                let Some(offer) = notice.offers.get(place).cloned() else {
                    return Vec::new();
                };
                let effects = self.accept(&offer);
                // As long as the user is asked about it, the offer stands.
                if !matches!(self.shell.dialog, Some(Dialog::Unsaved(_))) {
                    self.shell.notices.close_number(number);
                }
                return effects;
            }
            ShellAction::Greet => {
                if !self.settings.welcomed {
                    self.settings.welcomed = true;
                    self.shell.dialog = Some(Dialog::Welcome);
                    return vec![self.keep()];
                }
            }
            ShellAction::Today(date) => self.shell.today = date,
            ShellAction::Say(text) => self.say(sentence(&text)),
            ShellAction::ClipboardRefused(text) => {
                // It was said before the system was asked.
                self.shell.notices.take_back_words(&[COPIED, PICTURE_COPIED]);
                self.say(sentence(&text));
            }
        }
        Vec::new()
    }

    /// Shows a panel, with the side that it stands in.
    pub(in crate::app) const fn show_panel(&mut self, panel: Panel) {
        self.shell.panel = panel;
        self.shell.panels_asked += 1;
        self.settings.side = true;
    }
}
