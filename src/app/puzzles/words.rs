//! The texts of puzzles: questions, feedback, hints and solutions.

use super::PuzzleStage;
use crate::{
    analysis::{
        ledger::FindingKind,
        puzzles::{
            Branch, Goal, Kind, Puzzle, SIT_QUESTION, SolutionState, SolutionStep, Task,
            joint_win_text, mate_text,
        },
        report::or,
        tactics::{Limits, Solver},
    },
    rules::{Move, Role, Seat, role_name},
    text::capital,
};

/// Returns the question, such as `White on board A to move: raven. Mate in 2.`
pub(super) fn question(puzzle: &Puzzle) -> String {
    let origin = &puzzle.origin;
    let you = puzzle.turn_text();
    let partner = || origin.player(puzzle.seat.partner());
    match &puzzle.task {
        Task::Mate(mate) => format!("{you}. Mate in {}.", mate.moves),
        Task::Need(_) => {
            format!(
                "{you}. One extra piece in reserve forces mate. Which is the least valuable one, and \
                 how?"
            )
        }
        Task::Keep(_) => {
            let partner = partner();
            format!(
                "{you}. Which is the least valuable piece that would lose the match if your partner \
                 {partner} gave it away?"
            )
        }
        Task::Move(_) | Task::Sit(..) => {
            let partner = partner();
            format!("{you}. Your partner {partner} is also to move. {SIT_QUESTION}")
        }
        Task::Deliver(..) => {
            let partner = partner();
            format!("{you}. You sit. What does your partner {partner} play to win for both?")
        }
    }
}

/// Says what became of the chance in the match, such as `Missed by raven in the match.` Returns `None` if nothing did.
pub fn fate_text(puzzle: &Puzzle) -> Option<String> {
    let (kind, seat, _) = puzzle.finding?;
    let player = &puzzle.origin.players[seat];
    Some(match kind {
        FindingKind::PieceLost => {
            let piece = puzzle.piece.map_or("piece", role_name);
            let verb = if puzzle.missed { "gave away" } else { "lost" };
            format!("In the match, {player} {verb} a {piece}.")
        }
        FindingKind::JointMade => {
            let piece = puzzle.piece.map_or("piece", role_name);
            format!("In the match, {player} won the {piece}.")
        }
        FindingKind::JointSpoiled => format!("In the match, {player} moved instead of sitting."),
        kind if kind.is_mistake() => format!("Missed by {player} in the match."),
        FindingKind::Sit | FindingKind::Think => return None,
        _ => format!("Found by {player} in the match."),
    })
}

/// Returns the feedback on the answer to sit (`sits`) or to move.
pub(super) fn sit(puzzle: &Puzzle, sits: bool) -> String {
    let partner = &puzzle.origin.players[puzzle.seat.partner()];
    match (&puzzle.task, sits) {
        (Task::Sit(..), true) => format!("Correct: sit. What does your partner {partner} play?"),
        (Task::Move(mate), false) => format!("Correct: move. Mate in {}.", mate.moves),
        (_, true) => "No: you can force mate now, with the pieces you have.".to_owned(),
        (_, false) => format!(
            "No: with the pieces you have, no move forces mate in {} moves.",
            max_mate_moves()
        ),
    }
}

/// Returns the feedback on the answer `role`.
pub(super) fn piece(puzzle: &Puzzle, role: Role) -> String {
    let name = role_name(role);
    let attacker = &puzzle.origin.players[puzzle.seat.opponent()];
    let most = max_mate_moves();
    let is_answer = puzzle.task.answers().any(|more| more.role == role);
    match (&puzzle.task, puzzle.task.mate(Some(role))) {
        (Task::Keep(_), Some(_)) if !is_answer => {
            format!("No: a {name} would lose the match too, but so would a less valuable piece.")
        }
        (_, Some(_)) if !is_answer => {
            format!("No: a {name} forces mate too, but so does a less valuable piece.")
        }
        (Task::Keep(_), Some(mate)) => format!(
            "Correct: whatever you play, {attacker} then mates in {} with the {name}. You could only \
             sit.",
            mate.moves
        ),
        (Task::Keep(_), None) => format!(
            "No: even if {attacker} gets a {name}, you have a move after which there is no mate in \
             {most} moves."
        ),
        (_, Some(mate)) => format!("Correct: you get a {name}. Mate in {}.", mate.moves),
        (_, None) => format!(
            "No: a {name} doesn’t force mate in {most} moves if the defender’s partner may capture \
             any piece meanwhile."
        ),
    }
}

