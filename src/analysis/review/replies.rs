//! [`Replies`]: what the opponent does in an expected line, and could do at its end.

use super::{
    evaluate::{Reserves, board_value, index},
    exchange::is_recapture,
};
use crate::{
    analysis::tactics::Solver,
    rules::{Bitboard, Board, Move, Reserve, Role, attacks},
};

/// The greatest difference between pieces of equal worth, such as a bishop and a knight, in hundredths of a pawn.
const EVEN: i32 = 40;

/// A move of a line.
pub(super) struct Step {
    /// The board before the move.
    before: Board,
    pub mv: Move,
    /// The next move, if it is known.
    next: Option<Move>,
    /// Whether the move is known to recapture a piece that captured one worth as much.
    takes_back: bool,
}

/// The opponent's part of a line.
pub(super) struct Replies {
    /// The opponent's moves.
    played: Vec<Step>,
    /// The opponent's legal moves at the end of the line; none if the opponent is not to move there.
    possible: Vec<Step>,
}

impl Replies {
    /// Returns the replies in `line`, which begins on `board` with the opponent's adversary to move.
    pub(super) fn of(board: &Board, reserves: &Reserves, line: &[Move]) -> Self {
        let (mut before, mut held) = (board.clone(), *reserves);
        let (mut played, mut lost) = (Vec::new(), 0);
        for (number, &mv) in line.iter().enumerate() {
            held[index(before.turn())].take_dropped(mv);
            let after = before.after_move(mv);
            if number % 2 == 1 {
                let taken = before.captured_by(mv).map_or(0, board_value);
                let takes_back = mv.to() == line[number - 1].to() && taken <= lost;
                played.push(Step { before, mv, next: line.get(number + 1).copied(), takes_back });
            } else {
                lost = before.captured_by(mv).map_or(0, board_value);
            }
            before = after;
        }
        let mut possible = Vec::new();
        if before.turn() != board.turn() {
            let moves = before.legal_moves(&held[index(before.turn())]);
            possible.extend(moves.into_iter().map(|mv| Step::first(&before, mv)));
        }
        Self { played, possible }
    }

    /// Returns whether the line has the move of `reply`, or a move of which `holds`. At its end such a move suffices if
    /// it is possible.
    pub(super) fn include(&self, reply: &Step, holds: impl Fn(&Step) -> bool) -> bool {
        self.played.iter().any(|step| step.mv == reply.mv || holds(step))
            || self.possible.iter().any(holds)
    }

    /// Returns whether the line has the move of `reply`, or a capture of a piece worth as much as `role` that does not only
    /// take back as much as was lost. At its end such a capture suffices if it is possible and costs no more than it wins.
    pub(super) fn include_capture(&self, reply: &Step, role: Role) -> bool {
        let captures = |step: &Step| {
            step.captured().is_some_and(|taken| board_value(taken) >= board_value(role))
        };
        let wins = |step: &Step| captures(step) && !step.takes_back;
        self.played.iter().any(|step| step.mv == reply.mv || wins(step))
            || self.possible.iter().any(|step| captures(step) && step.gain() > -EVEN)
    }
}

impl Step {
    /// Returns the reply to the first move of `line`.
    pub(super) fn of(board: &Board, line: &[Move]) -> Option<Self> {
        let (&first, &mv) = (line.first()?, line.get(1)?);
        Some(Self { next: line.get(2).copied(), ..Self::first(&board.after_move(first), mv) })
    }

    /// Returns the step `mv` on `board`, of which the next move is unknown.
    pub(super) fn first(board: &Board, mv: Move) -> Self {
        Self { before: board.clone(), mv, next: None, takes_back: false }
    }

    /// Returns the piece that the move captures.
    pub(super) fn captured(&self) -> Option<Role> {
        self.before.captured_by(self.mv)
    }

    /// Returns the piece that the move captures, if the next move does not recapture.
    pub(super) fn wins(&self) -> Option<Role> {
        let role = self.captured()?;
        let is_recaptured = match self.next {
            Some(next) => next.to() == self.mv.to(),
            None => self.can_be_recaptured(),
        };
        if is_recaptured { None } else { Some(role) }
    }

    fn can_be_recaptured(&self) -> bool {
        let after = self.before.after_move(self.mv);
        let replies = after.legal_moves(&Reserve::EMPTY);
        replies.into_iter().any(|reply| is_recapture(&after, reply, self.mv))
    }

    /// Returns the least that the move wins, in hundredths of a pawn: the captured piece, less the capturer if that can be
    /// recaptured.
    pub(super) fn gain(&self) -> i32 {
        let Some(role) = self.captured() else { return 0 };
        let capturer = self.mv.from().and_then(|from| self.before.pieces().role_at(from));
        let cost = if self.can_be_recaptured() { capturer.map_or(0, board_value) } else { 0 };
        board_value(role) - cost
    }

