//! Why an engine cannot be used.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Why there is no answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// No path was named, and there is none where engines are looked for.
    #[error(
        "no engine was found in PATH or in /usr/games; Debian's is called fairy-stockfish, and any UCI engine that \
         knows bughouse can be named by its path"
    )]
    NoneFound,
    /// The engine at this path has failed.
    #[error("{fault}: {}", path.display())]
    Failed {
        /// How.
        fault: Fault,
        /// Where it is.
        path: PathBuf,
    },
}

/// What an engine did, or did not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing has this name.
    #[error("there is no engine at this path")]
    Missing,
    /// No folder has a program of this name, which is no path.
    #[error(
        "there is no program of this name in PATH or in /usr/games (a file in this folder needs a path, as in \
         ./engine)"
    )]
    NotInPath,
    /// It is a folder, or a file that may not be run.
    #[error("this is not a program that can be run")]
    NoProgram,
    /// The system does not start it.
    #[error("the engine could not be started ({0})")]
    NotStarted(String),
    /// It is no UCI engine, or hangs.
    #[error("the engine did not answer as a UCI engine within {}", seconds(*.0))]
    NoUci(Duration),
    /// It answers no more.
    #[error("the engine did not answer within {} and was ended", seconds(*.0))]
    Silent(Duration),
    /// It does not read what it is sent.
    #[error("the engine did not read its input within {} and was ended", seconds(*.0))]
    NotReading(Duration),
    /// It has ended on its own.
    #[error("the engine has ended unexpectedly")]
    Ended,
    /// It runs on without its input or its output.
    #[error("the engine closed its input or its output and was ended")]
    Closed,
    /// It prints without end.
    #[error("the engine printed far more than an answer and was ended")]
    Flood,
    /// It plays other games.
    #[error("the engine does not know bughouse")]
    NoBughouse,
    /// It answers with a move that cannot be played.
    #[error(
        "the engine answered with {0}, which is not legal in the position that was asked about"
    )]
    Illegal(String),
}

impl Fault {
    /// The error of the engine at `path`.
    pub(super) fn of(self, path: &Path) -> EngineError {
        EngineError::Failed { fault: self, path: path.to_owned() }
    }
}

fn seconds(limit: Duration) -> String {
    let seconds = limit.as_secs();
    if seconds == 0 { format!("{} ms", limit.as_millis()) } else { format!("{seconds} s") }
}
