//! [`Then`]: what waits until it is known what becomes of changes that are not saved.

use crate::app::{Dialog, Effect, State, UnpackWhole};
use std::path::{Path, PathBuf};

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

    /// What was to follow a save is called off.
    pub(in crate::app) fn call_off(&mut self) {
        if let Some(file) = &mut self.library.file {
            file.then = None;
        }
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
}
