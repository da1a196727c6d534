//! Saving a file in its place or under another name, and what came of it.

use super::SaveWhat;
use crate::{
    app::{
        Dialog, Effect, OpenFile, Save, SaveAs, State, Storage, Then,
        action::{SaveJob, SaveOutcome, Saved},
        issues::sentence,
    },
    archive::RecordId,
};
use std::{collections::BTreeMap, path::PathBuf};

impl OpenFile {
    /// The place of the file that holds record `id` among the files.
    fn number_of(&self, id: usize) -> Option<usize> {
        self.list.index.row(id).map(|row| row.file)
    }

    /// The place in the list of the first record of the file at `number`.
    fn first_of(&self, number: usize) -> RecordId {
        match number {
            0 => 0,
            _ => {
                let mut rows = self.list.index.rows();
                rows.position(|row| row.file == number).unwrap_or(0)
            }
        }
    }

    /// The files that have been changed, by their places; the same one as often as it holds changed records.
    fn changed_files(&self) -> impl Iterator<Item = usize> {
        let records = self.changes.texts().map(|(record, _)| record);
        records.filter_map(|record| self.number_of(record))
    }

    /// The first file that has been changed and can be saved in its place.
    fn file_to_save(&self) -> Option<usize> {
        let mut changed = self.changed_files();
        changed.find(|&number| {
            let file = &self.list.files[number];
            file.is_as_written()
        })
    }
}

impl State {
    /// Saves the file under its name, or asks for one where it has none.
    pub(in crate::app) fn save(&mut self) -> Vec<Effect> {
        self.save_then(None)
    }

    /// Saves first, then does `then`.
    pub(in crate::app) fn save_then(&mut self, then: Option<Then>) -> Vec<Effect> {
        self.settle();
        self.shell.dialog.take_if(|dialog| dialog.is_about_open_file());
        if let Some(draft) = self.drafts().iter().find(|draft| !draft.refused.is_empty()) {
            let words = format!("Not everything can be saved. {}", draft.refused);
            self.say(words);
        }
        if self.game().is_some_and(|game| game.problem.unchecked) {
            self.drop_follow_up();
            self.say(
                "Solve still checks this problem. Save it when that is done, or stop Solve to save it without an answer."
                    .to_owned(),
            );
            return Vec::new();
        }
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        if let Save::Saving { then: waiting, .. } = &mut file.save {
            // The save that runs is not begun a second time.
            if then.is_some() {
                *waiting = then;
            }
            return Vec::new();
        }
        file.save = Save::Idle;
        if file.storage != Storage::InPlace {
            file.save = Save::AskingPath { then };
            return vec![self.path_question(SaveWhat::File)];
        }
        if file.changes.is_clean() {
            return self.saved_all(then);
        }
        // Of several files the first that is changed; the others follow.
        if let Some(number) = file.file_to_save() {
            let to = file.list.files[number].path.clone();
            return self.save_to(to, true, true, then);
        }
        let other = file.changed_files().next();
        if let Some(other) = other.and_then(|number| file.list.files.get(number)) {
            let what = if other.packed { "A packed file" } else { "A file of BGN" };
            let words = format!(
                "{what} cannot be saved in its place: save a copy of the match instead of {}.",
                other.path.display()
            );
            self.say(words);
        }
        Vec::new()
    }

    /// Saves the file as `to`. With `check` it is refused where `to` is no longer what was read; without
    /// `replace`, where something stands there. `then` follows when everything has been saved.
    pub(in crate::app) fn save_to(
        &mut self,
        to: PathBuf,
        check: bool,
        replace: bool,
        then: Option<Then>,
    ) -> Vec<Effect> {
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        let number = file.file_to_save().unwrap_or(0);
        let Some(saved) = file.list.files.get(number) else {
            return Vec::new();
        };
        let text = saved.text.clone();
        let (records, splices) = file
            .changes
            .texts()
            .filter(|&(record, _)| file.number_of(record) == Some(number))
            .filter_map(|(record, text)| Some((record, (file.range(record)?, text.to_vec()))))
            .unzip();
        let first = file.first_of(number);
        file.save = Save::Saving { then, next: None };
        self.shell.dialog = None;
        let backup = self.settings.backup && !self.saving.backed_up.contains(&to);
        vec![Effect::Save(Box::new(SaveJob {
            opened: file.opened,
            number,
            file: text,
            records,
            first,
            splices,
            to,
            check,
            replace,
            backup,
        }))]
    }

