//! [`MoveNumbers`]: the move numbers that follow from the order of the plies.

use crate::rules::{BoardId, ByBoard, Color, Seat};

/// The expected move number and seat of the next ply on each board, beginning with White's move 1.
#[derive(Debug)]
pub struct MoveNumbers {
    due: ByBoard<(u16, Seat)>,
}

impl Default for MoveNumbers {
    fn default() -> Self {
        Self { due: ByBoard::new((1, Seat::WhiteA), (1, Seat::WhiteB)) }
    }
}

impl MoveNumbers {
    /// Returns the expected move number and seat of the next ply on `board`.
    #[must_use]
    pub fn due(&self, board: BoardId) -> (u16, Seat) {
        self.due[board]
    }

    /// Records a ply, so that the next ply expected on its board is the reply.
    pub fn record(&mut self, (number, seat): (u16, Seat)) {
        let black = seat.color() == Color::Black;
        let next = number.saturating_add(u16::from(black));
        self.due[seat.board()] = (next, seat.opponent());
    }

    /// Parses a ply name such as `12b`. Returns `None` for any other text.
    #[must_use]
    pub fn read(text: &str) -> Option<(u16, Seat)> {
        let (&letter, digits) = text.as_bytes().split_last()?;
        let seat = Seat::from_letter(letter)?;
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        Some((number, seat))
    }
}
