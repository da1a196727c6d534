//! [`Cx`]: what a feature can access besides its own state.
//!
//! A feature is a struct with `fn update(&mut self, action, cx: &mut Cx)`. If all of a feature's state is part of the
//! [`Session`], the feature consists of functions that take a [`Cx`]. Features do not access each other: they request
//! an [`Action`], which [`State::update`](super::State::update) handles next. Work outside the state is an [`Effect`].

use super::{
    Action, Effect, FileSession, GameState, JobKind, MatchState, Offer, Open, Panel, Session,
    WindowEffect, shell::Copied,
};
use crate::{document::Content, platform, timeline::Moment};
use std::{
    ops::{Deref, DerefMut},
    path::Path,
};

/// The session, with the queues of effects and requests.
#[derive(Debug)]
pub struct Cx<'a> {
    pub session: &'a mut Session,
    effects: Vec<Effect>,
    requests: Vec<Action>,
}

impl Deref for Cx<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session
    }
}

impl DerefMut for Cx<'_> {
    fn deref_mut(&mut self) -> &mut Session {
        self.session
    }
}

impl<'a> Cx<'a> {
    pub fn new(session: &'a mut Session) -> Self {
        Self { session, effects: Vec::new(), requests: Vec::new() }
    }

    /// Queues `effect`. If [`Effect::kind`] returns a kind, removes queued effects of that kind, withdraws a pending
    /// cancellation of that kind, and records the start of the job.
    pub(in crate::app) fn run(&mut self, effect: impl Into<Effect>) {
        let effect = effect.into();
        if let Some(kind) = effect.kind() {
            self.effects.retain(|queued| queued.kind() != Some(kind));
            self.session.cancelled.retain(|cancelled| *cancelled != kind);
            self.session.jobs.start(kind);
        }
        self.effects.push(effect);
    }

    /// Cancels the running jobs of these kinds after the current action, and drops the errors of earlier jobs of these
    /// kinds. If [`Cx::run`] queues a new job of the same kind first, the cancellation is withdrawn.
    pub(in crate::app) fn cancel(&mut self, kinds: impl IntoIterator<Item = JobKind>) {
        for kind in kinds {
            if self.session.jobs.cancel(kind) {
                self.session.cancelled.push(kind);
            }
        }
    }

    /// Shows `document`: a new version of the open record or, after [`Cx::close_record`], any other record.
    pub(in crate::app) fn show_document(&mut self, document: Content) {
        let start = self.new_playhead();
        self.session.last_revision += 1;
        let revision = self.session.last_revision;
        let (open, pending_jobs) = match self.session.open.take() {
            Some(open) => {
                let pending_jobs = open.pending_jobs();
                (open.changed(document, start, revision), pending_jobs)
            }
            None => (Open::of(document, start, revision), Vec::new()),
        };
        let still_pending = open.pending_jobs();
        self.session.open = Some(open);
        self.cancel(pending_jobs.into_iter().filter(|kind| !still_pending.contains(kind)));
    }

    /// Closes the open record and cancels its jobs.
    pub(in crate::app) fn close_record(&mut self) {
        let open = self.session.open.take();
        self.cancel(open.map_or_else(Vec::new, |open| open.pending_jobs()));
    }

    pub(in crate::app) fn go_to(&mut self, moment: Moment) {
        if let Some(open) = self.open_mut() {
            open.go_to(moment);
        }
    }

    /// Leaves the puzzles, and shows the match and its notices again.
    pub(in crate::app) fn leave_puzzles(&mut self) {
        if let Some(round) = self.session.puzzles.round.take() {
            self.cancel([JobKind::Puzzles]);
            self.shell.notices.restore(round.stashed);
        }
    }

    /// Dismisses the notices of earlier actions if they are outdated: the current action has opened another record, or
    /// has saved or undone the last unsaved work.
    pub(in crate::app) fn dismiss_outdated_notices(&mut self) {
        let record = self.library.file().map(|file| {
            let pasted = if !file.storage.is_in_file() { Some(file.opened) } else { None };
            (file.path.clone(), pasted, file.record.id)
        });
        let is_unsaved = self.is_unsaved();
        self.shell.notices.dismiss_outdated(record, is_unsaved);
    }

    /// Copies `text` to the clipboard, and shows a notice about the copy.
    pub(in crate::app) fn copy(&mut self, text: String, copied: Copied) {
        self.run(WindowEffect::Copy(text));
        self.notify(copied.words().to_owned());
    }

    /// Applies `change` to the open file, if any.
    pub(in crate::app) fn in_file<T>(&mut self, change: impl FnOnce(&mut FileSession) -> T) {
        if let Some(file) = self.library.file_mut() {
            change(file);
        }
    }

    pub(in crate::app) fn in_match<T>(&mut self, change: impl FnOnce(&mut MatchState) -> T) {
        if let Some(open) = self.match_mut() {
            change(open);
        }
    }

    pub(in crate::app) fn in_game<T>(&mut self, change: impl FnOnce(&mut GameState) -> T) {
        if let Some(game) = self.game_mut() {
            change(game);
        }
    }

    /// Queues an action of another feature, to be handled after the current one.
    pub(in crate::app) fn request(&mut self, action: impl Into<Action>) {
        self.requests.push(action.into());
    }

    pub(in crate::app) fn run_all(&mut self, effects: impl IntoIterator<Item = impl Into<Effect>>) {
        effects.into_iter().for_each(|effect| self.run(effect));
    }

    pub fn finish(self) -> (Vec<Effect>, Vec<Action>) {
        (self.effects, self.requests)
    }

    /// Selects `panel`, and opens the side panel if it was hidden.
    pub(in crate::app) const fn show_panel(&mut self, panel: Panel) {
        self.session.shell.panel = panel;
        self.session.shell.panel_requests += 1;
        self.session.settings.side = true;
        // The table of matches and the book of mistakes hide the panel.
        self.session.shell.table = false;
        self.session.shell.book = false;
    }

    /// Writes the settings to disk.
    pub(in crate::app) fn save_settings(&mut self) {
        let mut settings = Box::new(self.settings.clone());
        settings.flipped = self.shell.user_flip.unwrap_or(settings.flipped);
        self.run(Effect::SaveSettings(settings));
    }

    pub(in crate::app) fn warn(&mut self, text: String) {
        self.shell.notices.push(text, true, Vec::new());
    }

    pub(in crate::app) fn notify(&mut self, text: String) {
        self.shell.notices.push(text, false, Vec::new());
    }

    pub(in crate::app) fn notify_with_offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, false, vec![offer]);
    }

    pub(in crate::app) fn warn_with_offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, true, vec![offer]);
    }

    /// Shows the notice `text`, which says that the file at `path` was written. The notice offers to open the file and
    /// to show its folder, except in a browser.
    pub(in crate::app) fn notify_written(&mut self, text: String, path: &Path) {
        let offers = if platform::HAS_DISK {
            vec![Offer::Open(path.to_owned()), Offer::ShowInFolder(path.to_owned())]
        } else {
            // Browsers show downloaded files themselves.
            Vec::new()
        };
        self.shell.notices.push(text, false, offers);
    }
}
