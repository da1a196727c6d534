//! Engine errors: [`EngineError`].

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Why an engine gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// No engine is configured and none is in the search path.
    #[error(
        "no engine found in PATH or /usr/games; install fairy-stockfish (Debian), or give the \
         path of a UCI engine that supports bughouse"
    )]
    NoneFound,
    /// The engine at this path failed.
    #[error("{fault}: {}", path.display())]
    Failed {
        /// The failure.
        fault: Fault,
        /// The path.
        path: PathBuf,
    },
}

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing has this name.
    #[error("no engine at this path")]
    Missing,
    /// No folder has a program of this name, which is no path.
    #[error("no such program in PATH or /usr/games (for a file in this folder, write ./engine)")]
    NotInPath,
    /// It is a folder, or a file that may not be run.
    #[error("not an executable program")]
    NoProgram,
    /// The system does not start it.
    #[error("cannot start the engine ({0})")]
    NotStarted(String),
    /// It is no UCI engine, or hangs.
    #[error("the engine did not respond to UCI within {}", seconds(*.0))]
    NoUci(Duration),
    /// It answers no more.
    #[error("the engine did not respond within {} and was stopped", seconds(*.0))]
    Silent(Duration),
    /// It does not read what it is sent.
    #[error("the engine did not read its input within {} and was stopped", seconds(*.0))]
    NotReading(Duration),
    /// It has ended on its own.
    #[error("the engine exited unexpectedly")]
    Ended,
    /// It runs on without its input or its output.
    #[error("the engine closed its input or output and was stopped")]
    Closed,
    /// It prints without end.
    #[error("the engine printed too much output and was stopped")]
    Flood,
    /// It plays other games.
    #[error("the engine does not support bughouse")]
    NoBughouse,
    /// It answers with a move that cannot be played.
    #[error("the engine returned {0}, which is illegal in the given position")]
    Illegal(String),
}

impl Fault {
    /// Returns the error for the engine at `path`.
    pub(super) fn of(self, path: &Path) -> EngineError {
        EngineError::Failed { fault: self, path: path.to_owned() }
    }
}

fn seconds(limit: Duration) -> String {
    let seconds = limit.as_secs();
    if seconds == 0 { format!("{} ms", limit.as_millis()) } else { format!("{seconds} s") }
}
