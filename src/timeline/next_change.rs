//! When the next thing changes that is shown of a match that plays, so that a window is painted then and not before.

use super::{
    Clock, Diagonal, MatchTime, Playhead, Reading, Repeat, Timeline,
    clock_text::{clock_stays_ms, gap_stays_ms},
};
use crate::rules::{BoardId, BySeat, Color, Seat};

/// The match time is shown to a tenth of a second.
const TENTH_MS: MatchTime = 100;

/// How long somebody sits is shown to a second.
const SECOND_MS: MatchTime = 1000;

/// Later than anything else.
const NEVER: MatchTime = MatchTime::MAX;

impl Playhead {
    /// How many seconds of real time pass until a text that is shown of the time changes, a ply is played, or the playhead
    /// has gone on by `finest_ms` of match time, which is a pixel; `None` where nothing plays.
    #[must_use]
    pub fn until_change_s(&self, line: &Timeline, finest_ms: f64) -> Option<f64> {
        match self.clock() {
            Clock::Stopped => None,
            Clock::Match => self.until_match_changes_s(line, finest_ms),
            Clock::Variation { waited_s } => {
                // A ply of a variation is drawn as a second.
                let ply_s = f64::from(1.0 - waited_s).max(0.0);
                Some(ply_s.min(finest_ms / 1000.0) / f64::from(self.speed()))
            }
        }
    }

    fn until_match_changes_s(&self, line: &Timeline, finest_ms: f64) -> Option<f64> {
        if self.moment() >= line.plies() {
            return None;
        }
        let now = self.time();
        let mut ms = texts_stay_ms(self, line, now);
        ms = ms.min(line.time(self.moment()).saturating_sub(now));
        if let Repeat::Between(_, end) = self.repeat()
            && end > now
        {
            ms = ms.min(end - now);
        }
        // Of the millisecond at hand a part is over.
        let passed = self.exact_ms() - f64::from(now);
        let left = (f64::from(ms) - passed).min(finest_ms).max(0.0);
        Some(left / 1000.0 / self.rate(line))
    }
}

/// How many milliseconds of match time go by, from `now` on, before a text changes; after that many one does.
fn texts_stay_ms(playhead: &Playhead, line: &Timeline, now: MatchTime) -> MatchTime {
    let clocks = line.clocks(playhead.moment(), now);
    let of_seats = Seat::ALL.map(|seat| {
        let clock = &clocks[seat];
        clock_changes_ms(clock).min(sitting_changes_ms(clock, line.sit_ms()))
    });
    let of_gaps = Color::ALL.map(|color| gap_changes_ms(&clocks, color));
    let of_time = TENTH_MS - now % TENTH_MS;
    let stay = of_seats.into_iter().chain(of_gaps).min();
    stay.unwrap_or(of_time).min(of_time)
}

/// When the text of a clock changes; never where it stands before. What is left of a wait then is lag.
fn clock_changes_ms(clock: &Reading) -> MatchTime {
    let stays = clock.ms.map_or(NEVER, clock_stays_ms);
    if stays <= clock.runs_ms { stays } else { NEVER }
}

/// When it is shown that somebody sits, or for how long.
const fn sitting_changes_ms(clock: &Reading, sit_ms: MatchTime) -> MatchTime {
    match clock.thinking_ms {
        _ if !clock.turn => NEVER,
        thinks if thinks < sit_ms => sit_ms - thinks,
        thinks => SECOND_MS - thinks % SECOND_MS,
    }
}

/// When it changes who is ahead on a diagonal, or by how much. While both clocks run it does not.
fn gap_changes_ms(clocks: &BySeat<Reading>, color: Color) -> MatchTime {
    let Some(gap) = Diagonal::of(clocks, color) else {
        return NEVER;
    };
    let ahead = clocks[gap.ahead].runs_ms;
    let behind = clocks[gap.ahead.diagonal()].runs_ms;
    let (both, grows) = (ahead.min(behind), behind > ahead);
    let mut stays = gap_stays_ms(gap.by_ms, grows);
    if !grows && gap.ahead.board() == BoardId::B {
        // Where they are level the other is called ahead.
        stays = stays.min(gap.by_ms);
    }
    let stays = stays.saturating_add(both);
    if stays <= ahead.max(behind) { stays } else { NEVER }
}
