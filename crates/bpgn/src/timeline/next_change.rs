//! When playback next changes something visible, so that frames are painted only when needed.

use super::{
    Diagonal, MatchTime, Playback, Playhead, Reading, Repeat, Timeline,
    clock_text::{clock_text_duration_ms, gap_text_duration_ms},
};
use bughouse::{BoardId, BySeat, Color, Seat};

/// The step in which the match time is displayed: a tenth of a second.
const TENTH_MS: MatchTime = 100;

/// The duration of a text that does not change.
const NEVER: MatchTime = MatchTime::MAX;

impl Playhead {
    /// Returns the seconds of real time until a displayed time changes, a ply is played, the loop restarts, or the
    /// playhead has moved by one pixel, which is `finest_ms` of match time. Returns `None` if playback is stopped or
    /// the match is at its end.
    pub fn until_change_s(&self, timeline: &Timeline, finest_ms: f64) -> Option<f64> {
        match self.playback() {
            Playback::Stopped => None,
            Playback::Match => self.until_match_changes_s(timeline, finest_ms),
            Playback::Variation { waited_s } => {
                // A variation has no times. Each of its plies takes one second.
                let ply_s = f64::from(1.0 - waited_s).max(0.0);
                Some(ply_s.min(finest_ms / 1000.0) / f64::from(self.speed()))
            }
        }
    }

    fn until_match_changes_s(&self, timeline: &Timeline, finest_ms: f64) -> Option<f64> {
        if self.moment() >= timeline.plies() {
            return None;
        }
        let now = self.time();
        let mut ms = text_duration_ms(self, timeline, now);
        ms = ms.min(timeline.time(self.moment()).saturating_sub(now));
        if let Repeat::Between(_, end) = self.repeat()
            && end > now
        {
            ms = ms.min(end - now);
        }
        // `now` is rounded down to milliseconds, so a fraction of the wait has already passed.
        let passed = self.time_ms - f64::from(now);
        let left = (f64::from(ms) - passed).min(finest_ms).max(0.0);
        Some(left / 1000.0 / self.rate(timeline))
    }
}

/// Returns the milliseconds of match time from `now` until a displayed text changes.
fn text_duration_ms(playhead: &Playhead, timeline: &Timeline, now: MatchTime) -> MatchTime {
    let clocks = timeline.clocks(playhead.moment(), now);
    let seats_ms = Seat::ALL.map(|seat| {
        let clock = &clocks[seat];
        clock_changes_ms(clock).min(sitting_changes_ms(clock, timeline.sit_ms()))
    });
    let gaps_ms = Color::ALL.map(|color| gap_changes_ms(&clocks, color));
    let time_ms = TENTH_MS - now % TENTH_MS;
    let shortest = seats_ms.into_iter().chain(gaps_ms).min();
    shortest.unwrap_or(time_ms).min(time_ms)
}

/// Returns the milliseconds until the text of a clock changes. Returns [`NEVER`] if the clock stops before that or is
/// unknown.
fn clock_changes_ms(clock: &Reading) -> MatchTime {
    let lasts_ms = clock.ms.map_or(NEVER, clock_text_duration_ms);
    if lasts_ms <= clock.runs_ms { lasts_ms } else { NEVER }
}

/// Returns the milliseconds until a sit appears or its displayed duration changes. Returns [`NEVER`] if the opponent is
/// to move.
const fn sitting_changes_ms(clock: &Reading, sit_ms: MatchTime) -> MatchTime {
    match clock.thinking_ms {
        _ if !clock.turn => NEVER,
        thinks if thinks < sit_ms => sit_ms - thinks,
        thinks => gap_text_duration_ms(thinks, true),
    }
}

/// Returns the milliseconds until the text of the lead on a diagonal changes. The lead is constant while both clocks
/// run. Returns [`NEVER`] if both clocks stop before the text changes, or if a clock is unknown.
fn gap_changes_ms(clocks: &BySeat<Reading>, color: Color) -> MatchTime {
    let Some(gap) = Diagonal::of(clocks, color) else { return NEVER };
    let ahead = clocks[gap.ahead].runs_ms;
    let behind = clocks[gap.ahead.diagonal()].runs_ms;
    let (both, grows) = (ahead.min(behind), behind > ahead);
    let mut lasts_ms = gap_text_duration_ms(gap.by_ms, grows);
    if !grows && gap.ahead.board() == BoardId::B {
        // At equality the lead passes to the other seat.
        lasts_ms = lasts_ms.min(gap.by_ms);
    }
    let change_ms = lasts_ms.saturating_add(both);
    if change_ms <= ahead.max(behind) { change_ms } else { NEVER }
}
