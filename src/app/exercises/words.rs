//! The texts of exercises: questions, feedback, hints and solutions.

use super::{ExerciseStage, Posed};
use crate::{
    analysis::{
        report::{Mating, Reply, Task, Verdict},
        tactics::{Limits, Mate},
    },
    rules::{Board, Move, Position, Role, Seat, role_name},
    text::capital,
};

/// Returns the question: `raven (White A) mates in 2.`
pub(super) fn question(posed: &Posed) -> String {
    let seat = posed.exercise.seat;
    let you = format!("You are {}", player(posed, seat));
    match &posed.exercise.task {
        Task::Mate(mate) => format!("{you}. Mate in {}.", mate.moves),
        Task::Need(_) => format!("{you}. Which piece would mate, and how?"),
        Task::Keep(_) => {
            let partner = player(posed, seat.partner());
            format!("{you}. What must your partner {partner} not lose?")
        }
    }
}

/// Returns `raven (White A)`, or the seat alone if the name is unknown.
fn player(posed: &Posed, seat: Seat) -> String {
    match posed.players[seat].as_str() {
        name if name == seat.name() => name.to_owned(),
        name => format!("{name} ({})", seat.name()),
    }
}

/// Returns the feedback on naming `role`.
pub(super) fn piece(posed: &Posed, role: Role, verdict: Verdict) -> String {
    let name = role_name(role);
    let seat = posed.exercise.seat;
    let task = &posed.exercise.task;
    let moves = task.mate(Some(role)).map_or(0, |mate| mate.moves);
    if !matches!(task, Task::Keep(_)) {
        return match verdict {
            Verdict::Right => format!("Correct: you get a {name}. Mate in {moves}."),
            Verdict::Slower { moves, best } => {
                format!("A {name} mates in {moves}; another piece mates in {best}.")
            }
            Verdict::Wrong => format!("A {name} doesn’t force mate in {} moves.", most()),
        };
    }
    let attacker = &posed.players[seat.opponent()];
    let how = first_moves(&posed.position, seat.opponent(), task.mate(Some(role)));
    match verdict {
        Verdict::Right => {
            format!("Correct: with a {name}, {attacker} would mate in {moves} by {how}.")
        }
        Verdict::Slower { best, .. } => format!(
            "Correct: with a {name}, {attacker} would mate in {moves} by {how}; with another \
             piece in {best}."
        ),
        Verdict::Wrong => {
            let most = most();
            format!("A {name} wouldn’t let {attacker} force mate in {most} moves.")
        }
    }
}

fn most() -> u8 {
    Limits::default().moves
}

/// Returns why no move can be played at this stage.
pub(super) const fn no_move(stage: ExerciseStage) -> &'static str {
    match stage {
        ExerciseStage::Name => "Choose the piece first.",
        _ => "Puzzle complete. Go to the next one, or leave (Esc).",
    }
}

/// Returns why the pieces of another seat cannot move.
pub(super) fn other_seat(posed: &Posed) -> String {
    let seat = posed.exercise.seat;
    format!("Only {} moves in this puzzle.", player(posed, seat))
}

/// Returns the feedback on `mv`, given a mate in `moves` from `position`.
pub(super) fn mating(
    posed: &Posed,
    position: &Position,
    moves: u8,
    mv: Move,
    mating: Mating,
) -> String {
    let seat = posed.exercise.seat;
    let board = position.board_of(seat);
    let san = board.san(mv);
    let mut after = board.clone();
    after.play(mv);
    let defender = &posed.players[seat.opponent()];
    match mating {
        Mating::Mate => format!("Correct: {san} is mate."),
        Mating::GoesOn(reply) => {
            let left = moves - 1;
            let answer = played(&after, reply);
            format!("{san} is correct. {defender} replies {answer}. Mate in {left}.")
        }
        Mating::NoCheck => format!("{san} does not give check."),
        Mating::Slower(longer) => format!("{san} mates, but takes {longer} moves."),
        Mating::Refuted(reply) => refutation(defender, &after, mv, reply),
    }
}

/// Describes the defender's reply.
fn played(after: &Board, reply: Reply) -> String {
    let san = after.san(reply.mv);
    if reply.in_hand { san.to_string() } else { format!("{san}, just captured") }
}

