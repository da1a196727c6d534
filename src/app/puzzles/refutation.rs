//! [`Refutation`]: the reply that shows why a move is wrong.

use crate::{
    analysis::{
        puzzles::{Goal, MatingVerdict, Puzzle, SolutionState, judge_mating_move},
        tactics::Solver,
    },
    rules::{Move, Position, Seat, role_name},
};

/// A wrong move and the reply to it, shown on the boards until the next try.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refutation {
    /// The position after the move and the reply.
    pub(super) position: Position,
    /// The move, and the reply if there is one.
    pub(super) plies: Vec<(Seat, Move)>,
    /// The reason why the move is wrong, as a sentence.
    pub(super) feedback: String,
}

impl Refutation {
    /// Returns the refutation of `mv`, a move of `seat` that is not among the best moves in `state`.
    pub(super) fn of(
        puzzle: &Puzzle,
        state: &SolutionState,
        (seat, mv): (Seat, Move),
        solver: &mut Solver,
    ) -> Self {
        let san = state.position.board_of(seat).san(mv).to_string();
        let not_best = || format!("{san} isn’t the best move.");
        let mut position = state.position.clone();
        position.play(seat, mv);
        let defender = seat.opponent();
        let name = &puzzle.origin.players[defender];
        // The reply and whether it can be played now, or why the move is wrong without a reply.
        let reply = match state.goal {
            Goal::Deliver(sitter, _) if !position.board_of(seat).is_check() => {
                let sitter = &puzzle.origin.players[sitter];
                Err(format!("{san} doesn’t give check and wins nothing that {sitter} needs."))
            }
            Goal::Deliver(sitter, moves) => {
                let remaining_moves = moves.saturating_sub(1);
                let escape = position.legal_moves(defender).into_iter().find(|&answer| {
                    let after = position.after_move(defender, answer);
                    let goal = Goal::Deliver(sitter, remaining_moves);
                    remaining_moves == 0
                        || SolutionState { position: after, goal }
                            .branches(puzzle, solver)
                            .is_empty()
                });
                escape.map(|mv| (mv, true)).ok_or_else(not_best)
            }
            Goal::Attack(_, moves) => {
                match judge_mating_move(solver, &state.position, seat, moves, mv) {
                    MatingVerdict::NoCheck => Err(format!("{san} doesn’t give check.")),
                    // Without a legal reply now, the board looks like mate.
                    MatingVerdict::Slower(longer) if position.legal_moves(defender).is_empty() => {
                        Err(format!(
                            "{name} has no answer now, but a piece may arrive to stop mate: {san} forces \
                             mate only in {longer} moves."
                        ))
                    }
                    MatingVerdict::Slower(longer) => {
                        Err(format!("{san} forces mate, but only in {longer} moves."))
                    }
                    MatingVerdict::Refuted(reply) => Ok((reply.mv, reply.in_hand)),
                    MatingVerdict::Mate | MatingVerdict::Continues(_) => Err(not_best()),
                }
            }
            _ => Err(not_best()),
        };
        let (answer, in_hand) = match reply {
            Ok(reply) => reply,
            Err(feedback) => return Self { position, plies: vec![(seat, mv)], feedback },
        };
        let mut feedback = describe_reply(name, &position, mv, (defender, answer, in_hand));
        if matches!(state.goal, Goal::Deliver(..)) {
            feedback = feedback.replace("there is no mate", "no piece is won");
        }
        if let (Move::Drop { role, .. }, false) = (answer, in_hand) {
            position.lend(defender, role);
        }
        position.play(defender, answer);
        Self { position, plies: vec![(seat, mv), (defender, answer)], feedback }
    }
}

/// Describes the reply to `mv`, a wrong move that gave check. Example: `After Rf8 there is no mate.`
fn describe_reply(
    name: &str,
    position: &Position,
    mv: Move,
    (defender, answer, in_hand): (Seat, Move, bool),
) -> String {
    let board = position.board_of(defender);
    let san = board.san(answer);
    match answer {
        Move::Drop { role, to } if !in_hand => {
            let piece = role_name(role);
            format!("{name} can wait for a {piece} and drop it on {to}: there is no mate.")
        }
        answer if answer.to() == mv.to() => {
            format!("{san} captures the piece, and there is no mate.")
        }
        _ => format!("After {san} there is no mate."),
    }
}
