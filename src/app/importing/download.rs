//! [`Download`]: a download of the import dialog.

use crate::{
    app::{ImportedNote, JobProgress, Offer},
    file::FileError,
    import::{
        ImportedMatch, MatchSource,
        fetch::{DownloadResult, FetchError, FetchProgress, MAX_MONTHS, Period},
    },
    text::{count_text, sentence},
};
use std::{collections::HashSet, path::PathBuf};

/// Matches to download. Only user actions request a download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DownloadJob {
    /// The match to download, or the player whose matches to download.
    pub source: MatchSource,
    /// Which of the player's matches to download.
    pub period: Period,
    /// The game numbers and UUIDs of the boards to skip, because they were received before.
    pub known: HashSet<String>,
    /// The game numbers and UUIDs of the boards that are in the open record without their partner boards. The download
    /// looks for the missing partner boards.
    pub halves: HashSet<String>,
    /// The file to update: the download adds the user's matches played after the latest match in the file. `None` for
    /// other downloads.
    pub update: Option<UpdateFile>,
}

/// The file of the user's own matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateFile {
    pub names: Vec<String>,
    pub path: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The file to be updated cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
}

impl DownloadJob {
    /// Returns the player's name if the job downloads a player's matches.
    pub fn player(&self) -> Option<&str> {
        match &self.source {
            MatchSource::Player(name) => Some(name),
            _ => None,
        }
    }

    pub fn progress(&self, progress: FetchProgress) -> JobProgress {
        let FetchProgress { done, total, skipped, wait_s } = progress;
        let mut detail = match (wait_s, total, &self.source) {
            (Some(seconds), ..) => format!("Waiting {seconds} s (requested by chess.com)"),
            (None, _, MatchSource::Board { board, .. }) => format!("Downloading match {board}…"),
            (None, None, _) => "Downloading the list of games…".to_owned(),
            (None, Some(total), _) => format!("Match {} of {total}", (done + 1).min(total)),
        };
        if skipped > 0 {
            detail += &format!(" · {} skipped", count_text(skipped, "other game", "other games"));
        }
        JobProgress::new(done, total.unwrap_or(0), detail)
    }
}

/// A partial result of a [`DownloadJob`].
#[derive(Debug)]
pub struct DownloadReport {
    /// The number of games skipped so far, because they are not bughouse.
    pub skipped: usize,
    /// The matches received since the last report.
    pub matches: Vec<ImportedMatch>,
    /// The result, if this is the last report.
    pub end: Option<Result<DownloadResult, DownloadError>>,
}

/// A download, running or ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Download {
    pub job: DownloadJob,
    /// The received matches, and the reasons why matches are missing.
    pub fetched: DownloadResult,
    /// The number of matches received before the download was continued.
    pub earlier: usize,
    pub is_running: bool,
}

impl Download {
    pub(super) fn begin(job: DownloadJob) -> Self {
        Self { job, fetched: DownloadResult::default(), earlier: 0, is_running: true }
    }

    /// Continues the download with the matches that have not been received.
    pub(super) fn resume(&mut self) {
        let matches = &self.fetched.import.matches;
        self.earlier = matches.len();
        self.job.known.extend(matches.iter().flat_map(|found| found.ids.iter().cloned()));
        self.end(DownloadResult::default());
        self.is_running = true;
    }

    /// Stops the download, which was to receive `total` matches. Matches received so far stay.
    pub(super) fn stop(&mut self, total: usize) {
        self.is_running = false;
        let arrived = self.fetched.import.matches.len() - self.earlier;
        self.fetched.left = total.saturating_sub(arrived);
        self.fetched.stopped = Some(FetchError::Cancelled);
    }

    /// Ends the download with the result `fetched`. The matches in `fetched` are ignored, because they were reported
    /// earlier.
    pub(super) fn end(&mut self, fetched: DownloadResult) {
        let matches = std::mem::take(&mut self.fetched.import.matches);
        self.fetched = fetched;
        self.fetched.import.matches = matches;
        self.is_running = false;
    }

    /// Returns whether the download was stopped before it received any match.
    pub(super) fn was_stopped_empty(&self) -> bool {
        let fetched = &self.fetched;
        let is_stopped = fetched.stopped == Some(FetchError::Cancelled);
        !self.is_running && is_stopped && fetched.import.matches.is_empty()
    }

    pub fn matches(&self) -> &[ImportedMatch] {
        &self.fetched.import.matches
    }

    /// Returns sentences about the end of the download: the error or the stop, and any months that were not searched.
    pub fn remarks(&self) -> Vec<String> {
        let fetched = &self.fetched;
        let mut remarks = Vec::new();
        match &fetched.stopped {
            Some(FetchError::Cancelled) => remarks.push("Stopped.".to_owned()),
            Some(error) => remarks.push(sentence(&error.to_string())),
            None => {}
        }
        if fetched.older {
            remarks.push(format!(
                "Only the latest {MAX_MONTHS} months were searched. Choose an older month to continue."
            ));
        }
        remarks
    }

    /// Returns the technical reason why the download ended, which the remarks leave out.
    pub fn reason(&self) -> Option<&str> {
        self.fetched.stopped.as_ref()?.reason()
    }

    /// Returns whether the download received everything requested.
    pub(super) fn is_complete(&self) -> bool {
        let fetched = &self.fetched;
        fetched.left == 0 && fetched.stopped.is_none() && fetched.missing.is_empty()
    }

    /// Returns the day of the latest match, such as `2026.08.15`. Returns `None` if the download is incomplete, or if
    /// no match has a date.
    pub(super) fn last_day(&self) -> Option<&str> {
        if !self.is_complete() {
            return None;
        }
        self.matches().iter().filter_map(match_date).max()
    }
}

fn match_date(found: &ImportedMatch) -> Option<&str> {
    let (_, rest) = found.text.split_once("[Date \"")?;
    Some(rest.split_once('"')?.0)
}

/// Returns the note on a download that failed, completely or in part.
pub fn download_note(error: &FetchError) -> ImportedNote {
    let offer = match (error.browser_address(), error.reason()) {
        (Some(address), _) => Some(Offer::Copy(address.to_owned())),
        (None, Some(reason)) => Some(Offer::CopyDetails(reason.to_owned())),
        (None, None) => None,
    };
    ImportedNote { text: sentence(&error.to_string()), offer, is_warning: true }
}
