//! The job table: one row per [`JobKind`].

use super::{Kind, Row, ShutdownRule, Thread};
use crate::app::{Action, JobKind};

/// A job with its own thread, cancelled by the next job of its kind and when the window closes.
const fn row(title: &'static str, thread: &'static str) -> Row {
    Row { title, thread: Thread::Own(thread), replaces: true, at_end: ShutdownRule::Cancel }
}

/// A job that runs after the earlier jobs of its lane.
const fn queued(title: &'static str, lane: &'static str, at_end: ShutdownRule) -> Row {
    Row { title, thread: Thread::Lane(lane), replaces: false, at_end }
}

impl Kind for JobKind {
    type Answer = Action;

    fn row(self) -> Row {
        match self {
            Self::Read => row("loading the file", "read"),
            Self::Download => row("the download", "download"),
            Self::Record => row("loading the match", "record"),
            // Sorting cannot be interrupted: the next request waits for it, and those in between are dropped.
            Self::List => queued("sorting the list", "list", ShutdownRule::Cancel).replacing(),
            Self::Search(_) => row("the search", "search"),
            Self::Exercises => row("looking for puzzles", "exercises"),
            Self::Know(_) => row("calculating possible positions", "belief"),
            Self::TryMove => row("trying the move", "try a move"),
            Self::Plan => row("the search for a plan", "plan"),
            Self::Analyse => row("the search for mates in this match", "tactics"),
            Self::Judge => row("the search for mates in this position", "position"),
            // One engine answers one query at a time, on a thread that lives as long as the window.
            Self::Guess => queued("the engine search", "engine", ShutdownRule::Cancel).replacing(),
            Self::Score => {
                let title = "the engine's analysis of this match";
                queued(title, "match analysis", ShutdownRule::Cancel).replacing()
            }
            Self::FindEngines => queued("looking for engines", "low priority", ShutdownRule::Leave),
            // A second dialog opens after the first is closed.
            Self::Dialog | Self::PathDialog => {
                queued("the system's file dialog", "dialogs", ShutdownRule::Leave)
            }
            Self::Save => queued("saving", "saving", ShutdownRule::Finish),
            Self::Export => queued("the export", "exporting", ShutdownRule::Finish),
            Self::Picture => queued("drawing the picture", "pictures", ShutdownRule::Finish),
            Self::Recover => row("loading the recovered changes", "recover").keeping(),
            Self::Recovery => {
                let row = row("saving recovery data", "recovery").keeping();
                Row { at_end: ShutdownRule::Finish, ..row }
            }
            // Only the latest settings matter; pending writes are dropped.
            Self::Settings => {
                queued("saving the settings", "settings", ShutdownRule::Finish).replacing()
            }
            Self::Sound => row("playing sounds", "sound").keeping(),
            Self::Desktop => {
                queued("reading the desktop settings", "low priority", ShutdownRule::Leave)
            }
        }
    }

    fn failed(self) -> Action {
        Action::JobFailed(self, self.row().title)
    }
}
