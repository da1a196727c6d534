//! Time and output limits for engines: [`EngineLimits`].

use std::time::Duration;

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
    /// Returns the time limit of a search of `nodes`.
    #[must_use]
    pub fn search(&self, nodes: u64) -> Duration {
        let slowest = Duration::from_secs(nodes / self.slowest.max(1));
        self.best.time.saturating_add(slowest)
    }
}
