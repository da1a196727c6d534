//! The running program: [`Process`]. Lines go in, lines come out, and dropping it kills the program and everything that
//! it has started.
//!
//! No call blocks for longer than its limit, whatever the program does. One thread writes and one reads; both report to
//! a channel, which is read with a timeout, and how long a write takes is checked whenever that is read. A thread whose pipe is held open by a program outside the [`Group`] stays
//! behind, and nothing waits for it.
//!
//! What the group covers differs by system and is said in its module.

#[cfg(not(any(unix, windows)))]
mod elsewhere;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(any(unix, windows)))]
use elsewhere as system;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub(super) use system::is_program;

use super::error::Fault;
use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read as _, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use system::Group;

/// The longest line that is read, in bytes. Lines of engines have some hundred.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// How many lines are read ahead. Then the engine waits.
pub(super) const LINES_AHEAD: u32 = 256;

/// How often a program that has closed its pipes, or was killed, is checked for having exited.
const EXIT_PAUSE: Duration = Duration::from_millis(10);

/// How many of these checks there are. Only a program that the kernel cannot end takes as long.
const EXIT_CHECKS: u32 = 100;

/// How long the last lines of a program that has exited are waited for, where another program holds its pipe open.
const LAST_LINES: Duration = Duration::from_secs(1);

/// A program that runs.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    child: Child,
    lines: Sender<String>,
    events: Receiver<PipeEvent>,
    /// How long a line may wait for the program to read.
    write_limit: Duration,
    write_start: WriteStart,
}

/// When the write that goes on began; `None` between two writes.
type WriteStart = Arc<Mutex<Option<Instant>>>;

/// What happens to the pipes.
#[derive(Debug)]
enum PipeEvent {
    /// The program has printed a line.
    Line(String),
    /// The program has printed a line beyond [`MAX_LINE_BYTES`].
    LineTooLong,
    /// The program has closed its input or its output.
    Closed,
}

impl Process {
    /// Starts the program at `path`, which is run as it stands and not looked up.
    pub(super) fn start(path: &Path, write_limit: Duration) -> Result<Self, Fault> {
        let not_started = |error: io::Error| Fault::NotStarted(error.to_string());
        let group = Group::new().map_err(not_started)?;
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = group.spawn(&mut command).map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied => Fault::NoProgram,
            _ => not_started(error),
        })?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (lines, outbox) = channel();
        let (reports, events) = sync_channel(LINES_AHEAD as usize);
        let write_start = WriteStart::default();
        let writing = Arc::clone(&write_start);
        let process = Self { group, child, lines, events, write_limit, write_start };
        let (Some(input), Some(output)) = (input, output) else {
            return Err(Fault::Closed);
        };
        let closed = reports.clone();
        let spawn = |name: &str, run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(run).map_err(not_started)
        };
        spawn("engine input", Box::new(move || write_lines(input, &outbox, &writing, &closed)))?;
        spawn("engine output", Box::new(move || read_lines(BufReader::new(output), &reports)))?;
        Ok(process)
    }

    /// Sends a line, without waiting until the program has read it.
    pub(super) fn send(&mut self, line: &str) {
        // A writer that has ended has reported so, which the next read returns.
        let _ = self.lines.send(format!("{line}\n"));
    }

    /// Returns the next line if it comes within `patience`.
    pub(super) fn line(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let write_start = *self.write_start.lock().unwrap_or_else(PoisonError::into_inner);
        if write_start.is_some_and(|start| start.elapsed() > self.write_limit) {
            return Err(Fault::NotReading(self.write_limit));
        }
        let mut event = self.events.recv_timeout(patience);
        if event.is_err() && matches!(self.child.try_wait(), Ok(Some(_))) {
            event = self.events.recv_timeout(LAST_LINES);
            if event.is_err() {
                return Err(Fault::Ended);
            }
        }
        match event {
            Ok(PipeEvent::Line(line)) => Ok(Some(line)),
            Ok(PipeEvent::LineTooLong) => Err(Fault::Flood),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(PipeEvent::Closed) | Err(RecvTimeoutError::Disconnected) => {
                Err(if self.exits() { Fault::Ended } else { Fault::Closed })
            }
        }
    }

    /// Waits until the program has exited, and returns whether it has.
    fn exits(&mut self) -> bool {
        for _ in 0..EXIT_CHECKS {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(EXIT_PAUSE);
        }
        false
    }
}

impl Drop for Process {
    /// An engine has nothing to lose, so it is killed at once.
    fn drop(&mut self) {
        self.group.kill();
        // The program may have left its group. One that has ended cannot be killed, which is fine too.
        let _ = self.child.kill();
        self.exits();
    }
}

/// Writes each of `lines` at once, so that no half of a line waits.
fn write_lines(
    mut input: impl Write,
    lines: &Receiver<String>,
    write_start: &Mutex<Option<Instant>>,
    reports: &SyncSender<PipeEvent>,
) {
    let set = |start| *write_start.lock().unwrap_or_else(PoisonError::into_inner) = start;
    for line in lines {
        set(Some(Instant::now()));
        let written = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        set(None);
        if written.is_err() {
            // The receiver is gone only while the process is being dropped.
            let _ = reports.send(PipeEvent::Closed);
            return;
        }
    }
}

fn read_lines(mut output: impl BufRead, reports: &SyncSender<PipeEvent>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let event = match (&mut output).take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => PipeEvent::Closed,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE_BYTES => {
                PipeEvent::LineTooLong
            }
            Ok(_) => PipeEvent::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_last = !matches!(event, PipeEvent::Line(_));
        if reports.send(event).is_err() || is_last {
            return;
        }
    }
}
