//! Estimates the delay per ply for records without lag, so that the clocks agree with the order of the plies as well
//! as possible.

use bughouse::{BoardId, ByBoard, Seat};

/// The step between candidate delays, which are 0 to 600 ms.
const STEP_MS: i32 = 50;
const MAX_STEPS: i32 = 12;

pub(super) const MAX_MS: i32 = STEP_MS * MAX_STEPS;

/// The delay without a penalty, in steps: a typical round trip to a server.
const TYPICAL_STEPS: i32 = 200 / STEP_MS;

/// Fits one delay per ply for each board, so that `board_times` contradict the order of the plies as little as
/// possible. Returns the delays in milliseconds, or `None` if the times already agree with the order. The times of each
/// board must not decrease.
///
/// A ply that is earlier than the latest ply before it in the file contradicts the order by the difference. The cost is
/// the sum of these differences plus a penalty for unusual delays: per ply, a tenth of the distance of each board's
/// delay from 200 ms. Both terms are convex. For a given delay of board A, the cost therefore rises on either side of
/// the best delay of board B. The search for the best delay of board B starts at the result for the previous delay of
/// board A.
pub(super) fn fit(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
    let mut order = FileOrder::of(seats, board_times);
    if order.contradictions_ms()[1] == 0 {
        return None;
    }
    let plies = i64::try_from(board_times.len()).unwrap_or(i64::MAX);
    // In tenths of a millisecond, to stay in integers.
    let cost = |contradictions_ms: i64, a: i32, b: i32| {
        let unusual_ms = ((a - TYPICAL_STEPS).abs() + (b - TYPICAL_STEPS).abs()) * STEP_MS;
        let penalty = plies * i64::from(unusual_ms);
        contradictions_ms.saturating_mul(10).saturating_add(penalty)
    };
    let mut best = (i64::MAX, (0, 0));
    let mut b = TYPICAL_STEPS;
    (0..b).for_each(|_| order.lengthen(BoardId::B));
    for a in 0..=MAX_STEPS {
        let least = loop {
            let [below, here, above] = order.contradictions_ms();
            let here = cost(here, a, b);
            // At equal cost, prefer the smaller delay.
            if b > 0 && cost(below, a, b - 1) <= here {
                b -= 1;
                order.shorten(BoardId::B);
            } else if b < MAX_STEPS && cost(above, a, b + 1) < here {
                b += 1;
                order.lengthen(BoardId::B);
            } else {
                break here;
            }
        };
        best = best.min((least, (a, b)));
        order.lengthen(BoardId::A);
    }
    let (_, (a, b)) = best;
    let ms = |steps: i32| u16::try_from(steps * STEP_MS).unwrap_or(0);
    Some(ByBoard::new(ms(a), ms(b)))
}

/// The maximum number of plies in a fit. Even with the longest delays, their time differences fit into 32 bits.
const MAX_PLIES: usize = 1 << 20;

/// The time differences between the boards, in file order. There is one entry for each ply that has a ply of the other
/// board before it. The lists hold 32-bit numbers so that the compiler vectorizes the loops over them. A fit runs
/// twenty or more such loops.
struct FileOrder {
    /// The time of the preceding ply of the other board minus the time of the ply, in milliseconds. Positive values
    /// contradict the order of the file.
    behind_ms: Vec<i32>,
    /// For each board, the change of every entry of `behind_ms` if the delay of that board grows by one step.
    step_ms: ByBoard<Vec<i32>>,
    /// The number of entries of `behind_ms` whose sum fits into 32 bits for all candidate delays.
    addends: usize,
}

impl FileOrder {
    /// Compares the times without delays. Since the times of a board never decrease, only the last preceding ply of the
    /// other board matters.
    fn of(seats: &[Seat], board_times: &[i32]) -> Self {
        let plies = seats.len().min(MAX_PLIES);
        let list = || Vec::with_capacity(plies);
        // No delay changes the sign of a difference beyond this limit. Clamping such a difference therefore changes the
        // sums for all delays by the same amount.
        let limit = i64::try_from(plies + 1).unwrap_or(0) * i64::from(MAX_MS + STEP_MS);
        let mut order = Self {
            behind_ms: list(),
            step_ms: ByBoard::new(list(), list()),
            addends: usize::try_from(i64::from(i32::MAX) / (2 * limit)).map_or(1, |it| it.max(1)),
        };
        let mut passed_ms = ByBoard::new(0_i32, 0_i32);
        let mut last_ms = ByBoard::new(0_i64, 0_i64);
        for (seat, &time) in seats.iter().zip(board_times).take(plies) {
            let id = seat.board();
            passed_ms[id] += STEP_MS;
            last_ms[id] = i64::from(time);
            if passed_ms[id.other()] > 0 {
                let behind_ms = (last_ms[id.other()] - last_ms[id]).clamp(-limit, limit);
                order.behind_ms.push(i32::try_from(behind_ms).unwrap_or(0));
                order.step_ms[id].push(-passed_ms[id]);
                order.step_ms[id.other()].push(passed_ms[id.other()]);
            }
        }
        order
    }

