//! Checks whether the open files have changed on disk, when the window gets the focus.

use crate::{
    app::{Cx, Effect, FileSession, Offer, Session, Storage},
    archive::CollectedFile,
    file::Fingerprint,
};
use std::{collections::BTreeMap, sync::Arc};

/// The open files, to be compared with the disk.
#[derive(Clone, Debug)]
pub struct FileCheckJob {
    /// The number of the request with which the files were opened.
    pub opened: u64,
    pub files: Vec<Arc<CollectedFile>>,
}

/// The result of a [`FileCheckJob`].
#[derive(Debug)]
pub struct FilesChecked {
    /// The number of the request with which the files were opened.
    pub opened: u64,
    /// The state of each file that differs from the loaded one, by the index of the file.
    pub changed: BTreeMap<usize, ChangedFile>,
}

/// The state on disk of a file that differs from the loaded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedFile {
    /// The file has other contents. Holds its new fingerprint.
    Changed(Fingerprint),
    /// The file was deleted or moved.
    Missing,
}

impl FileSession {
    /// Returns whether the open files are on disk, so that they can be reloaded.
    pub fn is_on_disk(&self) -> bool {
        let is_stored = matches!(self.storage, Storage::InPlace | Storage::ReadOnly);
        is_stored && self.list.files.iter().any(|file| file.fingerprint.is_some())
    }

    /// Returns whether the only open file is missing on disk, so that saving writes it again.
    pub(in crate::app) fn is_missing(&self) -> bool {
        self.list.files.len() == 1
            && self.storage == Storage::InPlace
            && self.on_disk.get(&0) == Some(&ChangedFile::Missing)
    }
}

/// Returns whether the open files can be reloaded.
pub fn can_reload(session: &Session) -> bool {
    session.file().is_some_and(FileSession::is_on_disk)
}

/// Starts to compare the open files with the disk. Does nothing while a file is being loaded or saved.
pub(super) fn check_files(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file() else { return };
    if file.is_on_disk() && !file.is_loading() && !file.save.is_saving() {
        let job = FileCheckJob { opened: file.opened, files: file.list.files.clone() };
        cx.run(Effect::CheckFiles(Box::new(job)));
    }
}

/// Reports the files that have changed or disappeared since the last check.
pub(super) fn files_checked(cx: &mut Cx<'_>, checked: FilesChecked) {
    let Some(file) = cx.file_mut() else { return };
    if file.opened != checked.opened || file.is_loading() || file.save.is_saving() {
        return;
    }
    let before = std::mem::replace(&mut file.on_disk, checked.changed);
    let news = file.on_disk.iter().filter(|(number, state)| before.get(number) != Some(state));
    let (missing, changed): (Vec<_>, Vec<_>) =
        news.partition(|(_, state)| **state == ChangedFile::Missing);
    let name = |number: usize| {
        let path = file.list.files.get(number).map(|file| &file.path);
        let name = path.and_then(|path| path.file_name()).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let changed = match changed.as_slice() {
        [] => None,
        [(number, _)] => Some(format!("{} has changed on disk.", name(**number))),
        files => Some(format!("{} files have changed on disk.", files.len())),
    };
    let missing = match missing.as_slice() {
        [] => None,
        [_] if file.is_missing() => Some(missing_text(&file.name())),
        [(number, _)] => Some(format!("{} is no longer on disk.", name(**number))),
        files => Some(format!("{} files are no longer on disk.", files.len())),
    };
    if let Some(text) = changed {
        cx.warn_with_offer(text, Offer::Reload);
    }
    if let Some(text) = missing {
        cx.warn(text);
    }
}

/// Returns the notice that the only open file is missing.
pub(in crate::app) fn missing_text(name: &str) -> String {
    format!("{name} is no longer on disk. Save writes it again.")
}
