//! [`run_in_ranges`]: divides a list into equal ranges, one per thread.

use super::{run_in_order, threads};
use std::{convert::Infallible, ops::Range};

/// The maximum number of rows processed on the calling thread. They take a few milliseconds at most, often less than
/// the start of a thread.
pub const MAX_SERIAL: usize = 10_000;

/// Divides the numbers below `items` into equal ranges, one per thread, and calls `work` on each range. Returns the
/// results in order; none if `items` is 0. `rows` is the amount of work: up to [`MAX_SERIAL`] rows are a single range,
/// processed on the calling thread.
///
/// # Panics
/// As [`run_in_order`]. Up to [`MAX_SERIAL`] rows are allowed on the UI thread.
pub fn run_in_ranges<T: Send>(
    items: usize,
    rows: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let parts = if rows <= MAX_SERIAL { 1 } else { threads() };
    let length = items.div_ceil(parts).max(1);
    let ranges = items.div_ceil(length);
    let mut results = Vec::with_capacity(ranges);
    let Ok(()) = run_in_order(
        ranges,
        |(): &mut (), number| work(number * length..items.min((number + 1) * length)),
        |_, result| {
            results.push(result);
            Ok::<(), Infallible>(())
        },
    );
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_all_items_in_order() {
        for items in [0, 1, 2, 3, 100, 101] {
            for rows in [0, MAX_SERIAL, MAX_SERIAL + 1] {
                let all = run_in_ranges(items, rows, Iterator::collect::<Vec<_>>).concat();
                assert_eq!(all, (0..items).collect::<Vec<_>>(), "{items} items, {rows} rows");
            }
        }
    }

    #[test]
    fn small_inputs_stay_on_the_calling_thread() {
        let here = std::thread::current().id();
        let ids = run_in_ranges(MAX_SERIAL, MAX_SERIAL, |_| std::thread::current().id());
        assert_eq!(ids, [here]);
    }
}