fn max_mate_moves() -> u8 {
    Limits::default().moves
}

/// Returns the reason why no move can be played at this stage.
pub(super) const fn no_move(stage: PuzzleStage) -> &'static str {
    match stage {
        PuzzleStage::Sit => "Choose first: move or sit?",
        PuzzleStage::Name => "Choose the piece first.",
        _ => "Puzzle complete. Go to the next one, or leave.",
    }
}

/// Returns the feedback on a move of a seat that is not to move; `mover` is the seat to move.
pub(super) fn wrong_seat(puzzle: &Puzzle, mover: Option<Seat>) -> String {
    let mover = mover.unwrap_or(puzzle.seat);
    format!("Move for {} now.", puzzle.origin.player(mover))
}

/// Returns the feedback on a correct move that ends the puzzle.
pub(super) fn solved(
    puzzle: &Puzzle,
    before: &SolutionState,
    (seat, mv): (Seat, Move),
    after: &SolutionState,
) -> String {
    let san = before.position.board_of(seat).san(mv);
    let players = &puzzle.origin.players;
    match (before.goal, after.goal) {
        (_, Goal::Mated(_)) => format!("Correct: {san} is mate."),
        (Goal::Deliver(sits, _), Goal::Attack(mover, moves)) if sits == mover => {
            let taken = before.position.board_of(seat).captured_by(mv);
            let piece = taken.map_or("piece", role_name);
            format!("Correct: {san} wins a {piece}, and {} mates in {moves}.", players[sits])
        }
        (_, Goal::Frozen(sits)) => {
            let other = &players[seat.opponent()];
            format!("Correct: {other} has no answer to {san} while {} sits.", players[sits])
        }
        _ => format!("Correct: {san} wins the piece by force."),
    }
}

/// Returns the feedback on a correct move that does not end the puzzle. The feedback names the reply.
pub(super) fn right_move(
    puzzle: &Puzzle,
    (before, after): (&SolutionState, &SolutionState),
    (seat, mv): (Seat, Move),
    reply: Option<SolutionStep>,
    goal: Goal,
) -> String {
    let san = before.position.board_of(seat).san(mv);
    let defender = &puzzle.origin.players[seat.opponent()];
    let remaining = match goal {
        Goal::Attack(_, moves) => format!(" Mate in {moves}."),
        _ => String::new(),
    };
    let answer = reply.map(|reply| step_text(after, reply));
    match (answer, reply) {
        (Some(answer), Some(SolutionStep::PlayLater(..))) => {
            format!("{san} is correct. {defender} gets a piece and replies {answer}.{remaining}")
        }
        (Some(answer), _) => format!("{san} is correct. {defender} replies {answer}.{remaining}"),
        (None, _) => format!("{san} is correct."),
    }
}

/// Returns the label of a step, such as `Q@e8`, `Sit` or `+ queen`.
pub fn step_text(before: &SolutionState, step: SolutionStep) -> String {
    match step {
        SolutionStep::Sit(_) => "Sit".to_owned(),
        SolutionStep::Gain(_, role) => format!("+ {}", role_name(role)),
        SolutionStep::Play(seat, mv) | SolutionStep::PlayLater(seat, mv) => {
            before.position.board_to_move(seat).san(mv).to_string()
        }
    }
}

/// Returns the explanation of a step, shown below its label.
pub fn branch_text(puzzle: &Puzzle, branch: &Branch) -> String {
    let (step, state) = branch;
    let players = &puzzle.origin.players;
    match (step, state.goal) {
        (SolutionStep::Sit(seat), _) => format!("{} waits", players[*seat]),
        (SolutionStep::Gain(seat, _), _) => format!("for {}", players[*seat]),
        (_, Goal::Mated(_)) => "mate".to_owned(),
        (_, Goal::Frozen(_)) => "no answer".to_owned(),
        (SolutionStep::PlayLater(..), Goal::Attack(_, moves)) => {
            format!("only legal with the piece just received; then mate in {moves}")
        }
        (_, Goal::Attack(_, moves)) => format!("mate in {moves}"),
        (_, Goal::Defend(..) | Goal::Resist(..)) => "check".to_owned(),
        (_, Goal::Deliver(_, moves)) => format!("loses a piece in {moves}"),
        (_, Goal::Answer | Goal::Await(..)) => String::new(),
    }
}

