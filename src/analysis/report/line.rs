//! [`Line`]: the moves that carry out a forced mate or a joint win.

use super::mating::{Reply, simplicity_key};
use crate::{
    analysis::tactics::{BoardTactics, ExtraPiece, Joint, Mate, Solver, main_move},
    rules::{BoardId, ByBoard, Move, Position, Seat},
};
use std::cmp::Reverse;

/// Legal moves on both boards, in order, that carry out a win.
///
/// The attackers play moves that are proved to win. The defenders use only pieces in reserve, and choose the reply that
/// resists longest. A mating line ends early if a defender has no reply but might still receive a piece.
pub type Line = Vec<(Seat, Move)>;

/// Returns, for each board of `position`, a winning line of the seat to move there. `tactics` are those of `position`.
/// The line plays out a forced mate, or a joint win and the mate after it. The line is empty if there is neither.
pub fn winning_lines(
    solver: &mut Solver,
    position: &Position,
    tactics: &ByBoard<BoardTactics>,
) -> ByBoard<Line> {
    ByBoard::from_fn(|id: BoardId| {
        let seat = position.turn(id);
        match &tactics[id] {
            BoardTactics { mate: Some(mate), .. } => {
                mate_line(solver, position, seat, mate.clone())
            }
            BoardTactics { joint: Some(joint), wanted, .. } => {
                joint_line(solver, position, seat, joint, wanted)
            }
            _ => Line::new(),
        }
    })
}

/// Returns the line that plays out `mate` of `seat`, which is to move.
pub(in crate::analysis) fn mate_line(
    solver: &mut Solver,
    position: &Position,
    seat: Seat,
    mate: Mate,
) -> Line {
    let mut builder = LineBuilder { solver, position: position.clone(), line: Line::new() };
    builder.mate(seat, mate);
    builder.line
}

/// Returns the line that plays out the joint win of `seat`, which sits, and the mate after it. `wanted` are the pieces that
/// `seat` wants.
pub(in crate::analysis) fn joint_line(
    solver: &mut Solver,
    position: &Position,
    seat: Seat,
    joint: &Joint,
    wanted: &[ExtraPiece],
) -> Line {
    let mut builder = LineBuilder { solver, position: position.clone(), line: Line::new() };
    builder.joint(seat, joint, wanted);
    builder.line
}

struct LineBuilder<'s> {
    solver: &'s mut Solver,
    position: Position,
    line: Line,
}

impl LineBuilder<'_> {
    fn mate(&mut self, seat: Seat, mate: Mate) {
        let mut next = Some(mate);
        while let Some(mv) = next.take().and_then(|mate| mate.main_move()) {
            self.play(seat, mv);
            let mated_in = |builder: &mut Self, after: &Position| {
                builder.solver.mate_of(after, seat).map(|mate| mate.moves)
            };
            if self.reply(seat.opponent(), mv, mated_in).is_some() {
                next = self.solver.mate_of(&self.position, seat);
            }
        }
    }

    /// Plays out the joint win of `seat` and the mate that follows. `seat` sits until its partner has won a piece.
    fn joint(&mut self, seat: Seat, joint: &Joint, wanted: &[ExtraPiece]) {
        let partner = seat.partner();
        let mut next = Some(joint.clone());
        while let Some(mv) = next.take().and_then(|joint| main_move(&joint.first)) {
            let taken = self.position.board_of(partner).captured_by(mv);
            self.play(partner, mv);
            if wanted.iter().any(|more| Some(more.role) == taken) {
                if let Some(mate) = self.solver.mate_of(&self.position, seat) {
                    self.mate(seat, mate);
                }
                return;
            }
            let delivered_in = |builder: &mut Self, after: &Position| {
                let joint = builder.solver.delivery(after, seat, wanted);
                joint.ok().flatten().map(|joint| joint.moves)
            };
            if self.reply(partner.opponent(), mv, delivered_in).is_some() {
                next = self.solver.delivery(&self.position, seat, wanted).ok().flatten();
            }
        }
    }

    /// Plays the reply of `seat` to `check` that resists longest, or returns `None` if there is no reply.
    /// `moves_to_win` returns the number of moves that the attackers need after a reply.
    fn reply(
        &mut self,
        seat: Seat,
        check: Move,
        mut moves_to_win: impl FnMut(&mut Self, &Position) -> Option<u8>,
    ) -> Option<()> {
        let board = self.position.board_of(seat).clone();
        let replies = self.position.legal_moves(seat).into_iter();
        let longest = replies.min_by_key(|&mv| {
            let after = self.position.after_move(seat, mv);
            let moves = moves_to_win(self, &after);
            (Reverse(moves), simplicity_key(&board, check, Reply { mv, in_hand: true }))
        });
        self.play(seat, longest?);
        Some(())
    }

    fn play(&mut self, seat: Seat, mv: Move) {
        self.position.play(seat, mv);
        self.line.push((seat, mv));
    }
}
