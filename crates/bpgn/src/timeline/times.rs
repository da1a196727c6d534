//! [`Timeline`]: the match time of each ply.

use super::{ClockPrecision, delay};
use crate::replay::{Clock, InitialClocks, Match, SetUp, TimedPly};
use bughouse::{BoardId, ByBoard, BySeat, Seat};

/// Milliseconds of real time since the start of the match.
pub type MatchTime = u32;

/// A point between plies, as the number of plies before it.
pub type Moment = usize;

/// The minimum time that FICS charges for a ply, in milliseconds.
const MINIMUM_CHARGE_MS: i32 = 100;

/// The assumed duration of a ply in a match without clocks, in milliseconds.
const NO_CLOCK_MS: i32 = 1000;

/// What the match times were computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// No clocks; one second per ply is assumed.
    #[default]
    Nothing,
    /// Match times beside the plies.
    Recorded,
    /// Clocks and recorded lag.
    Lag,
    /// Clocks alone, which agree with the order of the plies.
    Clocks,
    /// Clocks, and for each board a fitted delay per ply in milliseconds.
    Estimated(ByBoard<u16>),
}

/// The match time of each ply, and the clock readings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pub basis: Basis,
    /// The precision of the clocks beside the plies.
    pub precision: ClockPrecision,
    /// The match time of each ply. Invariant: never decreases.
    pub(super) times: Vec<MatchTime>,
    /// The time of each ply by the clocks of its board alone, before taking the running maximum.
    pub(super) board_times: Vec<i32>,
    pub(super) seats: Vec<Seat>,
    /// For each ply, the clock of the seat after the ply, in milliseconds; `None` if unknown.
    pub(super) readings: Vec<Option<i32>>,
    /// For each ply, whether the record has a clock beside it. Without one, its reading is an earlier one.
    is_timed: Vec<bool>,
    /// For each board, the indexes of its plies in order.
    pub(super) on_board: ByBoard<Vec<u32>>,
    /// The initial clocks, in milliseconds.
    pub(super) initial_ms: BySeat<Option<i32>>,
    /// Whether the initial clocks are estimated from the largest recorded clock.
    has_estimated_start: bool,
    pub(super) increment_ms: i32,
    /// The seat that moves first on each board.
    pub(super) first_turn: ByBoard<Option<Seat>>,
}

impl Timeline {
    /// Computes the times of `played`.
    pub fn of(played: &Match) -> Self {
        Self::from_plies(&played.set_up, played.plies.iter().map(TimedPly::from))
    }

    /// Computes the times of a match with `set_up` and `plies`.
    pub fn from_plies(
        set_up: &SetUp,
        plies: impl ExactSizeIterator<Item = TimedPly> + Clone,
    ) -> Self {
        let mut line = Self::default();
        line.read_plies(set_up, plies);
        line
    }

    /// Like [`Timeline::from_plies`], but reuses the allocations of `self`.
    pub fn read_plies(
        &mut self,
        set_up: &SetUp,
        plies: impl ExactSizeIterator<Item = TimedPly> + Clone,
    ) {
        self.basis = Basis::Nothing;
        self.initial_ms = set_up.clocks_ms;
        self.has_estimated_start = set_up.clocks_from == InitialClocks::LargestClock;
        self.increment_ms = set_up.increment_ms;
        self.first_turn = ByBoard::from_fn(|board| Some(set_up.position.turn(board)));
        self.times.clear();
        self.board_times.clear();
        self.seats.clear();
        self.readings.clear();
        self.is_timed.clear();
        for board in BoardId::ALL {
            self.on_board[board].clear();
        }
        self.seats.extend(plies.clone().map(|ply| ply.seat));
        self.is_timed.extend(plies.clone().map(|ply| ply.clock != Clock::None));
        self.reserve_capacity();
        let mut recorded = RecordedTimes::default();
        for (index, ply) in (0..).zip(plies.clone()) {
            self.on_board[ply.seat.board()].push(index);
            recorded.add(&ply);
        }
        self.precision = ClockPrecision::of(plies.clone().filter_map(|ply| ply.clock.ms()));
        let untimed = recorded.untimed_boards();
        if recorded.match_times {
            self.basis = Basis::Recorded;
            self.read_recorded_times(plies);
        } else if recorded.clocks.iter().any(|&any| any) {
            if self.has_estimated_start {
                self.forget_guessed_clocks();
            }
            self.read_clock_times(plies, untimed, recorded.thousandths);
        } else {
            let seconds = (1..).map(|n: i32| n.saturating_mul(NO_CLOCK_MS));
            self.board_times.extend(seconds.take(plies.len()));
            self.readings.resize(plies.len(), None);
            // A time control is not a reading: without clocks beside the plies, the initial clocks are unknown. The
            // clocks of a `FEN` tag are readings and are kept.
            if plies.len() > 0 && set_up.clocks_from != InitialClocks::Fen {
                self.initial_ms = BySeat::default();
            }
        }
        self.times.extend(running_maximum(&self.board_times));
        self.spread_untimed(untimed);
    }

