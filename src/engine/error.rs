//! [`EngineError`]: an engine failed, or there is none.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// No path is set, and no known engine is in the search path.
    #[error("no engine found; install Fairy-Stockfish, or choose an engine file")]
    NoneFound,
    #[error("{}: {fault}", path.display())]
    Failed { fault: Fault, path: PathBuf },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no engine at this path")]
    Missing,
    /// No folder of the search path has a program of this name.
    #[error("no such program in PATH or /usr/games (for a file in this folder, write ./engine)")]
    NotInPath,
    /// The path is a folder, or a file that is not executable.
    #[error("not an executable program")]
    NoProgram,
    /// The operating system could not start the program. The text is its reason.
    #[error("cannot start the engine ({0})")]
    NotStarted(String),
    /// The engine did not answer `uci` in this time: the program is no UCI engine, or it hangs.
    #[error("the engine did not respond to UCI within {}", seconds(*.0))]
    NoUci(Duration),
    /// The engine did not answer in this time.
    #[error("the engine did not respond within {} and was stopped", seconds(*.0))]
    Silent(Duration),
    /// The engine did not read its input for this time.
    #[error("the engine did not read its input within {} and was stopped", seconds(*.0))]
    NotReading(Duration),
    #[error("the engine exited unexpectedly")]
    Ended,
    /// The engine closed its input or output, but kept running.
    #[error("the engine closed its input or output and was stopped")]
    Closed,
    #[error("the engine printed too much output and was stopped")]
    Flood,
    #[error("the engine does not support bughouse")]
    NoBughouse,
    /// The engine returned this illegal move.
    #[error("the engine returned {0}, which is illegal in the given position")]
    Illegal(String),
}

impl Fault {
    pub(super) fn of(self, path: &Path) -> EngineError {
        EngineError::Failed { fault: self, path: path.to_owned() }
    }
}

fn seconds(limit: Duration) -> String {
    let seconds = limit.as_secs();
    if seconds == 0 { format!("{} ms", limit.as_millis()) } else { format!("{seconds} s") }
}
