//! Downloads from chess.com: [`Client`].
//!
//! Requests are made only by calls, which follow an action of the user. Requests go out one at a time, at least
//! [`PACE`] apart. An answer for a finished board is cached by its number, since it never changes; a list of games is
//! requested with its `ETag`, so that it is sent only if it has changed. The callback is not documented by the site; its
//! shape and its errors are those that other programs have met.
#![expect(
    clippy::disallowed_methods,
    reason = "the only module that uses the network: it waits, and a request that is cancelled ends on a thread"
)]

mod answer;
mod client;
mod connection;
mod error;
#[cfg(not(target_arch = "wasm32"))]
mod request;
#[cfg(target_arch = "wasm32")]
#[path = "request_browser.rs"]
mod request;

pub use client::Client;
pub use error::FetchError;

use super::{Import, ImportSummary, ImportedMatch, board::BoardRef};
use std::{ops::ControlFlow, time::Duration};

/// The least time between two requests.
pub const PACE: Duration = Duration::from_millis(250);

/// The most boards that one call requests.
pub const MAX_BOARDS: usize = 40;

/// The most months that one call requests.
pub const MAX_MONTHS: usize = 12;

/// How far a download has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchProgress {
    /// The matches that are there.
    pub done: usize,
    /// The matches to download, if known.
    pub total: Option<usize>,
    /// The games of other variants.
    pub skipped: usize,
    /// The seconds that the site asks to wait.
    pub wait_s: Option<u64>,
}

/// What a download reports.
#[derive(Clone, Copy, Debug)]
pub enum FetchEvent<'m> {
    /// The progress, many times a second.
    Progress(FetchProgress),
    /// A match that has arrived.
    Match(&'m ImportedMatch),
}

/// Called with each event; breaks to cancel.
pub type Watch<'w> = dyn FnMut(FetchEvent<'_>) -> ControlFlow<()> + 'w;

/// Which of a player's matches to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Period {
    /// The latest month with games.
    Latest,
    /// A month, `2026/08`.
    Month(String),
    /// From a day on, `2026.08.15`.
    Since(String),
    /// The latest matches.
    Last(usize),
}

impl Period {
    /// Returns the period from `day` on, that of the latest known match; without one the latest month.
    #[must_use]
    pub fn after(day: Option<&str>) -> Self {
        day.map_or(Self::Latest, |day| Self::Since(day.to_owned()))
    }
}

/// What came of a download.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fetched {
    /// The matches.
    pub import: Import,
    /// The bughouse matches that were to be had and are not there, each with the reason.
    pub missing: Vec<(BoardRef, FetchError)>,
    /// The matches that the caller has.
    pub known: usize,
    /// The games of other variants.
    pub skipped: usize,
    /// The matches beyond [`MAX_BOARDS`], or after the end of the download.
    pub left: usize,
    /// Whether older months were left out: there are more than [`MAX_MONTHS`].
    pub older: bool,
    /// Why the download ended early.
    pub stopped: Option<FetchError>,
}

impl Fetched {
    /// Returns how many matches have arrived and how many games have not, without full stop.
    #[must_use]
    pub fn summary(&self) -> String {
        let halves = self.import.matches.iter().filter(|found| found.is_half()).count();
        self.summary_of(self.import.matches.len(), halves, self.known)
    }

    /// As [`Fetched::summary`], where `matches` are new, `halves` of them lack a board, and `known` were there before.
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

    /// Adds a match and reports it. Whether to go on is asked before the next request.
    fn add(&mut self, import: Import, watch: &mut Watch<'_>) {
        let before = self.import.matches.len();
        self.import.matches.extend(import.matches);
        self.import.problems.extend(import.problems);
        for new in &self.import.matches[before..] {
            let _ = watch(FetchEvent::Match(new));
        }
    }

    /// Adds what came of the download of another player.
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

/// Returns the server that `TANDEM_FETCH_BASE` names, which is for tests.
#[must_use]
pub fn base_of_environment() -> Option<String> {
    std::env::var("TANDEM_FETCH_BASE").ok().filter(|base| !base.is_empty())
}
