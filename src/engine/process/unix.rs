//! Linux and macOS: a process group.
//!
//! A shell leads it and waits for the end of its input, the other end of which only this program holds. So the group is
//! killed even when this program is killed: the system closes the pipe. A program that leaves the group on purpose
//! (`setsid`) is not killed with it.

use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    io,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command, Stdio},
};

/// What the shell runs. Scripts like to end their group with a signal that can be ignored.
const LEADER: [&str; 3] = ["/bin/sh", "-c", "trap '' HUP INT TERM; read -r line; kill -s KILL 0"];

/// Processes that are killed together: when this is dropped, and when this program ends, however it ends.
///
/// Invariant: the leader is not waited for before the group is killed, so that the number of the group is not reused.
#[derive(Debug)]
pub(super) struct Group {
    leader: Child,
}

impl Group {
    /// Starts the leader of a new group.
    pub(super) fn new() -> io::Result<Self> {
        let mut leader = Command::new(LEADER[0]);
        leader.args(&LEADER[1..]).process_group(0);
        leader.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { leader: leader.spawn()? })
    }

    /// Starts `command` in this group.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.process_group(Pid::from_child(&self.leader).as_raw_nonzero().get()).spawn()
    }

    /// Kills every process of the group.
    pub(super) fn kill(&mut self) {
        // Processes that have ended cannot be killed, which is fine.
        let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.leader.wait();
    }
}

/// Whether `path` is a file that may be run.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}
