//! CPU time of this process.

use std::time::Duration;

/// Returns the CPU time of all threads of this process, to a hundredth of a second, as reported by Linux.
pub fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    Duration::from_millis(ticks.filter_map(|t| t.parse::<u64>().ok()).sum::<u64>() * 10)
}
