//! [`JobStatuses`]: the progress and the error of each kind of job, as reported by the runner.
//!
//! A feature requests a job and keeps its results. For each kind of job, [`JobStatuses`] knows whether the job is
//! running, its progress, and the error of its last run. One widget shows all three.

use super::JobKind;
use crate::text::capital;
use std::collections::HashMap;

/// The progress of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobProgress {
    /// The completed part of `total`.
    pub done: u64,
    /// The amount of work, in a unit of the job's choice; 0 if unknown.
    pub total: u64,
    /// The progress as text; may be empty.
    pub detail: String,
}

impl JobProgress {
    pub const fn new(done: usize, total: usize, detail: String) -> Self {
        Self { done: done as u64, total: total as u64, detail }
    }

    /// Returns the completed share, from 0 to 1. Without a known `total`, the share is not meaningful.
    pub fn part(&self) -> f32 {
        (self.done as f32 / self.total.max(1) as f32).min(1.0)
    }
}

/// A report of the runner about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobReport {
    Progress(JobProgress),
    /// The job has ended: with complete results if `None`, otherwise with an error, as a sentence.
    Finished(Option<String>),
    /// The job with this title has panicked.
    Panicked(&'static str),
}

/// The latest report about each kind of job. A requested job counts as reported without progress, a cancelled one as
/// finished without an error.
#[derive(Clone, Debug, Default)]
pub struct JobStatuses(HashMap<JobKind, JobReport>);

impl JobStatuses {
    /// Returns the progress of the running job of this kind, if there is one.
    pub fn progress(&self, kind: JobKind) -> Option<&JobProgress> {
        match self.0.get(&kind)? {
            JobReport::Progress(progress) => Some(progress),
            _ => None,
        }
    }

    pub fn is_running(&self, kind: JobKind) -> bool {
        self.progress(kind).is_some()
    }

    /// Returns the error that ended the last job of this kind, if any.
    pub fn error(&self, kind: JobKind) -> Option<&str> {
        match self.0.get(&kind)? {
            JobReport::Finished(error) => error.as_deref(),
            _ => None,
        }
    }

    /// Records that a job was requested.
    pub(super) fn start(&mut self, kind: JobKind) {
        self.0.insert(kind, JobReport::Progress(JobProgress::default()));
    }

    /// Records that the job of this kind is cancelled, and drops its error. Returns whether a job of this kind may be
    /// running: `false` if the last one has ended, `true` if no job of this kind was recorded.
    pub(in crate::app) fn cancel(&mut self, kind: JobKind) -> bool {
        let Some(status) = self.0.get_mut(&kind) else { return true };
        matches!(std::mem::replace(status, JobReport::Finished(None)), JobReport::Progress(_))
    }

    /// Records a report of the runner. A panic is recorded as an error.
    pub(super) fn apply(&mut self, kind: JobKind, report: JobReport) {
        let report = match report {
            JobReport::Panicked(title) => JobReport::Finished(Some(panic_text(title))),
            report => report,
        };
        self.0.insert(kind, report);
    }
}

/// Returns the sentence that the job with this title has panicked.
pub(super) fn panic_text(title: &str) -> String {
    format!("{} failed because of an internal error.", capital(title))
}
