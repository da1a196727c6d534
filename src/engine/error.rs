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
        "no engine was found in PATH or in /usr/games; Debian's is called fairy-stockfish, and any UCI engine that \
         knows bughouse can be named by its path"
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
    /// No such file.
    #[error("there is no engine at this path")]
    Missing,
    /// A bare name that is in no folder of PATH.
    #[error(
        "there is no program of this name in PATH or in /usr/games (a file in this folder needs a path, as in \
         ./engine)"
    )]
    NotInPath,
    /// A folder, or a file without execute permission.
    #[error("this is not a program that can be run")]
    NoProgram,
    /// The system could not start it.
    #[error("the engine could not be started ({0})")]
    NotStarted(String),
    /// It does not speak UCI, or hangs.
    #[error("the engine did not answer as a UCI engine within {}", seconds(*.0))]
    NoUci(Duration),
    /// It stopped responding.
    #[error("the engine did not answer within {} and was ended", seconds(*.0))]
    Silent(Duration),
    /// It does not read its input.
    #[error("the engine did not read its input within {} and was ended", seconds(*.0))]
    NotReading(Duration),
    /// It exited.
    #[error("the engine has ended unexpectedly")]
    Ended,
    /// It closed its input or output but still runs.
    #[error("the engine closed its input or its output and was ended")]
    Closed,
    /// It prints without end.
    #[error("the engine printed far more than an answer and was ended")]
    Flood,
    /// It does not support bughouse.
    #[error("the engine does not know bughouse")]
    NoBughouse,
    /// It returned an illegal move.
    #[error(
        "the engine answered with {0}, which is not legal in the position that was asked about"
    )]
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
