//! Downloads from chess.com: [`Client`].
//!
//! Nothing is requested except by a call, and every call follows an action of the user. Requests go out one at a time,
//! at least [`MIN_REQUEST_INTERVAL`] apart. The response for a finished board never changes, so it is cached. A list of
//! games is requested with its `ETag`, so the site sends it only if it has changed. The site does not document its
//! response for a board; its structure and errors are those that other programs observed.
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

/// An event during a download.
#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'m> {
    /// The progress has changed. Sent many times per second.
    Progress(FetchProgress),
    /// A match has arrived.
    Match(&'m ImportedMatch),
}

/// A callback for each event. If it breaks, the download is cancelled.
pub type FetchCallback<'w> = dyn FnMut(FetchEvent<'_>) -> ControlFlow<()> + 'w;

/// The period from which a player's matches are downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The latest month that has games.
    Latest,
    /// One month: `2026/08`.
    Month(String),
    /// All days from this one on: `2026.08.15`.
    Since(String),
    /// The latest matches, at most this number.
    Last(usize),
}

impl Period {
    /// Returns the period from `day` on, the day of the latest match that the caller has. For `None`, returns the
    /// latest month.
    #[must_use]
    pub fn after(day: Option<&str>) -> Self {
        day.map_or(Self::Latest, |day| Self::Since(day.to_owned()))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DownloadResult {
    /// The matches.
    pub import: Import,
    /// The bughouse matches that could not be downloaded, with the reasons.
    pub missing: Vec<(BoardRef, FetchError)>,
    /// The number of matches skipped because the caller has them.
    pub known: usize,
    /// The number of skipped games of other variants.
    pub skipped: usize,
    /// The number of matches not downloaded, because of [`MAX_BOARDS`] or an early end.
    pub left: usize,
    /// Whether older months were not downloaded, because of [`MAX_MONTHS`].
    pub older: bool,
    /// The error that ended the download early, if any.
    pub stopped: Option<FetchError>,
}

impl DownloadResult {
    /// Describes the result in one line, without a full stop.
    #[must_use]
    pub fn summary(&self) -> String {
        let halves = self.import.matches.iter().filter(|found| found.is_half()).count();
        self.summary_of(self.import.matches.len(), halves, self.known)
    }

    /// As [`DownloadResult::summary`], with other counts: `matches` new matches, of which `halves` lack a board, and
    /// `known` that the caller has.
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

    /// Adds the matches of `import` and reports each. If the callback breaks, the download ends before the next
    /// request.
    fn add(&mut self, import: Import, watch: &mut FetchCallback<'_>) {
        let before = self.import.matches.len();
        self.import.matches.extend(import.matches);
        self.import.problems.extend(import.problems);
        for new in &self.import.matches[before..] {
            let _ = watch(FetchEvent::Match(new));
        }
    }

    /// Adds the result of a download for another player.
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

/// Returns the server named by `TANDEM_FETCH_BASE`, a variable for tests, or `None` if it is not set.
#[must_use]
pub fn base_of_environment() -> Option<String> {
    std::env::var("TANDEM_FETCH_BASE").ok().filter(|base| !base.is_empty())
}
