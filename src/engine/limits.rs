//! Time and output limits for engines: [`EngineLimits`].

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The maximum time of a search that is limited by depth.
const DEEP_SEARCH: Duration = Duration::from_secs(24 * 3600);

/// The limits of one response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The time limit.
    pub time: Duration,
    /// The maximum number of lines of [`LINE_BYTES`](Self::LINE_BYTES) each. A longer line counts as several.
    pub lines: u32,
}

impl Patience {
    /// The bytes of one line; longer lines count as several.
    pub const LINE_BYTES: usize = 1024;
}

/// The limits of every response. An engine that exceeds one is terminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// Until `uciok`.
    pub uci: Patience,
    /// Until `readyok`. Some engines clear gigabytes of hash first.
    pub ready: Patience,
    /// Until `bestmove`, in addition to the time for the nodes.
    pub best: Patience,
    /// Until `bestmove` after `stop`.
    pub stop: Duration,
    /// Until the engine reads a line or its pipe has room for it.
    pub write: Duration,
    /// The slowest acceptable speed, in nodes per second.
    pub slowest: u64,
}

impl Default for EngineLimits {
    fn default() -> Self {
        let within = |seconds, lines| Patience { time: Duration::from_secs(seconds), lines };
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
    /// Returns the time after which a search up to `limit` counts as hanging.
    #[must_use]
    pub fn search(&self, limit: SearchLimit) -> Duration {
        let expected = match limit {
            SearchLimit::Nodes(nodes) => Duration::from_secs(nodes / self.slowest.max(1)),
            SearchLimit::Depth(_) => DEEP_SEARCH,
            SearchLimit::Seconds(seconds) => Duration::from_secs(seconds.into()),
        };
        self.best.time.saturating_add(expected)
    }
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchLimit {
    /// After this number of nodes.
    Nodes(u64),
    /// At this depth in plies.
    Depth(u32),
    /// After this time.
    Seconds(u32),
}

impl SearchLimit {
    /// Returns the smaller one of two node limits; otherwise `self`.
    #[must_use]
    pub fn min_nodes(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nodes(nodes), Self::Nodes(most)) => Self::Nodes(nodes.min(most)),
            _ => self,
        }
    }

    /// Returns the arguments of `go`.
    pub(super) fn arguments(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("nodes {nodes}"),
            Self::Depth(plies) => format!("depth {plies}"),
            Self::Seconds(seconds) => format!("movetime {}", u64::from(seconds) * 1000),
        }
    }
}
