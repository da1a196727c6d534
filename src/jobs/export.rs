//! Export of the listed matches or of a set of puzzles to a file.

use super::{JobContext, Lane, pace::watch, task::Task};
use crate::{
    app::{
        Action, BookExportJob, ExportJob, PuzzleExportJob, SaveTarget, SavingAction, Written,
        sheet_size,
    },
    diagram::{DrawnPart, Sheet, Watch},
    file::{FileError, Fingerprint, atomic_write, atomic_write_with},
    formats::{
        BookFile, BookFormat, LIST_FORMATS, ListError, ListExport, PuzzleFormat, PuzzleSet,
        format_for_path,
    },
};
use std::{io, path::Path, time::Duration};

/// An export to a new file. A cancelled export leaves no file.
pub(super) trait Export: Send + 'static {
    /// Writes the file, unless it exists and may not be replaced. `watch` returns `Break` once the job is cancelled.
    fn export(&self, watch: Watch<'_>) -> Written;
}

pub(super) struct ExportTask<J>(pub(super) Box<J>);

impl<J: Export> Task for ExportTask<J> {
    const TITLE: &'static str = "the export";
    const LANE: Lane = Lane::Exporting;

    fn run(self, context: &JobContext<Action>) {
        let written = self.0.export(&watch(context, Duration::from_millis(500), |part| {
            format!("Exporting… {} %", 100 * part.done / part.all.max(1))
        }));
        context.finish(None);
        context.send(SavingAction::Written(Box::new(written)));
    }
}

/// Writes the file `to` with `write`, unless the file exists and may not be replaced. `what` is the purpose of the file,
/// and the number of its matches or puzzles.
pub(super) fn written<R, E: Into<ListError>>(
    to: &Path,
    replace: bool,
    what: (SaveTarget, usize),
    write: impl FnOnce() -> Result<R, E>,
) -> Written {
    let exists = !replace && Fingerprint::of(to).is_ok();
    let outcome = if exists { Ok(false) } else { write().map(|_| true).map_err(E::into) };
    Written { to: to.to_owned(), what: what.0, count: what.1, outcome }
}

impl Export for ExportJob {
    fn export(&self, watch: Watch<'_>) -> Written {
        let ExportJob { to, list, rows, changed, hidden, replace } = self;
        written(to, *replace, (SaveTarget::Matches, rows.len()), || {
            let format = format_for_path(to, &LIST_FORMATS)
                .ok_or_else(|| FileError::UnknownListFormat(to.clone()))?;
            let on_progress = &|done| watch(DrawnPart { done, all: rows.len() });
            let export = ListExport { list, rows, changed, hidden: *hidden, on_progress };
            atomic_write_with(to, false, |out| match export.write(format, out) {
                Err(ListError::Write(reason)) => {
                    Err(ListError::File(FileError::Write { reason, path: to.clone() }))
                }
                written => written.map(|_| ()),
            })
        })
    }
}

impl Export for PuzzleExportJob {
    fn export(&self, watch: Watch<'_>) -> Written {
        let PuzzleExportJob { to, list, puzzles, sheet, replace } = self;
        written(to, *replace, (SaveTarget::Puzzles, puzzles.len()), || {
            let format = PuzzleFormat::named(to).unwrap_or(PuzzleFormat::Bpgn);
            let bytes = PuzzleSet { puzzles, list }
                .write(format, sheet_size(sheet.letter), &sheet.layout(), watch)
                .map_err(|error| ListError::Write(io::Error::other(error)))?;
            atomic_write(to, &bytes, false).map_err(ListError::File)
        })
    }
}

impl Export for BookExportJob {
    fn export(&self, watch: Watch<'_>) -> Written {
        let BookExportJob { to, list, name, missed, rows, replace } = self;
        written(to, *replace, (SaveTarget::Book, rows.len()), || {
            let format =
                BookFormat::named(to).ok_or_else(|| FileError::UnknownListFormat(to.clone()))?;
            let bytes = BookFile { name, missed, rows, list }.write(format, Sheet::A4, watch);
            let bytes = bytes.map_err(|error| ListError::Write(io::Error::other(error)))?;
            atomic_write(to, &bytes, false).map_err(ListError::File)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{archive::Collection, diagram::UNWATCHED, file::Source};
    use std::{collections::BTreeMap, ops::ControlFlow};

    #[test]
    fn cancelled_export_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let list = Collection::of(Source::from_bytes("match.bpgn", "1A. e4 1a. e5 *\n"));
        for form in ["bpgn", "jsonl", "csv"] {
            let mut job = ExportJob {
                to: folder.path().join(format!("matches.{form}")),
                list: list.clone(),
                rows: vec![0],
                changed: BTreeMap::new(),
                hidden: None,
                replace: false,
            };
            assert!(job.export(&|_| ControlFlow::Break(())).outcome.is_err());
            let left = std::fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 0, "{form}");
            job.to = folder.path().join("whole").with_extension(form);
            assert!(matches!(job.export(UNWATCHED).outcome, Ok(true)));
            std::fs::remove_file(&job.to).unwrap();
        }
    }
}