/// Describes the defender's answer to the check `mv`.
fn refutation(defender: &str, after: &Board, mv: Move, reply: Reply) -> String {
    let san = after.san(reply.mv);
    match reply.mv {
        Move::Drop { role, to } if reply.in_hand => {
            format!("{defender} can drop a {} on {to}.", role_name(role))
        }
        Move::Drop { role, to } => {
            let name = role_name(role);
            format!("{defender} can wait for a {name} and drop it on {to}.")
        }
        answer if answer.to() == mv.to() => format!("{defender} can capture it: {san}."),
        answer if answer.from() == Some(after.king(after.turn())) => {
            format!("{defender}’s king can go to {}.", answer.to())
        }
        _ => format!("{defender} can reply {san}."),
    }
}

/// Returns a hint, given the number of hints including this one. The second hint names the target square.
pub(super) fn hint(posed: &Posed, position: &Position, mate: Option<&Mate>, hints: u8) -> String {
    let Some((mate, first)) = mate.and_then(|mate| Some((mate, *mate.first.first()?))) else {
        return String::new();
    };
    let seat = posed.exercise.seat;
    let (to, moves) = (first.to(), mate.moves);
    let asks_piece = *position == posed.position && !matches!(posed.exercise.task, Task::Mate(_));
    match (&posed.exercise.task, hints) {
        (Task::Need(_), 1) if asks_piece => format!("It lets you mate in {moves}."),
        (Task::Keep(_), 1) => {
            let attacker = &posed.players[seat.opponent()];
            format!("It would let {attacker} mate in {moves}.")
        }
        (Task::Keep(_), _) => format!("Look at {to}."),
        (Task::Need(_), _) if asks_piece => format!("Look at {to}."),
        (_, 1) => match first {
            Move::Drop { .. } => "The first move is a drop.".to_owned(),
            mv => {
                let board = position.board_of(seat);
                let role = mv.from().and_then(|from| board.piece_at(from));
                let name = role.map_or("piece", |piece| role_name(piece.role));
                format!("The first move is by a {name}.")
            }
        },
        _ => format!("Look at {to}."),
    }
}

/// Returns the solution.
pub(super) fn answer(posed: &Posed, position: &Position, mate: Option<&Mate>) -> String {
    let seat = posed.exercise.seat;
    let kinds = match &posed.exercise.task {
        Task::Need(kinds) | Task::Keep(kinds) if *position == posed.position => kinds,
        _ => return format!("{} mates.", first_moves(position, seat, mate)),
    };
    let keeps = matches!(posed.exercise.task, Task::Keep(_));
    let mover = if keeps { seat.opponent() } else { seat };
    let each = kinds.iter().map(|more| {
        let how = first_moves(position, mover, Some(&more.mate));
        let (name, moves) = (role_name(more.role), more.mate.moves);
        format!("a {name} mates in {moves} by {how}")
    });
    let each: Vec<String> = each.collect();
    let each = each.join("; ");
    if keeps {
        format!("{}: {each}.", posed.players[mover])
    } else {
        format!("{}.", capital(&each))
    }
}

/// Returns `N@f7 or Qxg7`.
fn first_moves(position: &Position, seat: Seat, mate: Option<&Mate>) -> String {
    let board = position.board_of(seat);
    // A seat not to move gets its moves as if it were its turn.
    let passed = (position.turn(seat.board()) != seat).then(|| board.null_move());
    let board = passed.flatten().unwrap_or_else(|| board.clone());
    let first = mate.map_or(&[][..], |mate| &mate.first);
    let sans: Vec<String> = first.iter().map(|&mv| board.san(mv).to_string()).collect();
    sans.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bfen, BoardId, Square};

    #[test]
    fn piece_outside_the_reserve_has_just_arrived() {
        let position = Bfen::parse("R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", None).unwrap();
        let board = &position.position.boards[BoardId::A];
        let drop =
            |in_hand| Reply { mv: Move::Drop { role: Role::Knight, to: Square::B8 }, in_hand };
        assert_eq!(played(board, drop(true)), "N@b8");
        assert_eq!(played(board, drop(false)), "N@b8, just captured");
    }
}