    /// Returns whether the opponent, who holds `reserve`, has no legal answer to the move, which is no mate.
    pub(super) fn leaves_waiting(&self, reserve: &Reserve) -> bool {
        let after = self.before.after_move(self.mv);
        after.is_check() && !after.is_checkmate() && after.legal_moves(reserve).is_empty()
    }

    /// Returns the most valuable piece that the move attacks besides the king, if it gives check and the piece is worth
    /// more than the attacker.
    pub(super) fn forks(&self) -> Option<Role> {
        let after = self.before.after_move(self.mv);
        if after.checkers().contains(self.mv.to()) { self.hits() } else { None }
    }

    /// Returns the length of the mate that the side threatens after the move, with `own` in reserve before it.
    pub(super) fn threatens(&self, mut own: Reserve, solver: &mut Solver) -> Option<u8> {
        own.take_dropped(self.mv);
        let after = self.before.after_move(self.mv).null_move()?;
        solver.forced_mate(&after, own).map(|mate| mate.moves)
    }

    /// Returns whether the adversary, who holds `own` before its move `last`, mates within `moves` moves after the move.
    pub(super) fn is_outpaced(
        &self,
        mut own: Reserve,
        moves: u8,
        last: Move,
        solver: &mut Solver,
    ) -> bool {
        own.take_dropped(last);
        solver.mates_within(&self.before.after_move(self.mv), own, moves) == Some(true)
    }

    /// Returns the most valuable piece that the move attacks besides the king, if it is worth more than the attacker.
    pub(super) fn hits(&self) -> Option<Role> {
        let after = self.before.after_move(self.mv);
        let to = self.mv.to();
        let attacker = after.pieces().role_at(to)?;
        let reach =
            attacks::attacks(to, attacker.of(self.before.turn()), after.pieces().occupied());
        let king = Bitboard::from(after.king(after.turn()));
        let targets = reach & after.pieces().by_color(after.turn()) & !king;
        let roles = targets.into_iter().filter_map(|square| after.pieces().role_at(square));
        let role = roles.max_by_key(|&role| board_value(role))?;
        // A bishop that attacks a knight is no fork.
        if board_value(role) > board_value(attacker) + EVEN { Some(role) } else { None }
    }
}

/// Returns `line`, or the line that goes on with a reply that captures more and costs less than that, if the second move
/// of `line` is a capture.
pub(super) fn with_best_capture(board: &Board, line: &[Move]) -> Vec<Move> {
    let Some(reply) = Step::of(board, line) else { return line.to_vec() };
    let Some(taken) = reply.captured() else { return line.to_vec() };
    let captures = reply.before.legal_moves(&Reserve::EMPTY).into_iter();
    let winning = captures.map(|mv| Step::first(&reply.before, mv)).filter(|it| it.gain() > 0);
    let most = winning.max_by_key(|it| (it.captured().map(board_value), it.gain()));
    let Some(most) = most.filter(|it| it.captured().map(board_value) > Some(board_value(taken)))
    else {
        return line.to_vec();
    };
    let after = most.before.after_move(most.mv);
    let recaptures = after.legal_moves(&Reserve::EMPTY).into_iter();
    let recaptures = recaptures.filter(|&mv| is_recapture(&after, mv, most.mv));
    let role_of = |mv: &Move| mv.from().and_then(|from| after.pieces().role_at(from));
    let cheapest = recaptures.min_by_key(|mv| role_of(mv).map(board_value));
    [line[0], most.mv].into_iter().chain(cheapest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bfen, BoardId};

    fn words(fen: &str, line: &str) -> String {
        let fen = format!("{fen} | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        let position = Bfen::parse(&fen, None).expect(&fen).position;
        let mut board = position.boards[BoardId::A].clone();
        let before = board.clone();
        let mut moves = Vec::new();
        for word in line.split(' ') {
            let legal = board.legal_moves(&Reserve::EMPTY);
            let mv = legal.into_iter().find(|mv| mv.uci(false) == word).expect(word);
            board.play(mv);
            moves.push(mv);
        }
        let better = with_best_capture(&before, &moves);
        better.iter().map(|mv| mv.uci(false)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn reply_that_captures_most_is_named() {
        // The knight takes a pawn or a rook, which the queen recaptures.
        let fen = "1r1q2k1/p7/2N4p/8/8/8/8/6K1[] b - - 0 1";
        assert_eq!(words(fen, "d8c8 c6a7"), "d8c8 c6b8 c8b8");
        // Without the rook, and where a capture costs more than it wins.
        assert_eq!(words("3q2k1/p7/2N4p/8/8/8/8/6K1[] b - - 0 1", "d8c8 c6a7"), "d8c8 c6a7");
        let fen = "2nq2k1/p7/2R4p/8/8/8/8/R6K[] b - - 0 1";
        assert_eq!(words(fen, "g8g7 a1a7"), "g8g7 a1a7");
        // A quiet reply stays.
        assert_eq!(words("1r1q2k1/p7/2N4p/8/8/8/8/6K1[] b - - 0 1", "d8c8 g1f1"), "d8c8 g1f1");
    }
}
