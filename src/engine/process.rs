//! The running program: [`Process`]. Lines go in, lines come out, and it ends when it is dropped.
//!
//! It must also end when this program is killed. Its standard input closes then, which engines take for the end. One
//! that hangs does not read it: so on Linux, where `setpriv` of util-linux is there, the kernel is asked to kill the
//! engine when the thread that started it ends. That thread is the one that reads what the engine says.

use super::{error::Fault, find::is_program};
use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, ErrorKind, Read as _, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        OnceLock,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

/// The longest line that is read, in bytes. Lines of engines have some hundred.
const LONGEST_LINE: u64 = 1 << 16;

/// So many lines are read ahead; then the engine waits.
const LINES_AHEAD: usize = 1024;

/// A program that runs.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Taken at the end, so that a program behind it reads the end of its input.
    input: Option<ChildStdin>,
    heard: Receiver<Heard>,
}

#[derive(Debug)]
enum Heard {
    Line(String),
    TooLong,
}

impl Process {
    /// Starts the program at `path`.
    pub(super) fn start(path: &Path) -> Result<Self, Fault> {
        if !path.exists() {
            return Err(Fault::Missing);
        }
        if !is_program(path) {
            return Err(Fault::NoProgram);
        }
        let (started, start) = sync_channel(1);
        let (said, heard) = sync_channel(LINES_AHEAD);
        let mut command = command(path);
        let reader = thread::Builder::new().name("engine".to_owned());
        let not_started = |error: std::io::Error| match error.kind() {
            ErrorKind::PermissionDenied => Fault::NoProgram,
            _ => Fault::NotStarted(error.to_string()),
        };
        let spawned = reader.spawn(move || match command.spawn() {
            Ok(mut child) => {
                let output = child.stdout.take();
                // Who started this waits for the child.
                let _ = started.send(Ok(child));
                if let Some(output) = output {
                    read_lines(BufReader::new(output), &said);
                }
            }
            Err(error) => {
                let _ = started.send(Err(error));
            }
        });
        spawned.map_err(not_started)?;
        let mut child = start.recv().map_err(|_| Fault::Ended)?.map_err(not_started)?;
        Ok(Self { input: child.stdin.take(), child, heard })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let input = self.input.as_mut().ok_or(Fault::Ended)?;
        // One write, so that no half of a line waits.
        let line = format!("{line}\n");
        let sent = input.write_all(line.as_bytes());
        sent.and_then(|()| input.flush()).map_err(|_| Fault::Ended)
    }

    /// The next line, if it comes within `patience`.
    pub(super) fn line(&self, patience: Duration) -> Result<Option<String>, Fault> {
        match self.heard.recv_timeout(patience) {
            Ok(Heard::Line(line)) => Ok(Some(line)),
            Ok(Heard::TooLong) => Err(Fault::Flood),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Ended),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // An engine has nothing to lose. One that has ended cannot be killed, which is fine too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(mut output: impl BufRead, said: &SyncSender<Heard>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = line.last() == Some(&b'\n') || (line.len() as u64) < LONGEST_LINE;
        let heard = if whole {
            Heard::Line(String::from_utf8_lossy(&line).into_owned())
        } else {
            Heard::TooLong
        };
        if said.send(heard).is_err() || !whole {
            return;
        }
    }
}

/// What starts `path`, with pipes for what it reads and says.
fn command(path: &Path) -> Command {
    let mut command = if can_die_with_thread() {
        let mut guard = Command::new(GUARD[0]);
        guard.args(&GUARD[1..]).arg("--").arg(path);
        guard
    } else {
        Command::new(path)
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Runs a program that the kernel kills when the thread that started it ends.
const GUARD: [&str; 3] = ["setpriv", "--pdeathsig", "KILL"];

/// Whether [`GUARD`] is here and can do that. It becomes the program, which so has the same number.
fn can_die_with_thread() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        cfg!(target_os = "linux")
            && Command::new(GUARD[0])
                .args(GUARD[1..].iter().map(OsStr::new))
                .args(["--", "true"])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
    })
}
