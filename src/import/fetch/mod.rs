//! Downloads bughouse matches from chess.com: [`Client`].
//!
//! Nothing runs in the background: requests are sent only during a call of [`Client`], after an action of the user, and of
//! [`newer_version`], if the user has switched that on.
//! Requests go out one at a time, at least [`MIN_REQUEST_INTERVAL`] apart. The response for a finished board never
//! changes, so it is cached. A list of games is requested with its `ETag`, so that the site sends it only if it has
//! changed. The site does not document its response for a board; the structure and the errors are those that other
//! programs observed.
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
mod version;

pub use client::Client;
pub use error::FetchError;
pub use version::{VERSION, newer_version, version_url};

use super::{Import, ImportSummary, ImportedMatch, board::BoardRef};
use std::{ops::ControlFlow, time::Duration};

/// The minimum time between the end of a request and the start of the next one.
pub const MIN_REQUEST_INTERVAL: Duration = Duration::from_millis(250);

#[derive(Debug)]
struct Response {
    address: String,
    status: u16,
    location: Option<String>,
    retry_after_s: Option<u64>,
    etag: Option<String>,
    body: Vec<u8>,
}

/// The number of board requests after which a download of a player's matches stops.
pub const MAX_BOARDS: usize = 40;

/// The maximum number of months that a download of a player's matches requests.
pub const MAX_MONTHS: usize = 12;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchProgress {
    /// The number of matches downloaded without an error.
    pub done: usize,
    /// The number of matches to download; `None` until it is known.
    pub total: Option<usize>,
    /// The number of skipped games of other variants.
    pub skipped: usize,
    /// The remaining wait that the site demands, in seconds; `None` without such a wait.
    pub wait_s: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'m> {
    /// The progress, sent many times per second.
    Progress(FetchProgress),
    Match(&'m ImportedMatch),
}

/// Called for each event. A break cancels the download.
pub type FetchCallback<'w> = dyn FnMut(FetchEvent<'_>) -> ControlFlow<()> + 'w;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The latest month with games.
    Latest,
    /// One month, such as `2026/08`.
    Month(String),
    /// This day and all later ones, such as `2026.08.15`.
    Since(String),
    /// At most this number of matches, the latest ones.
    Last(usize),
}

impl Period {
    /// Returns the period that begins on `day`, the day of the caller's latest match. If `day` is `None`, returns the
    /// latest month.
    pub fn after(day: Option<&str>) -> Self {
        day.map_or(Self::Latest, |day| Self::Since(day.to_owned()))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DownloadResult {
    pub import: Import,
    /// The bughouse matches that could not be downloaded, with the reasons.
    pub missing: Vec<(BoardRef, FetchError)>,
    /// The number of matches that were skipped because the caller has them.
    pub known: usize,
    /// The number of skipped games of other variants.
    pub skipped: usize,
    /// The number of matches that were not downloaded, because of [`MAX_BOARDS`] or because the download ended early.
    pub left: usize,
    /// Whether older months were not downloaded because of [`MAX_MONTHS`].
    pub older: bool,
    /// The error that ended the download early; `None` if none did.
    pub stopped: Option<FetchError>,
}

impl DownloadResult {
    /// Describes the result in one line without a full stop.
    pub fn summary(&self) -> String {
        let ImportSummary { matches, halves, .. } = self.import.summary();
        self.summary_of(matches, halves, self.known)
    }

    /// Like [`DownloadResult::summary`], but with the caller's counts: `matches` new matches, of which `halves` lack a
    /// board, and `known` matches that the caller has.
    pub fn summary_of(&self, matches: usize, halves: usize, known: usize) -> String {
        ImportSummary {
            matches,
            halves,
            repeated: known,
            other_games: self.skipped,
            missing: self.missing.len(),
            ..ImportSummary::default()
        }
        .to_string()
    }

    /// Adds the matches of `import` and reports each to `watch`. If `watch` breaks, the download ends before the next
    /// request.
    fn add(&mut self, import: Import, watch: &mut FetchCallback<'_>) {
        let before = self.import.matches.len();
        self.import.matches.extend(import.matches);
        self.import.problems.extend(import.problems);
        for new in &self.import.matches[before..] {
            let _ = watch(FetchEvent::Match(new));
        }
    }

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

/// Returns the test server named by the environment variable `TANDEM_FETCH_BASE`, or `None` if the variable is unset
/// or empty.
pub fn base_of_environment() -> Option<String> {
    std::env::var("TANDEM_FETCH_BASE").ok().filter(|base| !base.is_empty())
}
