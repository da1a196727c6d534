//! Windows: a job object, which ends with its only handle: when this program drops it, or ends.
//!
//! A process is assigned right after it has started. What it starts before that is not in the job.

use std::{
    io,
    os::windows::{io::AsRawHandle as _, process::CommandExt as _},
    path::Path,
    process::{Child, Command},
};
use win32job::{ExtendedLimitInfo, Job};

/// `CREATE_NO_WINDOW`: an engine is a console program and would open a console.
const NO_WINDOW: u32 = 0x0800_0000;

/// Processes that are killed together: when this is dropped, and when this program ends, however it ends.
#[derive(Debug)]
pub(super) struct Group {
    /// `None` once it was killed.
    job: Option<Job>,
}

impl Group {
    /// Makes a job without processes.
    pub(super) fn new() -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        Ok(Self { job: Some(Job::create_with_limit_info(&limits)?) })
    }

    /// Starts `command` in this job.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mut child = command.creation_flags(NO_WINDOW).spawn()?;
        if let Some(job) = &self.job
            && let Err(error) = job.assign_process(child.as_raw_handle() as isize)
        {
            // One that has ended cannot be killed, which is fine.
            let _ = child.kill();
            return Err(error.into());
        }
        Ok(child)
    }

    /// Kills every process of the job.
    pub(super) fn kill(&mut self) {
        self.job = None;
    }
}

/// Whether `path` is a file. Windows decides by its extension whether it can be run.
pub(in crate::engine) fn is_program(path: &Path) -> bool {
    path.is_file()
}
