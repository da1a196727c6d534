//! Opening files and matches, and the list of them.

use super::{ReadRequest, Storage, UnpackWhole, importing::IMPORTED};
use crate::{
    app::{Effect, JobKind, Offer, Opened, State, Then, issues::sentence, saving::Guarded},
    archive::{Collection, RecordId, RowNumber},
    parallel::MAX_SERIAL,
};
use std::path::{Path, PathBuf};

impl Opened {
    /// Where its matches are kept outside the program.
    fn storage(&self, list: &Collection) -> Storage {
        let is_input = self.paths.first().is_none_or(|path| path == Path::new("-"));
        match list.files.as_slice() {
            // It can be read once.
            _ if is_input => Storage::Nowhere,
            _ if self.imported.is_some() => Storage::Imported,
            // What was unpacked cannot be saved in the place of what was packed, nor BPGN in that of BGN.
            [alone] if !alone.is_as_written() => Storage::ReadOnly,
            _ => Storage::InPlace,
        }
    }
}

impl State {
    /// Reads the files that the program was started with, to be shown from match `game` and ply `at`.
    pub fn read_first(
        &mut self,
        paths: Vec<PathBuf>,
        game: Option<usize>,
        at: Option<String>,
    ) -> Vec<Effect> {
        match self.guard(&Then::Open(paths.clone())) {
            Some(guarded) => vec![self.read(paths, game, at, Some(&guarded))],
            None => Vec::new(),
        }
    }

    /// Asks for the files at `paths`, to be shown from match `game` and ply `at`. Without `guarded`, the user is asked
    /// about unsaved work when they have been read.
    pub(in crate::app) fn read(
        &mut self,
        paths: Vec<PathBuf>,
        game: Option<usize>,
        at: Option<String>,
        guarded: Option<&Guarded>,
    ) -> Effect {
        self.library.reading = paths.first().cloned();
        self.library.request = Some(ReadRequest {
            read: UnpackWhole { paths: paths.clone(), whole: Vec::new() },
            touched: guarded.map(|_| self.saving.touched),
        });
        if let Some(file) = self.library.file_mut() {
            // The new reading takes the place of the one that goes on.
            file.reading = None;
        }
        Effect::Read { paths, keep_mb: self.settings.keep_mb, game, at, unpack_whole: Vec::new() }
    }

    /// Shows `list`, which comes with the program, under the name `path`, from its first match or match `game`, counted
    /// from 1, at its start or where `at` says. Nothing happens where something unsaved is open.
    pub fn show(&mut self, path: &Path, list: Collection, game: Option<usize>, at: Option<&str>) {
        let opened = Opened {
            game,
            at: at.map(str::to_owned),
            ..Opened::whole(path, Collection::default())
        };
        if let Some(guarded) = self.guard(&Then::Open(opened.paths.clone())) {
            self.show_opened(&opened, list, Storage::ReadOnly, guarded);
        }
    }

    /// Shows all of `list` under the name `path`.
    pub(in crate::app) fn show_list(
        &mut self,
        path: &Path,
        list: Collection,
        storage: Storage,
        guarded: Guarded,
    ) {
        let opened = Opened::whole(path, Collection::default());
        self.show_opened(&opened, list, storage, guarded);
    }

    /// Shows `list`, which was read as `opened` says.
    pub(in crate::app) fn show_opened(
        &mut self,
        opened: &Opened,
        list: Collection,
        storage: Storage,
        guarded: Guarded,
    ) {
        let many = list.index.len() > 1 || opened.reading.is_some();
        let files = list.files.len();
        let repeated = self.repeated_in(opened, &list);
        self.library.replace(opened, list, storage, guarded);
        self.leave_exercises();
        self.saving.touched += 1;
        // What was asked and offered was about the file before.
        self.shell.dialog.take_if(|dialog| dialog.is_about_open_file());
        self.shell.notices.forget_offers();
        self.shell.matches = many;
        self.shell.table = self.shell.table && many;
        self.search.forget();
        self.refilter();
        self.take_up_answers();
        self.choose(0);
        match (&opened.game, &opened.at) {
            (Some(_), _) => self.choose_wanted(opened.reading.is_none()),
            (None, Some(at)) => self.go_to_name(at),
            (None, None) => {}
        }
        if let Some(words) = repeated {
            self.tell(words);
        }
        if opened.reading.is_none() && files > 0 {
            self.say_notices();
        }
    }

    /// What is to be said where matches of `list`, which takes the place of the one that is open, stand in that too.
    /// Nothing where the same files are read again, or one of the lists is too long to compare while a person waits.
    fn repeated_in(&self, opened: &Opened, list: &Collection) -> Option<String> {
        let before = self.library.file()?;
        let long = [&before.list, list].map(|list| list.index.len());
        let is_of_disk = before.list.files.iter().any(|file| file.fingerprint.is_some());
        let again = is_of_disk && before.paths == opened.paths;
        if again || long.into_iter().any(|len| len > MAX_SERIAL) {
            return None;
        }
        let repeated = list.index.also_in(&before.list.index);
        let name = before.name();
        let place = |id: RecordId| {
            if before.matches() > 1 { format!("match {} of {name}", id + 1) } else { name.clone() }
        };
        match (list.index.len(), repeated.as_slice()) {
            (_, []) => None,
            (1, [(_, id)]) => {
                Some(format!("This match was in the list that was open: {}.", place(*id)))
            }
            (_, [(new, id)]) => {
                Some(format!("Match {} was in the list that was open: {}.", new + 1, place(*id)))
            }
            (all, repeated) => Some(format!(
                "{} of the {all} matches were in the list that was open: {name}.",
                repeated.len()
            )),
        }
    }

