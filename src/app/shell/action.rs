//! [`ShellAction`]: panels, dialogs and notices.

use super::updates;
use crate::{
    app::{Command, Cx, DeferredAction, Dialog, ImportingAction, Panel, copied::Copied},
    text::sentence,
};

#[derive(Debug)]
pub enum ShellAction {
    Show(Panel),
    /// Open or close a dialog.
    Dialog(Option<Dialog>),
    /// Dismiss the notice with this number.
    CloseNotice(u64),
    /// Accept an offer: the index of the notice, and the index of the offer in it.
    Accept(usize, usize),
    /// Show the notice about first steps (the most important shortcuts). The notice appears at once if a file is open,
    /// otherwise with the next match that is shown. Does nothing if an earlier session has shown the notice.
    ShowFirstStepsOnce,
    /// A match was opened: show the notice about first steps if it was requested.
    FirstSteps,
    /// Set the current date, in the format of the `Date` tag.
    Today(String),
    /// Look for a new version if the user has switched that on.
    CheckVersion,
    /// The version at the user's web address of Tandem: empty if it is not newer, `None` without an answer.
    VersionFound(Option<String>),
    /// The default printer was found; the text is its name.
    PrinterFound(String),
    /// The window receives no dropped files: on Wayland, the toolkit does not support them.
    NoDrops,
    /// The device has a touch screen and neither a mouse nor a keyboard.
    TouchOnly,
    /// Show this error. The text begins without a capital and ends without a full stop.
    ShowError(String),
    /// Show this clipboard error. The text begins without a capital and ends without a full stop.
    ClipboardFailed(String),
}

pub(in crate::app) fn update_shell(cx: &mut Cx<'_>, action: ShellAction) {
    match action {
        ShellAction::Show(panel) => cx.show_panel(panel),
        ShellAction::Dialog(dialog) => {
            let is_closing = dialog.is_none();
            let closed = std::mem::replace(&mut cx.shell_mut().dialog, dialog);
            if !is_closing {
                return;
            }
            // Closing the dialog also drops the action deferred until after the save.
            cx.end_save_prompt();
            if matches!(closed, Some(Dialog::Import | Dialog::Unsaved(_))) {
                cx.request(ImportingAction::Closed);
            }
            if matches!(closed, Some(Dialog::Unsaved(DeferredAction::Recover(_)))) {
                // Changes that were not recovered are offered again.
                cx.open_dialog(Dialog::Recover);
            }
        }
        ShellAction::CloseNotice(number) => cx.notices().close(number),
        ShellAction::Accept(index, place) => {
            let Some(notice) = cx.shell.notices.get(index) else { return };
            let number = notice.number;
            let Some(offer) = notice.offers.get(place).cloned() else { return };
            offer.accept(cx);
            // If the offer has opened the dialog about unsaved work, the notice stays: after cancelling the dialog, the
            // user can accept the offer again.
            if !matches!(cx.shell.dialog, Some(Dialog::Unsaved(_))) {
                cx.notices().close(number);
            }
        }
        ShellAction::ShowFirstStepsOnce => {
            cx.shell_mut().shows_first_steps = !cx.settings.welcomed;
            if cx.library.file().is_some() {
                show_first_steps(cx);
            }
        }
        ShellAction::FirstSteps => show_first_steps(cx),
        ShellAction::Today(date) => {
            cx.shell_mut().today = date;
            if cx.settings.update_date != cx.shell.today {
                updates::check_version(cx);
            }
        }
        ShellAction::CheckVersion => updates::check_version(cx),
        ShellAction::VersionFound(found) => updates::show(cx, found),
        ShellAction::PrinterFound(name) => cx.shell_mut().printer = Some(name),
        ShellAction::NoDrops => cx.shell_mut().ignores_drops = true,
        ShellAction::TouchOnly => {
            let shell = cx.shell_mut();
            (shell.has_touch_only, shell.ignores_drops) = (true, true);
            shell.keymap.hide();
        }
        ShellAction::ShowError(text) => cx.warn(sentence(&text)),
        ShellAction::ClipboardFailed(text) => {
            // Removes the notice that the text was copied. It was shown before the system reported the failure.
            cx.notices().dismiss_texts(&Copied::ALL.map(Copied::words));
            cx.warn(sentence(&text));
        }
    }
}

/// Shows the notice about first steps (the shortcuts of some important commands) if the notice was requested. The
/// notice appears once for each user, and expires.
fn show_first_steps(cx: &mut Cx<'_>) {
    if !std::mem::take(&mut cx.shell_mut().shows_first_steps) {
        return;
    }
    cx.change_settings(|settings| settings.welcomed = true);
    let steps = [
        (Command::PlayPause, "play"),
        (Command::StepForward, "next move"),
        (Command::EditComment, "comment"),
        (Command::Palette, "all commands"),
    ];
    let steps: Vec<String> = steps
        .into_iter()
        .filter_map(|(command, words)| {
            let key = cx.shell.keymap.key(command)?;
            Some(format!("{}: {words}", key.text()))
        })
        .collect();
    // The notice is one short line, so that it does not cover the timeline. If the user has removed the shortcuts,
    // there is nothing to show.
    if !steps.is_empty() {
        cx.notify(steps.join(" · "));
    }
}
