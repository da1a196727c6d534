//! [`Playhead`]: the current point of a match and its playback. The playhead reads no system clock. The caller advances
//! it by `dt_s` seconds.

use super::{MatchTime, Moment, Timeline};
use bughouse::BoardId;

/// The playback speeds, in seconds of match time per second of real time.
pub const SPEEDS: [f32; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// The index of 1× in [`SPEEDS`].
const NORMAL_SPEED: u8 = 2;

/// The longest wait that keeps its length when idle time is skipped, in milliseconds of match time.
const LONG_WAIT_MS: f64 = 3000.0;

/// The duration of a shortened wait, in milliseconds.
const SHORTENED_WAIT_MS: f64 = 1000.0;

/// The minimum length of a loop, in milliseconds of match time.
const MIN_LOOP_MS: MatchTime = 200;

/// A command to navigate, or to change the playback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayheadCommand {
    /// Plays or pauses. At the end, plays from the start.
    Toggle,
    Pause,
    /// Jumps to a match time in milliseconds.
    Seek(MatchTime),
    GoTo(Moment),
    Step {
        forward: bool,
    },
    /// Steps to just after the next ply of one board, or to just before its previous ply.
    StepOnBoard {
        board: BoardId,
        forward: bool,
    },
    Start,
    End,
    Faster,
    Slower,
    /// Selects a speed by its index in [`SPEEDS`].
    Speed(u8),
    /// Sets whether waits over 3 s are shortened to 1 s.
    SkipWaits(bool),
    /// The first such command sets one end of the loop, the second sets the other end, and the third clears the loop.
    /// If the ends would be less than 200 ms apart, the second command clears the loop too.
    Loop,
}

/// What is played, if anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Playback {
    #[default]
    Stopped,
    /// Plays the match by its match times.
    Match,
    /// Plays a variation that branches off at the playhead. Variations have no times, so one ply is played per second
    /// at speed 1×.
    Variation {
        /// The time since the most recently played ply, in seconds at speed 1×; less than 1.
        waited_s: f32,
    },
}

/// The current point of a match, and its playback.
///
/// Navigating within the match does not stop playback of the match, and navigating within variations does not stop
/// playback of a variation. Changing between match and variations stops playback, and so does reaching the end.
///
/// Invariant: the match times of the plies before `moment` are at most `time`; those of all others are at least `time`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    moment: Moment,
    pub(super) time_ms: f64,
    playback: Playback,
    speed: u8,
    skip_waits: bool,
    repeat: Repeat,
}

/// The loop of the playback, in milliseconds of match time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    #[default]
    None,
    /// Only one end of the loop is set.
    From(MatchTime),
    Between(MatchTime, MatchTime),
}

impl Default for Playhead {
    fn default() -> Self {
        Self {
            moment: 0,
            time_ms: 0.0,
            playback: Playback::Stopped,
            speed: NORMAL_SPEED,
            skip_waits: false,
            repeat: Repeat::None,
        }
    }
}

impl Playhead {
    /// Returns the number of plies played.
    pub const fn moment(&self) -> Moment {
        self.moment
    }