    fn lengthen(&mut self, board: BoardId) {
        for (behind_ms, step_ms) in self.behind_ms.iter_mut().zip(&self.step_ms[board]) {
            *behind_ms += step_ms;
        }
    }

    fn shorten(&mut self, board: BoardId) {
        for (behind_ms, step_ms) in self.behind_ms.iter_mut().zip(&self.step_ms[board]) {
            *behind_ms -= step_ms;
        }
    }

    /// Returns the sum of all contradictions in milliseconds for three delays of board B: one step shorter than the
    /// current delay, the current delay, and one step longer.
    fn contradictions_ms(&self) -> [i64; 3] {
        let mut sums = [0; 3];
        let step_ms = self.step_ms[BoardId::B].chunks(self.addends);
        for (behind_ms, step_ms) in self.behind_ms.chunks(self.addends).zip(step_ms) {
            let mut part = [0; 3];
            for (behind_ms, step_ms) in behind_ms.iter().zip(step_ms) {
                part[0] += (behind_ms - step_ms).max(0);
                part[1] += (*behind_ms).max(0);
                part[2] += (behind_ms + step_ms).max(0);
            }
            sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += i64::from(part));
        }
        sums
    }
}

/// Adds the delays: ply n of a board, counted from 1, becomes later by n times the delay of the board.
pub(super) fn add(delays: ByBoard<u16>, seats: &[Seat], board_times: &mut [i32]) {
    let mut plies = ByBoard::new(0_i32, 0_i32);
    for (seat, time) in seats.iter().zip(board_times) {
        let id = seat.board();
        plies[id] += 1;
        *time = time.saturating_add(plies[id].saturating_mul(i32::from(delays[id])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds the best delays by trying all candidates.
    fn fit_by_brute_force(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
        if largest_step_back(seats, board_times, ByBoard::new(0, 0)) == 0 {
            return None;
        }
        let plies = i64::try_from(board_times.len()).unwrap();
        let delays = || (0..=600_u16).step_by(50);
        let tried = delays().flat_map(|a| delays().map(move |b| (a, b)));
        let best = tried.min_by_key(|&(a, b)| {
            let unusual = plies * i64::from(a.abs_diff(200) + b.abs_diff(200));
            largest_step_back(seats, board_times, ByBoard::new(a, b)) * 10 + unusual
        });
        best.map(|(a, b)| ByBoard::new(a, b))
    }

    /// Returns by how many milliseconds in total the plies fall behind the latest time before them.
    fn largest_step_back(seats: &[Seat], board_times: &[i32], delays: ByBoard<u16>) -> i64 {
        let mut times = board_times.to_vec();
        add(delays, seats, &mut times);
        let mut latest = 0;
        times
            .into_iter()
            .map(|time| {
                let back = (latest - i64::from(time)).max(0);
                latest = latest.max(i64::from(time));
                back
            })
            .sum()
    }

    proptest! {
        #[test]
        fn fitted_delays_are_the_best_of_all(
            plies in prop::collection::vec((0..4_usize, 0..2_i32, 0..40_i32), 0..60),
            unit_ms in prop_oneof![Just(50), Just(100), Just(1000), Just(997)],
        ) {
            let mut boards = ByBoard::new(0, 0);
            let (seats, times): (Vec<Seat>, Vec<i32>) = plies
                .into_iter()
                .map(|(seat, often, units)| {
                    let seat = Seat::ALL[seat];
                    boards[seat.board()] += often * units * unit_ms / 10;
                    (seat, boards[seat.board()])
                })
                .unzip();
            prop_assert_eq!(fit(&seats, &times), fit_by_brute_force(&seats, &times));
        }
    }
}
