//! [`UnsavedWork`]: all work that would be lost if the program stopped now.

use crate::{
    archive::{Collection, RecordId},
    settings::{ChangedRecord, ListedFile, Recovery},
    timeline::Moment,
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// A snapshot of all unsaved work, taken after each change. Files and changed records are shared with the state, so
/// that the cost of a snapshot does not depend on the file size. The job that writes the snapshot converts it to a
/// [`Recovery`].
#[derive(Clone, Debug)]
pub struct UnsavedWork {
    /// The number of the open file.
    pub opened: u64,
    pub(super) list: Collection,
    /// The files to open for recovery; empty if the records are in no file that can be saved in place.
    pub(super) paths: Vec<PathBuf>,
    pub changed: BTreeMap<RecordId, Arc<[u8]>>,
    pub(super) chosen: RecordId,
    pub(super) moment: Moment,
    pub(super) drafts: Vec<String>,
}

impl UnsavedWork {
    /// Returns the records to write: the changed records, or all records if the list is in no file.
    fn records(&self) -> Vec<RecordId> {
        // Records without a file have no other copy.
        if self.list.files.iter().all(|file| file.fingerprint.is_none()) {
            (0..self.list.index.len()).collect()
        } else {
            self.changed.keys().copied().collect()
        }
    }

    pub fn recovery(&self) -> Recovery {
        let files = self.list.files.as_slice();
        let in_place = !self.paths.is_empty();
        let single_file = match files {
            [single_file] if in_place => Some(single_file),
            _ => None,
        };
        let ids = self.records();
        // With several open files, stores only the files that contain these records or the chosen record.
        let has_several_files = files.len() > 1 && in_place;
        let mut file_indices: Vec<usize> = Vec::new();
        if has_several_files {
            let shown = ids.iter().chain([&self.chosen]);
            file_indices.extend(shown.filter_map(|id| self.list.index.file_of(*id)));
            file_indices.sort_unstable();
            file_indices.dedup();
        }
        let place = |id| {
            if !has_several_files {
                return Some(0);
            }
            file_indices.binary_search(&self.list.index.file_of(id)?).ok()
        };
        let records = ids.into_iter().filter_map(|id| {
            let range = self.list.index.range(id)?;
            let bytes = match self.changed.get(&id) {
                Some(text) => text.to_vec(),
                // Records without a file are in memory.
                None => self.list.loaded(id)?.to_vec(),
            };
            let file = place(id).unwrap_or(0);
            Some(ChangedRecord { file, range, bytes })
        });
        Recovery {
            path: single_file.map(|single_file| single_file.path.clone()),
            fingerprint: single_file.and_then(|single_file| single_file.fingerprint.clone()),
            list: if has_several_files { self.paths.clone() } else { Vec::new() },
            records: records.collect(),
            files: file_indices
                .iter()
                .map(|&number| ListedFile {
                    path: files[number].path.clone(),
                    fingerprint: files[number].fingerprint.clone(),
                })
                .collect(),
            shown: self.chosen + 1,
            shown_at: place(self.chosen).zip(self.list.index.range(self.chosen)),
            moment: self.moment,
            drafts: self.drafts.clone(),
            ..Recovery::default()
        }
    }
}
