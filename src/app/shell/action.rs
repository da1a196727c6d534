//! [`ShellAction`] and what comes of it.

use super::{Dialog, Panel};
use crate::app::{Effect, State, issues::sentence};

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
                    // What was to follow a save was called off with the question about it.
                    self.call_off();
                }
                self.shell.dialog = dialog;
            }
            ShellAction::CloseNotice(index) => {
                self.shell.notices.close(index);
            }
            ShellAction::Accept(index, place) => {
                if let Some(offer) = self.shell.notices.close(index).get(place) {
                    return self.accept(offer);
                }
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
