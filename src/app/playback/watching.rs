//! Remembers the matches that the user has watched to the end.

use crate::app::{Cx, MatchState};

/// Records that the open match was watched, if its result is hidden and its end is on the boards.
pub(in crate::app) fn record_watched(cx: &mut Cx<'_>) {
    let is_at_end = cx.match_state().is_some_and(MatchState::is_at_end);
    if !cx.settings.hide_results || !is_at_end || !cx.hides_end() {
        return;
    }
    let file = cx.file();
    let row = file.and_then(|file| file.list.index.row(file.record.id));
    if let Some(identity) = row.map(|row| row.identity()) {
        cx.change_settings(|settings| settings.record_watched(identity));
    }
}
