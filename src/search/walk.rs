//! A parallel walk over the records of an archive, with results in list order.

use super::{
    MoveCache,
    cached_match::CachedMatch,
    record_cache::{Cached, ChunkBuffer},
};
use crate::{
    archive::{Index, RecordId, RowNumber, WalkError},
    file::{FileError, FileRange, Text},
    kriegspiel::Notation,
    parallel::run_in_order,
};
use std::ops::ControlFlow;

pub(super) const CHUNK_RECORDS: usize = 256;

/// The maximum distance between two records that are read from disk together, in bytes.
const MAX_GAP_BYTES: u64 = 16 << 10;
/// The maximum length that is read from disk at once, in bytes.
const MAX_READ_BYTES: u64 = 1 << 20;

/// A selection of records of an archive, with the texts and the cache from which they are read.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    pub index: &'a Index,
    /// The texts of the files, in the order of [`Row::file`](crate::archive::Row::file).
    pub texts: &'a [&'a Text],
    pub rows: &'a [RowNumber],
    /// The move cache; if `None`, texts are read.
    pub moves: Option<&'a MoveCache>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkProgress {
    pub records: usize,
    pub total: usize,
    /// The number of processed records whose facts about forced mates were cached; 0 if the query is not about these.
    pub cached: usize,
}