/// Returns the hint `index`: 0 names the idea, 1 the piece, 2 the square. `line` is the solution from `state` on.
pub(super) fn hint(
    puzzle: &Puzzle,
    state: &SolutionState,
    line: &[Branch],
    index: usize,
) -> String {
    // In a puzzle about a fatal piece, the solver's own moves do not matter.
    let is_keep = matches!(puzzle.task, Task::Keep(_));
    let mut plies = line.iter().filter_map(|(step, _)| step.ply());
    let ply = plies.find(|(seat, _)| !is_keep || *seat == puzzle.seat.opponent());
    let Some((seat, mv)) = ply else { return String::new() };
    let board = seat.board().letter();
    let asks_piece = state.goal == Goal::Answer;
    let best = puzzle.task.best_piece().filter(|_| asks_piece);
    match (index, best, &puzzle.task) {
        (0, Some(extra), Task::Keep(_)) => {
            let attacker = &puzzle.origin.players[puzzle.seat.opponent()];
            format!(
                "Board {board}: with that piece {attacker} mates in {}, whatever you play.",
                extra.mate.moves
            )
        }
        (0, Some(extra), _) => {
            format!("Board {board}: the missing piece mates in {}.", extra.mate.moves)
        }
        (0, None, Task::Sit(_, wanted) | Task::Deliver(_, wanted))
            if (asks_piece || matches!(state.goal, Goal::Deliver(..))) && !wanted.is_empty() =>
        {
            let roles = wanted.iter().map(|extra| format!("a {}", role_name(extra.role)));
            format!(
                "Board {}: you mate with {}.",
                puzzle.seat.board().letter(),
                or(roles.collect())
            )
        }
        // Both partners are to move, so the question does not tell the board.
        (0, ..) if asks_piece => format!("Look at board {board}."),
        (0, ..) => match mv {
            Move::Drop { .. } => "Drop a piece.".to_owned(),
            mv if state.position.board_of(seat).captured_by(mv).is_some() => {
                "Capture a piece.".to_owned()
            }
            _ => "Move a piece; no drop, no capture.".to_owned(),
        },
        (1, Some(extra), _) => format!("A {}.", role_name(extra.role)),
        (1, None, Task::Sit(..)) if asks_piece => {
            format!("{} can win that piece.", puzzle.origin.players[puzzle.seat.partner()])
        }
        (1, ..) => match mv {
            Move::Drop { role, .. } => format!("Drop a {}.", role_name(role)),
            mv => {
                let piece = mv.from().and_then(|from| state.position.board_of(seat).piece_at(from));
                format!("Move a {}.", piece.map_or("piece", |piece| role_name(piece.role)))
            }
        },
        _ => format!("Look at {}.", mv.to()),
    }
}

/// Returns the solution from `state` on, as a sentence.
pub(super) fn answer(puzzle: &Puzzle, state: &SolutionState) -> String {
    let seat = puzzle.seat;
    let position = &state.position;
    let players = &puzzle.origin.players;
    match (&puzzle.task, state.goal) {
        (Task::Need(_), Goal::Answer) => {
            let each = puzzle.task.answers().map(|extra| {
                let how = mate_text(position, seat, Some(&extra.mate));
                format!("with a {}, {how}", role_name(extra.role))
            });
            format!("{}.", capital(&each.collect::<Vec<String>>().join("; ")))
        }
        (Task::Keep(_), _) => {
            let answers = puzzle.task.answers();
            let each = answers
                .map(|extra| format!("in {} with a {}", extra.mate.moves, role_name(extra.role)));
            let attacker = &players[seat.opponent()];
            format!("Whatever you play, {attacker} mates {}.", or(each.collect()))
        }
        (Task::Sit(joint, _), Goal::Answer) => {
            let sits = SolutionState { goal: Goal::Deliver(seat, joint.moves), ..state.clone() };
            format!("Sit: {}.", joint_win_text(puzzle, &sits))
        }
        (Task::Sit(..) | Task::Deliver(..), Goal::Deliver(..)) => {
            format!("{}.", joint_win_text(puzzle, state))
        }
        _ => {
            let mate = Solver::new(Limits::default())
                .forced_mate(position.board_of(seat), position.reserves[seat]);
            format!("{}.", mate_text(position, seat, mate.as_ref()))
        }
    }
}

/// Returns the label of the buttons for kinds of piece; `None` if the puzzle does not ask for a kind of piece.
pub const fn piece_label(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::WhichPiece => Some("Piece needed:"),
        Kind::MustNotLose => Some("Must not lose:"),
        Kind::Mate | Kind::MoveOrSit | Kind::JointWin => None,
    }
}
