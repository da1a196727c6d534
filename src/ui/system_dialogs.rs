//! [`SystemDialogs`]: the dialogs of the system.

use crate::jobs::{Chosen, Desktop, Dialogs, FileChoice, FileDialog};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// A dialog that closes within this time was never shown: where there is none, it answers as if it had been cancelled.
const NEVER_SHOWN: Duration = Duration::from_millis(150);

/// The dialogs that the system has for files and folders.
pub struct SystemDialogs {
    desktop: Desktop,
}

impl SystemDialogs {
    /// Those of `desktop`.
    #[must_use]
    pub const fn of(desktop: Desktop) -> Self {
        Self { desktop }
    }
}

impl Dialogs for SystemDialogs {
    fn show(&self, dialog: &FileDialog) -> Chosen {
        if self.desktop == Desktop::None {
            return Chosen::Unavailable;
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
        let asked = Instant::now();
        let chosen: Option<Vec<PathBuf>> = match dialog.choice {
            FileChoice::Files => shown.pick_files(),
            FileChoice::Folder => shown.pick_folder().map(|folder| vec![folder]),
            FileChoice::SaveFile => shown.save_file().map(|file| vec![file]),
        };
        match chosen {
            Some(paths) if !paths.is_empty() => Chosen::Paths(paths),
            _ if asked.elapsed() < NEVER_SHOWN => Chosen::Unavailable,
            _ => Chosen::Cancelled,
        }
    }
}
