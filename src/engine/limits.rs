//! [`EngineLimits`]: the limits on the time and output of engines.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The duration assumed for a search that is limited by depth. The real duration cannot be predicted.
const DEEP_SEARCH: Duration = Duration::from_secs(24 * 3600);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseLimit {
    pub time: Duration,
    /// The maximum number of lines. A line counts once, and once more for each [`LINE_BYTES`](Self::LINE_BYTES) in it.
    pub lines: u32,
}

impl ResponseLimit {
    /// The number of bytes of a line that count as one additional line.
    pub const LINE_BYTES: usize = 1024;
}

/// The limits on all responses. An engine that exceeds one is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// The limits on the response to `uci`, up to `uciok`.
    pub uci: ResponseLimit,
    /// The limits on the response to `isready`, up to `readyok`.
    pub ready: ResponseLimit,
    /// The limits on the response to `go`, up to `bestmove`. The time counts from the expected end of the search.
    pub best: ResponseLimit,
    /// The maximum time between `stop` and `bestmove`.
    pub stop: Duration,
    /// The maximum time until the engine reads a line that was sent.
    pub write: Duration,
    /// The minimum speed of a search that is limited by nodes, in nodes per second. A slower search counts as hanging.
    pub slowest: u64,
}

impl Default for EngineLimits {
    fn default() -> Self {
        let within = |seconds, lines| ResponseLimit { time: Duration::from_secs(seconds), lines };
        Self {
            uci: within(10, 5_000),
            ready: within(30, 5_000),
            best: within(30, 500_000),
            stop: Duration::from_secs(5),
            write: Duration::from_secs(10),
            slowest: 2_000,
        }
    }
}

impl EngineLimits {
    /// Returns the duration after which a search with the limit `limit` counts as hanging.
    pub fn search(&self, limit: SearchLimit) -> Duration {
        let expected = match limit {
            SearchLimit::Nodes(nodes) => Duration::from_secs(nodes / self.slowest.max(1)),
            SearchLimit::Depth(_) => DEEP_SEARCH,
            SearchLimit::Seconds(seconds) => Duration::from_secs(seconds.into()),
        };
        self.best.time.saturating_add(expected)
    }
}

/// The limit at which a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchLimit {
    Nodes(u64),
    /// In plies.
    Depth(u32),
    Seconds(u32),
}

impl SearchLimit {
    /// Returns the smaller limit if both limits are numbers of nodes, otherwise `self`.
    #[must_use]
    pub fn min_nodes(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nodes(nodes), Self::Nodes(max)) => Self::Nodes(nodes.min(max)),
            _ => self,
        }
    }

    /// Formats the limit as arguments of the command `go`.
    pub(super) fn arguments(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("nodes {nodes}"),
            Self::Depth(plies) => format!("depth {plies}"),
            Self::Seconds(seconds) => format!("movetime {}", u64::from(seconds) * 1000),
        }
    }
}
