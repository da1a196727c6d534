//! Estimates the delay per ply for records without lag, so that the clocks agree with the order of the plies.

use crate::rules::{ByBoard, Seat};

/// Candidate delays are 0 to 600 ms in steps of 50 ms.
const STEP_MS: u16 = 50;
const STEPS: u16 = 12;

/// The typical round trip of a ply to a server; this delay has no penalty.
const USUAL_MS: u16 = 200;

/// Fits one delay per ply for each board, so that `board_times` contradict the order of the plies as little as
/// possible. Returns `None` if there is no contradiction.
///
/// The cost is the sum of all steps back from the running maximum, plus a tenth of the number of plies times the
/// distance of both delays from 200 ms.
pub(super) fn fit(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
    if largest_step_back(seats, board_times, ByBoard::new(0, 0), 0) == 0 {
        return None;
    }
    let plies = i64::try_from(board_times.len()).unwrap_or(i64::MAX);
    let mut best = (i64::MAX, (0, 0));
    // The usual delay first: its cost is often low enough to prune most candidates early.
    let usual = USUAL_MS / STEP_MS;
    let steps = || 0..=STEPS;
    let tried = steps().flat_map(|a| steps().map(move |b| (a, b)));
    for (a, b) in std::iter::once((usual, usual)).chain(tried) {
        let (a, b) = (a * STEP_MS, b * STEP_MS);
        let unusual = i64::from(a.abs_diff(USUAL_MS) + b.abs_diff(USUAL_MS));
        // In tenths of a millisecond, to stay in integers.
        let unusual = plies * unusual;
        if unusual > best.0 {
            continue;
        }
        let most = (best.0 - unusual) / 10;
        let back = largest_step_back(seats, board_times, ByBoard::new(a, b), most);
        best = best.min((back * 10 + unusual, (a, b)));
    }
    let (_, (a, b)) = best;
    Some(ByBoard::new(a, b))
}

/// Adds `delays` to all plies.
pub(super) fn add(delays: ByBoard<u16>, seats: &[Seat], board_times: &mut [i32]) {
    let mut plies = ByBoard::new(0_i32, 0_i32);
    for (seat, time) in seats.iter().zip(board_times) {
        let id = seat.board();
        plies[id] += 1;
        *time = time.saturating_add(plies[id].saturating_mul(i32::from(delays[id])));
    }
}

/// Returns by how much the plies fall behind the latest time before them in total, in milliseconds. Stops early above
/// `most`.
fn largest_step_back(seats: &[Seat], board_times: &[i32], delays: ByBoard<u16>, most: i64) -> i64 {
    let mut late = ByBoard::new(0_i64, 0_i64);
    let mut latest = 0_i64;
    let mut sum = 0;
    for (seat, &time) in seats.iter().zip(board_times) {
        let id = seat.board();
        late[id] += i64::from(delays[id]);
        let time = i64::from(time) + late[id];
        sum += (latest - time).max(0);
        if sum > most {
            break;
        }
        latest = latest.max(time);
    }
    sum
}
