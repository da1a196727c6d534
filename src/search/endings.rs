//! Reading the ends of matches for the results and causes of the rows of a list.

use super::{
    Selection, WalkProgress,
    walk::{WalkedRecord, walk_all},
};
use crate::{
    archive::{EndingReader, Index, RowEnding, RowNumber, WalkError},
    kriegspiel::Notation,
};
use std::ops::ControlFlow;

/// The number of endings that are added to the index together.
const BATCH_ROWS: usize = 1 << 13;

/// Returns the index of `selection` with the endings of its rows. Rows whose endings are known are not replayed. Calls
/// `on_chunk` after each chunk with the progress and the index so far; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn replay_endings(
    selection: &Selection<'_>,
    mut on_chunk: impl FnMut(WalkProgress, &Index) -> ControlFlow<()>,
) -> Result<Index, WalkError> {
    let mut index = selection.index.clone();
    let mut rows = index.rows_without_ending(selection.rows);
    rows.sort_unstable();
    if rows.is_empty() {
        return Ok(index);
    }
    let mut batch: Vec<(RowNumber, Option<RowEnding>)> = Vec::new();
    walk_all(
        &Selection { rows: &rows, ..*selection },
        |reader: &mut EndingReader, record: &WalkedRecord<'_>, endings: &mut Vec<_>| {
            let is_match = record.notation == Notation::Bpgn;
            endings.push((record.id, is_match.then(|| reader.read(record.text))));
        },
        |walked, endings| {
            let numbered = endings.into_iter().filter_map(|(id, ending)| {
                let row = RowNumber::try_from(id).ok()?;
                Some((row, ending))
            });
            batch.extend(numbered);
            if batch.len() >= BATCH_ROWS || walked.records == walked.total {
                index.set_endings(&batch);
                batch.clear();
            }
            on_chunk(walked, &index)
        },
    )?;
    Ok(index)
}