    pub(in crate::app) fn opened(&mut self, mut opened: Opened) -> Vec<Effect> {
        self.library.reading = None;
        let request = self.library.request.take();
        match std::mem::replace(&mut opened.list, Ok(Collection::default())) {
            Err(error) => self.say(sentence(&error.to_string())),
            Ok(_) if !opened.has_matches && opened.imported.is_some() => {
                self.say_imported(opened.imported.unwrap_or_default());
            }
            Ok(list) if !opened.has_matches => self.say_no_matches(opened, &list),
            Ok(list) if opened.reading.is_none() && self.complete_open(&list) => {}
            Ok(list) => {
                let touched = request.as_ref().and_then(|request| request.touched);
                let then = match request {
                    Some(request) if !request.read.whole.is_empty() => {
                        Then::UnpackWhole(request.read)
                    }
                    _ => Then::Open(opened.paths.clone()),
                };
                return match self.guard_arrival(touched, &then) {
                    Some(guarded) => self.show_read(opened, list, guarded),
                    // It is read once more when what was changed meanwhile is saved or discarded.
                    None if opened.reading.is_some() => vec![Effect::Cancel(JobKind::Read)],
                    None => Vec::new(),
                };
            }
        }
        Vec::new()
    }

    /// Shows `list`, which was read and has matches.
    fn show_read(&mut self, mut opened: Opened, list: Collection, guarded: Guarded) -> Vec<Effect> {
        let storage = opened.storage(&list);
        self.show_opened(&opened, list, storage, guarded);
        if let Some(notes) = opened.imported.take() {
            self.tell(IMPORTED.to_owned());
            self.say_imported(notes);
        } else if storage.is_in_file() {
            for path in opened.paths.iter().rev() {
                self.settings.remember(path);
            }
            return vec![self.keep()];
        }
        Vec::new()
    }

    /// Says that what was read holds no match.
    fn say_no_matches(&mut self, opened: Opened, list: &Collection) {
        let path = opened.paths.first().cloned().unwrap_or_default();
        let read = UnpackWhole { paths: opened.paths, whole: opened.unpack_whole };
        for file in &list.files {
            for notice in &file.notices {
                let words = sentence(&notice.to_string());
                self.say_of_file(words, &file.path, notice, &read);
            }
        }
        let what = match list.files.as_slice() {
            // Each of its lines has been told of.
            [file] if file.bgn.is_some() => return,
            [] => "There is no file of matches in this folder",
            [file] if file.text.length() == 0 && file.notices.is_empty() => "The file is empty",
            [_] => "There is no bughouse match in this file",
            _ => "There is no bughouse match in these files",
        };
        self.say(format!("{what}: {}.", path.display()));
    }

    pub(in crate::app) fn choose(&mut self, id: RecordId) {
        self.settle();
        let Some(file) = self.library.file_mut() else {
            return;
        };
        // Where there is no such record, the first.
        let id = if id < file.matches() { id } else { 0 };
        if file.list.place(id).is_none() {
            return;
        }
        file.chosen = id;
        file.arrival = None;
        file.changes.end_typing();
        self.open = None;
        self.show_chosen();
        self.revision += 1;
    }

    pub(in crate::app) fn go_to_name(&mut self, at: &str) {
        let Some(open) = &self.open else { return };
        match open.content.point_named(at) {
            Some(point) => self.go_to_point(point),
            None => {
                self.say(format!(
                    "There is no ply {at} in this match; it is shown from its start."
                ));
            }
        }
    }

    /// Does what a message offers.
    pub(in crate::app) fn accept(&mut self, offer: &Offer) -> Vec<Effect> {
        match offer {
            Offer::Numbers { text, numbers } => {
                self.guarded(Then::Numbers { text: text.clone(), numbers: *numbers })
            }
            Offer::Reload => self.guarded(Then::Reload),
            Offer::UnpackWhole(unpack) => self.guarded(Then::UnpackWhole(unpack.clone())),
            Offer::Copy(text) => vec![Effect::Copy(text.clone())],
            Offer::Open(path) => vec![Effect::ShowFile(path.clone())],
            Offer::ShowInFolder(path) => vec![Effect::ShowFolder(path.clone())],
        }
    }

    pub(in crate::app) fn step_match(&mut self, forward: bool) {
        let Some(file) = self.library.file() else {
            return;
        };
        let chosen = RowNumber::try_from(file.chosen).unwrap_or(RowNumber::MAX);
        let rows = &file.filter.rows;
        let next = match rows.iter().position(|&row| row == chosen) {
            Some(place) if forward => rows.get(place + 1),
            Some(place) => place.checked_sub(1).and_then(|place| rows.get(place)),
            // The match that is shown need not be among those that are left.
            None if forward => rows.iter().filter(|&&row| row > chosen).min(),
            None => rows.iter().filter(|&&row| row < chosen).max(),
        };
        if let Some(&row) = next {
            self.choose(row as usize);
        }
    }
}
