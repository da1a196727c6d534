//! Changes that are kept against a crash, and how they come back.

use crate::app::{Dialog, Effect, Opened, State, action::Recovered};
use crate::{
    archive::{Collection, RecordId},
    file::FileRange,
    settings::{ChangedRecord, ListedFile, Recovery, RecoveryId},
};
use std::path::Path;

impl State {
    /// What would be lost if the program stopped now; `None` where all is saved.
    pub(in crate::app) fn recovery(&self) -> Option<Recovery> {
        if !self.is_unsaved() {
            return None;
        }
        let file = self.library.file.as_ref()?;
        let files = file.list.files.as_slice();
        let alone = match files {
            [alone] if file.on_disk => Some(alone),
            _ => None,
        };
        // What has no file is nowhere else.
        let homeless = files.iter().all(|file| file.fingerprint.is_none());
        let changed = || file.changes.texts().map(|(id, _)| id).collect();
        let ids: Vec<usize> = if homeless { (0..file.matches()).collect() } else { changed() };
        // Those files of a list that matter.
        let number = |id: usize| file.list.index.row(id).map(|row| row.file);
        let several = files.len() > 1 && file.on_disk;
        let mut listed: Vec<usize> = Vec::new();
        if several {
            listed.extend(ids.iter().copied().filter_map(number));
            listed.extend(number(file.chosen));
            listed.sort_unstable();
            listed.dedup();
        }
        let place = |id| match several {
            true => listed.binary_search(&number(id)?).ok(),
            false => Some(0),
        };
        let records = ids.into_iter().filter_map(|id| {
            let range = file.range(id)?;
            let bytes = match file.changes.text(id) {
                Some(text) => text.to_vec(),
                // What is in no file is held.
                None => file.list.held(id)?.to_vec(),
            };
            let file = place(id).unwrap_or(0);
            Some(ChangedRecord { file, range, bytes })
        });
        Some(Recovery {
            path: alone.map(|alone| alone.path.clone()),
            fingerprint: alone.and_then(|alone| alone.fingerprint.clone()),
            list: if several { file.paths.clone() } else { Vec::new() },
            records: records.collect(),
            files: listed
                .iter()
                .map(|&number| ListedFile {
                    path: files[number].path.clone(),
                    fingerprint: files[number].fingerprint.clone(),
                })
                .collect(),
            shown: file.chosen + 1,
            shown_at: place(file.chosen).zip(file.range(file.chosen)),
            moment: self.moment(),
            drafts: file.drafts.iter().map(|draft| draft.text.clone()).collect(),
            ..Recovery::default()
        })
    }

    /// Changes of another time were found: they are offered.
    pub(in crate::app) fn found(&mut self, found: Vec<(RecoveryId, Recovery)>) {
        if !found.is_empty() {
            self.saving.recoverable = found;
            self.shell.dialog = Some(Dialog::Recover);
        }
    }

    /// Takes back what is at `index` of that which was found, or has it removed.
    pub(in crate::app) fn recover(&mut self, index: usize, take: bool) -> Vec<Effect> {
        if index >= self.saving.recoverable.len() {
            return Vec::new();
        }
        let (id, recovery) = self.saving.recoverable.remove(index);
        if take || self.saving.recoverable.is_empty() {
            self.shell.dialog = None;
        }
        vec![if take {
            Effect::Recover(Box::new((id, recovery)))
        } else {
            Effect::RemoveRecovery(id)
        }]
    }

    /// What was taken back has been read.
    pub(in crate::app) fn recovered(&mut self, recovered: Recovered) {
        let Recovered { list, recovery, on_disk, others, originals } = recovered;
        let opened = Opened {
            paths: if on_disk { recovery.opened() } else { vec!["recovered.bpgn".into()] },
            ..Opened::whole("", Collection::default())
        };
        self.show_opened(&opened, list);
        let (mut shown, mut first) = (None, None);
        if let Some(file) = &mut self.library.file {
            file.on_disk = on_disk;
            file.recovered = !on_disk;
            let changed = recovery.changed();
            let records = recovery.records.iter();
            // By themselves they stand one behind the other.
            let place = |(number, range): (usize, FileRange)| match changed.get(number) {
                Some((path, ..)) if on_disk => find(&file.list, path, range),
                _ => records.clone().position(|it| (it.file, it.range) == (number, range)),
            };
            let places: Vec<_> = records.clone().map(|it| place((it.file, it.range))).collect();
            shown = match recovery.shown_at {
                Some(at) => place(at),
                None if on_disk => recovery.shown.checked_sub(1),
                None => None,
            };
            // Where that is no longer to be found, the first that was changed.
            first = places.first().copied().flatten();
            let records = records.zip(places).zip(&originals);
            for ((record, place), original) in records.filter(|_| on_disk) {
                if let Some(id) = place {
                    file.changes.keep(id, &record.bytes, original);
                    file.edited.insert(id, &record.bytes);
                }
            }
        }
        self.choose(shown.or(first).unwrap_or(0));
        if shown.is_some() {
            self.go_to_when_shown(recovery.moment);
        }
        self.saving.touched += 1;
        let names: Vec<String> = others.iter().map(|it| it.display().to_string()).collect();
        let are = match names.as_slice() {
            [] => None,
            [_] => Some("is no longer what it was"),
            _ => Some("are no longer what they were"),
        };
        if let Some(are) = are {
            self.say(format!(
                "{} {are}; the matches that were changed are shown by themselves.",
                names.join(", ")
            ));
        }
        for draft in &recovery.drafts {
            self.say(format!("This was typed and not written: {draft}"));
        }
        self.refilter();
    }
}

/// The record of `list` that stands at `range` in the file at `path`.
fn find(list: &Collection, path: &Path, range: FileRange) -> Option<RecordId> {
    let is_there = |file: usize| list.files.get(file).is_some_and(|file| file.path == path);
    list.index.rows().position(|row| row.range == range && is_there(row.file))
}
