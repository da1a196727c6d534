//! The number of drops per match.

use super::{
    Selection,
    cached_match::CachedMatch,
    ply_word::{DROP, PlyWord},
    walk::{QueryInput, RecordOutcome, walk},
};
use crate::{
    archive::{RecordId, WalkError},
    notation::Record,
    replay::{Match, SetUp},
    rules::Move,
};
use memchr::memchr;
use std::ops::ControlFlow;

/// Counts the drops played in each record, as far as the record is legal. Calls `on_record` with each record and its
/// number of drops, in list order; `on_record` may cancel.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn drops(
    selection: &Selection<'_>,
    mut on_record: impl FnMut(RecordId, u32) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk(
        selection,
        |record: &mut Record, id, input, counts: &mut Vec<(RecordId, u32)>| {
            let count = match input {
                QueryInput::Cached(cached) => count_cached(cached),
                QueryInput::Text(text) => count_in_text(record, text),
                QueryInput::Game(_) | QueryInput::NoMatch => 0,
            };
            counts.push((id, count));
            RecordOutcome::Done
        },
        |_, counts| counts.into_iter().try_for_each(|(id, count)| on_record(id, count)),
    )
}

fn count_cached(cached: &CachedMatch<'_>) -> u32 {
    cached.plies().iter().map(|&ply| u32::from(PlyWord::from_bytes(ply).kind() == DROP)).sum()
}

fn count_in_text(record: &mut Record, text: &[u8]) -> u32 {
    let mut count = 0;
    if memchr(b'@', text).is_some() {
        record.parse_into(text);
        let start = SetUp::of_record(record, text).position;
        Match::walk(record, start, |_, ply| {
            let drops = ply.is_some_and(|ply| matches!(ply.mv, Move::Drop { .. }));
            count += u32::from(drops);
            ControlFlow::Continue(())
        });
    }
    count
}
