//! [`RepeatedNumbers`]: plies of Black numbered like White's.

use crate::{notation::PlyText, rules::Color};

/// Plies that repeat the number of the previous ply on their board. Texts with capital seat letters for Black too, as
/// copied from pychess, have many.
#[derive(Default)]
pub(super) struct RepeatedNumbers {
    /// The number of counted plies.
    counted: usize,
    /// The last number on each board.
    last: [Option<u16>; 2],
    /// The index of the first ply that repeats a number, if any.
    pub(super) first: usize,
    count: usize,
    /// Whether any ply has a seat letter of Black.
    any_black: bool,
}

impl RepeatedNumbers {
    /// Counts the repetitions among `plies`, continuing after those counted before. Returns 0 if any ply has a seat
    /// letter of Black.
    pub(super) fn count(&mut self, plies: &[PlyText]) -> usize {
        // A single ply of Black decides.
        while !self.any_black
            && let Some(ply) = plies.get(self.counted)
        {
            self.any_black = ply.seat.color() == Color::Black;
            let last = &mut self.last[ply.seat.board() as usize];
            if last.replace(ply.number) == Some(ply.number) {
                if self.count == 0 {
                    self.first = self.counted;
                }
                self.count += 1;
            }
            self.counted += 1;
        }
        if self.any_black { 0 } else { self.count }
    }
}

/// Assigns every ply that repeats the number of the previous ply on its board to Black.
pub(super) fn assign_to_black(plies: &mut [PlyText]) {
    let mut last = [None; 2];
    for ply in plies {
        let last = &mut last[ply.seat.board() as usize];
        if *last == Some(ply.number) {
            ply.seat = ply.seat.opponent();
            *last = None;
        } else {
            *last = Some(ply.number);
        }
    }
}
