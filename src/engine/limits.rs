//! How long an engine may take, and how much it may say: [`EngineLimits`].

use std::time::Duration;

/// How much one answer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long it may take.
    pub time: Duration,
    /// How many lines it may have, of [`LINE_BYTES`](Self::LINE_BYTES) each. A longer one counts as several.
    pub lines: u32,
}

impl Patience {
    /// How long a line may be that counts as one, in bytes.
    pub const LINE_BYTES: usize = 1024;
}

/// The limits of every answer. An engine that runs into one is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// Until `uciok`.
    pub uci: Patience,
    /// Until `readyok`. Some engines fill gigabytes of hash before.
    pub ready: Patience,
    /// Until `bestmove`, beside the time that the nodes may take.
    pub best: Patience,
    /// Until `bestmove` after `stop`.
    pub stop: Duration,
    /// Until it has read a line, or the pipe to it has room for that.
    pub write: Duration,
    /// The fewest nodes a second that are waited for.
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
    /// How long a search of so many nodes may take.
    #[must_use]
    pub fn search(&self, nodes: u64) -> Duration {
        let slowest = Duration::from_secs(nodes / self.slowest.max(1));
        self.best.time.saturating_add(slowest)
    }
}
