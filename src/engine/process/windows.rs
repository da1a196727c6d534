//! Windows: engines run in a job object. The system kills the processes of a job when its only handle is closed: when
//! the job is dropped or Tandem ends.
//!
//! A process is assigned to the job right after it starts. Children that it starts before the assignment are not in
//! the job.

use std::{
    io,
    os::windows::{io::AsRawHandle as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command},
};
use win32job::{ExtendedLimitInfo, Job};

/// The flag `CREATE_NO_WINDOW`. Engines are console programs, and would otherwise open a console window.
const NO_WINDOW: u32 = 0x0800_0000;

/// A job object. Its processes are killed when the job is dropped, and when Tandem ends for whatever reason.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    /// The job; `None` once its processes have been killed.
    job: Option<Job>,
}

impl ProcessGroup {
    /// Creates a job without processes.
    pub(super) fn new() -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        Ok(Self { job: Some(Job::create_with_limit_info(&limits)?) })
    }

    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mut child = command.creation_flags(NO_WINDOW).spawn()?;
        if let Some(job) = &self.job
            && let Err(error) = job.assign_process(child.as_raw_handle() as isize)
        {
            // Killing a process that has exited is harmless.
            let _ = child.kill();
            return Err(error.into());
        }
        Ok(child)
    }

    pub(super) fn kill(&mut self) {
        self.job = None;
    }
}

/// Returns whether `path` is a file. Whether it can be run depends on its extension.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.is_file()
}
