//! How many pieces were dropped in each match.

use super::{Selection, WalkError, walk::walk};
use crate::{archive::RecordId, notation::Record, replay::Match, rules::Move};
use memchr::memchr;
use std::ops::ControlFlow;

/// Counts the drops of each record, of the plies that can be played; `each` is told of every piece that is done, in the
/// order of the list, and may break off.
///
/// # Errors
/// What the disk says, or that it was broken off.
pub fn drops(
    selection: &Selection<'_>,
    mut each: impl FnMut(RecordId, u32) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk(
        selection,
        |record: &mut Record, id, text, counts: &mut Vec<(RecordId, u32)>| {
            let mut count = 0;
            if let Some(text) = text.filter(|text| memchr(b'@', text).is_some()) {
                record.parse_into(text);
                Match::walk(record, text, |_, ply| {
                    let drops = ply.is_some_and(|ply| matches!(ply.mv, Move::Drop { .. }));
                    count += u32::from(drops);
                    ControlFlow::Continue(())
                });
            }
            counts.push((id, count));
        },
        |_, counts| {
            counts
                .into_iter()
                .try_for_each(|(id, count)| each(id, count))
        },
    )
}
