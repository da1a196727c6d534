//! Other systems, such as the browser, where no program can be started.

use std::{
    io,
    path::Path,
    process::{Child, Command},
};

/// Would be killed together, if there were processes.
#[derive(Debug)]
pub(super) struct Group;

impl Group {
    /// Makes one.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Returns the system's refusal.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    /// Kills nothing.
    pub(super) fn kill(&mut self) {}
}

/// Whether `path` is a file.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.is_file()
}
