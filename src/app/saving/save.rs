//! Saving a file in its place or under another name, and what came of it.

use super::SaveWhat;
use crate::{
    app::{
        Dialog, Effect, OpenFile, State,
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
        self.settle();
        if let Some(draft) = self.drafts().iter().find(|draft| !draft.refused.is_empty()) {
            let words = format!("Not everything can be saved. {}", draft.refused);
            self.say(words);
        }
        if self.game().is_some_and(|game| game.problem.unchecked) {
            self.call_off();
            self.say(
                "Solve still checks this problem. Save it when that is done, or stop Solve to save it without an answer."
                    .to_owned(),
            );
            return Vec::new();
        }
        let Some(file) = &self.library.file else {
            return Vec::new();
        };
        if !file.on_disk {
            return vec![self.path_question(SaveWhat::File)];
        }
        if file.changes.is_clean() {
            return self.saved_all();
        }
        // Of several files the first that is changed; the others follow.
        if let Some(number) = file.file_to_save() {
            let to = file.list.files[number].path.clone();
            return self.save_to(to, true, true);
        }
        let other = file.changed_files().next();
        if let Some(other) = other.and_then(|number| file.list.files.get(number)) {
            let what = if other.packed { "A packed file" } else { "A file of BGN" };
            let words = format!(
                "{what} cannot be saved in its place: save a copy of the match instead of {}.",
                other.path.display()
            );
            // What was to follow would lose it.
            self.call_off();
            self.say(words);
        }
        Vec::new()
    }

    /// Saves the file as `to`. With `check` it is refused where `to` is no longer what was read; without
    /// `replace`, where something stands there.
    pub(in crate::app) fn save_to(
        &mut self,
        to: PathBuf,
        check: bool,
        replace: bool,
    ) -> Vec<Effect> {
        let Some(file) = &mut self.library.file else {
            return Vec::new();
        };
        if file.saving {
            return Vec::new();
        }
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
        file.saving = true;
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
        match self.library.file.as_mut().filter(|file| file.saving) {
            Some(file) => {
                file.save_next = Some((to, replace));
                Vec::new()
            }
            None => self.save_to(to, false, replace),
        }
    }

    /// A job has been done, or could not be.
    pub(in crate::app) fn saved(&mut self, saved: Saved) -> Vec<Effect> {
        let Some(file) = &mut self.library.file else {
            return Vec::new();
        };
        if saved.opened != file.opened {
            // Another file has been opened meanwhile; only a failure is still worth a word.
            if let SaveOutcome::Failed(error) = saved.outcome {
                self.say(sentence(&error.to_string()));
            }
            return Vec::new();
        }
        file.saving = false;
        let Some((to, replace)) = file.save_next.take() else {
            return self.saved_here(saved);
        };
        // What is to follow follows the save that comes now.
        let then = file.then.take();
        let mut effects = self.saved_here(saved);
        effects.extend(self.save_to(to, false, replace));
        if let Some(file) = &mut self.library.file {
            file.then = then;
        }
        effects
    }

    /// The file that is open has been saved, or could not be.
    fn saved_here(&mut self, saved: Saved) -> Vec<Effect> {
        let to = saved.to;
        let Some(file) = &mut self.library.file else {
            return Vec::new();
        };
        match saved.outcome {
            SaveOutcome::Unread(error) => {
                self.say(format!(
                    "The file was saved, and cannot be read again. {}",
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
                file.on_disk = true;
                file.recovered = false;
                let written: BTreeMap<RecordId, Vec<u8>> = records.into_iter().collect();
                file.changes.compare(|record| written.get(&record).cloned());
                let after = file.changes.texts().count();
                self.reopen();
                if alone {
                    self.settings.remember(&to);
                }
                let mut effects = vec![self.keep()];
                if (1..before).contains(&after) && !alone {
                    effects.extend(self.save());
                } else {
                    effects.extend(self.saved_all());
                }
                effects
            }
            SaveOutcome::ChangedOnDisk(differences) => {
                file.differences = differences;
                self.shell.dialog = Some(Dialog::ChangedOnDisk(to));
                Vec::new()
            }
            SaveOutcome::Exists => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::File, to));
                Vec::new()
            }
            SaveOutcome::Failed(error) => {
                file.then = None;
                self.say(format!(
                    "{} Nothing is lost: the changes are still here.",
                    sentence(&error.to_string())
                ));
                Vec::new()
            }
        }
    }

    /// Everything that was to be saved first has been.
    fn saved_all(&mut self) -> Vec<Effect> {
        let file = self.library.file.as_mut();
        match file.and_then(|file| file.then.take()) {
            Some(then) if self.is_unsaved() => {
                self.shell.dialog = Some(Dialog::Unsaved(then));
                Vec::new()
            }
            Some(then) => self.go_on(then),
            None => Vec::new(),
        }
    }

    /// Shows the chosen record again, from the file as it is now.
    fn reopen(&mut self) {
        let Some(file) = &mut self.library.file else {
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
