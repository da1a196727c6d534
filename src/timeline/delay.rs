//! Estimation of the delay per ply for records without lag. It makes the clocks agree with the order of the plies.

use crate::rules::{BoardId, ByBoard, Seat};

/// Candidate delays are 0 to 600 ms in steps of 50 ms.
const STEP_MS: i64 = 50;
const MAX_STEPS: i64 = 12;

/// The longest candidate delay.
pub(super) const MAX_MS: i64 = STEP_MS * MAX_STEPS;

/// A typical round trip to a server, in steps; only this delay costs nothing.
const TYPICAL_STEPS: i64 = 200 / STEP_MS;

/// Fits one delay per ply for each board, so that `board_times` contradict the order of the plies as little as
/// possible. Returns the delays in milliseconds, or `None` if there is no contradiction. The times of each board must
/// not decrease.
///
/// The cost has two terms: the sum of all steps back from the running maximum, and a tenth of the number of plies times
/// the distance of both delays from 200 ms. Both are convex. For a given delay of board A the cost therefore rises on
/// either side of the best delay of board B, and the search starts at the last best one.
pub(super) fn fit(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
    let order = order(seats, board_times);
    // Returns the sum of the steps back for delay `b - 1`, `b` and `b + 1` of board B in one pass.
    let back_ms = |a: i64, b: i64| {
        order.iter().fold([0_i64; 3], |[below, here, above], ply| {
            let behind_ms = ply.behind_ms + ply.a * a + ply.b * b;
            [
                below + (behind_ms - ply.b).max(0),
                here + behind_ms.max(0),
                above + (behind_ms + ply.b).max(0),
            ]
        })
    };
    if back_ms(0, 0)[1] == 0 {
        return None;
    }
    let plies = i64::try_from(board_times.len()).unwrap_or(i64::MAX);
    // In tenths of a millisecond, to stay in integers.
    let cost = |back_ms: i64, a: i64, b: i64| {
        let unusual = (a - TYPICAL_STEPS).abs() + (b - TYPICAL_STEPS).abs();
        back_ms.saturating_mul(10).saturating_add(plies * unusual * STEP_MS)
    };
    let mut best = (i64::MAX, (0, 0));
    let mut b = TYPICAL_STEPS;
    for a in 0..=MAX_STEPS {
        let least = loop {
            let [below, here, above] = back_ms(a, b);
            let here = cost(here, a, b);
            // Of equal costs, the smaller delay wins.
            if b > 0 && cost(below, a, b - 1) <= here {
                b -= 1;
            } else if b < MAX_STEPS && cost(above, a, b + 1) < here {
                b += 1;
            } else {
                break here;
            }
        };
        best = best.min((least, (a, b)));
    }
    let (_, (a, b)) = best;
    let ms = |steps: i64| u16::try_from(steps * STEP_MS).unwrap_or(0);
    Some(ByBoard::new(ms(a), ms(b)))
}

/// A ply in the order of the file.
struct OrderedPly {
    /// By how many milliseconds it is earlier than the last ply of the other board; negative if it is later.
    behind_ms: i64,
    /// The increase of `behind_ms` with each step of the delay of board A.
    a: i64,
    /// The increase of `behind_ms` with each step of the delay of board B.
    b: i64,
}

/// Returns the plies that follow a ply of the other board. Times of a board never decrease, so comparing with the last
/// ply of the other board is enough.
fn order(seats: &[Seat], board_times: &[i32]) -> Vec<OrderedPly> {
    let mut count = ByBoard::new(0_i64, 0_i64);
    let mut last_ms = ByBoard::new(0_i64, 0_i64);
    let mut order = Vec::with_capacity(seats.len());
    for (seat, &time) in seats.iter().zip(board_times) {
        let id = seat.board();
        count[id] += 1;
        last_ms[id] = i64::from(time);
        if count[id.other()] > 0 {
            let sign = if id == BoardId::A { 1 } else { -1 };
            order.push(OrderedPly {
                behind_ms: last_ms[id.other()] - last_ms[id],
                a: -sign * count[BoardId::A] * STEP_MS,
                b: sign * count[BoardId::B] * STEP_MS,
            });
        }
    }
    order
}

/// Adds the delays to the times: the n-th ply of a board becomes later by n times the delay of the board.
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

    /// Returns by how much the plies fall behind the latest time before them in total, in milliseconds.
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
