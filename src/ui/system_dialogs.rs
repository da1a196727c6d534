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

pub struct SystemDialogs {
    desktop: Desktop,
}

impl SystemDialogs {
    #[must_use]
    pub const fn of(desktop: Desktop) -> Self {
        Self { desktop }
    }
}

/// In a browser, dialogs cannot return a path.
#[cfg(target_arch = "wasm32")]
impl Dialogs for SystemDialogs {
    fn show(&self, _: &FileDialog) -> DialogResult {
        debug_assert_eq!(self.desktop, Desktop::None);
        DialogResult::Unavailable
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Dialogs for SystemDialogs {
    fn show(&self, dialog: &FileDialog) -> DialogResult {
        if self.desktop == Desktop::None {
            return DialogResult::Unavailable;
        }
        let mut shown = rfd::FileDialog::new().set_title(&dialog.title);
        for (name, extensions) in &dialog.filters {
            shown = shown.add_filter(*name, extensions);
        }
        if let Some(folder) = &dialog.folder {
            shown = shown.set_directory(folder);
        }
        if !dialog.name.is_empty() {
            shown = shown.set_file_name(&dialog.name);
        }
        let opened_at = Instant::now();
        let chosen: Option<Vec<PathBuf>> = match dialog.choice {
            FileChoice::Files => shown.pick_files(),
            FileChoice::Folder => shown.pick_folder().map(|folder| vec![folder]),
            FileChoice::SaveFile => shown.save_file().map(|file| vec![file]),
        };
        match chosen {
            Some(paths) if !paths.is_empty() => DialogResult::Paths(paths),
            _ if opened_at.elapsed() < NEVER_SHOWN => DialogResult::Unavailable,
            _ => DialogResult::Cancelled,
        }
    }
}
