//! How the jobs of each [`JobKind`] run.

use super::{AtEnd, Kind, Rules};
use crate::app::{Action, JobKind};

/// The thread of jobs that nobody waits for.
const LOW_PRIORITY: &str = "low priority";

impl Kind for JobKind {
    type Answer = Action;

    fn rules(self) -> Rules {
        let (lane, replaces, at_end) = match self {
            Self::Read
            | Self::Record
            | Self::Search(_)
            | Self::Exercises
            | Self::Know(_)
            | Self::TryMove
            | Self::Plan
            | Self::Analyse
            | Self::Judge => (None, true, AtEnd::Cancel),
            // Sorting cannot be interrupted: the next sorting waits for it, and those between are dropped.
            Self::List => (Some("list"), true, AtEnd::Cancel),
            // One engine answers one question after the other, on a thread that lives as long as the window.
            Self::Guess => (Some("engine"), true, AtEnd::Cancel),
            Self::Score => (Some("match analysis"), true, AtEnd::Cancel),
            Self::Recover | Self::Sound => (None, false, AtEnd::Cancel),
            // A second dialog opens when the first is closed.
            Self::Dialog | Self::PathDialog => (Some("dialogs"), false, AtEnd::Leave),
            Self::Save => (Some("saving"), false, AtEnd::Finish),
            Self::Export => (Some("exporting"), false, AtEnd::Finish),
            Self::Picture => (Some("pictures"), false, AtEnd::Finish),
            // The latest settings are all: those that wait to be written are dropped for them.
            Self::Settings => (Some("settings"), true, AtEnd::Finish),
            Self::Recovery => (None, false, AtEnd::Finish),
            Self::Desktop | Self::FindEngines => (Some(LOW_PRIORITY), false, AtEnd::Leave),
        };
        Rules { lane, replaces, at_end }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Record => "record",
            Self::Search(_) => "search",
            Self::Exercises => "exercises",
            Self::Know(_) => "belief",
            Self::TryMove => "try a move",
            Self::Plan => "plan",
            Self::Analyse => "tactics",
            Self::Judge => "position",
            Self::Recover => "recover",
            Self::Recovery => "recovery",
            Self::Sound => "sound",
            // These share a thread, which has the name of the lane.
            _ => self.rules().lane.unwrap_or("job"),
        }
    }

    fn failed(self) -> Action {
        Action::JobFailed(self)
    }
}
