//! [`Cx`]: what a feature can access besides its own state.
//!
//! A feature is a struct with `fn update(&mut self, action, cx: &mut Cx)`, or functions over [`Cx`] if all its state is
//! part of the [`Session`]. Features do not access each other: they request an [`Action`], which
//! [`State::update`](super::State::update) handles next. Work outside the state is an [`Effect`].

use super::{Action, Effect, Offer, Panel, Session};
use crate::platform;
use std::{
    ops::{Deref, DerefMut},
    path::Path,
};

/// The session, with the queues of effects and requests.
#[derive(Debug)]
pub struct Cx<'a> {
    /// The settings, the window, the open file and the open record.
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
    /// Creates a context with empty queues.
    #[must_use]
    pub fn new(session: &'a mut Session) -> Self {
        Self { session, effects: Vec::new(), requests: Vec::new() }
    }

    /// Queues work outside the state.
    pub(in crate::app) fn run(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Queues an action of another feature, handled after this one.
    pub(in crate::app) fn request(&mut self, action: Action) {
        self.requests.push(action);
    }

    /// Queues several effects in order.
    pub(in crate::app) fn run_all(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Returns the queued effects and actions.
    pub(in crate::app) fn finish(self) -> (Vec<Effect>, Vec<Action>) {
        (self.effects, self.requests)
    }

    /// Shows a panel and enables its side.
    pub(in crate::app) const fn show_panel(&mut self, panel: Panel) {
        self.session.shell.panel = panel;
        self.session.shell.panels_asked += 1;
        self.session.settings.side = true;
    }

    /// Writes the settings to disk.
    pub(in crate::app) fn save_settings(&mut self) {
        let settings = Box::new(self.settings.clone());
        self.run(Effect::Keep(settings));
    }

    /// Shows a warning.
    pub(in crate::app) fn warn(&mut self, text: String) {
        self.shell.notices.push(text, true, Vec::new());
    }

    /// Shows information.
    pub(in crate::app) fn notify(&mut self, text: String) {
        self.shell.notices.push(text, false, Vec::new());
    }

    /// Shows information with an offer.
    pub(in crate::app) fn notify_with_offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, false, vec![offer]);
    }

    /// Shows a warning with an offer.
    pub(in crate::app) fn warn_with_offer(&mut self, text: String, offer: Offer) {
        self.shell.notices.push(text, true, vec![offer]);
    }

    /// Reports that the file at `path` was written, with offers to open it and to show its folder.
    pub(in crate::app) fn notify_written(&mut self, text: String, path: &Path) {
        let offers = if platform::HAS_DISK {
            vec![Offer::Open(path.to_owned()), Offer::ShowInFolder(path.to_owned())]
        } else {
            // The browser shows its downloads.
            Vec::new()
        };
        self.shell.notices.push(text, false, offers);
    }
}
