//! The term `loss>30`: a condition on the review's estimate of the next ply. A review takes about a second, so it is
//! computed only for matches in which all exact terms hold.

use super::{Hit, SearchQuery, Selection, WalkProgress};
use crate::{
    analysis::review::{Review, ReviewInput, rating_lead},
    archive::{RecordId, RowNumber},
    notation::Record,
    replay::Match,
    timeline::Timeline,
};
use std::ops::ControlFlow;

/// Calls `on_chunk` with those of `hits` whose next ply loses enough. Without an estimated term these are all. Also calls
/// it without hits during a review, so that it can cancel.
pub(super) fn pass_losses(
    query: &SearchQuery,
    selection: &Selection<'_>,
    walked: WalkProgress,
    hits: Vec<Hit>,
    on_chunk: &mut impl FnMut(WalkProgress, Vec<Hit>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !query.is_estimated() {
        return on_chunk(walked, hits);
    }
    for same_record in hits.chunk_by(|one, next| one.record == next.record) {
        let record = same_record[0].record;
        let reviewed = review(query, selection, record, || on_chunk(walked, Vec::new()));
        let loses = |hit: &&Hit| {
            let loss = reviewed.as_ref()?.plies.get(hit.moment)?.loss;
            let parts = [&query.either, &query.on[hit.board]].into_iter();
            parts.filter_map(|terms| terms.loss).max().map(|least| loss > least)
        };
        let kept = same_record.iter().filter(|hit| loses(hit) == Some(true));
        on_chunk(walked, kept.cloned().collect())?;
    }
    on_chunk(walked, Vec::new())
}

/// Returns the review of a record. Returns `None` if it cannot be read, or if `progress` cancels.
fn review(
    query: &SearchQuery,
    selection: &Selection<'_>,
    record: RecordId,
    mut progress: impl FnMut() -> ControlFlow<()>,
) -> Option<Review> {
    let rows = [RowNumber::try_from(record).ok()?];
    let mut played = None;
    let read = selection.read(&rows, &mut Vec::new(), |record| {
        let parsed = Record::parse(record.text);
        let lead = rating_lead(&parsed, record.text);
        played = Some((Match::replay(&parsed, record.text), lead));
    });
    read.ok()?;
    let (replayed, rating_lead) = played?;
    let timeline = Timeline::of(&replayed);
    let input = ReviewInput { played: &replayed, timeline: &timeline, rating_lead };
    let go = || ControlFlow::Continue(());
    let folder = query.review_folder.clone();
    Review::cached(folder, input, |_, _| progress(), &go)
}
