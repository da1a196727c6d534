//! [`Process`]: the running program of an engine. It receives and prints lines of text. Dropping the [`Process`] kills
//! the program and its children.
//!
//! No call blocks for longer than its limit, whatever the program does. One thread writes to the program and another
//! reads from it. Both report to a channel that is read with a timeout; each read also checks the duration of a pending
//! write. After the engine has exited, another program may keep a pipe open. The thread of that pipe is then abandoned.
//!
//! Which children are killed depends on the operating system; see [`ProcessGroup`] in the module of each system.

#[cfg(unix)]
mod unix;
#[cfg(not(any(unix, windows)))]
mod unsupported;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(not(any(unix, windows)))]
use unsupported as system;
#[cfg(windows)]
use windows as system;

pub(super) use system::is_program;

use super::error::Fault;
use crate::clock::Instant;
use std::{
    io::{self, BufRead, BufReader, ErrorKind, Read as _, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::Duration,
};
use system::ProcessGroup;

/// The maximum length of a line in bytes. Engines usually print a few hundred.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The number of lines that are read ahead. When that many are waiting, the engine blocks.
pub(super) const LINES_AHEAD: u32 = 256;

/// The interval between checks whether a killed program has exited.
const EXIT_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The maximum number of checks whether a killed program has exited. Only a process stuck in the kernel needs all of
/// them.
const EXIT_CHECKS: u32 = 100;

/// The time to wait for the last lines of a program that has exited, in case another program keeps its pipe open.
const LAST_LINES_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Process {
    group: ProcessGroup,
    child: Child,
    /// The queue of lines to write.
    lines: Sender<String>,
    events: Receiver<PipeEvent>,
    /// The maximum time a program may take to read a line.
    write_limit: Duration,
    write_start: WriteStart,
}

/// The time at which the current write began; `None` if nothing is being written.
type WriteStart = Arc<Mutex<Option<Instant>>>;

/// An event from the threads that read and write.
#[derive(Debug)]
enum PipeEvent {
    Line(String),
    /// The program printed a line longer than [`MAX_LINE_BYTES`].
    LineTooLong,
    /// The program closed its input or output.
    Closed,
}

impl Process {
    /// Starts the program at `path`. PATH is not searched.
    pub(super) fn start(path: &Path, write_limit: Duration) -> Result<Self, Fault> {
        let not_started = |error: io::Error| Fault::NotStarted(error.to_string());
        let group = ProcessGroup::new().map_err(not_started)?;
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
        let writer_start = Arc::clone(&write_start);
        let process = Self { group, child, lines, events, write_limit, write_start };
        let (Some(input), Some(output)) = (input, output) else { return Err(Fault::Closed) };
        let writer_reports = reports.clone();
        let spawn = |name: &str, run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(run).map_err(not_started)
        };
        spawn(
            "engine input",
            Box::new(move || write_lines(input, &outbox, &writer_start, &writer_reports)),
        )?;
        spawn("engine output", Box::new(move || read_lines(BufReader::new(output), &reports)))?;
        Ok(process)
    }

    /// Queues a line without waiting for the program to read it.
    pub(super) fn send(&mut self, line: &str) {
        // If the writing thread has ended, it has reported the reason, which the next read returns.
        let _ = self.lines.send(format!("{line}\n"));
    }

    /// Returns the next line, or `None` if none arrives within `timeout`. Fails if the program has exited, prints a
    /// line that is too long, or does not read its input.
    pub(super) fn line(&mut self, timeout: Duration) -> Result<Option<String>, Fault> {
        let write_start = *self.write_start.lock().unwrap_or_else(PoisonError::into_inner);
        if write_start.is_some_and(|start| start.elapsed() > self.write_limit) {
            return Err(Fault::NotReading(self.write_limit));
        }
        let mut event = self.events.recv_timeout(timeout);
        if event.is_err() && matches!(self.child.try_wait(), Ok(Some(_))) {
            event = self.events.recv_timeout(LAST_LINES_TIMEOUT);
            if event.is_err() {
                return Err(Fault::Ended);
            }
        }
        match event {
            Ok(PipeEvent::Line(line)) => Ok(Some(line)),
            Ok(PipeEvent::LineTooLong) => Err(Fault::Flood),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(PipeEvent::Closed) | Err(RecvTimeoutError::Disconnected) => {
                Err(if self.wait_for_exit() { Fault::Ended } else { Fault::Closed })
            }
        }
    }

    /// Waits for the program to exit, for at most [`EXIT_CHECKS`] times [`EXIT_CHECK_INTERVAL`]. Returns `false` if the
    /// program is still running then.
    fn wait_for_exit(&mut self) -> bool {
        for _ in 0..EXIT_CHECKS {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(EXIT_CHECK_INTERVAL);
        }
        false
    }
}

impl Drop for Process {
    /// Kills the program at once, since an engine has no state to save.
    fn drop(&mut self) {
        self.group.kill();
        // Also kills a program that has left its group. Killing one that has exited is harmless.
        let _ = self.child.kill();
        self.wait_for_exit();
    }
}

/// Writes `lines` to `input`. Flushes `input` after each line, so that no line stays in a buffer.
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
            // Sending fails only while the process is being dropped.
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
