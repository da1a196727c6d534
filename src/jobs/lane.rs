//! [`Lane`]: the thread of a job, and its place among the jobs of that thread and of its kind.

/// How a job ends when the window closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShutdownRule {
    /// The job runs to completion, because it writes data that must not be lost; it is cancelled only on a timeout.
    Finish,
    /// The job is cancelled and joined.
    Cancel,
    /// The job is left running, because it writes nothing and may not be cancellable, such as a file dialog.
    Leave,
}

/// Where a job runs, whether it cancels earlier jobs of its kind, and how it ends when the window closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// A thread of its own. The job cancels earlier jobs of its kind.
    Latest,
    /// A thread of its own, in parallel with earlier jobs of its kind.
    Parallel,
    /// A thread of its own for the recovery data, which are written to the end.
    Recovery,
    /// One after another, each to its end.
    Saving,
    /// One after another, each to its end.
    Exporting,
    /// One after another, each to its end.
    Pictures,
    /// One after another. Only the latest data matters, so waiting writes of the same kind are dropped.
    Settings,
    /// Sorting, which cannot be interrupted: the latest request waits, and requests in between are dropped.
    Sorting,
    /// An engine runs one query at a time, on a thread that lives as long as the window.
    Engine,
    /// The engine's analysis of a whole match, beside its search of the position.
    EngineReport,
    /// A second dialog opens after the first is closed.
    Dialogs,
    /// Queries of the system that nothing waits for.
    LowPriority,
}

impl Lane {
    /// Returns the name of the lane's thread, which runs its jobs in order. Returns `None` if each job has a thread of
    /// its own.
    pub(super) const fn thread(self) -> Option<&'static str> {
        match self {
            Self::Latest | Self::Parallel | Self::Recovery => None,
            Self::Saving => Some("saving"),
            Self::Exporting => Some("exporting"),
            Self::Pictures => Some("pictures"),
            Self::Settings => Some("settings"),
            Self::Sorting => Some("sorting"),
            Self::Engine => Some("engine"),
            Self::EngineReport => Some("engine report"),
            Self::Dialogs => Some("dialogs"),
            Self::LowPriority => Some("low priority"),
        }
    }

    /// Returns whether a job cancels earlier jobs of its kind.
    pub(super) const fn replaces(self) -> bool {
        match self {
            Self::Latest | Self::Settings | Self::Sorting | Self::Engine | Self::EngineReport => {
                true
            }
            Self::Parallel
            | Self::Recovery
            | Self::Saving
            | Self::Exporting
            | Self::Pictures
            | Self::Dialogs
            | Self::LowPriority => false,
        }
    }

    pub(super) const fn at_end(self) -> ShutdownRule {
        match self {
            Self::Recovery | Self::Saving | Self::Exporting | Self::Pictures | Self::Settings => {
                ShutdownRule::Finish
            }
            Self::Latest | Self::Parallel | Self::Sorting | Self::Engine | Self::EngineReport => {
                ShutdownRule::Cancel
            }
            Self::Dialogs | Self::LowPriority => ShutdownRule::Leave,
        }
    }
}
