//! Loading unsaved changes of an earlier session, with their files.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, Recovered, SavingAction},
    archive::Collection,
    file::{Fingerprint, Source, Text, UnpackLimits},
    import::{InputOptions, Inputs},
    settings::{ChangedRecord, Recovery, RecoveryId},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Loads the files of these recovery data, within the limits on unpacking.
pub(super) struct Recover(pub(super) RecoveryId, pub(super) Recovery, pub(super) UnpackLimits);

impl Task for Recover {
    const TITLE: &'static str = "loading the recovered changes";
    const LANE: Lane = Lane::Parallel;

    fn run(self, context: &JobContext<Action>) {
        context.send(SavingAction::Recovered(Box::new(recovered(self.0, self.1, self.2))));
    }
}

/// Reopens the files of `recovery`. If a file with unsaved changes has changed on disk since, the list contains only
/// the changed records.
fn recovered(id: RecoveryId, recovery: Recovery, unpack: UnpackLimits) -> Recovered {
    let ReopenedFiles { list: read, changed_files, missing_files } =
        reopen_files(&recovery, unpack);
    let on_disk = read.is_some();
    let list = read.unwrap_or_else(|| {
        let records = recovery.records.iter();
        let texts: Vec<&[u8]> = records.map(|record| record.bytes.as_slice()).collect();
        Collection::of(Source::from_bytes("recovered.bpgn", texts.concat()))
    });
    let originals = originals(&list, &recovery);
    Recovered { id, list, recovery, on_disk, changed_files, missing_files, originals }
}

/// Returns the original bytes of each changed record of `recovery`, as read from the files; empty if they cannot be
/// read.
fn originals(list: &Collection, recovery: &Recovery) -> Vec<Vec<u8>> {
    let changed = recovery.changed();
    let original = |record: &ChangedRecord| {
        let mut bytes = Vec::new();
        let (path, ..) = changed.get(record.file)?;
        let mut files = list.files.iter();
        let file = files.find(|file| file.path == *path)?;
        file.text.read_range(record.range, &mut bytes).ok()?;
        Some(bytes)
    };
    let records = recovery.records.iter();
    records.map(|record| original(record).unwrap_or_default()).collect()
}

/// The files of [`Recovery`], read again.
struct ReopenedFiles {
    /// All files as one list; `None` if a file with unsaved changes no longer matches its fingerprint, or if no file
    /// could be opened.
    list: Option<Collection>,
    /// The files with unsaved changes that no longer match their fingerprints.
    changed_files: Vec<PathBuf>,
    /// The files with unsaved changes that cannot be read.
    missing_files: Vec<PathBuf>,
}

fn reopen_files(recovery: &Recovery, unpack: UnpackLimits) -> ReopenedFiles {
    let opened = recovery.opened();
    let changed = recovery.changed();
    let open = |path: &Path| {
        // The user may have opened this file without unpacking limits before editing it.
        let is_changed = changed.iter().any(|(it, ..)| *it == path);
        Ok(Text::open(path)?.within(unpack.unless_lifted(is_changed)))
    };
    let options = InputOptions { open: &open, ..InputOptions::default() };
    let read = Inputs::open(&opened, &options, |_, _| ControlFlow::Continue(()));
    let list = read.unwrap_or_default().list;
    let is_unchanged = |path: &Path, was: Option<&Fingerprint>| {
        let mut files = list.files.iter().filter(|file| file.path == path);
        was.is_some() && files.any(|file| file.fingerprint.as_ref() == was)
    };
    let stale: Vec<_> = changed
        .iter()
        .filter(|(path, was, matches)| *matches > 0 && !is_unchanged(path, *was))
        .collect();
    let is_complete = stale.is_empty() && !list.files.is_empty();
    // A BGN file counts as stale even if it is unchanged, because matches cannot be saved to it.
    let stale_files =
        stale.iter().filter(|(_, was, _)| was.is_some()).map(|(path, ..)| (*path).to_owned());
    let is_read = |path: &PathBuf| list.files.iter().any(|file| file.path == *path);
    let (changed_files, missing_files) = stale_files.partition(is_read);
    ReopenedFiles { list: is_complete.then_some(list), changed_files, missing_files }
}
