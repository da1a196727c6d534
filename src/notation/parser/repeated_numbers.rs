//! [`RepeatedNumbers`]: plies of Black that are named as White’s.

use crate::{notation::PlyText, rules::Color};

/// The plies that repeat the number of the ply before them on their board. A text that has capitals for Black too, as
/// pychess copies it, has many.
#[derive(Default)]
pub(super) struct RepeatedNumbers {
    /// How many plies were counted already.
    counted: usize,
    /// The last number of each board.
    last: [Option<u16>; 2],
    /// The first ply that repeats a number, where there is one.
    pub(super) first: usize,
    count: usize,
    /// Whether any ply is named as Black's.
    any_black: bool,
}

impl RepeatedNumbers {
    /// How many there are among `plies`, of which those that were counted before are not looked at again. None where
    /// any ply is named as Black's.
    pub(super) fn count(&mut self, plies: &[PlyText]) -> usize {
        // One ply of Black's settles it.
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

/// Makes every ply Black's that repeats the number of the ply before it on its board.
pub(super) fn give_to_black(plies: &mut [PlyText]) {
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
