//! Changes that are kept against a crash, and how they come back.

use super::{Dialog, Effect, State, action::Recovered};
use crate::settings::{ChangedRecord, Recovery, RecoveryId};
use std::path::Path;

impl State {
    /// What would be lost if the program stopped now; `None` where all is saved.
    pub(super) fn recovery(&self) -> Option<Recovery> {
        if !self.is_unsaved() {
            return None;
        }
        let file = self.file.as_ref()?;
        let alone = match file.list.files.as_slice() {
            [alone] if file.on_disk => Some(alone),
            _ => None,
        };
        // What has no file is nowhere else.
        let homeless = file
            .list
            .files
            .iter()
            .all(|file| file.fingerprint.is_none());
        let changed = || file.changes.texts().map(|(id, _)| id).collect();
        let ids: Vec<usize> = if homeless {
            (0..file.matches()).collect()
        } else {
            changed()
        };
        let records = ids.into_iter().filter_map(|id| {
            let range = file.range(id)?;
            let bytes = match file.changes.text(id) {
                Some(text) => text.to_vec(),
                None => {
                    let mut bytes = Vec::new();
                    file.list.read(id, &mut bytes).ok()?;
                    bytes
                }
            };
            Some(ChangedRecord { range, bytes })
        });
        Some(Recovery {
            path: alone.map(|_| file.path.clone()),
            fingerprint: alone.and_then(|alone| alone.fingerprint.clone()),
            records: records.collect(),
            shown: file.chosen + 1,
            moment: self.playhead.moment(),
            drafts: self.drafts.iter().map(|draft| draft.text.clone()).collect(),
            ..Recovery::default()
        })
    }

    /// Changes of another time were found: they are offered.
    pub(super) fn found(&mut self, found: Vec<(RecoveryId, Recovery)>) {
        if !found.is_empty() {
            self.recoverable = found;
            self.dialog = Some(Dialog::Recover);
        }
    }

    /// Takes back what is at `index` of that which was found, or has it removed.
    pub(super) fn recover(&mut self, index: usize, take: bool) -> Vec<Effect> {
        if index >= self.recoverable.len() {
            return Vec::new();
        }
        let (id, recovery) = self.recoverable.remove(index);
        if take || self.recoverable.is_empty() {
            self.dialog = None;
        }
        vec![if take {
            Effect::Recover(Box::new((id, recovery)))
        } else {
            Effect::RemoveRecovery(id)
        }]
    }

    /// What was taken back has been read.
    pub(super) fn recovered(&mut self, recovered: Recovered) {
        let Recovered {
            list,
            recovery,
            on_disk,
        } = recovered;
        let untitled = Path::new("recovered.bpgn");
        let path = match &recovery.path {
            Some(path) if on_disk => path.clone(),
            _ => untitled.to_owned(),
        };
        self.show(&path, list, None, None);
        if let Some(file) = &mut self.file {
            file.on_disk = on_disk;
            file.recovered = !on_disk;
            let index = &file.list.index;
            let place =
                |record: &ChangedRecord| index.rows().position(|row| row.range == record.range);
            let places: Vec<_> = recovery.records.iter().map(place).collect();
            for (record, place) in recovery.records.iter().zip(places) {
                let mut original = Vec::new();
                if let Some(id) = place.filter(|_| on_disk)
                    && file.list.read(id, &mut original).is_ok()
                {
                    file.changes.keep(id, &record.bytes, &original);
                    file.edited.insert(id, &record.bytes);
                }
            }
        }
        let shown = if on_disk { recovery.shown - 1 } else { 0 };
        self.choose(shown);
        self.play(crate::timeline::Command::GoTo(recovery.moment));
        self.touched += 1;
        if !on_disk && let Some(path) = &recovery.path {
            self.say(format!(
                "{} is no longer what it was; the matches that were changed are shown by themselves.",
                path.display()
            ));
        }
        for draft in &recovery.drafts {
            self.say(format!("This was typed and not written: {draft}"));
        }
        self.refilter();
    }
}
