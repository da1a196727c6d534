//! The thread that touches the world: reads files, asks for them, keeps settings.

use super::{
    asking,
    pictures::{draw, print_match},
    saving::{recovered, save_file, write_match},
};
use crate::{
    archive::Archive,
    file::Source,
    settings::Store,
    view::{Action, Effect, FileAnswer, Opened, SaveWhat},
};
use eframe::egui::Context;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

/// A dialog that closes within this time was never shown.
const NO_DIALOG: Duration = Duration::from_millis(150);

/// So long the window waits, when it closes, for what is still to be written.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A thread that runs effects in order and answers with actions.
pub struct Worker {
    /// Taken away when no more effects come.
    effects: Option<Sender<Effect>>,
    /// Says that the thread has run all of them.
    done: Receiver<()>,
    actions: Receiver<Action>,
    answers: Sender<Action>,
}

impl Worker {
    /// Starts the thread. `store` keeps the settings; `wake` is asked for a frame when work is done.
    #[must_use]
    pub fn start(store: Store, wake: Context) -> Self {
        let (effects, inbox) = channel::<Effect>();
        let (outbox, actions) = channel();
        let answers = outbox.clone();
        let (finished, done) = channel();
        // Nothing that a person waits for waits for this.
        let (asked, frame) = (outbox.clone(), wake.clone());
        std::thread::spawn(move || {
            if asks_for_less_motion() && asked.send(Action::LessMotion).is_ok() {
                frame.request_repaint();
            }
        });
        std::thread::spawn(move || {
            for effect in inbox {
                if let Effect::Ask(job) = effect {
                    asking::start(*job, outbox.clone(), wake.clone());
                    continue;
                }
                if let Some(action) = run(&effect, &store) {
                    if outbox.send(action).is_err() {
                        break;
                    }
                    wake.request_repaint();
                }
            }
            let _ = finished.send(());
        });
        Self {
            effects: Some(effects),
            done,
            actions,
            answers,
        }
    }

    /// Gives the thread an effect to run.
    pub fn send(&self, effect: Effect) {
        // The thread lives as long as this value, so that nothing is lost here.
        if let Some(effects) = &self.effects {
            let _ = effects.send(effect);
        }
    }

    /// Where others can answer too.
    pub fn answers(&self) -> Sender<Action> {
        self.answers.clone()
    }

    /// The next answer, if it comes within `patience`.
    pub fn wait(&self, patience: Duration) -> Option<Action> {
        self.actions.recv_timeout(patience).ok()
    }

    /// The answers that have come since the last call.
    pub fn finished(&self) -> Vec<Action> {
        self.actions.try_iter().collect()
    }
}

impl Drop for Worker {
    /// The settings that were changed last are still written; a dialog that nobody answers is not waited for.
    fn drop(&mut self) {
        self.effects = None;
        let _ = self.done.recv_timeout(LAST_WORDS);
    }
}

fn run(effect: &Effect, store: &Store) -> Option<Action> {
    match effect {
        Effect::Read { path, game, at } => {
            let path = full(path);
            let archive = Source::read(&path).map(|source| Arc::new(Archive::of(source)));
            Some(Action::Opened(Box::new(Opened {
                path,
                game: *game,
                at: at.clone(),
                archive,
            })))
        }
        Effect::AskForFile => Some(Action::FileAsked(ask_for_file())),
        Effect::AskForPath(what) => Some(Action::PathAsked(*what, ask_for_path(*what))),
        Effect::Save(job) => Some(Action::Saved(Box::new(save_file(job)))),
        Effect::Write(job) => Some(Action::Written(Box::new(write_match(job)))),
        Effect::Keep(settings) => match store.save(settings) {
            Ok(()) => None,
            Err(error) => Some(Action::Say(format!("{error}"))),
        },
        Effect::Recover(found) => Some(Action::Recovered(Box::new(recovered(found.1.clone())))),
        Effect::Draw(job) => Some(Action::Drawn(Box::new(draw(job)))),
        Effect::AskForPicture(path) => Some(Action::PictureAsked(ask_for_picture(path))),
        Effect::Print(job) => Some(print_match(job)),
        // These are the window's own to do, or another thread's.
        Effect::Quit
        | Effect::Play(_)
        | Effect::Think(_)
        | Effect::StopThinking(_)
        | Effect::Ask(_)
        | Effect::CopyPicture(_)
        | Effect::Copy(_)
        | Effect::AskForClipboard
        | Effect::KeepRecovery(_)
        | Effect::ForgetRecovery
        | Effect::RemoveRecovery(_) => None,
    }
}

/// Whether the desktop is set to show no animations. Only GNOME's own setting is asked for, which others
/// follow; where there is none, nothing is.
fn asks_for_less_motion() -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    let asked = std::process::Command::new("gsettings")
        .args(["get", "org.gnome.desktop.interface", "enable-animations"])
        .stdin(std::process::Stdio::null())
        .output();
    asked.is_ok_and(|output| output.stdout.trim_ascii() == b"false")
}

/// The full path of a file, by which it is remembered for a start in another folder; `-`, standard input,
/// stays as it is.
fn full(path: &Path) -> PathBuf {
    match std::path::absolute(path) {
        Ok(full) if path != Path::new("-") => full,
        _ => path.to_owned(),
    }
}

fn ask_for_file() -> FileAnswer {
    ask(|| dialog("Open a BPGN file").pick_file())
}

fn ask_for_path(what: SaveWhat) -> FileAnswer {
    let name = match what {
        SaveWhat::Heard(_) => "game.pgn",
        SaveWhat::File | SaveWhat::Match | SaveWhat::Append => "match.bpgn",
    };
    ask(|| dialog(what.title()).set_file_name(name).save_file())
}

fn ask_for_picture(path: &Path) -> FileAnswer {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut dialog = rfd::FileDialog::new()
        .set_title("Save the picture")
        .set_file_name(name);
    if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    ask(|| dialog.save_file())
}

fn dialog(title: &str) -> rfd::FileDialog {
    rfd::FileDialog::new()
        .set_title(title)
        .add_filter("Bughouse matches", &["bpgn", "pgn", "txt"])
        .add_filter("All files", &["*"])
}

fn ask(show: impl FnOnce() -> Option<PathBuf>) -> FileAnswer {
    let asked = Instant::now();
    match show() {
        Some(path) => FileAnswer::Chosen(path),
        None if asked.elapsed() < NO_DIALOG => FileAnswer::NotToBeHad,
        None => FileAnswer::Cancelled,
    }
}
