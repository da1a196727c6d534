//! Compares the open files with the disk.

use super::{
    JobContext, Lane,
    save::{DiskState, disk_state},
    task::Task,
};
use crate::{
    app::{Action, ChangedFile, FileCheckJob, FilesChecked, LibraryAction},
    archive::CollectedFile,
    file::{FileError, Fingerprint, check_regular},
};

impl Task for FileCheckJob {
    const TITLE: &'static str = "checking the open files";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let files = self.files.iter().enumerate();
        let changed = files.filter_map(|(number, file)| Some((number, changed_file(file)?)));
        let checked = FilesChecked { opened: self.opened, changed: changed.collect() };
        context.send(LibraryAction::FilesChecked(Box::new(checked)));
        context.finish(None);
    }
}

/// Returns the state of `file` on disk; `None` if the file is unchanged, was never on disk or cannot be checked. A file
/// with another time but the same contents is unchanged.
fn changed_file(file: &CollectedFile) -> Option<ChangedFile> {
    let known = file.fingerprint.as_ref()?;
    match check_regular(&file.path).and_then(|()| Fingerprint::of(&file.path)) {
        Ok(now) if now == *known => None,
        Ok(now) => {
            let is_same =
                file.is_as_written() && matches!(disk_state(file), Ok(DiskState::Unchanged));
            (!is_same).then_some(ChangedFile::Changed(now))
        }
        Err(FileError::Missing(_) | FileError::NotAFile(_) | FileError::Folder(_)) => {
            Some(ChangedFile::Missing)
        }
        Err(_) => None,
    }
}