    fn reserve_capacity(&mut self) {
        let plies = self.seats.len();
        let is_on_a = |seat: &&Seat| seat.board() == BoardId::A;
        let plies_on_a = self.seats.iter().filter(is_on_a).count();
        self.on_board[BoardId::A].reserve_exact(plies_on_a);
        self.on_board[BoardId::B].reserve_exact(plies - plies_on_a);
        self.times.reserve_exact(plies);
        self.board_times.reserve_exact(plies);
        self.readings.reserve_exact(plies);
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> usize {
        self.times.len()
    }

    /// Returns the match time of ply `index`, or 0 if there is no such ply.
    pub fn time(&self, index: usize) -> MatchTime {
        self.times.get(index).copied().unwrap_or(0)
    }

    /// Returns the match time at which `moment` begins: the time of the ply before it, or 0 at the start. A moment
    /// beyond the end has the time of the last ply.
    pub fn time_of(&self, moment: Moment) -> MatchTime {
        moment.checked_sub(1).map_or(0, |ply| self.time(ply.min(self.plies().saturating_sub(1))))
    }

    /// Returns the time of ply `index` in milliseconds, by the clocks of its board alone; 0 if there is no such ply.
    /// Where clocks and file order contradict each other, [`Timeline::time`] is later.
    pub fn board_time(&self, index: usize) -> i32 {
        self.board_times.get(index).copied().unwrap_or(0)
    }

    /// Returns the match time of the last ply, or 0 without plies.
    pub fn end(&self) -> MatchTime {
        self.times.last().copied().unwrap_or(0)
    }

    /// Returns the number of plies played at or before `time`.
    pub fn moment_at(&self, time: MatchTime) -> Moment {
        self.times.partition_point(|&t| t <= time)
    }

    /// Returns the indexes of the plies on `board`, in order.
    pub fn plies_of(&self, board: BoardId) -> &[u32] {
        &self.on_board[board]
    }

    /// Returns whether the record has clocks or match times beside its plies. Without them, one second per ply is
    /// assumed.
    pub fn has_clocks(&self) -> bool {
        self.basis != Basis::Nothing
    }

    /// Returns the milliseconds spent on ply `index`: by the clocks of its seat before and after it, or since the previous
    /// ply on the same board by the match times beside both. Returns `None` if the record has neither.
    pub fn spent(&self, index: usize) -> Option<MatchTime> {
        let passed = || if self.basis == Basis::Recorded { self.passed(index) } else { None };
        self.used(index).or_else(passed)
    }

    /// Returns the milliseconds used for ply `index` by the clock of its seat; `None` if the record does not have the
    /// clocks before and after it.
    pub(super) fn used(&self, index: usize) -> Option<MatchTime> {
        let (seat, after) = (*self.seats.get(index)?, self.recorded(index)?);
        let before = self.recorded_before(seat, index)?;
        let used = before.saturating_sub(after).saturating_add(self.increment_ms);
        Some(used.max(0).unsigned_abs())
    }

    /// Returns the clock of `seat` before ply `index`, or at the end if there is no such ply; `None` if the record does not
    /// have it.
    pub(super) fn recorded_before(&self, seat: Seat, index: usize) -> Option<i32> {
        match self.seats.iter().take(index).rposition(|&it| it == seat) {
            Some(ply) => self.recorded(ply),
            None if self.has_estimated_start => None,
            None => self.initial_ms[seat],
        }
    }

    pub(super) fn recorded(&self, index: usize) -> Option<i32> {
        if *self.is_timed.get(index)? { self.readings[index] } else { None }
    }

    /// Returns the match time from the previous ply on the same board to ply `index`; `None` if the record does not have
    /// both.
    fn passed(&self, index: usize) -> Option<MatchTime> {
        let plies = &self.on_board[self.seats.get(index)?.board()];
        let place = plies.binary_search(&u32::try_from(index).ok()?).ok()?;
        let before = place.checked_sub(1).map(|place| plies[place] as usize);
        let is_timed = self.is_timed[index] && before.is_none_or(|ply| self.is_timed[ply]);
        if is_timed {
            Some(self.time(index) - before.map_or(0, |ply| self.time(ply)))
        } else {
            None
        }
    }

    /// Spreads the plies of a board without clocks evenly between the neighboring plies of the other board.
    fn spread_untimed(&mut self, untimed: ByBoard<bool>) {
        if self.basis == Basis::Nothing || !untimed.iter().any(|&board| board) {
            return;
        }
        let mut index = 0;
        while index < self.times.len() {
            let run = self.seats[index..].iter().take_while(|seat| untimed[seat.board()]).count();
            if let Some(&next) = self.times.get(index + run) {
                let from = self.time_of(index);
                let parts = u64::try_from(run).unwrap_or(u64::MAX) + 1;
                for (part, time) in (1..).zip(&mut self.times[index..index + run]) {
                    let passed = u64::from(next.saturating_sub(from)) * part / parts;
                    *time = from + u32::try_from(passed).unwrap_or(0);
                }
            }
            index += run + 1;
        }
    }

    fn read_recorded_times(&mut self, plies: impl Iterator<Item = TimedPly>) {
        let mut boards = ByBoard::new(0, 0);
        let mut left = self.initial_ms;
        let mut latest = 0;
        for ply in plies {
            let id = ply.seat.board();
            let time = match ply.clock {
                Clock::At { ms } => ms,
                _ => latest,
            };
            latest = latest.max(time);
            let used = time.saturating_sub(boards[id]).max(0);
            boards[id] = time;
            self.board_times.push(time);
            let reading = &mut left[ply.seat];
            *reading = reading.map(|ms| ms.saturating_sub(used).saturating_add(self.increment_ms));
            self.readings.push(*reading);
        }
    }

    /// Forgets the initial clocks of seats without any recorded clock. The largest clock of another seat says nothing about
    /// theirs.
    fn forget_guessed_clocks(&mut self) {
        for seat in Seat::ALL {
            let mut plies = self.seats.iter().zip(&self.is_timed);
            if !plies.any(|(mover, is_timed)| *mover == seat && *is_timed) {
                self.initial_ms[seat] = None;
            }
        }
    }

    fn read_clock_times(
        &mut self,
        plies: impl Iterator<Item = TimedPly>,
        untimed: ByBoard<bool>,
        thousandths: bool,
    ) {
        for seat in Seat::ALL {
            if untimed[seat.board()] {
                self.initial_ms[seat] = None;
            }
        }
        let mut latest = 0;
        let mut left = self.initial_ms;
        let mut boards = ByBoard::new(0_i32, 0_i32);
        let mut has_lag = false;
        for ply in plies {
            let id = ply.seat.board();
            let reading = &mut left[ply.seat];
            let used = match (used_ms(reading, ply.clock, self.increment_ms), ply.clock) {
                (MINIMUM_CHARGE_MS, Clock::Left { .. }) if thousandths => 0,
                (used, _) => used,
            };
            if untimed[id] {
                boards[id] = latest;
            }
            let lag = ply.lag_ms.and_then(|ms| i32::try_from(ms).ok());
            has_lag |= lag.is_some();
            boards[id] = boards[id].saturating_add(used).saturating_add(lag.unwrap_or(0));
            latest = latest.max(boards[id]);
            self.board_times.push(boards[id]);
            self.readings.push(*reading);
        }
        self.basis = if has_lag {
            Basis::Lag
        } else {
            match delay::fit(&self.seats, &self.board_times) {
                None => Basis::Clocks,
                Some(delays) => {
                    delay::add(delays, &self.seats, &mut self.board_times);
                    Basis::Estimated(delays)
                }
            }
        };
    }
}

/// Returns the milliseconds used for a ply with `clock`, or 0 if `clock` does not show them. Updates `left_ms`, the
/// last reading of the seat's clock.
#[inline]
pub(super) fn used_ms(left_ms: &mut Option<i32>, clock: Clock, increment_ms: i32) -> i32 {
    let less = |before: i32, ms| before.saturating_sub(ms).saturating_add(increment_ms);
    match clock {
        Clock::Left { ms, .. } => less(left_ms.replace(ms).unwrap_or(ms), ms).max(0),
        Clock::Spent { ms } => {
            *left_ms = left_ms.map(|before| less(before, ms));
            ms.max(0)
        }
        Clock::None | Clock::At { .. } => 0,
    }
}

/// Which kinds of time the record has beside its plies.
#[derive(Clone, Copy, Debug, Default)]
struct RecordedTimes {
    /// For each board, whether it has any plies.
    plies: ByBoard<bool>,
    /// For each board, whether any ply has a clock of any kind.
    clocks: ByBoard<bool>,
    /// Whether any ply has a match time.
    match_times: bool,
    /// Whether any clock is finer than a tenth of a second.
    thousandths: bool,
}

impl RecordedTimes {
    fn add(&mut self, ply: &TimedPly) {
        let board = ply.seat.board();
        self.plies[board] = true;
        self.clocks[board] |= ply.clock != Clock::None;
        self.match_times |= matches!(ply.clock, Clock::At { .. });
        self.thousandths |= matches!(ply.clock, Clock::Left { ms, .. } if ms % 100 != 0);
    }

    fn untimed_boards(&self) -> ByBoard<bool> {
        ByBoard::from_fn(|board| self.plies[board] && !self.clocks[board])
    }
}

fn running_maximum(board_times: &[i32]) -> impl Iterator<Item = MatchTime> {
    board_times.iter().scan(0, |latest: &mut u32, &time| {
        *latest = (*latest).max(u32::try_from(time).unwrap_or(0));
        Some(*latest)
    })
}
