//! [`ShellAction`] and what comes of it.

use super::{Dialog, Panel};
use crate::app::{Cx, Then, issues::sentence, library};

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

pub(in crate::app) fn update_shell(cx: &mut Cx<'_>, action: ShellAction) {
    match action {
        ShellAction::Show(panel) => cx.show_panel(panel),
        ShellAction::Dialog(dialog) => {
            if dialog.is_none() {
                // What was to follow a save is dropped with the question about it.
                if let Some(file) = cx.library.file_mut() {
                    file.save.end_question();
                }
            }
            let closed = std::mem::replace(&mut cx.shell.dialog, dialog);
            if cx.shell.dialog.is_none()
                && matches!(closed, Some(Dialog::Unsaved(Then::Recover(_))))
            {
                // What was not recovered after all is still offered.
                cx.shell.dialog = Some(Dialog::Recover);
            }
        }
        ShellAction::CloseNotice(index) => {
            cx.shell.notices.close(index);
        }
        ShellAction::Accept(index, place) => {
            let Some(notice) = cx.shell.notices.get(index) else {
                return;
            };
            let number = notice.number;
            let Some(offer) = notice.offers.get(place).cloned() else {
                return;
            };
            library::accept(cx, &offer);
            // As long as the user is asked about it, the offer stands.
            if !matches!(cx.shell.dialog, Some(Dialog::Unsaved(_))) {
                cx.shell.notices.close_number(number);
            }
        }
        ShellAction::Greet => {
            if !cx.settings.welcomed {
                cx.settings.welcomed = true;
                cx.shell.dialog = Some(Dialog::Welcome);
                cx.save_settings();
            }
        }
        ShellAction::Today(date) => cx.shell.today = date,
        ShellAction::Say(text) => cx.say(sentence(&text)),
        ShellAction::ClipboardRefused(text) => {
            // It was said before the system was asked.
            cx.shell.notices.take_back_words(&[COPIED, PICTURE_COPIED]);
            cx.say(sentence(&text));
        }
    }
}
