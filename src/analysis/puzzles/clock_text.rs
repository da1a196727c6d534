//! [`diagonal_text`]: the clocks that decide who can sit, in words.

use super::Puzzle;
use crate::timeline::{ClockPrecision, gap_size_text};

/// Describes which clocks run, and whose flag falls first if the solver and the diagonal opponent both wait: `Your clock
/// and dee’s run now. You have 12.0 s less than Dan: once dee has moved, Dan can wait until your flag falls.` The
/// *diagonal* is the pair of opponents with the same colour on different boards. Returns `None` if the puzzle is not about
/// sitting, or if there are no clocks.
pub fn diagonal_text(puzzle: &Puzzle) -> Option<String> {
    if !puzzle.task.is_about_sitting() {
        return None;
    }
    let lead_ms = puzzle.lead_ms()?;
    let (partner, other) = (puzzle.seat.partner(), puzzle.seat.diagonal());
    let runs = puzzle.position.turn(partner.board());
    let name = |seat| &puzzle.origin.players[seat];
    let (partner_name, other_name) = (name(partner), name(other));
    let clocks = format!("Your clock and {}’s run now.", name(runs));
    // The lead shrinks while the partner thinks, since only the solver's clock of the two runs then.
    let [at_once, later] = if runs == partner {
        [format!("if {partner_name} moves at once, "), format!("once {partner_name} has moved, ")]
    } else {
        [String::new(), String::new()]
    };
    // The words "more" and "less" replace the sign.
    let precision = ClockPrecision::of(puzzle.clocks_ms.iter().copied().flatten());
    let gap = gap_size_text(lead_ms.unsigned_abs(), precision);
    Some(if lead_ms.unsigned_abs() < precision.step_ms() {
        format!("{clocks} You and {other_name} have the same time.")
    } else if lead_ms > 0 {
        format!(
            "{clocks} You have {gap} more than {other_name}: {at_once}you can wait until \
             {other_name}’s flag falls."
        )
    } else {
        format!(
            "{clocks} You have {gap} less than {other_name}: {later}{other_name} can wait until your \
             flag falls."
        )
    })
}
