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
use tandem::engine::{Engine, EngineError, EngineLimits, Fault, Patience, Setup};

/// What Debian's Fairy-Stockfish 11.1 says of itself.
pub const FAIRY: &str = include_str!("fairy-stockfish.txt");

/// A folder with a transcript, and a link to the script that plays it back.
pub struct Double {
    folder: tempfile::TempDir,
}

impl Double {
    /// One that plays back `transcript`; see `double.sh`.
    pub fn playing(transcript: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("transcript"), transcript).expect("a file");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/engine/double.sh");
        symlink(script, folder.path().join("engine")).expect("a link");
        Self { folder }
    }

    /// One that knows bughouse, is ready, and plays back `transcript` from the first search on.
    pub fn searching(transcript: &str) -> Self {
        Self::playing(&format!("{FAIRY}> go\n{transcript}"))
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("engine")
    }

    /// Returns its input.
    pub fn received(&self) -> String {
        fs::read_to_string(self.folder.path().join("heard")).expect("a file")
    }

    pub fn start(&self, limits: EngineLimits) -> Result<Engine, EngineError> {
        let on = &mut || ControlFlow::Continue(());
        let engine = Engine::start(&self.path(), Setup::default(), limits, on)?;
        Ok(engine.expect("nothing stops it"))
    }

    /// The number of a process, from the file `name`: `process` is the double, `child` what it has started.
    pub fn number(&self, name: &str) -> String {
        let number = fs::read_to_string(self.folder.path().join(name)).expect("a file");
        number.trim().to_owned()
    }

    /// The fault without the path, which it must name.
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

/// Whether a process runs, which one that waits to be buried does not.
pub fn is_running(number: &str) -> bool {
    if cfg!(target_os = "linux") {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let state = stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
        return state.is_some_and(|state| state != 'Z');
    }
    Command::new("kill").args(["-0", number]).status().is_ok_and(|status| status.success())
}

/// Waits until `done`, which a slow machine may need long for, and nothing but a fault for ever.
pub fn wait_until(done: impl Fn() -> bool) -> bool {
    for _ in 0..30_000 {
        if done() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Checks that a process ends. It must not be left behind by the test if it does not.
#[track_caller]
pub fn check_ends(number: &str) {
    let ended = wait_until(|| !is_running(number));
    if !ended {
        let _ = Command::new("kill").args(["-KILL", number]).status();
    }
    assert!(ended, "process {number} runs on");
}

/// Limits that no machine runs into, however slow it is.
pub fn generous() -> EngineLimits {
    let patience = |limit: Patience| Patience { time: Duration::from_secs(600), ..limit };
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

/// A limit for an engine that never answers, so that its length does not matter.
pub const SHORT: Duration = Duration::from_millis(20);
