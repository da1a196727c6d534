//! Opening files and matches, and the list of them.

use super::{
    Arrival, Edited, Filter, OpenFile, ReadRequest, UnpackWhole, importing::IMPORTED,
    listing::AT_ONCE,
};
use crate::app::{Effect, JobKind, Offer, Opened, State, Then, issues::sentence};
use crate::{
    archive::{Collection, RecordId, RowNumber},
    document::{Changes, source_of_position, source_of_position_as},
    file::Source,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

impl State {
    /// Asks for the files at `paths`, to be shown from match `game` and ply `at`.
    pub fn read(&mut self, paths: Vec<PathBuf>, game: Option<usize>, at: Option<String>) -> Effect {
        self.library.reading = paths.first().cloned();
        self.library.request = Some(ReadRequest {
            read: UnpackWhole { paths: paths.clone(), whole: Vec::new() },
            touched: self.saving.touched,
        });
        if let Some(file) = &mut self.library.file {
            // The new reading takes the place of the one that goes on.
            file.reading = None;
        }
        Effect::Read { paths, keep_mb: self.settings.keep_mb, game, at, unpack_whole: Vec::new() }
    }

    /// Shows `list`, under the name `path`, from its first match or match `game`, counted from 1, at
    /// its start or where `at` says.
    pub fn show(&mut self, path: &Path, list: Collection, game: Option<usize>, at: Option<&str>) {
        let opened = Opened {
            game,
            at: at.map(str::to_owned),
            ..Opened::whole(path, Collection::default())
        };
        self.show_opened(&opened, list);
    }

    /// Shows `list`, which was read as `opened` says.
    pub(in crate::app) fn show_opened(&mut self, opened: &Opened, list: Collection) {
        let many = list.index.len() > 1 || opened.reading.is_some();
        let path = match opened.paths.as_slice() {
            [path] => path.clone(),
            paths => PathBuf::from(format!("{} files", paths.len())),
        };
        let files = list.files.len();
        let repeated = self.repeated_in(opened, &list);
        self.library.opened += 1;
        self.library.file = Some(OpenFile {
            path,
            paths: opened.paths.clone(),
            unpack_whole: opened.unpack_whole.clone(),
            list,
            reading: opened.reading,
            wanted: opened.game.map(|game| (game, opened.at.clone())),
            filter: Filter::default(),
            opened: self.library.opened,
            chosen: 0,
            arrival: None,
            original: Vec::new(),
            edited: Edited::default(),
            changes: Changes::default(),
            drafts: Vec::new(),
            answers: BTreeMap::new(),
            entering: false,
            told_clockless: false,
            on_disk: false,
            recovered: false,
            saving: false,
            save_next: None,
            asks_path: false,
            then: None,
            differences: Vec::new(),
        });
        self.leave_exercises();
        self.saving.touched += 1;
        // What was offered was about the file before.
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
        let before = self.library.file.as_ref()?;
        let long = [&before.list, list].map(|list| list.index.len());
        let is_of_disk = before.list.files.iter().any(|file| file.fingerprint.is_some());
        let again = is_of_disk && before.paths == opened.paths;
        if again || long.into_iter().any(|len| len > AT_ONCE) {
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
        if let Some(request) = request.filter(|_| opened.has_matches)
            && self.is_unsaved()
            && self.saving.touched != request.touched
        {
            return self.ask_before_showing(request, &opened);
        }
        let list = std::mem::replace(&mut opened.list, Ok(Collection::default()));
        let path = opened.paths.first().cloned().unwrap_or_default();
        match list {
            Err(error) => self.say(sentence(&error.to_string())),
            Ok(_) if !opened.has_matches && opened.imported.is_some() => {
                self.say_imported(opened.imported.unwrap_or_default());
            }
            Ok(list) if !opened.has_matches => {
                let read = UnpackWhole { paths: opened.paths, whole: opened.unpack_whole };
                for file in &list.files {
                    for notice in &file.notices {
                        let words = sentence(&notice.to_string());
                        self.say_of_file(words, &file.path, notice, &read);
                    }
                }
                if let [file] = list.files.as_slice()
                    && file.bgn.is_some()
                {
                    // Each of its lines has been told of.
                    return Vec::new();
                }
                let what = match list.files.as_slice() {
                    [] => "There is no file of matches in this folder",
                    [file] if file.text.length() == 0 && file.notices.is_empty() => {
                        "The file is empty"
                    }
                    [_] => "There is no bughouse match in this file",
                    _ => "There is no bughouse match in these files",
                };
                self.say(format!("{what}: {}.", path.display()));
            }
            Ok(list) => {
                // What was unpacked cannot be saved in the place of what was packed, nor BPGN in that of BGN.
                let other = match list.files.as_slice() {
                    [alone] => !alone.is_as_written(),
                    _ => false,
                };
                self.show_opened(&opened, list);
                if let Some(notes) = opened.imported {
                    self.tell(IMPORTED.to_owned());
                    self.say_imported(notes);
                    return Vec::new();
                }
                if let Some(file) = &mut self.library.file
                    && path != Path::new("-")
                {
                    file.on_disk = !other;
                    for path in opened.paths.iter().rev() {
                        self.settings.remember(path);
                    }
                    return vec![self.keep()];
                }
            }
        }
        Vec::new()
    }

    /// Something has been changed while other files were read: they are read once more when it is saved or given up.
    fn ask_before_showing(&mut self, request: ReadRequest, opened: &Opened) -> Vec<Effect> {
        let then = if request.read.whole.is_empty() {
            Then::Open(request.read.paths)
        } else {
            Then::UnpackWhole(request.read)
        };
        let mut effects = self.guarded(then);
        if opened.reading.is_some() {
            effects.push(Effect::Cancel(JobKind::Read));
        }
        effects
    }

    pub(in crate::app) fn choose(&mut self, id: RecordId) {
        self.settle();
        let Some(file) = &mut self.library.file else {
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
        if self.when_shown(Arrival::Named(at.to_owned())) {
            return;
        }
        let Some(open) = &self.open else { return };
        match open.content.point_named(at) {
            Some(point) => self.go_to_point(point),
            None => {
                self.say(format!("There is no ply {at} in this match; it is shown from its start."))
            }
        }
    }

    /// Opens what was pasted: a position, or a match.
    pub(in crate::app) fn paste(&mut self, text: &str) {
        if self.paste_boards(text) {
            return;
        }
        let error = match source_of_position(text) {
            Ok((source, numbers)) => {
                self.show_source(source);
                if let Some(numbers) = numbers {
                    let other = Offer::Numbers { text: text.to_owned(), numbers: numbers.other() };
                    let taken = numbers.name();
                    let words =
                        format!("The last two numbers of the position were taken for {taken}.");
                    self.offer(words, other);
                }
                return;
            }
            Err(error) => error,
        };
        let path = Path::new("pasted.bpgn");
        let pasted = Opened::whole(path, Collection::of(Source::from_bytes(path, text)));
        if let (true, Ok(list)) = (pasted.has_matches, pasted.list) {
            self.show(path, list, None, None);
        } else {
            self.say(format!("What was pasted is neither a match nor a position: {error}."));
        }
    }

    /// Shows what does not come from a file.
    fn show_source(&mut self, source: Source) {
        let path = source.path().to_owned();
        self.show(&path, Collection::of(source), None, None);
    }

    /// Does what a message offers.
    pub(in crate::app) fn accept(&mut self, offer: &Offer) -> Vec<Effect> {
        match offer {
            Offer::Numbers { text, numbers } => match source_of_position_as(text, *numbers) {
                Ok(source) => self.show_source(source),
                Err(error) => self.say(sentence(&error.to_string())),
            },
            Offer::Reload => return self.guarded(Then::Reload),
            Offer::UnpackWhole(unpack) => {
                return self.guarded(Then::UnpackWhole(unpack.clone()));
            }
            Offer::Copy(text) => return vec![Effect::Copy(text.clone())],
            Offer::Open(path) => return vec![Effect::ShowFile(path.clone())],
            Offer::ShowInFolder(path) => return vec![Effect::ShowFolder(path.clone())],
        }
        Vec::new()
    }

    pub(in crate::app) fn step_match(&mut self, forward: bool) {
        let Some(file) = &self.library.file else {
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
