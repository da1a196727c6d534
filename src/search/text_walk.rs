//! A parallel walk over the records of a text without an index.

use crate::{
    archive::{ReadRecord, RecordReader, WalkError},
    file::{FileError, Text},
    parallel::run_in_order,
};
use std::ops::ControlFlow;

/// The length of a chunk in bytes. A record belongs to the chunk in which it begins.
pub(super) const CHUNK_BYTES: u64 = 2 << 20;

struct ChunkResult<T> {
    /// The offset in the text at which the first record of the chunk begins; `None` if the chunk has no record.
    start: Option<u64>,
    end: u64,
    records: usize,
    result: T,
}

/// A test of the bytes of a record.
pub(super) type IsWanted<'a> = &'a (dyn Fn(&[u8]) -> bool + Sync);

/// Calls `work` for each record of `text`, on all cores. The arguments of `work` are a context, which each thread
/// reuses, the record, and the result of the current chunk. Calls `on_chunk` for each chunk, in order, with two
/// arguments: the number of records up to the end of the chunk, and the result of the chunk. `on_chunk` may cancel. The
/// records are those of [`Records`](crate::notation::Records), without blank ones.
///
/// # Errors
/// Disk errors, or cancellation by `on_chunk`.
pub fn walk_text<K: Default, T: Default + Send>(
    text: &Text,
    work: impl Fn(&mut K, &ReadRecord<'_>, &mut T) + Sync,
    on_chunk: impl FnMut(usize, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_wanted(
        text,
        CHUNK_BYTES,
        None,
        |context, record, found| {
            if let Some(record) = record {
                work(context, record, found);
            }
        },
        on_chunk,
    )
}

/// Like [`walk_text`], but does not parse most of the matches that `is_wanted` rejects; for these, `work` is called
/// without a record. Matches that the fast scan cannot read are always parsed.
pub(super) fn walk_wanted<K: Default, T: Default + Send>(
    text: &Text,
    chunk_bytes: u64,
    is_wanted: Option<IsWanted<'_>>,
    work: impl Fn(&mut K, Option<&ReadRecord<'_>>, &mut T) + Sync,
    mut on_chunk: impl FnMut(usize, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let length = text.length();
    let chunks = usize::try_from(length.div_ceil(chunk_bytes)).unwrap_or(usize::MAX);
    let bounds = |number: usize| {
        let from = number as u64 * chunk_bytes;
        (from, (from + chunk_bytes).min(length))
    };
    let (mut records, mut end) = (0, 0);
    run_in_order(
        chunks,
        |context: &mut K, number| {
            let (from, to) = bounds(number);
            let mut reader = RecordReader::new(text, from);
            let mut start = match number {
                0 => Some(0),
                _ => reader.find_tag_between(from, to)?,
            };
            if start.is_none() {
                // If a record has no movetext, the next one begins directly after its tags, at an event tag.
                reader = RecordReader::new(text, from);
                start = reader.find_event_between(from, to)?;
            }
            read_chunk_records(&mut reader, start, to, is_wanted, |record, found| {
                work(context, record, found);
            })
        },
        |number, chunk: Result<_, FileError>| {
            let mut chunk = chunk?;
            let (_, to) = bounds(number);
            // If the previous chunk does not end at the guessed start of this chunk, read this chunk again.
            if chunk.start != Some(end) {
                let start = Some(end).filter(|&end| end < to);
                let mut reader = RecordReader::new(text, end);
                let mut context = K::default();
                chunk = read_chunk_records(&mut reader, start, to, is_wanted, |record, found| {
                    work(&mut context, record, found);
                })?;
            }
            if chunk.start.is_some() {
                end = chunk.end;
            }
            records += chunk.records;
            WalkError::if_break(on_chunk(records, chunk.result))
        },
    )
}

fn read_chunk_records<T: Default>(
    reader: &mut RecordReader<'_>,
    start: Option<u64>,
    to: u64,
    is_wanted: Option<IsWanted<'_>>,
    mut work: impl FnMut(Option<&ReadRecord<'_>>, &mut T),
) -> Result<ChunkResult<T>, FileError> {
    let mut chunk =
        ChunkResult { start, end: start.unwrap_or(0), records: 0, result: T::default() };
    while start.is_some() && chunk.end < to {
        if let Some(is_wanted) = is_wanted
            && let Some(end) = reader.skip_unless(chunk.end, is_wanted)?
        {
            chunk.records += 1;
            work(None, &mut chunk.result);
            chunk.end = end;
            continue;
        }
        let record = reader.read(chunk.end)?;
        if !record.record.is_blank() {
            chunk.records += 1;
            work(Some(&record), &mut chunk.result);
        }
        chunk.end = record.range.end;
    }
    Ok(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        file::{FileRange, Source},
        notation::Records,
    };
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn walked(bytes: &[u8], chunk: u64) -> Vec<FileRange> {
        let text = Text::from(Source::from_bytes("x.bpgn", bytes));
        let mut ranges = Vec::new();
        walk_wanted(
            &text,
            chunk,
            None,
            |(): &mut (), record, found: &mut Vec<FileRange>| {
                let record = record.unwrap();
                assert_eq!(record.text, &bytes[range(record.range)]);
                found.push(record.range);
            },
            |records, found| {
                ranges.extend(found);
                assert_eq!(ranges.len(), records);
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        ranges
    }

    fn range(range: FileRange) -> std::ops::Range<usize> {
        usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()
    }

    #[test]
    fn each_record_is_read_once() {
        for one in [
            "[Event \"x\"]\n[Site \"y\"]\n\n1A. e4 {[ts=0.1]}\n1a. e5\n\n",
            "[Variant \"bughouse\"]\r\n[Event \"x\"]\r\n\r\n1A. e4 1-0\r\n\r\n\r\n",
            "[Site \"x\"]\n1A. e4\n",
            "[Event \"x\"]\n\n",
            "[Event \"x\"]\n",
        ] {
            let text = Text::from(Source::from_bytes("x.bpgn", one.repeat(100)));
            for chunk in [100, 1000] {
                let reads = AtomicUsize::new(0);
                let walked = walk_wanted(
                    &text,
                    chunk,
                    None,
                    |(): &mut (), _, (): &mut ()| {
                        reads.fetch_add(1, Ordering::Relaxed);
                    },
                    |_, ()| ControlFlow::Continue(()),
                );
                walked.unwrap();
                assert_eq!(reads.into_inner(), 100, "{chunk}: {one}");
            }
        }
    }

    fn read_sequentially(bytes: &[u8]) -> Vec<FileRange> {
        let mut records = Records::of(bytes);
        let mut ranges = Vec::new();
        while let Some((_, _, range)) = records.read_next() {
            ranges.push(range);
        }
        ranges
    }

    #[test]
    fn chunks_of_any_size_cover_all_records() {
        let pieces: [&str; 9] = [
            "[Event \"x\"]\n\n1A. e4 1a. e5 *\n\n",
            "[Event \"y\"]\r\n[Round \"1\"]\r\n\r\n1A. e4",
            "[Site \"z\"]\n[Event \"z\"]\n\n1A. e4 *\n",
            "1A. e4 {never closed\n",
            "{C:\n[Event \"quoted\"]\n} 1A. d4 1-0\n",
            "\u{feff}[Event \"mark\"]\n\n1B. d4\n",
            "\n\n \n",
            "Dear diary,\n[Event \"open\n1A. e4\n",
            "[WhiteA \"a\"]\n1A. Nf3 [Event \"inside\"] 1a. Nf6 0-1 ",
        ];
        for first in 0..pieces.len() {
            for second in 0..pieces.len() {
                for third in 0..pieces.len() {
                    let text = [first, second, third, first, third].map(|at| pieces[at]).concat();
                    let expected = read_sequentially(text.as_bytes());
                    for chunk in [1, 7, 16, 40, 100, 1000] {
                        let got = walked(text.as_bytes(), chunk);
                        assert_eq!(got, expected, "{chunk}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn skipped_matches_are_counted_and_all_others_are_read() {
        let pieces = [
            "[Event \"x\"]\n\n1A. e4{180} 1a. e5{180} {a resigns} 1-0\n\n",
            "[Event \"x\"]\n\n1A. e4{180} 1a. N@f7{180} {a resigns} 1-0\n\n",
            "[Event \"x\"]\n[Variant \"Kriegspiel\"]\n[Filtered \"no\"]\n\n1. e4 {(:)} e9 *\n\n",
            "1A. e4 {never closed\n",
            "\n\n \n",
        ];
        let is_wanted = |text: &[u8]| memchr::memchr(b'@', text).is_some();
        for order in 0..pieces.len().pow(4) {
            let order = [1, 5, 25, 125].map(|unit| pieces[order / unit % pieces.len()]);
            let bytes = order.concat().into_bytes();
            let text = Text::from(Source::from_bytes("x.bpgn", bytes.clone()));
            let (mut read, mut count) = (Vec::new(), 0);
            walk_wanted(
                &text,
                40,
                Some(&is_wanted),
                |(): &mut (), record, found: &mut Vec<_>| {
                    found.push(record.map(|record| record.range));
                },
                |records, found| {
                    count += found.len();
                    read.extend(found.into_iter().flatten());
                    assert_eq!(count, records);
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
            let all = read_sequentially(&bytes);
            assert_eq!(count, all.len());
            read.retain(|&place| is_wanted(&bytes[range(place)]));
            let wanted: Vec<_> =
                all.into_iter().filter(|&place| is_wanted(&bytes[range(place)])).collect();
            assert_eq!(read, wanted, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn cancelled_search_reports_nothing_more() {
        let text = "[Event \"x\"]\n\n1A. e4\n\n".repeat(100);
        let text = Text::from(Source::from_bytes("x.bpgn", text));
        let mut reported = 0;
        let ended = walk_wanted(
            &text,
            50,
            None,
            |(): &mut (), _, (): &mut ()| {},
            |_, ()| {
                reported += 1;
                ControlFlow::Break(())
            },
        );
        assert!(matches!(ended, Err(WalkError::Cancelled)));
        assert_eq!(reported, 1);
    }
}
