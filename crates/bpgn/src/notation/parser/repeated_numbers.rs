//! [`RepeatedNumbers`]: detects plies of Black that have White's seat letter.

use crate::notation::PlyText;
use bughouse::Color;

/// Detects text with capital seat letters for both colors, such as text copied from pychess. In such text, each ply of
/// Black seems to be White's and repeats the number of the previous ply on its board.
#[derive(Default)]
pub(super) struct RepeatedNumbers {
    /// The number of plies examined.
    examined: usize,
    /// The number of the last ply on each board.
    last: [Option<u16>; 2],
    /// The index of the first ply that repeats a number; meaningless if there is none.
    pub(super) first: usize,
    count: usize,
    /// Whether any ply has a lower-case seat letter.
    any_black: bool,
}

impl RepeatedNumbers {
    /// Returns how many of `plies` repeat the number of the previous ply on their board, or 0 if any ply has Black's
    /// seat letter. Examines only the plies that were added since the last call.
    pub(super) fn count(&mut self, plies: &[PlyText]) -> usize {
        // One lower-case letter shows that the text distinguishes the colors.
        while !self.any_black
            && let Some(ply) = plies.get(self.examined)
        {
            self.any_black = ply.seat.color() == Color::Black;
            let last = &mut self.last[ply.seat.board() as usize];
            if last.replace(ply.number) == Some(ply.number) {
                if self.count == 0 {
                    self.first = self.examined;
                }
                self.count += 1;
            }
            self.examined += 1;
        }
        if self.any_black { 0 } else { self.count }
    }
}

/// Assigns to Black each ply that repeats the number of the previous ply on its board.
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
