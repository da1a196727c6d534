//! Saving, and what must be asked before something that is not saved would be lost.

use crate::app::{
    Dialog, Effect, OpenFile, Side, State, UnpackWhole,
    action::{ExportJob, SaveJob, SaveOutcome, Saved, WriteJob, WriteKind, Written},
    issues::sentence,
};
use crate::{
    archive::RecordId,
    formats::{Form, LIST_FORMS, check_name, form_named},
    rules::Color,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveWhat {
    /// The whole file, which then goes by that name.
    File,
    /// A copy of the match that is shown.
    Match,
    /// The match that is shown, behind what another file holds.
    Append,
    /// The game that is shown, as it was heard from one side.
    Heard(Side),
    /// The matches that are listed.
    Matches,
}

impl SaveWhat {
    /// The title of the dialog.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "Save as",
            Self::Match => "Save a copy of this match",
            Self::Append => "Append this match to a file",
            Self::Heard(Side::Referee) => "Export the game as the referee has it",
            Self::Heard(Side::Seat(Color::White)) => "Export the game as White heard it",
            Self::Heard(Side::Seat(Color::Black)) => "Export the game as Black heard it",
            Self::Matches => "Export the matches that are listed",
        }
    }
}

/// What was asked for when something was not saved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Open a file.
    Open(Vec<PathBuf>),
    /// Open what was pasted.
    Paste(String),
    /// Begin a new match: its record.
    New(String),
    /// Begin a new game of Kriegspiel: its record.
    NewGame(String),
    /// Show a problem of Kriegspiel that has just been made: its record.
    NewProblem(String),
    /// Show the file as it now is on the disk.
    Reload,
    /// Read files again, and unpack all of some of them, whatever the limits are.
    UnpackWhole(UnpackWhole),
    /// Close the window.
    Quit,
}

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
    /// Whether something has been changed or typed that the file does not hold.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        let changed = self
            .library
            .file
            .as_ref()
            .is_some_and(|file| file.recovered || !file.changes.is_clean());
        changed || !self.drafts().is_empty()
    }

    /// Does `then` at once where nothing would be lost by it; else it is asked about.
    pub(in crate::app) fn guarded(&mut self, then: Then) -> Vec<Effect> {
        self.settle();
        if self.is_unsaved() {
            self.shell.dialog = Some(Dialog::Unsaved(then));
            return Vec::new();
        }
        self.go_on(then)
    }

    /// Does `then`, whatever is lost by it.
    pub(in crate::app) fn go_on(&mut self, then: Then) -> Vec<Effect> {
        self.shell.dialog = None;
        match then {
            Then::Open(paths) => vec![self.read(paths, None, None)],
            Then::Paste(text) => {
                self.paste(&text);
                Vec::new()
            }
            Then::New(text) => {
                self.new_match(text);
                Vec::new()
            }
            Then::NewGame(text) => {
                self.show_new_game(text);
                Vec::new()
            }
            Then::NewProblem(text) => {
                self.show_new_problem(text);
                Vec::new()
            }
            Then::Reload => match &self.library.file {
                Some(file) => {
                    let (read, game) = (file.as_read(), file.chosen + 1);
                    vec![self.read_again(read, Some(game))]
                }
                None => Vec::new(),
            },
            Then::UnpackWhole(unpack) => vec![self.read_again(unpack, None)],
            Then::Quit => {
                self.shell.quits = true;
                // What is given up knowingly is not offered at the next start.
                vec![Effect::ForgetRecovery, Effect::Quit]
            }
        }
    }

    /// Saves first, then does `then`.
    pub(in crate::app) fn save_then(&mut self, then: Then) -> Vec<Effect> {
        self.shell.dialog = None;
        if let Some(file) = &mut self.library.file {
            file.then = Some(then);
        }
        self.save()
    }

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
            let what = if other.packed {
                "A packed file"
            } else {
                "A file of BGN"
            };
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

    /// The path for `what` is known.
    pub(in crate::app) fn save_path(
        &mut self,
        what: SaveWhat,
        to: PathBuf,
        replace: bool,
    ) -> Vec<Effect> {
        self.shell.dialog = None;
        let form = match what {
            SaveWhat::File | SaveWhat::Match | SaveWhat::Append => Form::Bpgn,
            SaveWhat::Heard(_) => Form::Kriegspiel,
            SaveWhat::Matches => form_named(&to, &LIST_FORMS).unwrap_or(Form::Bpgn),
        };
        if let Err(error) = check_name(&to, form) {
            // What was to follow would lose it.
            self.call_off();
            self.say(sentence(&error.to_string()));
            return Vec::new();
        }
        let kind = match what {
            SaveWhat::File => return self.save_as(to, replace),
            SaveWhat::Match => WriteKind::Copy,
            SaveWhat::Append => WriteKind::Append,
            SaveWhat::Heard(side) => WriteKind::Heard(side),
            SaveWhat::Matches => return self.export_matches(to, replace),
        };
        let Some(open) = &self.open else {
            return Vec::new();
        };
        let bytes = match kind {
            WriteKind::Copy | WriteKind::Append | WriteKind::Matches(_) => {
                open.content.text().to_vec()
            }
            WriteKind::Heard(side) => match self.heard_text(side) {
                Some(text) => text.into_bytes(),
                None => return Vec::new(),
            },
        };
        vec![Effect::Write(Box::new(WriteJob {
            to,
            bytes,
            kind,
            replace,
        }))]
    }

    /// Saves the file as `to`, after the save that runs.
    fn save_as(&mut self, to: PathBuf, replace: bool) -> Vec<Effect> {
        match self.library.file.as_mut().filter(|file| file.saving) {
            Some(file) => {
                file.save_next = Some((to, replace));
                Vec::new()
            }
            None => self.save_to(to, false, replace),
        }
    }

    /// Writes the matches that are listed to `to`.
    fn export_matches(&self, to: PathBuf, replace: bool) -> Vec<Effect> {
        let Some(file) = &self.library.file else {
            return Vec::new();
        };
        let changed = file.changes.texts();
        vec![Effect::Export(Box::new(ExportJob {
            to,
            list: file.list.clone(),
            rows: file.filter.rows.clone(),
            changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
            replace,
        }))]
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
            SaveOutcome::Done {
                list,
                records,
                backed_up,
            } => {
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

    /// A match has been written elsewhere, or could not be.
    pub(in crate::app) fn written_elsewhere(&mut self, written: Written) {
        let to = &written.to.clone();
        let path = to.display();
        match (written.outcome, written.kind) {
            (Ok(true), WriteKind::Copy) => {
                self.tell_written(format!("The match was saved as {path}."), to);
            }
            (Ok(true), WriteKind::Append) => {
                self.tell_written(format!("The match was appended to {path}."), to);
            }
            (Ok(true), WriteKind::Heard(side)) => {
                let who = match side {
                    Side::Referee => "the referee has it".to_owned(),
                    Side::Seat(_) => format!("{} heard it", side.name()),
                };
                let until = match self.game_document() {
                    Some(document) if document.game().cut_short => {
                        "; it ends before the ply that cannot be played"
                    }
                    _ => "",
                };
                self.tell_written(
                    format!("The game was saved as {who}, as {path}{until}."),
                    to,
                );
            }
            (Ok(false), WriteKind::Heard(side)) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Heard(side), written.to));
            }
            (Ok(true), WriteKind::Matches(1)) => {
                self.tell_written(format!("1 match was written to {path}."), to);
            }
            (Ok(true), WriteKind::Matches(count)) => {
                self.tell_written(format!("{count} matches were written to {path}."), to);
            }
            (Ok(false), WriteKind::Matches(_)) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Matches, written.to));
            }
            (Ok(false), _) => {
                self.shell.dialog = Some(Dialog::Replace(SaveWhat::Match, written.to));
            }
            (Err(error), _) => self.say(sentence(&error.to_string())),
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

    /// Shows `text` as a file of that name which is not on the disk.
    pub(in crate::app) fn show_unsaved(&mut self, name: &str, text: String) {
        let path = Path::new(name);
        let source = crate::file::Source::from_bytes(path, text);
        let list = crate::archive::Collection::of(source);
        self.show(path, list, None, None);
    }

    /// A match without plies: its record.
    fn new_match(&mut self, text: String) {
        self.show_unsaved("new match.bpgn", text);
        if let Some(file) = &mut self.library.file {
            file.entering = true;
        }
    }

    /// What was to follow a save is called off.
    pub(in crate::app) fn call_off(&mut self) {
        if let Some(file) = &mut self.library.file {
            file.then = None;
        }
    }

    /// The answer to what was asked about changes that are not saved.
    pub(in crate::app) fn answer_unsaved(&mut self, save: bool) -> Vec<Effect> {
        match self.shell.dialog.take() {
            Some(Dialog::Unsaved(then)) if save => self.save_then(then),
            Some(Dialog::Unsaved(then)) => self.go_on(then),
            other => {
                self.shell.dialog = other;
                Vec::new()
            }
        }
    }

    /// Asks for a path for `what`; there must be something to write.
    pub(in crate::app) fn ask_for_path(&mut self, what: SaveWhat) -> Vec<Effect> {
        self.settle();
        self.shell.dialog = None;
        let files = self
            .library
            .file
            .as_ref()
            .map_or(0, |file| file.list.files.len());
        if what == SaveWhat::File && files > 1 {
            self.say(format!(
                "{files} files are open as one list: save a copy of this match, or the list as a file, instead."
            ));
            return Vec::new();
        }
        let effect = self.open.as_ref().map(|_| self.path_question(what));
        effect.into_iter().collect()
    }

    fn path_question(&self, what: SaveWhat) -> Effect {
        let title = what.title();
        Effect::AskForPath {
            what,
            suggested: self.path_beside(what),
            title: match self.why_elsewhere(what) {
                Some(why) => format!("{title}: {why}"),
                None => title.to_owned(),
            },
        }
    }

    /// Why the file that is open cannot be saved in its place, where `what` is the file; a sentence.
    #[must_use]
    pub fn why_elsewhere(&self, what: SaveWhat) -> Option<&'static str> {
        let file = self
            .library
            .file
            .as_ref()
            .filter(|_| what == SaveWhat::File)?;
        let [alone] = file.list.files.as_slice() else {
            return None;
        };
        if alone.packed {
            Some("A packed file is not written in its place; unpacked, it can stand beside it.")
        } else if alone.bgn.is_some() {
            Some("A file of BGN is not written in its place; as BPGN, it can stand beside it.")
        } else {
            None
        }
    }

    /// A path to save `what` to, in the folder of the file that is open: that of the file itself, or where it cannot
    /// be saved in its place, one beside it. `None` where no folder is known, or an other file must be named.
    pub(in crate::app) fn path_beside(&self, what: SaveWhat) -> Option<PathBuf> {
        let path = &self.library.file.as_ref()?.path;
        // What was asked for may be a folder itself.
        let known = match self.library.file.as_ref()?.list.files.as_slice() {
            [alone] => alone.path.as_path(),
            _ => path,
        };
        let folder = known.parent().filter(|it| !it.as_os_str().is_empty())?;
        match what {
            SaveWhat::File => {
                let mut beside = known.to_owned();
                if let Some([alone]) = self
                    .library
                    .file
                    .as_ref()
                    .map(|file| file.list.files.as_slice())
                    && alone.packed
                {
                    beside.set_extension("");
                }
                if check_name(&beside, Form::Bpgn).is_err() {
                    beside.set_extension("bpgn");
                }
                Some(beside)
            }
            SaveWhat::Match => Some(folder.join("match.bpgn")),
            SaveWhat::Heard(_) => Some(folder.join("game.pgn")),
            SaveWhat::Matches => Some(folder.join("matches.bpgn")),
            SaveWhat::Append => None,
        }
    }
}
