//! Drawing: pictures into files, and pages to print.

use super::desktop::Desktop;
use crate::{
    app::{Action, DrawOutcome, Drawn, PictureJob, PrintJob, ShellAction, board_theme},
    diagram::{PictureError, PieceSet, Sheet, print},
    document::Document,
    file::{FileError, FileRange, Fingerprint, Source, atomic_write, atomic_write_private, system},
    settings::BoardColors,
};
use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Draws a picture into its file.
pub(super) fn draw(job: &PictureJob) -> Drawn {
    let typed = Path::new(job.choice.path.trim());
    let to = std::path::absolute(typed).unwrap_or_else(|_| typed.to_owned());
    let outcome = drawn(job, &to).unwrap_or_else(|outcome| outcome);
    Drawn { to, outcome }
}

fn drawn(job: &PictureJob, to: &Path) -> Result<DrawOutcome, DrawOutcome> {
    if !job.choice.replace && Fingerprint::of(to).is_ok() {
        return Ok(DrawOutcome::Exists);
    }
    let bytes = bytes_of(job).map_err(DrawOutcome::NoPicture)?;
    atomic_write(to, &bytes, false).map_err(DrawOutcome::NoFile)?;
    Ok(DrawOutcome::Done)
}

fn bytes_of(job: &PictureJob) -> Result<Vec<u8>, PictureError> {
    let pieces = PieceSet::load(&job.pieces)?;
    let look = job.choice.look(&pieces);
    job.choice.form.draw(&job.scene, &look, job.choice.width)
}

/// Puts a match on pages and shows them with whatever the system shows pages with.
pub(super) fn print_match(job: &PrintJob, desktop: Desktop) -> Action {
    match printed(job) {
        Ok(path) => {
            let shown = desktop.show(&path);
            let path = path.display();
            Action::Shell(ShellAction::Say(match shown {
                Ok(()) => format!("the pages to print are in {path}"),
                Err(error) => {
                    format!("the pages to print are in {path}, and nothing shows them ({error})")
                }
            }))
        }
        Err(error) => Action::Shell(ShellAction::Say(error.to_string())),
    }
}

/// Why there are no pages.
#[derive(Debug, thiserror::Error)]
enum PrintError {
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("there is no folder for the pages ({0})")]
    Folder(#[from] std::io::Error),
}

fn printed(job: &PrintJob) -> Result<PathBuf, PrintError> {
    let range = FileRange::new(0, job.text.len() as u64);
    let document = Document::open(Source::from_bytes(&job.name, job.text.clone()), range);
    let pieces = PieceSet::load(&job.pieces).map_err(PictureError::from)?;
    let sheet = Sheet {
        points: Sheet::A4,
        theme: board_theme(BoardColors::Print),
        pieces: &pieces,
        flipped: job.flipped,
    };
    let bytes = print(&[document], &sheet).map_err(PictureError::from)?;
    // It must outlive this program, which the viewer may do.
    remove_printed(&std::env::temp_dir(), SystemTime::now());
    let mut folder = tempfile::Builder::new();
    folder.prefix(PRINTED);
    system::closed_to_others(&mut folder);
    let folder = folder.tempdir()?.keep();
    let path = folder.join(&job.name);
    atomic_write_private(&path, &bytes)?;
    Ok(path)
}

/// What the name of a folder begins with that holds pages to print.
const PRINTED: &str = "tandem-print-";

/// Pages that are older are read by no viewer any more.
const OLD: Duration = Duration::from_hours(1);

/// Removes the pages in the folder `temporary` that were printed long before `now`.
pub(super) fn remove_printed(temporary: &Path, now: SystemTime) {
    let Ok(entries) = std::fs::read_dir(temporary) else {
        return;
    };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PRINTED);
        let is_old = || {
            let made = entry.metadata().ok().filter(std::fs::Metadata::is_dir)?;
            now.duration_since(made.modified().ok()?).ok()
        };
        if is_ours && is_old().is_some_and(|age| age >= OLD) {
            // That of another user stays.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_were_printed_long_ago_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["tandem-print-a", "other-b"] {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("match.pdf"), "x").unwrap();
        }
        let now = SystemTime::now();
        let count = || std::fs::read_dir(folder.path()).unwrap().count();
        remove_printed(folder.path(), now);
        assert_eq!(count(), 2);
        remove_printed(folder.path(), now + 2 * OLD);
        assert_eq!(count(), 1);
        assert!(folder.path().join("other-b").exists());
    }
}
