//! [`Double`]: an engine double.

use std::{
    fs,
    ops::ControlFlow,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};
use tandem::engine::{Engine, EngineError, EngineLimits, Fault, ResponseLimit, Setup};

/// The output of Debian's Fairy-Stockfish 11.1 after `uci`.
pub const FAIRY: &str = include_str!("fairy-stockfish.txt");

/// A folder with a transcript, and a link to the script that plays the transcript back.
pub struct Double {
    folder: tempfile::TempDir,
}

impl Double {
    /// Returns a double that plays back `transcript`; see `double.sh`.
    pub fn playing(transcript: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("transcript"), transcript).expect("a file");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/engine/double.sh");
        symlink(script, folder.path().join("engine")).expect("a link");
        Self { folder }
    }

    /// Returns a double that supports bughouse, is ready, and plays back `transcript` from the first search on.
    pub fn searching(transcript: &str) -> Self {
        Self::playing(&format!("{FAIRY}> go\n{transcript}"))
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("engine")
    }

    /// Returns what the double has read.
    pub fn received(&self) -> String {
        fs::read_to_string(self.folder.path().join("heard")).expect("a file")
    }

    pub fn start(&self, limits: EngineLimits) -> Result<Engine, EngineError> {
        let on = &mut || ControlFlow::Continue(());
        let engine = Engine::start(&self.path(), Setup::default(), limits, on)?;
        Ok(engine.expect("nothing stops it"))
    }

    /// Returns a process number from the file `name`: `process` is the double, `child` the process that it started.
    pub fn number(&self, name: &str) -> String {
        let number = fs::read_to_string(self.folder.path().join(name)).expect("a file");
        number.trim().to_owned()
    }

    /// Returns the fault, after checking that the error names the path.
    pub fn fault(&self, error: EngineError) -> Fault {
        match error {
            EngineError::Failed { fault, path } => {
                assert_eq!(path, self.path());
                fault
            }
            EngineError::NoneFound => panic!("{error}"),
        }
    }
}

/// Whether a process runs. A zombie does not.
pub fn is_running(number: &str) -> bool {
    if cfg!(target_os = "linux") {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
        return state.is_some_and(|state| state != 'Z');
    }
    Command::new("kill").args(["-0", number]).status().is_ok_and(|status| status.success())
}

/// Waits until `done`, long enough for a slow machine. Returns whether `done` came true.
pub fn wait_until(done: impl Fn() -> bool) -> bool {
    for _ in 0..30_000 {
        if done() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Checks that a process ends, and kills it if it does not.
#[track_caller]
pub fn check_ends(number: &str) {
    let ended = wait_until(|| !is_running(number));
    if !ended {
        let _ = Command::new("kill").args(["-KILL", number]).status();
    }
    assert!(ended, "process {number} runs on");
}

/// Limits that no machine reaches, however slow it is.
pub fn generous() -> EngineLimits {
    let patience = |limit: ResponseLimit| ResponseLimit { time: Duration::from_secs(600), ..limit };
    let usual = EngineLimits::default();
    EngineLimits {
        uci: patience(usual.uci),
        ready: patience(usual.ready),
        best: patience(usual.best),
        stop: Duration::from_secs(600),
        write: Duration::from_secs(600),
        ..usual
    }
}

/// A limit for an engine that never answers. Its length does not matter.
pub const SHORT: Duration = Duration::from_millis(20);
