//! [`solution_lines`], [`solution_words`]: the text of solutions in files and print-outs.

use super::{
    Goal, Puzzle, SolutionState, SolutionStep, arrival::arrival, main_line, solution::winner,
};
use crate::{
    analysis::tactics::{Limits, Solver},
    rules::{Move, Position, Seat, role_name},
    text::capital,
};
use std::slice::from_ref;

/// The maximum number of lines of a solution.
const MAX_LINES: usize = 16;

/// The maximum number of lines for each piece, in a puzzle whose answers are pieces.
const MAX_LINES_OF_PIECE: usize = 4;

/// The maximum number of steps in a line.
const MAX_STEPS: usize = 16;

/// Returns the lines of the solution, the main line first. There is a line for each first move that solves the puzzle,
/// and for each defence that needs a different answer. Drops of pieces that are not yet in reserve are left out.
///
/// If the answer is a piece, its lines begin with legal moves that bring this piece. Without such moves, the piece has
/// no lines.
pub fn solution_lines(puzzle: &Puzzle) -> Vec<Vec<(Seat, Move)>> {
    let mut lines = Lines {
        puzzle,
        solver: Solver::new(Limits::default()),
        plies: Vec::new(),
        lines: Vec::new(),
        max_lines: MAX_LINES,
    };
    lines.collect(&SolutionState::of(puzzle));
    lines.lines
}

struct Lines<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
    plies: Vec<(Seat, Move)>,
    lines: Vec<Vec<(Seat, Move)>>,
    /// The maximum number of lines to collect.
    max_lines: usize,
}

impl Lines<'_> {
    fn collect(&mut self, state: &SolutionState) {
        if self.lines.len() >= self.max_lines {
            return;
        }
        let mut branches = state.branches(self.puzzle, &mut self.solver);
        let is_win = winner(state.goal).is_some();
        // All first moves that solve the puzzle are shown. After them, the winning side gets only one move per
        // position.
        if is_win && !self.plies.is_empty() {
            branches.truncate(1);
        }
        let (before, mut seen_answers) = (self.lines.len(), Vec::new());
        for (step, next) in branches {
            match step {
                SolutionStep::Sit(_) => self.collect(&next),
                SolutionStep::Gain(seat, role) => {
                    let arrived = arrival(&state.position, seat, role, &mut self.solver);
                    if let Some((plies, next)) = arrived {
                        self.plies = plies;
                        self.max_lines = self.lines.len() + MAX_LINES_OF_PIECE;
                        self.collect(&next);
                        self.plies.clear();
                    }
                }
                SolutionStep::PlayLater(..) => {}
                SolutionStep::Play(seat, mv) => {
                    let answer = (!is_win).then(|| self.answer(&next)).flatten();
                    if answer.is_some_and(|answer| seen_answers.contains(&answer)) {
                        continue;
                    }
                    seen_answers.extend(answer);
                    self.plies.push((seat, mv));
                    self.collect(&next);
                    self.plies.pop();
                }
            }
        }
        if self.lines.len() == before && !self.plies.is_empty() {
            self.lines.push(self.plies.clone());
        }
    }

    /// Returns the move that mates in `state`, or `None` if there is no mate in one. Defences that allow the same
    /// mating move share a line.
    fn answer(&mut self, state: &SolutionState) -> Option<Move> {
        if !matches!(state.goal, Goal::Attack(_, 1)) {
            return None;
        }
        let first = state.branches(self.puzzle, &mut self.solver).into_iter().next();
        first.and_then(|(step, _)| step.ply()).map(|(_, mv)| mv)
    }
}

/// Describes the solution: `Qxf7. Also Q@e8.`, `A queen: Q@a7.` or `Sit. b Q@e8+, B Kg7, b Qxf7, A N@f7.`
pub fn solution_words(puzzle: &Puzzle) -> String {
    let root = SolutionState::of(puzzle);
    if !puzzle.task.pieces().is_empty() {
        let mut solver = Solver::new(Limits::default());
        let lines = root.branches(puzzle, &mut solver).into_iter().filter_map(|(step, state)| {
            let SolutionStep::Gain(seat, role) = step else { return None };
            let line = main_line(puzzle, &state, MAX_STEPS);
            Some(format!("{}: {}", role_name(role), line_words(&state.position, &line, Some(seat))))
        });
        let lines: Vec<String> = lines.collect();
        return format!("{}.", capital(&lines.join("; ")));
    }
    let line = main_line(puzzle, &root, MAX_STEPS);
    let one_board = (!puzzle.task.asks_whether_to_sit()).then_some(puzzle.seat);
    let words = line_words(&root.position, &line, one_board);
    match line.first() {
        Some((SolutionStep::Sit(_), _)) => format!("Sit. {words}."),
        _ if puzzle.task.asks_whether_to_sit() => format!("Move. {words}."),
        first => {
            let mut solver = Solver::new(Limits::default());
            let branches = root.branches(puzzle, &mut solver);
            let others = branches.iter().filter(|branch| first.is_none_or(|it| it.0 != branch.0));
            let others: Vec<String> =
                others.map(|it| line_words(&root.position, from_ref(it), one_board)).collect();
            match others.as_slice() {
                [] => format!("{words}."),
                _ => format!("{words}. Also {}.", others.join(", ")),
            }
        }
    }
}

/// Formats the moves of a line. Each is preceded by the letter of its seat, unless `one_board` is set.
fn line_words(
    start: &Position,
    line: &[(SolutionStep, SolutionState)],
    one_board: Option<Seat>,
) -> String {
    let mut before = start;
    let mut words: Vec<String> = Vec::new();
    for (step, after) in line {
        if let Some((seat, mv)) = step.ply() {
            let san = before.board_of(seat).san(mv);
            let later =
                if matches!(step, SolutionStep::PlayLater(..)) { " if it comes" } else { "" };
            words.push(match one_board {
                Some(_) => format!("{san}{later}"),
                None => format!("{} {san}{later}", seat.letter()),
            });
        }
        before = &after.position;
    }
    words.join(", ")
}
