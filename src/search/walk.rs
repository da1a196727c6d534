//! Many records read by many threads, and told in the order of the list.

use crate::{
    archive::{Index, RecordId, RowNumber},
    file::{FileError, FileRange, Text},
    notation::Notation,
};
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
};

/// So many records are one piece of work.
const PIECE: usize = 256;

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
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Records that are behind it.
    pub records: usize,
    /// Records in all.
    pub total: usize,
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

/// Gives each record to `work`, on all cores, with something that a thread keeps between records and with what is
/// found in a piece of them; of a game of Kriegspiel, the plies of which are none of board A, no text is given; `each` is told of every piece that is done, in the order of the list, and may
/// break off.
pub(super) fn walk<K: Default, T: Default + Send>(
    selection: &Selection<'_>,
    work: impl Fn(&mut K, RecordId, Option<&[u8]>, &mut T) + Sync,
    mut each: impl FnMut(Walked, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let total = selection.rows.len();
    let pieces = total.div_ceil(PIECE);
    let (next, cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(pieces) {
            let (sender, next, cancelled, work) = (sender.clone(), &next, &cancelled, &work);
            scope.spawn(move |_| {
                let (mut kept, mut buffer) = (K::default(), Vec::new());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pieces || cancelled.load(Ordering::Relaxed) {
                        return;
                    }
                    let rows = &selection.rows[number * PIECE..total.min((number + 1) * PIECE)];
                    let mut found = T::default();
                    let read = selection.read(rows, &mut buffer, |id, text| {
                        let is_match = selection
                            .index
                            .row(id)
                            .is_some_and(|row| row.notation == Notation::Bpgn);
                        work(&mut kept, id, is_match.then_some(text), &mut found);
                    });
                    if sender.send((number, read.map(|()| found))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let told = tell(&receiver, |number, found| {
            let records = total.min((number + 1) * PIECE);
            each(Walked { records, total }, found)
        });
        cancelled.store(true, Ordering::Relaxed);
        told
    })
}

/// Hands the pieces on in their order as they come in.
fn tell<T>(
    receiver: &mpsc::Receiver<(usize, Result<T, FileError>)>,
    mut each: impl FnMut(usize, T) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (number, found) in receiver {
        waiting.insert(number, found?);
        while let Some(found) = waiting.remove(&due) {
            if each(due, found).is_break() {
                return Err(WalkError::Cancelled);
            }
            due += 1;
        }
    }
    Ok(())
}

impl Selection<'_> {
    /// Reads the records `rows`, neighbours together.
    fn read(
        &self,
        rows: &[RowNumber],
        buffer: &mut Vec<u8>,
        mut each: impl FnMut(RecordId, &[u8]),
    ) -> Result<(), FileError> {
        let place = |row: &RowNumber| {
            let id = *row as RecordId;
            let row = self.index.row(id)?;
            Some((id, row.file, row.range))
        };
        let places: Vec<(RecordId, usize, FileRange)> = rows.iter().filter_map(place).collect();
        let mut rest = places.as_slice();
        while let Some(&(_, file, first)) = rest.first() {
            let mut end = first.end;
            let near = rest[1..].iter().take_while(|(_, other, range)| {
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
            text.read_range(FileRange::new(first.start, end), buffer)?;
            for (id, _, range) in together {
                let at = |place: u64| usize::try_from(place - first.start).unwrap_or(usize::MAX);
                each(
                    *id,
                    buffer
                        .get(at(range.start)..at(range.end))
                        .unwrap_or_default(),
                );
            }
        }
        Ok(())
    }
}