    /// Saves the file as `to`, after the save that runs.
    pub(super) fn save_as(&mut self, to: PathBuf, replace: bool) -> Vec<Effect> {
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        if let Save::Saving { next, .. } = &mut file.save {
            *next = Some(SaveAs { to, replace });
            return Vec::new();
        }
        let then = file.save.end_question();
        self.save_to(to, false, replace, then)
    }

    /// Saves over what another program has written.
    pub(super) fn keep_mine(&mut self) -> Vec<Effect> {
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        match std::mem::take(&mut file.save) {
            Save::Conflict { to, then, .. } => self.save_to(to, false, true, then),
            other => {
                file.save = other;
                Vec::new()
            }
        }
    }

    /// A job has been done, or could not be.
    pub(in crate::app) fn saved(&mut self, saved: Saved) -> Vec<Effect> {
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        if saved.opened != file.opened {
            // Another file has been opened meanwhile; only a failure is still worth a word.
            if let SaveOutcome::Failed(error) = saved.outcome {
                self.say(sentence(&error.to_string()));
            }
            return Vec::new();
        }
        let Save::Saving { then, next } = std::mem::take(&mut file.save) else {
            return self.saved_here(saved, None);
        };
        let Some(SaveAs { to, replace }) = next else {
            return self.saved_here(saved, then);
        };
        // What is to follow follows the save that comes now.
        let mut effects = self.saved_here(saved, None);
        if let Some(file) = self.library.file_mut() {
            file.save.end_question();
        }
        effects.extend(self.save_as(to, replace));
        if let Some(Save::Saving { then: waiting, .. }) =
            self.library.file_mut().map(|file| &mut file.save)
        {
            *waiting = then;
        }
        effects
    }

    /// The file that is open has been saved, or could not be. What was to follow is dropped where it could not.
    fn saved_here(&mut self, saved: Saved, then: Option<Then>) -> Vec<Effect> {
        let to = saved.to;
        let Some(file) = self.library.file_mut() else {
            return Vec::new();
        };
        match saved.outcome {
            SaveOutcome::Unread(error) => {
                self.say(format!(
                    "The file was saved, but it cannot be read again, so its changes still count as unsaved. {}",
                    sentence(&error.to_string())
                ));
                Vec::new()
            }
            SaveOutcome::Done { list, records, backed_up } => {
                if backed_up {
                    self.saving.backed_up.insert(to.clone());
                }
                let before = file.changes.texts().count();
                let alone = file.list.files.len() == 1;
                if alone {
                    // A folder with one file in it stays open as the folder.
                    if file.list.files[0].path != to {
                        file.path.clone_from(&to);
                        file.paths = vec![to.clone()];
                    }
                    file.list = list;
                } else {
                    file.list = file.list.with_file(saved.number, &list);
                }
                file.storage = Storage::InPlace;
                let written: BTreeMap<RecordId, Vec<u8>> = records.into_iter().collect();
                file.changes.compare(|record| written.get(&record).cloned());
                let after = file.changes.texts().count();
                self.reopen();
                if alone {
                    self.settings.remember(&to);
                }
                let mut effects = vec![self.keep()];
                if (1..before).contains(&after) && !alone {
                    effects.extend(self.save_then(then));
                } else {
                    effects.extend(self.saved_all(then));
                }
                effects
            }
            SaveOutcome::ChangedOnDisk(differences) => {
                file.save = Save::Conflict { to: to.clone(), differences, then };
                self.shell.dialog = Some(Dialog::ChangedOnDisk(to));
                Vec::new()
            }
            SaveOutcome::Exists => {
                file.save = Save::AskingPath { then };
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::File, to));
                Vec::new()
            }
            SaveOutcome::Failed(error) => {
                self.say(format!(
                    "{} Nothing is lost: the changes are still here.",
                    sentence(&error.to_string())
                ));
                Vec::new()
            }
        }
    }

    /// Everything that was to be saved first has been. What cannot be saved is asked about once more.
    fn saved_all(&mut self, then: Option<Then>) -> Vec<Effect> {
        then.map_or_else(Vec::new, |then| self.guarded(then))
    }

    /// Shows the chosen record again, from the file as it is now.
    fn reopen(&mut self) {
        let Some(file) = self.library.file_mut() else {
            return;
        };
        let changes = &file.changes;
        file.edited.retain(|id| changes.text(id).is_some());
        self.show_chosen();
        self.revision += 1;
        self.saving.touched += 1;
        self.refilter();
    }
}