    /// Returns the match time in milliseconds.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "kept between 0 and the end of a timeline"
    )]
    pub const fn time(&self) -> MatchTime {
        self.time_ms as MatchTime
    }

    /// Returns what is played.
    pub const fn playback(&self) -> Playback {
        self.playback
    }

    /// Returns whether the match or a variation is played.
    pub const fn is_playing(&self) -> bool {
        !matches!(self.playback, Playback::Stopped)
    }

    /// Returns the playback speed, in seconds of match time per second of real time.
    pub fn speed(&self) -> f32 {
        SPEEDS[usize::from(self.speed)]
    }

    /// Returns the index of the speed in [`SPEEDS`].
    pub const fn speed_index(&self) -> u8 {
        self.speed
    }

    /// Returns whether waits over 3 s are shortened to 1 s.
    pub const fn skips_waits(&self) -> bool {
        self.skip_waits
    }

    /// Returns the loop.
    pub const fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// Runs `command` in the match of `timeline`.
    pub fn run(&mut self, command: PlayheadCommand, timeline: &Timeline) {
        match command {
            PlayheadCommand::Toggle if self.is_playing() => self.playback = Playback::Stopped,
            PlayheadCommand::Toggle => {
                if self.is_at_end(timeline) {
                    self.go_to(0, timeline);
                }
                if timeline.plies() > 0 {
                    self.playback = Playback::Match;
                }
            }
            PlayheadCommand::Pause => self.playback = Playback::Stopped,
            PlayheadCommand::Seek(time) => self.seek(f64::from(time), timeline),
            PlayheadCommand::GoTo(moment) => self.go_to(moment, timeline),
            PlayheadCommand::Step { forward: true } => self.go_to(self.moment + 1, timeline),
            PlayheadCommand::Step { forward: false } => {
                self.go_to(self.moment.saturating_sub(1), timeline);
            }
            PlayheadCommand::StepOnBoard { board, forward } => {
                self.step_board(board, forward, timeline);
            }
            PlayheadCommand::Start => self.go_to(0, timeline),
            PlayheadCommand::End => self.go_to(timeline.plies(), timeline),
            PlayheadCommand::Faster => self.set_speed(self.speed + 1),
            PlayheadCommand::Slower => self.set_speed(self.speed.saturating_sub(1)),
            PlayheadCommand::Speed(index) => self.set_speed(index),
            PlayheadCommand::SkipWaits(skip) => self.skip_waits = skip,
            PlayheadCommand::Loop => self.advance_loop(),
        }
    }

    /// Advances the match by `dt_s` seconds of real time and stops at its end. Returns `false`, without effect, if the
    /// match is not playing.
    pub fn advance(&mut self, dt_s: f32, timeline: &Timeline) -> bool {
        if self.playback != Playback::Match {
            return false;
        }
        let mut left = f64::from(dt_s.max(0.0)) * 1000.0 * f64::from(self.speed());
        // Each wait between plies may have its own rate.
        while left > 0.0 && self.moment < timeline.plies() {
            let to = f64::from(timeline.time(self.moment));
            let rate = self.rate_of_wait(timeline);
            if let Repeat::Between(start, end) = self.repeat {
                let until = (f64::from(end) - self.time_ms) / rate;
                if to >= f64::from(end) && (0.0..=left).contains(&until) {
                    left -= until;
                    self.seek(f64::from(start), timeline);
                    continue;
                }
            }
            let needed = (to - self.time_ms) / rate;
            if needed > left {
                self.time_ms += left * rate;
                break;
            }
            left -= needed.max(0.0);
            self.time_ms = to;
            self.moment += 1;
        }
        if self.is_at_end(timeline) {
            self.playback = Playback::Stopped;
        }
        true
    }

    /// Moves to the moment `branches_off_at`, where a variation with `remaining` plies branches off. If another
    /// variation was playing, plays this one; otherwise stops playback.
    pub fn enter_variation(
        &mut self,
        branches_off_at: Moment,
        remaining: usize,
        timeline: &Timeline,
    ) {
        let plays = matches!(self.playback, Playback::Variation { .. });
        self.go_to(branches_off_at, timeline);
        self.play_variation(if plays { remaining } else { 0 });
    }

    /// Plays the current variation. `remaining` is the number of plies that remain in it; 0 stops playback.
    pub const fn play_variation(&mut self, remaining: usize) {
        self.playback =
            if remaining > 0 { Playback::Variation { waited_s: 0.0 } } else { Playback::Stopped };
    }

    /// Advances the current variation by `dt_s` seconds of real time. `remaining` is the number of plies that remain in
    /// it. Returns the number of plies to play now, or 0 if no variation is playing.
    pub fn advance_variation(&mut self, dt_s: f32, remaining: usize) -> usize {
        let Playback::Variation { waited_s } = self.playback else { return 0 };
        let waited_s = waited_s + dt_s.max(0.0) * self.speed();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let due = waited_s as usize;
        if due >= remaining {
            self.playback = Playback::Stopped;
            return remaining;
        }
        self.playback = Playback::Variation { waited_s: waited_s.fract() };
        due
    }

    /// Stops the playback of a variation.
    pub const fn leave_variation(&mut self) {
        if matches!(self.playback, Playback::Variation { .. }) {
            self.playback = Playback::Stopped;
        }
    }

    /// Returns the factor by which the current wait is shortened, or 1 if the wait keeps its length.
    fn rate_of_wait(&self, timeline: &Timeline) -> f64 {
        let from = f64::from(timeline.time_of(self.moment));
        let to = f64::from(timeline.time(self.moment));
        if self.skip_waits && to - from > LONG_WAIT_MS {
            (to - from) / SHORTENED_WAIT_MS
        } else {
            1.0
        }
    }

    /// Returns the seconds of match time per second of real time until the next ply, which must exist.
    pub(super) fn rate(&self, timeline: &Timeline) -> f64 {
        self.rate_of_wait(timeline) * f64::from(self.speed())
    }

    fn is_at_end(&self, timeline: &Timeline) -> bool {
        self.moment >= timeline.plies()
    }

    fn go_to(&mut self, moment: Moment, timeline: &Timeline) {
        self.moment = moment.min(timeline.plies());
        self.time_ms = f64::from(timeline.time_of(self.moment));
        self.arrive(timeline);
    }

    fn seek(&mut self, time_ms: f64, timeline: &Timeline) {
        self.time_ms = time_ms.clamp(0.0, f64::from(timeline.end()));
        self.moment = timeline.moment_at(self.time());
        self.arrive(timeline);
    }

    /// Stops playback if a variation is playing or the match is at its end.
    fn arrive(&mut self, timeline: &Timeline) {
        self.leave_variation();
        if self.is_at_end(timeline) {
            self.playback = Playback::Stopped;
        }
    }

    fn step_board(&mut self, board: BoardId, forward: bool, timeline: &Timeline) {
        let plies = timeline.plies_of(board);
        let played = plies.partition_point(|&ply| (ply as usize) < self.moment);
        if forward {
            if let Some(&next) = plies.get(played) {
                self.go_to(next as usize + 1, timeline);
            }
        } else if let Some(&last) = played.checked_sub(1).and_then(|last| plies.get(last)) {
            self.go_to(last as usize, timeline);
        }
    }

    fn advance_loop(&mut self) {
        let now = self.time();
        self.repeat = match self.repeat {
            Repeat::None => Repeat::From(now),
            // The user may set the later end first.
            Repeat::From(start) if now.abs_diff(start) >= MIN_LOOP_MS => {
                Repeat::Between(start.min(now), start.max(now))
            }
            Repeat::From(_) | Repeat::Between(..) => Repeat::None,
        };
    }

    fn set_speed(&mut self, index: u8) {
        let last = u8::try_from(SPEEDS.len() - 1).unwrap_or(NORMAL_SPEED);
        self.speed = index.min(last);
    }
}
