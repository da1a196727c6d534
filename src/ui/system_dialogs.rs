//! [`SystemDialogs`]: the file dialogs of the system.

use crate::jobs::{Desktop, DialogResult, Dialogs, FileDialog};
#[cfg(not(target_arch = "wasm32"))]
use {
    crate::{clock::Instant, jobs::FileChoice},
    std::{path::PathBuf, time::Duration},
};

/// A dialog that closes within this time was never shown: if the system has no dialogs, the call returns as if the user
/// had cancelled.
#[cfg(not(target_arch = "wasm32"))]
const NEVER_SHOWN: Duration = Duration::from_millis(150);

pub struct SystemDialogs(pub Desktop);

/// In a browser, dialogs cannot return a path.
#[cfg(target_arch = "wasm32")]
impl Dialogs for SystemDialogs {
    fn show(&self, _: &FileDialog) -> DialogResult {
        debug_assert_eq!(self.0, Desktop::None);
        DialogResult::Unavailable
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Dialogs for SystemDialogs {
    fn show(&self, dialog: &FileDialog) -> DialogResult {
        if self.0 == Desktop::None {
            return DialogResult::Unavailable;
        }
        let mut system_dialog = rfd::FileDialog::new().set_title(&dialog.title);
        for (name, extensions) in &dialog.filters {
            system_dialog = system_dialog.add_filter(*name, extensions);
        }
        if let Some(folder) = &dialog.folder {
            system_dialog = system_dialog.set_directory(folder);
        }
        if !dialog.name.is_empty() {
            system_dialog = system_dialog.set_file_name(&dialog.name);
        }
        let opened_at = Instant::now();
        let chosen: Option<Vec<PathBuf>> = match dialog.choice {
            FileChoice::Files => system_dialog.pick_files(),
            FileChoice::Folder => system_dialog.pick_folder().map(|folder| vec![folder]),
            FileChoice::SaveFile => system_dialog.save_file().map(|file| vec![file]),
        };
        match chosen {
            Some(paths) if !paths.is_empty() => DialogResult::Paths(paths),
            _ if opened_at.elapsed() < NEVER_SHOWN => DialogResult::Unavailable,
            _ => DialogResult::Cancelled,
        }
    }
}
