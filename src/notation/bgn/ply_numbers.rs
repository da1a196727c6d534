//! [`MoveNumbers`]: the move numbers that follow from the order of the plies.

use crate::{
    notation::PlyName,
    rules::{BoardId, ByBoard, Color, Seat},
};

/// The expected name of the next ply on each board, beginning with White's move 1.
#[derive(Debug)]
pub struct MoveNumbers {
    due: ByBoard<PlyName>,
}

impl Default for MoveNumbers {
    fn default() -> Self {
        let first = |board| PlyName { number: 1, seat: Seat::new(board, Color::White) };
        Self { due: ByBoard::from_fn(first) }
    }
}

impl MoveNumbers {
    /// Returns the expected name of the next ply on `board`.
    #[must_use]
    pub fn due(&self, board: BoardId) -> PlyName {
        self.due[board]
    }

    /// Records a ply, so that the next ply expected on its board is the reply.
    pub fn record(&mut self, name: PlyName) {
        self.due[name.seat.board()] = name.next();
    }
}
