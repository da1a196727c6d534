//! Downloads from chess.com: [`Client`].
//!
//! Nothing is requested except by a call, and every call follows an action of the user. Requests go out one at a time,
//! at least [`MIN_REQUEST_INTERVAL`] apart. The response for a finished board is cached by its number, since it never changes. A list
//! of games is requested with its `ETag`, so that the site sends it only if it has changed. The site does not document
//! the response for a board; its structure and its errors are as observed by other programs.
#![expect(
    clippy::disallowed_methods,
    reason = "the only module that uses the network; it sleeps, and a cancelled request ends on a thread of its own"
)]

mod client;
mod connection;
mod error;
#[cfg(not(target_arch = "wasm32"))]
mod request;
#[cfg(target_arch = "wasm32")]
#[path = "request_browser.rs"]
mod request;
mod response;

pub use client::Client;
pub use error::FetchError;

use super::{Import, ImportSummary, ImportedMatch, board::BoardRef};
use std::{ops::ControlFlow, time::Duration};

/// The minimum time between two requests.
pub const MIN_REQUEST_INTERVAL: Duration = Duration::from_millis(250);

/// The maximum number of boards that one call requests.
pub const MAX_BOARDS: usize = 40;

/// The maximum number of months that one call requests.
pub const MAX_MONTHS: usize = 12;

/// The progress of a download.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchProgress {
    /// The number of matches downloaded.
    pub done: usize,
    /// The number of matches to download; `None` if unknown.
    pub total: Option<usize>,
    /// The number of skipped games of other variants.
    pub skipped: usize,
    /// The wait that the site demands, in seconds; `None` if it demands none.
    pub wait_s: Option<u64>,
}

/// An event of a download.
#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'m> {
    /// The progress, many times a second.
    Progress(FetchProgress),
    /// A match that has arrived.
    Match(&'m ImportedMatch),
}

/// A callback for each event; it breaks to cancel.
pub type FetchCallback<'w> = dyn FnMut(FetchEvent<'_>) -> ControlFlow<()> + 'w;

/// The period of a player's matches to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The latest month with games.
    Latest,
    /// A month, `2026/08`.
    Month(String),
    /// From a day on, `2026.08.15`.
    Since(String),
    /// The latest matches, up to this number.
    Last(usize),
}

impl Period {
    /// Returns the period from `day` on, that of the latest known match; the latest month if `None`.
    #[must_use]
    pub fn after(day: Option<&str>) -> Self {
        day.map_or(Self::Latest, |day| Self::Since(day.to_owned()))
    }
}

/// The result of a download.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DownloadResult {
    /// The matches.
    pub import: Import,
    /// The bughouse matches that could not be downloaded, each with the reason.
    pub missing: Vec<(BoardRef, FetchError)>,
    /// The number of matches that the caller already has.
    pub known: usize,
    /// The number of skipped games of other variants.
    pub skipped: usize,
    /// The number of matches left out, because of [`MAX_BOARDS`] or because the download ended early.
    pub left: usize,
    /// Whether older months were left out because of [`MAX_MONTHS`].
    pub older: bool,
    /// The error that ended the download early.
    pub stopped: Option<FetchError>,
}

impl DownloadResult {
    /// Returns the counts of the download in words, without full stop.
    #[must_use]
    pub fn summary(&self) -> String {
        let halves = self.import.matches.iter().filter(|found| found.is_half()).count();
        self.summary_of(self.import.matches.len(), halves, self.known)
    }

    /// As [`DownloadResult::summary`], with `matches` new matches, of which `halves` lack a board, and `known` matches
    /// that the caller already has.
    #[must_use]
    pub fn summary_of(&self, matches: usize, halves: usize, known: usize) -> String {
        ImportSummary {
            matches,
            halves,
            completed: 0,
            repeated: known,
            other_games: self.skipped,
            missing: self.missing.len(),
        }
        .to_string()
    }

    /// Adds the matches of `import` and reports them. Cancellation takes effect before the next request.
    fn add(&mut self, import: Import, watch: &mut FetchCallback<'_>) {
        let before = self.import.matches.len();
        self.import.matches.extend(import.matches);
        self.import.problems.extend(import.problems);
        for new in &self.import.matches[before..] {
            let _ = watch(FetchEvent::Match(new));
        }
    }

    /// Adds the result of another player's download.
    pub fn join(&mut self, other: Self) {
        self.import.matches.extend(other.import.matches);
        self.import.problems.extend(other.import.problems);
        self.missing.extend(other.missing);
        self.known += other.known;
        self.skipped += other.skipped;
        self.left += other.left;
        self.older |= other.older;
        self.stopped = self.stopped.take().or(other.stopped);
    }
}

/// Returns the server in `TANDEM_FETCH_BASE`, a variable for tests; `None` if it is unset.
#[must_use]
pub fn base_of_environment() -> Option<String> {
    std::env::var("TANDEM_FETCH_BASE").ok().filter(|base| !base.is_empty())
}
