//! Linux and macOS: engines run in a process group.
//!
//! The leader of the group is a shell that waits for the end of its input, a pipe that only Tandem holds open. When
//! Tandem ends, even if it is killed, the system closes the pipe and the shell kills the group. A program that leaves
//! the group on purpose (`setsid`) survives.

use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    io,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The command of the shell that leads the process group. The shell ignores the signals that an engine's start script
/// may send to the group on exit.
const LEADER: [&str; 3] = ["/bin/sh", "-c", "trap '' HUP INT TERM; read -r line; kill -s KILL 0"];

/// A process group. It is killed when this value is dropped, and when Tandem ends for whatever reason.
///
/// Invariant: the leader is reaped only after the group is killed. Until then the system cannot reuse the leader's
/// process id, which is also the id of the group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Child,
}

impl ProcessGroup {
    /// Starts the leader of a new group.
    pub(super) fn new() -> io::Result<Self> {
        let mut leader = Command::new(LEADER[0]);
        leader.args(&LEADER[1..]).process_group(0);
        leader.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { leader: leader.spawn()? })
    }

    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.process_group(Pid::from_child(&self.leader).as_raw_nonzero().get()).spawn()
    }

    pub(super) fn kill(&mut self) {
        // Killing a process that has exited is harmless.
        let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
        let _ = self.leader.wait();
    }
}

/// Returns whether `path` is an executable file.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}
