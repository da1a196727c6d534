//! Platforms without processes, such as the browser.

use std::{
    io,
    path::Path,
    process::{Child, Command},
};

/// A stand-in for a process group.
#[derive(Debug)]
pub(super) struct ProcessGroup;

impl ProcessGroup {
    /// Creates a group.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Always fails.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    /// Does nothing.
    pub(super) fn kill(&mut self) {}
}

/// Returns whether `path` is a file.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.is_file()
}
