//! The delay a ply that a record without lag does not tell: fitted so that the clocks agree with the order
//! of the plies.

use crate::rules::{ByBoard, Seat};

/// The delays that are tried, in milliseconds: 0 to 600 in steps of 50.
const STEP_MS: u16 = 50;
const STEPS: u16 = 12;

/// The delay that costs nothing: what a ply usually takes on its way to a server and back.
const USUAL_MS: u16 = 200;

/// One delay a ply for each board that brings `board_times` and the order of the plies into the least
/// contradiction. `None` where they do not contradict each other.
///
/// Minimised is the sum of all steps back of the running maximum, plus a tenth of the plies times how far
/// both delays together are from 200 ms.
pub(super) fn fit(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
    if steps_back(seats, board_times, ByBoard::new(0, 0), 0) == 0 {
        return None;
    }
    let plies = i64::try_from(board_times.len()).unwrap_or(i64::MAX);
    let mut best = (i64::MAX, (0, 0));
    // The usual one first: where it costs little, most others are given up after a few plies, or unseen.
    let usual = USUAL_MS / STEP_MS;
    let steps = || 0..=STEPS;
    let tried = steps().flat_map(|a| steps().map(move |b| (a, b)));
    for (a, b) in std::iter::once((usual, usual)).chain(tried) {
        let (a, b) = (a * STEP_MS, b * STEP_MS);
        let unusual = i64::from(a.abs_diff(USUAL_MS) + b.abs_diff(USUAL_MS));
        // In tenths of a millisecond, so that everything stays whole.
        let unusual = plies * unusual;
        if unusual > best.0 {
            continue;
        }
        let most = (best.0 - unusual) / 10;
        let back = steps_back(seats, board_times, ByBoard::new(a, b), most);
        best = best.min((back * 10 + unusual, (a, b)));
    }
    let (_, (a, b)) = best;
    Some(ByBoard::new(a, b))
}

/// Adds `delays` to every ply.
pub(super) fn add(delays: ByBoard<u16>, seats: &[Seat], board_times: &mut [i32]) {
    let mut plies = ByBoard::new(0_i32, 0_i32);
    for (seat, time) in seats.iter().zip(board_times) {
        let id = seat.board();
        plies[id] += 1;
        *time = time.saturating_add(plies[id].saturating_mul(i32::from(delays[id])));
    }
}

/// The sum of what each ply falls behind the latest before it, in milliseconds; not all of it where that is more than
/// `most`.
fn steps_back(seats: &[Seat], board_times: &[i32], delays: ByBoard<u16>, most: i64) -> i64 {
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
