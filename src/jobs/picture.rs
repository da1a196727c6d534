//! Drawing: pictures into files, and pages to print.

use super::desktop::Desktop;
use crate::{
    app::{Action, DrawOutcome, Drawn, PictureJob, PrintJob, ShellAction, board_theme},
    diagram::{PictureError, PieceSet, Sheet, print},
    document::Document,
    file::{FileError, FileRange, Fingerprint, Source, atomic_write},
    settings::BoardColors,
};
use std::path::{Path, PathBuf};

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
    let folder = tempfile::Builder::new().prefix("tandem-").tempdir()?.keep();
    let path = folder.join(&job.name);
    atomic_write(&path, &bytes, false)?;
    Ok(path)
}
