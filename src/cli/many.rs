//! Files of any size, with what is known of their records.

use super::{Done, Stop, Stream};
use crate::{
    archive::{Collection, Query, RowNumber},
    file::{FileError, Reader, Source, Text},
    search::{Selection, Walked},
};
use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Files that need not be held.
pub(super) struct Matches {
    pub(super) list: Collection,
}

impl Matches {
    /// The file at `path`, packed or not, or the folder of files; a pipe is read whole. `err` is told how far it is.
    pub(super) fn open(path: &Path, err: &Stream<'_>) -> Result<Self, Stop> {
        let path = path.to_owned();
        Self::open_all(&[path], err)
    }

    /// All of `paths` as one list.
    pub(super) fn open_all(paths: &[PathBuf], err: &Stream<'_>) -> Result<Self, Stop> {
        let list = match paths {
            [path] if is_pipe(path) => Collection::of_text(Source::read(path)?.into())?,
            paths => Collection::open(paths, None, |so_far, _| {
                let percent = so_far.bytes * 100 / so_far.total.max(1);
                err.progress(format_args!(
                    "Reading: {percent} %, {} matches",
                    so_far.records
                ));
                ControlFlow::Continue(())
            })?,
        };
        Ok(Self { list })
    }

    /// Says what of the files could not be read, and which hold no match; then it is not fine.
    pub(super) fn say_damage(&self, err: &mut dyn Write) -> std::io::Result<Done> {
        let notices = self.list.files.iter().flat_map(|file| {
            let said = move |notice| format!("{notice}: {}", file.path.display());
            file.notices.iter().map(said)
        });
        let missing = self.list.missing.iter().map(ToString::to_string);
        let none = self.list.files.iter().filter(|_| self.has_no_match());
        let none = none.map(|file| Stop::NoMatch(file.path.clone()).to_string());
        let mut done = Done::Fine;
        for words in missing.chain(notices).chain(none) {
            writeln!(err, "tandem: {words}")?;
            done = Done::Errors;
        }
        Ok(done)
    }

    /// What is said of a file that could not be unpacked to its end, if there is one.
    pub(super) fn torn(&self) -> Option<String> {
        self.list.files.iter().find_map(|file| {
            let torn = file.notices.iter().find(|notice| notice.is_torn())?;
            Some(format!("{torn}: {}", file.path.display()))
        })
    }

    /// Whether something stands in the files, and no match.
    pub(super) fn has_no_match(&self) -> bool {
        !self.list.index.is_empty() && !self.list.has_matches()
    }

    /// Where the text of each file is read.
    pub(super) fn texts(&self) -> Vec<&Text> {
        self.list.files.iter().map(|file| &file.text).collect()
    }

    /// Gives `then` the records that fit `query`.
    pub(super) fn select<T>(
        &self,
        query: &Query,
        then: impl FnOnce(&Selection<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let rows: Vec<RowNumber> = self.list.index.filter(query);
        then(&Selection {
            index: &self.list.index,
            texts: &self.texts(),
            rows: &rows,
        })
    }
}

impl Stream<'_> {
    /// Says how many matches of those that are meant are done.
    pub(super) fn walked(&self, walked: Walked) -> ControlFlow<()> {
        self.progress(format_args!(
            "{} of {} matches",
            walked.records, walked.total
        ));
        ControlFlow::Continue(())
    }
}

/// Whether `path` is there and neither a file nor a folder.
fn is_pipe(path: &Path) -> bool {
    path != Path::new("-") && matches!(Reader::open(path), Err(FileError::NotAFile(_)))
}
