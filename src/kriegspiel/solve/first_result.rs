//! [`run_up_to_first`]: parallel work on a list of items, up to the first item whose result meets a condition.

use super::progress::{NodeCounter, Stopped, SubSearch};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Runs `run_item` on `items` until a result satisfies `ends`. Returns the results in order, up to and including the
/// first such result. Cancels work on later items. The return value does not depend on the number of threads.
pub(super) fn run_up_to_first<I: Sync, T: Send>(
    threads: usize,
    work: &NodeCounter<'_>,
    items: &[I],
    ends: impl Fn(&T) -> bool + Sync,
    run_item: impl Fn(NodeCounter<'_>, &I) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        let results = items.iter().map(|item| run_item(work.fork(work.part()), item));
        return take_up_to_first(results, ends);
    }
    let whole = work.part();
    let parts: Vec<SubSearch<'_>> = items.iter().map(|_| SubSearch::of(Some(whole))).collect();
    let next = AtomicUsize::new(0);
    let last = AtomicUsize::new(items.len());
    let take = |_| {
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Relaxed);
            if index >= items.len() || index > last.load(Relaxed) {
                return found;
            }
            let one = run_item(work.fork(&parts[index]), &items[index]);
            if one.as_ref().is_ok_and(&ends) {
                last.fetch_min(index, Relaxed);
                parts[index + 1..].iter().for_each(SubSearch::cancel);
            }
            found.push((index, one));
        }
    };
    let mut all: Vec<_> = (0..threads).into_par_iter().flat_map_iter(take).collect();
    all.sort_unstable_by_key(|(index, _)| *index);
    take_up_to_first(all.into_iter().map(|(_, one)| one), ends)
}

/// Collects `results` up to the first that `ends` accepts, inclusive. Stops at the first error.
fn take_up_to_first<T>(
    results: impl Iterator<Item = Result<T, Stopped>>,
    ends: impl Fn(&T) -> bool,
) -> Result<Vec<T>, Stopped> {
    let mut taken = Vec::with_capacity(results.size_hint().0);
    for one in results {
        let one = one?;
        let end = ends(&one);
        taken.push(one);
        if end {
            break;
        }
    }
    Ok(taken)
}
