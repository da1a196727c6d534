//! Queries of the desktop, and opening of files with their default programs.

use super::{Desktop, JobContext, Lane, task::Task};
use crate::app::{Action, SettingsAction, ShellAction};
use std::path::PathBuf;

/// Opens a file, or a folder, with its default program.
pub(super) struct ShowFile {
    pub(super) path: PathBuf,
    pub(super) desktop: Desktop,
}

impl Task for ShowFile {
    const TITLE: &'static str = "opening the file";
    const LANE: Lane = Lane::LowPriority;

    fn run(self, context: &JobContext<Action>) {
        if let Err(error) = self.desktop.show(&self.path) {
            let path = self.path.display();
            let words = format!("saved as {path}, but no program could open it ({error})");
            context.send(ShellAction::ShowError(words));
        }
    }
}

/// Queries the setting for reduced motion.
pub(super) struct QueryMotion(pub(super) Desktop);

impl Task for QueryMotion {
    const TITLE: &'static str = "reading the desktop settings";
    const LANE: Lane = Lane::LowPriority;

    fn run(self, context: &JobContext<Action>) {
        if self.0.wants_less_motion() {
            context.send(SettingsAction::LessMotion);
        }
    }
}

/// Queries the default printer.
pub(super) struct FindPrinter(pub(super) Desktop);

impl Task for FindPrinter {
    const TITLE: &'static str = "looking for a printer";
    const LANE: Lane = Lane::LowPriority;

    fn run(self, context: &JobContext<Action>) {
        if let Some(printer) = self.0.printer() {
            context.send(ShellAction::PrinterFound(printer));
        }
    }
}
