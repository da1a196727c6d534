//! The thread that touches the world: reads files, asks for them, keeps settings.

use super::{
    asking,
    exporting::export,
    picture_work::{draw, print_match},
    reading::ReadJob,
    save_work::{recovered, save_file, write_match},
};
use crate::{
    app::{Action, Effect, FileAnswer, ListJob, SaveWhat},
    file::CacheFolder,
    settings::Store,
};
use eframe::egui::Context;
use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
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
    lists: Sender<ListJob>,
    cache: Option<PathBuf>,
    wake: Context,
}

impl Worker {
    /// Starts the thread. `store` keeps the settings and the folder `cache` indexes and unpacked files; `wake` is
    /// asked for a frame when work is done.
    #[must_use]
    pub fn start(store: Store, cache: Option<PathBuf>, wake: Context) -> Self {
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
        let lists = start_lists(outbox.clone(), wake.clone());
        let frame = wake.clone();
        std::thread::spawn(move || {
            for effect in inbox {
                if let Effect::Ask(job) = effect {
                    asking::start(*job, outbox.clone(), frame.clone());
                    continue;
                }
                if let Some(action) = run(&effect, &store) {
                    if outbox.send(action).is_err() {
                        break;
                    }
                    frame.request_repaint();
                }
            }
            let _ = finished.send(());
        });
        Self {
            effects: Some(effects),
            done,
            actions,
            answers,
            lists,
            cache,
            wake,
        }
    }

    /// Gives the thread an effect to run. What takes long has a thread of its own.
    pub fn send(&self, effect: Effect) {
        // The threads live as long as this value, so that nothing is lost here.
        match effect {
            Effect::Read {
                paths,
                asked,
                keep_mb,
                halt,
                game,
                at,
            } => {
                let limit = u64::from(keep_mb) * 1_000_000;
                let folder = self.cache.as_ref().filter(|_| limit > 0);
                let job = ReadJob {
                    paths: paths.iter().map(|path| full(path)).collect(),
                    game,
                    at,
                    asked,
                    halt,
                    cache: folder.map(|folder| CacheFolder::new(folder, limit)),
                };
                let (answers, frame) = (self.answers.clone(), self.wake.clone());
                std::thread::spawn(move || {
                    job.run(|action| {
                        // Where nobody listens any more, nobody is missed.
                        let _ = answers.send(action);
                        frame.request_repaint();
                    });
                });
            }
            Effect::List(job) => {
                let _ = self.lists.send(*job);
            }
            effect => {
                if let Some(effects) = &self.effects {
                    let _ = effects.send(effect);
                }
            }
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

/// Starts the thread that filters and sorts long lists: the one that was asked for last.
fn start_lists(outbox: Sender<Action>, wake: Context) -> Sender<ListJob> {
    let (lists, asked) = channel::<ListJob>();
    std::thread::spawn(move || {
        while let Ok(first) = asked.recv() {
            let job = asked.try_iter().last().unwrap_or(first);
            let rows = job.listing.rows(&job.index, &job.edited);
            if outbox.send(Action::Listed(job.asked, rows)).is_err() {
                break;
            }
            wake.request_repaint();
        }
    });
    lists
}

fn run(effect: &Effect, store: &Store) -> Option<Action> {
    match effect {
        Effect::AskForFile => Some(ask_for_files()),
        Effect::AskForFolder => Some(Action::FileAsked(ask(|| {
            rfd::FileDialog::new()
                .set_title("Open all files of a folder")
                .pick_folder()
        }))),
        Effect::AskForPath {
            what,
            suggested,
            title,
        } => {
            let answer = ask_for_path(*what, suggested.as_deref(), title);
            Some(Action::PathAsked(*what, answer))
        }
        Effect::Save(job) => Some(Action::Saved(Box::new(save_file(job)))),
        Effect::Export(job) => Some(Action::Written(Box::new(export(job)))),
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
        | Effect::FullScreen
        | Effect::Play(_)
        | Effect::Think(_)
        | Effect::StopThinking(_)
        | Effect::Ask(_)
        | Effect::Read { .. }
        | Effect::List(_)
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

/// Asks for a file to open, or several.
fn ask_for_files() -> Action {
    let mut chosen = Vec::new();
    let answer = ask(|| {
        chosen = dialog("Open BPGN files")
            .pick_files()
            .filter(|files| !files.is_empty())?;
        chosen.first().cloned()
    });
    match answer {
        FileAnswer::Chosen(_) if chosen.len() > 1 => Action::OpenAll(chosen),
        answer => Action::FileAsked(answer),
    }
}

fn ask_for_path(what: SaveWhat, suggested: Option<&Path>, title: &str) -> FileAnswer {
    let (dialog, usual) = match what {
        SaveWhat::Matches => {
            let dialog = rfd::FileDialog::new()
                .set_title(title)
                .add_filter("BPGN", &["bpgn"])
                .add_filter("BGN, a line of JSON a match", &["jsonl"])
                .add_filter("Table", &["csv"]);
            (dialog, "matches.bpgn")
        }
        SaveWhat::Heard(_) => (dialog(title), "game.pgn"),
        SaveWhat::File | SaveWhat::Match | SaveWhat::Append => (dialog(title), "match.bpgn"),
    };
    let name = suggested.and_then(Path::file_name);
    let name = name.map_or(usual.into(), |name| name.to_string_lossy());
    let dialog = in_folder_of(dialog.set_file_name(name), suggested);
    ask(|| dialog.save_file())
}

fn ask_for_picture(path: &Path) -> FileAnswer {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let dialog = rfd::FileDialog::new()
        .set_title("Save the picture")
        .set_file_name(name);
    let dialog = in_folder_of(dialog, Some(path));
    ask(|| dialog.save_file())
}

/// The dialog begins in the folder of `path`, if there is one.
fn in_folder_of(dialog: rfd::FileDialog, path: Option<&Path>) -> rfd::FileDialog {
    match path.and_then(Path::parent).filter(|folder| folder.is_dir()) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

fn dialog(title: &str) -> rfd::FileDialog {
    rfd::FileDialog::new()
        .set_title(title)
        .add_filter(
            "Bughouse matches",
            &["bpgn", "pgn", "txt", "bz2", "gz", "zst", "jsonl"],
        )
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
