//! The thread that keeps what is not saved against a crash.

use crate::app::Action;
use crate::settings::{Recovery, RecoveryId, RecoveryPace, RecoveryStore};
use eframe::egui::Context;
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::JoinHandle,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// What the thread is told.
pub enum Told {
    /// This is not saved.
    Keep(Box<Recovery>),
    /// Everything is saved.
    Forget,
    /// This was taken back from another time and is now ours.
    Adopt(RecoveryId),
    /// This is no longer wanted.
    Remove(RecoveryId),
}

/// A thread of its own, since the worker may wait for a dialog.
pub struct Keeper {
    told: Option<Sender<Told>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts the thread, which first looks for what was kept at another time. `answers` go to the window
    /// that `wake` wakes.
    #[must_use]
    pub fn start(store: RecoveryStore, answers: Sender<Action>, wake: Context) -> Self {
        let (told, inbox) = channel();
        let thread = std::thread::spawn(move || {
            let mut kept = Kept {
                store,
                answers,
                wake,
                pace: RecoveryPace::default(),
                latest: None,
                began: Instant::now(),
            };
            kept.look();
            kept.run(&inbox);
        });
        Self {
            told: Some(told),
            thread: Some(thread),
        }
    }

    /// Tells the thread something.
    pub fn tell(&self, what: Told) {
        if let Some(told) = &self.told {
            // The thread lives as long as this value, so that nothing is lost here.
            let _ = told.send(what);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.told = None;
        if let Some(thread) = self.thread.take() {
            // What was told last is done before the program ends.
            let _ = thread.join();
        }
    }
}

struct Kept {
    store: RecoveryStore,
    answers: Sender<Action>,
    wake: Context,
    pace: RecoveryPace,
    latest: Option<Box<Recovery>>,
    began: Instant,
}

impl Kept {
    fn look(&mut self) {
        let (found, errors) = self.store.orphans();
        for error in errors {
            self.answer(Action::Say(error.to_string()));
        }
        if !found.is_empty() {
            self.answer(Action::Found(found));
        }
    }

    fn run(&mut self, inbox: &Receiver<Told>) {
        loop {
            let now = self.began.elapsed();
            let told = match self.pace.due() {
                Some(due) => inbox.recv_timeout(due.saturating_sub(now)),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match told {
                Ok(told) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.pace.begin(self.began.elapsed()) {
                self.write();
            }
        }
        // The window has closed with something unsaved: it is offered at the next start.
        if self.pace.due().is_some() {
            self.write();
        }
    }

    fn hear(&mut self, told: Told) {
        let done = match told {
            Told::Keep(recovery) => {
                self.latest = Some(recovery);
                self.pace.changed(self.began.elapsed());
                Ok(())
            }
            Told::Forget => {
                self.latest = None;
                self.pace.saved();
                self.store.forget()
            }
            Told::Adopt(id) => self.store.adopt(&id),
            Told::Remove(id) => self.store.remove(&id),
        };
        if let Err(error) = done {
            self.answer(Action::Say(error.to_string()));
        }
    }

    fn write(&mut self) {
        let Some(latest) = &mut self.latest else {
            return;
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        latest.written_s = now.as_ref().map_or(0, Duration::as_secs);
        if let Err(error) = self.store.keep(latest) {
            self.pace.failed();
            self.answer(Action::Say(error.to_string()));
        }
    }

    fn answer(&self, action: Action) {
        // After the window has closed nobody listens.
        let _ = self.answers.send(action);
        self.wake.request_repaint();
    }
}
