//! Platforms without processes, such as the browser.

use std::{
    io,
    path::Path,
    process::{Child, Command},
};

#[derive(Debug)]
pub(super) struct ProcessGroup;

impl ProcessGroup {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Always fails.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn kill(&mut self) {}
}

pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.is_file()
}
