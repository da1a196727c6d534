//! The settings and the puzzle progress on disk.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, PuzzleAction, ShellAction},
    settings::{FileStore, Progress, ProgressStore, Settings, Stored},
};

/// A value that a job saves.
pub(super) trait SavedValue: Stored + Send + 'static {
    const TITLE: &'static str;
}

impl SavedValue for Settings {
    const TITLE: &'static str = "saving the settings";
}

impl SavedValue for Progress {
    const TITLE: &'static str = "saving the puzzle progress";
}

/// Saves the value in this store.
pub(super) struct SaveValue<T>(pub(super) FileStore<T>, pub(super) Box<T>);

impl<T: SavedValue> Task for SaveValue<T> {
    const TITLE: &'static str = T::TITLE;
    const LANE: Lane = Lane::Settings;

    fn run(self, context: &JobContext<Action>) {
        if let Err(error) = self.0.save(&self.1) {
            context.send(ShellAction::ShowError(error.to_string()));
        }
    }
}

/// Loads the puzzle progress from this store.
pub(super) struct LoadProgress(pub(super) ProgressStore);

impl Task for LoadProgress {
    const TITLE: &'static str = "loading the puzzle progress";
    const LANE: Lane = Lane::Latest;

    fn run(self, context: &JobContext<Action>) {
        let (progress, error) = self.0.load();
        context.send(PuzzleAction::ProgressLoaded(Box::new(progress), error));
    }
}
