//! Many records read by many threads, and told in the order of the list.

use super::{
    MoveCache,
    cached_match::CachedMatch,
    record_cache::{Cached, ChunkBuffer},
};
use crate::{
    archive::{Index, RecordId, RowNumber},
    file::{FileError, FileRange, Text},
    kriegspiel::Notation,
    notation::{LINE_START, is_glued},
    parallel::in_order,
};
use std::ops::ControlFlow;

/// So many records are one piece of work.
pub(super) const PIECE: usize = 256;

/// Records that stand this close to one another are read at once, up to so many bytes together.
const GAP: u64 = 16 << 10;
const TOGETHER: u64 = 1 << 20;

/// Records of an archive, and where their text is read.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// What is known of the records.
    pub index: &'a Index,
    /// The text of each file, as [`Row::file`](crate::archive::Row::file) counts them.
    pub texts: &'a [&'a Text],
    /// The records that are meant.
    pub rows: &'a [RowNumber],
    /// What is kept of the moves, if anything is; else they are read from the text.
    pub moves: Option<&'a MoveCache>,
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Records that are behind it.
    pub records: usize,
    /// Records in all.
    pub total: usize,
    /// Records behind it of which it was known already what is so of forced mates, where that is kept and asked.
    pub kept: usize,
}

impl Walked {
    /// None of `total` records.
    #[must_use]
    pub const fn none_of(total: usize) -> Self {
        Self { records: 0, total, kept: 0 }
    }
}

/// Why a walk has not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Whoever asked for it wants it no more.
    #[error("cancelled")]
    Cancelled,
}

/// A record that a walk has come to.
#[derive(Clone, Copy, Debug)]
pub struct WalkedRecord<'t> {
    /// Which it is.
    pub id: RecordId,
    /// Where it stands in the text of its file.
    pub range: FileRange,
    /// Its bytes.
    pub text: &'t [u8],
    /// The notation that it is in.
    pub notation: Notation,
    /// Whether nothing divides it from the record before.
    pub glued: bool,
}

/// What a question is asked of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked<'t> {
    /// What is kept of a match.
    Kept(&'t CachedMatch<'t>),
    /// The text of a match.
    Text(&'t [u8]),
    /// A game of Kriegspiel, the plies of which are none of board A.
    NoMatch,
}

/// Whether a record has been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// It has.
    Yes,
    /// What is kept does not tell, so that its text must be asked.
    ByText,
}

/// Gives each record to `work` as [`walk_all`] does: what is kept of it, or its text where nothing is or that does not
/// tell.
pub(super) fn walk<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    work: impl Fn(&mut K, RecordId, Asked<'_>, &mut T) -> Answered + Sync,
    each: impl FnMut(Walked, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let moves = selection.moves.filter(|moves| moves.is_of(selection));
    let pieces = Pieces { records: PIECE, known: moves.map_or(0, MoveCache::records) };
    walk_known(
        selection,
        pieces,
        |(kept, block): &mut (K, ChunkBuffer), id, found: &mut T| match moves
            .map_or(Cached::ReadText, |moves| moves.record(id, block))
        {
            Cached::ReadText => Answered::ByText,
            Cached::NoMatch => work(kept, id, Asked::NoMatch, found),
            Cached::Match(cached) => work(kept, id, Asked::Kept(&cached), found),
        },
        |(kept, _), id, text, found| {
            work(kept, id, text.map_or(Asked::NoMatch, Asked::Text), found);
        },
        each,
    )
}

/// The pieces of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    /// So many records are one.
    pub(super) records: usize,
    /// Something is known of the first so many records of the file, and of no others.
    pub(super) known: usize,
}

/// Gives each record to `by_known` as [`walk_all`] does, and its text to `by_text` where that does not answer; of what is
/// no match there is none.
pub(super) fn walk_known<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    pieces: Pieces,
    by_known: impl Fn(&mut K, RecordId, &mut T) -> Answered + Sync,
    by_text: impl Fn(&mut K, RecordId, Option<&[u8]>, &mut T) + Sync,
    each: impl FnMut(Walked, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_pieces(
        selection,
        pieces.records,
        |kept: &mut (K, Vec<u8>), rows, found: &mut T| {
            let (kept, buffer) = kept;
            let mut read = |kept: &mut K, rows: &[RowNumber], found: &mut T| {
                selection.read(rows, buffer, |record| {
                    let is_match = record.notation == Notation::Bpgn;
                    by_text(kept, record.id, is_match.then_some(record.text), found);
                })
            };
            let is_known = |row: &RowNumber| (*row as usize) < pieces.known;
            if !rows.iter().any(is_known) {
                return read(kept, rows, found);
            }
            for row in rows {
                if by_known(kept, *row as RecordId, found) == Answered::ByText {
                    read(kept, std::slice::from_ref(row), found)?;
                }
            }
            Ok(())
        },
        each,
    )
}

