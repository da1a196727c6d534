//! The settings and the puzzle progress on disk.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, JobKind, PuzzleAction, ShellAction},
    settings::{Progress, ProgressStore, Settings, Store},
};

pub(super) struct SaveSettings {
    pub(super) store: Store,
    pub(super) settings: Box<Settings>,
}

impl Task for SaveSettings {
    const TITLE: &'static str = "saving the settings";
    const LANE: Lane = Lane::Settings;

    fn kind(&self) -> JobKind {
        JobKind::Settings
    }

    fn run(self, context: &JobContext<Action>) {
        if let Err(error) = self.store.save(&self.settings) {
            context.send(ShellAction::ShowError(error.to_string()));
        }
    }
}

pub(super) struct SaveProgress {
    pub(super) store: ProgressStore,
    pub(super) progress: Box<Progress>,
}

impl Task for SaveProgress {
    const TITLE: &'static str = "saving the puzzle progress";
    const LANE: Lane = Lane::Settings;

    fn kind(&self) -> JobKind {
        JobKind::SaveProgress
    }

    fn run(self, context: &JobContext<Action>) {
        if let Err(error) = self.store.save(&self.progress) {
            context.send(ShellAction::ShowError(error.to_string()));
        }
    }
}

/// Loads the puzzle progress from this store.
pub(super) struct LoadProgress(pub(super) ProgressStore);

impl Task for LoadProgress {
    const TITLE: &'static str = "loading the puzzle progress";
    const LANE: Lane = Lane::Latest;

    fn kind(&self) -> JobKind {
        JobKind::LoadProgress
    }

    fn run(self, context: &JobContext<Action>) {
        let (progress, error) = self.0.load();
        context.send(PuzzleAction::ProgressLoaded(Box::new(progress), error));
    }
}
