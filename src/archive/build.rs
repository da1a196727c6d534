//! Building an [`Index`]: threads scan chunks of the file, and their results are added in file order.

use super::{
    Index,
    index_chunk::{IndexChunk, Scanned},
    merge::Merge,
    record_reader::RecordReader,
    scan::{scan, scan_from},
    strings::StringId,
    window::Input,
};
use crate::{
    file::{FileError, Reader},
    parallel::{run_in_order, threads},
};
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// The size of the first chunk in bytes. It is small, so that the first rows appear soon.
const FIRST_CHUNK_BYTES: u64 = 1 << 20;

/// The size of every other chunk in bytes, at least and at most.
const MIN_CHUNK_BYTES: u64 = 1 << 20;
const MAX_CHUNK_BYTES: u64 = 16 << 20;

/// The number of chunks per thread into which a file is divided, so that all threads end at about the same time.
const CHUNKS_PER_THREAD: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes scanned.
    pub bytes: u64,
    /// The size of the whole file in bytes.
    pub total: u64,
    pub records: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cancelled")]
    Cancelled,
}

impl WalkError {
    /// # Errors
    /// If `flow` is `Break`.
    pub(crate) fn if_break(flow: ControlFlow<()>) -> Result<(), Self> {
        if flow.is_break() { Err(Self::Cancelled) } else { Ok(()) }
    }
}

impl Index {
    /// Indexes a file. Calls `on_progress` with the partial index after every chunk; the first chunk is small. Cancels
    /// if `on_progress` returns `Break`.
    ///
    /// # Errors
    /// Disk errors, a file that was truncated during the scan, or cancellation.
    pub fn from_file(
        reader: &Reader,
        on_progress: impl FnMut(Progress, &Self) -> ControlFlow<()>,
    ) -> Result<Self, WalkError> {
        let input = Input::File(reader);
        build(input, FIRST_CHUNK_BYTES, chunk_bytes(input.length()), on_progress)
    }

    /// Indexes text in memory, on the calling thread alone.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        // Text in memory cannot cause a disk error, and this scan is never cancelled.
        let keep_going = |_: Progress, _: &Self| ControlFlow::Continue(());
        build(Input::Bytes(bytes), u64::MAX, MAX_CHUNK_BYTES, keep_going).unwrap_or_default()
    }

    /// Like [`Index::from_bytes`] with chunks of `chunk_bytes` bytes, to test how chunks are merged.
    #[doc(hidden)]
    pub fn from_bytes_in_chunks(bytes: &[u8], chunk_bytes: u64) -> Self {
        let keep_going = |_: Progress, _: &Self| ControlFlow::Continue(());
        build(Input::Bytes(bytes), chunk_bytes, chunk_bytes, keep_going).unwrap_or_default()
    }
}

/// Returns the size of the chunks of a file of `total` bytes, other than the first one.
fn chunk_bytes(total: u64) -> u64 {
    let chunks = CHUNKS_PER_THREAD * threads() as u64;
    (total / chunks).clamp(MIN_CHUNK_BYTES, MAX_CHUNK_BYTES)
}

fn build(
    input: Input<'_>,
    first: u64,
    chunk_bytes: u64,
    mut on_progress: impl FnMut(Progress, &Index) -> ControlFlow<()>,
) -> Result<Index, WalkError> {
    let total = input.length();
    let mut index = Index::default();
    let cancelled = AtomicBool::new(false);
    let mut report = |index: &Index, bytes: u64| {
        let progress = Progress { bytes, total, records: index.len() };
        WalkError::if_break(on_progress(progress, index))
    };
    let mut found = Scanned::default();
    scan(input, 0, first.min(total), &cancelled, &mut found)?;
    let mut merge = Merge::default();
    index.add(found.take(), &mut merge, &mut vec![0]);
    report(&index, first.min(total))?;
    let rest = total.saturating_sub(first);
    let chunks = usize::try_from(rest.div_ceil(chunk_bytes)).unwrap_or(usize::MAX);

    let workers = AtomicUsize::new(0);
    let mut maps: Vec<Vec<StringId>> = Vec::new();
    let (mut rescanned, mut map) = (Scanned::default(), vec![0]);
    run_in_order(
        chunks,
        |worker: &mut Worker, number| {
            let next = || workers.fetch_add(1, Ordering::Relaxed);
            let thread = *worker.number.get_or_insert_with(next);
            let from = first + number as u64 * chunk_bytes;
            let to = (from + chunk_bytes).min(total);
            let found = &mut worker.found;
            scan(input, from, to, &cancelled, found).map(|()| (thread, found.take()))
        },
        |number, part: Result<_, FileError>| {
            let to = (first + (number as u64 + 1) * chunk_bytes).min(total);
            let mut add = |(thread, part): (usize, IndexChunk)| {
                while maps.len() <= thread {
                    maps.push(vec![0]);
                }
                // If the records of this chunk do not begin where the previous ones end, scan the chunk again from
                // there. The new texts of the first scan are still added, since later chunks of the same thread use
                // their ids.
                match index.ends.first() {
                    Some(&end) if !part.continues_at(end) => {
                        let texts =
                            IndexChunk { new_texts: part.new_texts, ..IndexChunk::default() };
                        index.add(texts, &mut merge, &mut maps[thread]);
                        let records = RecordReader::from_input(input, end);
                        scan_from(records, end, to, &cancelled, &mut rescanned)?;
                        index.add(rescanned.take(), &mut merge, &mut map);
                    }
                    _ => index.add(part, &mut merge, &mut maps[thread]),
                }
                report(&index, to)
            };
            let added = part.map_err(WalkError::from).and_then(&mut add);
            // After an error or a cancellation, stop the scans of the other threads too.
            cancelled.store(added.is_err(), Ordering::Relaxed);
            added
        },
    )?;
    Arc::make_mut(&mut index.strings).finish();
    Ok(index)
}

/// The state that a thread keeps between chunks.
#[derive(Default)]
struct Worker {
    /// The number of the thread; `None` before its first chunk. Each thread has its own text ids, and this number
    /// selects the map that translates them to ids of the index.
    number: Option<usize>,
    found: Scanned,
}