/// Gives each record to `work`, on all cores, with something that a thread keeps between records and with what is
/// found in a piece of them. `each` is told of every piece that is done, in the order of the list, and may break off.
///
/// # Errors
/// What the disk says, or that `each` broke off.
pub fn walk_all<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    work: impl Fn(&mut K, &WalkedRecord<'_>, &mut T) + Sync,
    each: impl FnMut(Walked, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_pieces(
        selection,
        PIECE,
        |(kept, buffer): &mut (K, Vec<u8>), rows, found| {
            selection.read(rows, buffer, |record| work(kept, record, found))
        },
        each,
    )
}

/// Gives each piece of `length` records to `piece`, as [`walk_all`] gives each record.
fn walk_pieces<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    length: usize,
    piece: impl Fn(&mut K, &[RowNumber], &mut T) -> Result<(), FileError> + Sync,
    mut each: impl FnMut(Walked, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let total = selection.rows.len();
    let pieces = total.div_ceil(length);
    in_order(
        pieces,
        |kept: &mut K, number| {
            let rows = &selection.rows[number * length..total.min((number + 1) * length)];
            let mut found = T::default();
            piece(kept, rows, &mut found)?;
            Ok(found)
        },
        |number, found: Result<T, FileError>| {
            let walked =
                Walked { records: total.min((number + 1) * length), ..Walked::none_of(total) };
            match each(walked, found?) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(WalkError::Cancelled),
            }
        },
    )
}

impl Selection<'_> {
    /// Reads the records `rows`, neighbours together.
    pub(super) fn read(
        &self,
        rows: &[RowNumber],
        buffer: &mut Vec<u8>,
        mut each: impl FnMut(&WalkedRecord<'_>),
    ) -> Result<(), FileError> {
        let place = |row: &RowNumber| {
            let id = *row as RecordId;
            let row = self.index.row(id)?;
            Some((id, row.file, row.range, row.notation))
        };
        let places: Vec<_> = rows.iter().filter_map(place).collect();
        let mut rest = places.as_slice();
        while let Some(&(_, file, first, _)) = rest.first() {
            let mut end = first.end;
            let near = rest[1..].iter().take_while(|(_, other, range, _)| {
                let near = *other == file
                    && (end..=end + GAP).contains(&range.start)
                    && range.end - first.start <= TOGETHER;
                if near {
                    end = range.end;
                }
                near
            });
            let (together, others) = rest.split_at(1 + near.count());
            rest = others;
            let Some(text) = self.texts.get(file) else {
                continue;
            };
            let from = first.start.saturating_sub(LINE_START);
            text.read_range(FileRange::new(from, end), buffer)?;
            for &(id, _, range, notation) in together {
                let at = |place: u64| usize::try_from(place - from).unwrap_or(usize::MAX);
                each(&WalkedRecord {
                    id,
                    range,
                    text: buffer.get(at(range.start)..at(range.end)).unwrap_or_default(),
                    notation,
                    glued: is_glued(buffer, range.start - from),
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
        parallel::{PIECES_AHEAD, threads},
    };
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn with_records(count: usize, test: impl FnOnce(&Selection<'_>)) {
        let text = "[Event \"x\"]\n\n1A. e4\n\n".repeat(count);
        let index = Index::of_bytes(text.as_bytes());
        let text = Text::from(Source::from_bytes("x.bpgn", text));
        let rows: Vec<RowNumber> = (0..).take(index.len()).collect();
        assert_eq!(rows.len(), count);
        test(&Selection { index: &index, texts: &[&text], rows: &rows, moves: None });
    }

    #[test]
    fn nobody_works_far_ahead_of_what_was_told() {
        with_records(PIECE * 40, |selection| {
            let begun = AtomicUsize::new(0);
            let most = threads() * PIECES_AHEAD * PIECE;
            let mut told = 0;
            walk_all(
                selection,
                |(): &mut (), record, ids: &mut Vec<RecordId>| {
                    begun.fetch_max(record.id + 1, Ordering::SeqCst);
                    ids.push(record.id);
                },
                |walked, ids| {
                    assert_eq!(ids, (told..walked.records).collect::<Vec<_>>());
                    let ahead = begun.load(Ordering::SeqCst).saturating_sub(told);
                    assert!(ahead <= most, "{ahead} records ahead, {most} allowed");
                    told = walked.records;
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
            assert_eq!(told, PIECE * 40);
        });
    }

    #[test]
    fn who_breaks_off_is_told_no_more() {
        with_records(PIECE * 40, |selection| {
            let mut told = 0;
            let walked = walk_all(
                selection,
                |(): &mut (), _, (): &mut ()| {},
                |_, ()| {
                    told += 1;
                    ControlFlow::Break(())
                },
            );
            assert!(matches!(walked, Err(WalkError::Cancelled)));
            assert_eq!(told, 1);
        });
    }

    #[test]
    #[should_panic(expected = "a fault of the program")]
    fn a_fault_in_one_thread_ends_the_others() {
        with_records(PIECE * 40, |selection| {
            let _ = walk_all(
                selection,
                |(): &mut (), record, (): &mut ()| {
                    assert!(record.id != PIECE * 3, "a fault of the program");
                },
                |_, ()| ControlFlow::Continue(()),
            );
        });
    }
}
