//! The clocks of a match that is played back or recorded.

use crate::{
    app::{MatchState, Session},
    replay::InitialClocks,
    rules::{BySeat, Seat},
    timeline::Reading,
};

/// Returns the four clocks at the playhead. While a match is recorded, a clock stands at the initial time until the first
/// clock of its board is entered. Without a time control it is unknown until its own first clock is entered.
pub fn clocks(session: &Session, open: &MatchState) -> BySeat<Reading> {
    let playhead = &open.moment_view.playhead;
    let mut clocks = open.document.timeline().clocks(playhead.moment(), playhead.time());
    if session.file().is_some_and(|file| file.entering) {
        let played = open.document.played();
        let set_up = &played.set_up;
        for seat in Seat::ALL {
            let mut before = played.plies.iter().take(playhead.moment());
            if set_up.clocks_from != InitialClocks::LargestClock {
                clocks[seat].ms = clocks[seat].ms.or(set_up.clocks_ms[seat]);
            } else if !before.any(|ply| ply.seat == seat) {
                let Reading { turn, precision, .. } = clocks[seat];
                clocks[seat] = Reading { turn, precision, ..Reading::default() };
            }
        }
    }
    clocks
}
