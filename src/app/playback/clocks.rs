//! The clocks of a match that is played back or recorded.

use crate::{
    app::{MatchState, Session},
    rules::{BySeat, Seat},
    timeline::Reading,
};

/// Returns the four clocks at the playhead. While a match is recorded, a clock stands at the initial time until the first
/// clock of its board is entered.
pub fn clocks(session: &Session, open: &MatchState) -> BySeat<Reading> {
    let playhead = &open.moment_view.playhead;
    let mut clocks = open.document.timeline().clocks(playhead.moment(), playhead.time());
    if session.file().is_some_and(|file| file.entering) {
        let initial_ms = open.document.played().set_up.clocks_ms;
        for seat in Seat::ALL {
            clocks[seat].ms = clocks[seat].ms.or(initial_ms[seat]);
        }
    }
    clocks
}
