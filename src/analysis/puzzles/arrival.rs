//! [`arrival`]: legal moves that bring a seat the piece with which it mates.

use super::{Goal, SolutionState};
use crate::{
    analysis::tactics::{Solver, captures_for},
    rules::{Move, Position, Role, Seat},
};
use std::cmp::Reverse;

/// The maximum number of plies on the partner's board, including the capture of the piece.
const MAX_PLIES: usize = 4;

/// The maximum number of positions that are searched for the capture.
const MAX_POSITIONS: usize = 20_000;

/// Returns legal moves that bring one more `role` to `seat`, and the state after these moves, in which `seat` is to
/// move and has a forced mate. The partner captures the piece as soon as possible. If the opponent of `seat` is to move
/// after the capture, one move of the opponent follows. Returns `None` if the search finds no such moves.
pub(super) fn arrival(
    position: &Position,
    seat: Seat,
    role: Role,
    solver: &mut Solver,
) -> Option<(Vec<(Seat, Move)>, SolutionState)> {
    let mut delivery = Delivery { seat, role, plies: Vec::new(), budget: MAX_POSITIONS };
    let arrived = (1..=MAX_PLIES).find_map(|plies| delivery.search(position, plies))?;
    let mut plies = delivery.plies;
    let mut winning_state = |position: Position| {
        let mate = solver.mate_of(&position, seat)?;
        Some(SolutionState { position, goal: Goal::Attack(seat, mate.moves) })
    };
    if arrived.turn(seat.board()) == seat {
        return winning_state(arrived).map(|state| (plies, state));
    }
    // The moves serve as an example, so one move of the opponent that allows the mate suffices.
    let opponent = seat.opponent();
    let mut replies = arrived.legal_moves(opponent);
    replies.sort_by_key(|&mv| (is_capture(&arrived, opponent, mv), mv.from().is_none()));
    let replies = replies
        .into_iter()
        .filter_map(|mv| winning_state(arrived.after_move(opponent, mv)).map(|state| (mv, state)));
    let (mv, state) = replies.min_by_key(|(_, state)| state.moves_to_mate())?;
    plies.push((opponent, mv));
    Some((plies, state))
}

/// Searches for moves by which the partner of `seat` captures a `role`.
struct Delivery {
    seat: Seat,
    role: Role,
    /// The plies to the current position; after a successful search, the plies up to the capture.
    plies: Vec<(Seat, Move)>,
    /// The number of positions that may still be searched.
    budget: usize,
}

impl Delivery {
    /// Searches for a sequence of exactly `plies` plies that ends with the capture. Returns the position after the
    /// capture, or `None` if there is no such sequence or the budget is exceeded.
    fn search(&mut self, position: &Position, plies: usize) -> Option<Position> {
        let board = self.seat.partner().board();
        let mover = position.turn(board);
        let moves = match plies {
            1 => captures_for(position, self.seat, self.role),
            _ => self.quiet_moves(position, mover),
        };
        for mv in moves {
            self.budget = self.budget.checked_sub(1)?;
            let after = position.after_move(mover, mv);
            // A mate on the partner's board would end the match.
            if after.boards[board].is_checkmate() {
                continue;
            }
            self.plies.push((mover, mv));
            let found = if plies == 1 { Some(after) } else { self.search(&after, plies - 1) };
            if found.is_some() {
                return found;
            }
            self.plies.pop();
        }
        None
    }

    /// Returns the moves of `mover` to try before the capture. Leaves out captures and drops, except drops of `role` by
    /// the partner's opponent. If no moves remain, returns all legal moves. Moves and drops of `role` by the partner's
    /// opponent come first, since the partner is to capture such a piece.
    fn quiet_moves(&self, position: &Position, mover: Seat) -> Vec<Move> {
        let is_opponent = mover != self.seat.partner();
        let all = position.legal_moves(mover);
        let is_quiet = |&mv: &Move| {
            let is_drop = mv.from().is_none();
            let drops_role = matches!(mv, Move::Drop { role, .. } if role == self.role);
            !is_capture(position, mover, mv) && (!is_drop || is_opponent && drops_role)
        };
        let mut moves: Vec<Move> = all.iter().copied().filter(is_quiet).collect();
        // In check, all legal moves may be captures or drops.
        if moves.is_empty() {
            moves = all;
        }
        let board = position.board_of(mover);
        moves.sort_by_key(|mv| {
            let piece = mv.from().and_then(|from| board.piece_at(from));
            Reverse(is_opponent && piece.is_none_or(|piece| piece.role == self.role))
        });
        moves
    }
}

fn is_capture(position: &Position, seat: Seat, mv: Move) -> bool {
    position.board_of(seat).captured_by(mv).is_some()
}
