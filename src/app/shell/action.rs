//! [`ShellAction`] and what comes of it.

use super::{Dialog, Panel};
use crate::app::{Effect, State, issues::sentence};

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
