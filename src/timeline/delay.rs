//! The delay a ply that a record without lag does not tell: fitted so that the clocks agree with the order
//! of the plies.

use crate::rules::{ByBoard, Seat};

/// The delays that are tried, in milliseconds: 0 to 600 in steps of 50.
const STEP_MS: u16 = 50;
const STEPS: u16 = 12;

/// The delay that costs nothing: what a ply usually takes on its way to a server and back.
const USUAL_MS: i64 = 200;

/// One delay a ply for each board that brings `board_times` and the order of the plies into the least
/// contradiction. `None` where they do not contradict each other.
///
/// Minimised is the sum of all steps back of the running maximum, plus a tenth of the plies times how far
/// both delays together are from 200 ms.
pub(super) fn fit(seats: &[Seat], board_times: &[i32]) -> Option<ByBoard<u16>> {
    if steps_back(seats, board_times, ByBoard::new(0, 0)) == 0 {
        return None;
    }
    let plies = i64::try_from(board_times.len()).unwrap_or(i64::MAX);
    let tried = (0..=STEPS).flat_map(|a| (0..=STEPS).map(move |b| (a * STEP_MS, b * STEP_MS)));
    let cost = |&(a, b): &(u16, u16)| {
        let unusual = (i64::from(a) - USUAL_MS).abs() + (i64::from(b) - USUAL_MS).abs();
        // In tenths of a millisecond, so that everything stays whole.
        steps_back(seats, board_times, ByBoard::new(a, b)) * 10 + plies * unusual
    };
    let (a, b) = tried.min_by_key(cost)?;
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

/// The sum of what each ply falls behind the latest before it, in milliseconds.
fn steps_back(seats: &[Seat], board_times: &[i32], delays: ByBoard<u16>) -> i64 {
    let mut late = ByBoard::new(0_i64, 0_i64);
    let mut latest = 0_i64;
    let mut sum = 0;
    for (seat, &time) in seats.iter().zip(board_times) {
        let id = seat.board();
        late[id] += i64::from(delays[id]);
        let time = i64::from(time) + late[id];
        sum += (latest - time).max(0);
        latest = latest.max(time);
    }
    sum
}