impl WalkProgress {
    pub const fn at_start(total: usize) -> Self {
        Self { records: 0, total, cached: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct WalkedRecord<'t> {
    pub id: RecordId,
    pub text: &'t [u8],
    pub notation: Notation,
}

/// The input of a query for one record: the cached moves or the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum QueryInput<'t> {
    Cached(&'t CachedMatch<'t>),
    Text(&'t [u8]),
    /// The text of a game of Kriegspiel.
    Game(&'t [u8]),
    /// A game of Kriegspiel, known from the cache alone.
    NoMatch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordOutcome {
    Done,
    /// The cache does not suffice, so the text is needed.
    NeedsText,
}

/// Like [`walk_all`], but calls `work` with cached moves where possible. If `work` then returns
/// [`RecordOutcome::NeedsText`], calls it again with the text.
pub(super) fn walk<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    work: impl Fn(&mut K, RecordId, QueryInput<'_>, &mut T) -> RecordOutcome + Sync,
    on_chunk: impl FnMut(WalkProgress, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let moves = selection.moves.filter(|moves| moves.0.belongs_to(selection));
    let chunks =
        Chunking { records: CHUNK_RECORDS, known: moves.map_or(0, |moves| moves.0.records()) };
    walk_cached(
        selection,
        chunks,
        |(context, block): &mut (K, ChunkBuffer), id, found: &mut T| match moves
            .map_or(Cached::ReadText, |moves| moves.record(id, block))
        {
            Cached::ReadText => RecordOutcome::NeedsText,
            Cached::NoMatch => work(context, id, QueryInput::NoMatch, found),
            Cached::Match(cached) => work(context, id, QueryInput::Cached(&cached), found),
        },
        |(context, _), WalkedRecord { id, text, notation }, found| {
            let input = match notation {
                Notation::Bpgn => QueryInput::Text(text),
                Notation::Kriegspiel => QueryInput::Game(text),
            };
            work(context, id, input, found);
        },
        on_chunk,
    )
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Chunking {
    pub(super) records: usize,
    /// The number of cached records, counted from the first.
    pub(super) known: usize,
}

/// Like [`walk_all`], but reads the text of a record only if necessary. Calls `search_cached` for each record and, if
/// the call returns [`RecordOutcome::NeedsText`], also `search_text`. In a chunk without cached records, calls only
/// `search_text`.
pub(super) fn walk_cached<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    chunks: Chunking,
    search_cached: impl Fn(&mut K, RecordId, &mut T) -> RecordOutcome + Sync,
    search_text: impl Fn(&mut K, WalkedRecord<'_>, &mut T) + Sync,
    on_chunk: impl FnMut(WalkProgress, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_chunks(
        selection,
        chunks.records,
        |context: &mut (K, Vec<u8>), rows, found: &mut T| {
            let (context, buffer) = context;
            let mut read = |context: &mut K, rows: &[RowNumber], found: &mut T| {
                selection.read(rows, buffer, |record| search_text(context, *record, found))
            };
            let is_known = |row: &RowNumber| (*row as usize) < chunks.known;
            if !rows.iter().any(is_known) {
                return read(context, rows, found);
            }
            for row in rows {
                if search_cached(context, *row as RecordId, found) == RecordOutcome::NeedsText {
                    read(context, std::slice::from_ref(row), found)?;
                }
            }
            Ok(())
        },
        on_chunk,
    )
}

/// Calls `work` for each record, on all cores. The arguments of `work` are a context, which each thread reuses, the
/// record, and the result of the current chunk. Calls `on_chunk` with the progress and the result of each chunk, in
/// list order; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation by `on_chunk`.
pub fn walk_all<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    work: impl Fn(&mut K, &WalkedRecord<'_>, &mut T) + Sync,
    on_chunk: impl FnMut(WalkProgress, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_chunks(
        selection,
        CHUNK_RECORDS,
        |(context, buffer): &mut (K, Vec<u8>), rows, found| {
            selection.read(rows, buffer, |record| work(context, record, found))
        },
        on_chunk,
    )
}

/// Like [`walk_all`], but calls `work_on_chunk` for each chunk of `length` records.
fn walk_chunks<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    length: usize,
    work_on_chunk: impl Fn(&mut K, &[RowNumber], &mut T) -> Result<(), FileError> + Sync,
    mut on_chunk: impl FnMut(WalkProgress, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let total = selection.rows.len();
    let chunks = total.div_ceil(length);
    run_in_order(
        chunks,
        |context: &mut K, number| {
            let rows = &selection.rows[number * length..total.min((number + 1) * length)];
            let mut found = T::default();
            work_on_chunk(context, rows, &mut found)?;
            Ok(found)
        },
        |number, found: Result<T, FileError>| {
            let walked = WalkProgress {
                records: total.min((number + 1) * length),
                ..WalkProgress::at_start(total)
            };
            WalkError::if_break(on_chunk(walked, found?))
        },
    )
}

impl Selection<'_> {
    /// Calls `on_record` for each of the records `rows`. Records that are close together in a file are read at once.
    pub(super) fn read(
        &self,
        rows: &[RowNumber],
        buffer: &mut Vec<u8>,
        mut on_record: impl FnMut(&WalkedRecord<'_>),
    ) -> Result<(), FileError> {
        let place = |row: &RowNumber| {
            let id = *row as RecordId;
            let (file, range, notation) = self.index.location(id)?;
            Some((id, file, range, notation))
        };
        let places: Vec<_> = rows.iter().filter_map(place).collect();
        let mut rest = places.as_slice();
        while let Some(&(_, file, first, _)) = rest.first() {
            let mut end = first.end;
            let near = rest[1..].iter().take_while(|(_, other, range, _)| {
                let near = *other == file
                    && (end..=end + MAX_GAP_BYTES).contains(&range.start)
                    && range.end - first.start <= MAX_READ_BYTES;
                if near {
                    end = range.end;
                }
                near
            });
            let (together, others) = rest.split_at(1 + near.count());
            rest = others;
            let Some(text) = self.texts.get(file) else { continue };
            text.read_range(FileRange::new(first.start, end), buffer)?;
            for &(id, _, range, notation) in together {
                let at = |place: u64| usize::try_from(place - first.start).unwrap_or(usize::MAX);
                on_record(&WalkedRecord {
                    id,
                    text: buffer.get(at(range.start)..at(range.end)).unwrap_or_default(),
                    notation,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        file::Source,
        parallel::{MAX_CHUNKS_AHEAD, threads},
    };
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn with_records(count: usize, test: impl FnOnce(&Selection<'_>)) {
        let text = "[Event \"x\"]\n\n1A. e4\n\n".repeat(count);
        let index = Index::from_bytes(text.as_bytes());
        let text = Text::from(Source::from_bytes("x.bpgn", text));
        let rows: Vec<RowNumber> = (0..).take(index.len()).collect();
        assert_eq!(rows.len(), count);
        test(&Selection { index: &index, texts: &[&text], rows: &rows, moves: None });
    }

    #[test]
    fn workers_stay_within_the_in_flight_limit() {
        with_records(CHUNK_RECORDS * 40, |selection| {
            let begun = AtomicUsize::new(0);
            let most = threads() * MAX_CHUNKS_AHEAD * CHUNK_RECORDS;
            let mut reported = 0;
            walk_all(
                selection,
                |(): &mut (), record, ids: &mut Vec<RecordId>| {
                    begun.fetch_max(record.id + 1, Ordering::SeqCst);
                    ids.push(record.id);
                },
                |walked, ids| {
                    assert_eq!(ids, (reported..walked.records).collect::<Vec<_>>());
                    let ahead = begun.load(Ordering::SeqCst).saturating_sub(reported);
                    assert!(ahead <= most, "{ahead} records ahead, {most} allowed");
                    reported = walked.records;
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
            assert_eq!(reported, CHUNK_RECORDS * 40);
        });
    }

    #[test]
    fn cancelled_search_reports_nothing_more() {
        with_records(CHUNK_RECORDS * 40, |selection| {
            let mut reported = 0;
            let walked = walk_all(
                selection,
                |(): &mut (), _, (): &mut ()| {},
                |_, ()| {
                    reported += 1;
                    ControlFlow::Break(())
                },
            );
            assert!(matches!(walked, Err(WalkError::Cancelled)));
            assert_eq!(reported, 1);
        });
    }

    #[test]
    #[should_panic(expected = "a fault of the program")]
    fn panic_in_one_thread_stops_the_others() {
        with_records(CHUNK_RECORDS * 40, |selection| {
            let _ = walk_all(
                selection,
                |(): &mut (), record, (): &mut ()| {
                    assert!(record.id != CHUNK_RECORDS * 3, "a fault of the program");
                },
                |_, ()| ControlFlow::Continue(()),
            );
        });
    }
}
