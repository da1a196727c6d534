//! The thread that touches the world: reads files, asks for them, keeps settings.

use super::{
    asking,
    desktop::Desktop,
    exporting::export,
    picture_work::{draw, print_match},
    reading::ReadJob,
    save_work::{recovered, save_file, write_match},
};
use crate::{
    app::{Action, Effect, ListJob},
    file::CacheFolder,
    settings::Store,
};
use eframe::egui::Context;
use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    time::Duration,
};

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
    /// Starts the thread. `store` keeps the settings and the folder `cache` indexes and unpacked files;
    /// `desktop` is asked for files; `wake` is asked for a frame when work is done.
    #[must_use]
    pub fn start(store: Store, cache: Option<PathBuf>, desktop: Desktop, wake: Context) -> Self {
        let (effects, inbox) = channel::<Effect>();
        let (outbox, actions) = channel();
        let answers = outbox.clone();
        let (finished, done) = channel();
        // Nothing that a person waits for waits for this.
        let (asked, frame) = (outbox.clone(), wake.clone());
        std::thread::spawn(move || {
            if desktop.wants_less_motion() && asked.send(Action::LessMotion).is_ok() {
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
                if let Some(action) = run(&effect, &store, desktop) {
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

fn run(effect: &Effect, store: &Store, desktop: Desktop) -> Option<Action> {
    match effect {
        Effect::AskForFile => Some(desktop.ask_for_files()),
        Effect::AskForFolder => Some(Action::FileAsked(desktop.ask_for_folder())),
        Effect::AskForPath {
            what,
            suggested,
            title,
        } => {
            let answer = desktop.ask_for_path(*what, suggested.as_deref(), title);
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
        Effect::AskForPicture(path) => Some(Action::PictureAsked(desktop.ask_for_picture(path))),
        Effect::Print(job) => Some(print_match(job, desktop)),
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

/// The full path of a file, by which it is remembered for a start in another folder; `-`, standard input,
/// stays as it is.
fn full(path: &Path) -> PathBuf {
    match std::path::absolute(path) {
        Ok(full) if path != Path::new("-") => full,
        _ => path.to_owned(),
    }
}
