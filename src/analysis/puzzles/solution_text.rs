//! [`solution_lines`], [`solution_words`], [`joint_win_text`], [`mate_text`]: solutions in words.

use super::{
    Branch, Goal, Puzzle, SolutionState, SolutionStep, Task, arrival::arrival, main_line,
    solution::winner,
};
use crate::{
    analysis::{
        report::{format_moves, or},
        tactics::{Mate, Solver},
    },
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
        solver: Solver::default(),
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

/// Describes the joint win from `state` on, in which the partner of the sitting seat is to move: `dee wins a queen with dxc5;
/// then Q@b7 mates`.
pub fn joint_win_text(puzzle: &Puzzle, state: &SolutionState) -> String {
    let (seat, partner) = (puzzle.seat, puzzle.seat.partner());
    let name = &puzzle.origin.players[partner];
    let mut position = state.position.clone();
    let mut moves: Vec<String> = Vec::new();
    for (step, after) in main_line(puzzle, state, MAX_STEPS) {
        let Some((mover, mv)) = step.ply() else { continue };
        let san = position.board_of(mover).san(mv).to_string();
        let taken = position.board_of(mover).captured_by(mv);
        moves.push(san);
        match after.goal {
            Goal::Attack(attacker, _) if mover == partner && attacker == seat => {
                let mate = Solver::default().mate_of(&after.position, seat);
                let mate = mate_text(&after.position, seat, mate.as_ref());
                let piece = taken.map_or("piece", role_name);
                return format!("{name} wins a {piece} with {}; then {mate}", moves.join(", "));
            }
            Goal::Frozen(_) => {
                let opponent = &puzzle.origin.players[partner.opponent()];
                return format!(
                    "{name} plays {}, and {opponent} has no answer while you sit",
                    moves.join(", ")
                );
            }
            Goal::Mated(mater) if mater == partner => {
                let mut words = format!("{name} mates with {}", moves.join(", "));
                if let Task::Deliver(joint, _) | Task::Sit(joint, _) = &puzzle.task
                    && !joint.delivers.is_empty()
                {
                    let kinds = joint.delivers.iter().map(|&role| format!("a {}", role_name(role)));
                    let kinds = or(kinds.collect());
                    words.push_str(&format!(", or wins {kinds}, with which you mate"));
                }
                return words;
            }
            _ => position = after.position,
        }
    }
    format!("{name} plays {}", moves.join(", "))
}

/// Describes the first moves of `mate`, such as `N@f7 or Qxg7 mates` or `Qxg2 forces mate in 3`.
pub fn mate_text(position: &Position, seat: Seat, mate: Option<&Mate>) -> String {
    let board = position.board_to_move(seat);
    let first = format_moves(&board, mate.map_or(&[], |mate| &mate.first));
    match mate.map_or(1, |mate| mate.moves) {
        1 => format!("{first} mates"),
        moves => format!("{first} forces mate in {moves}"),
    }
}

/// Returns the joint win that `branches`, the partner's first moves, begin. Names the other first moves too.
fn joint_win_words(puzzle: &Puzzle, state: &SolutionState, branches: &[Branch]) -> String {
    let sans = |branch: &Branch| {
        let (seat, mv) = branch.0.ply()?;
        Some(state.position.board_of(seat).san(mv).to_string())
    };
    let others: Vec<String> = branches.iter().skip(1).filter_map(sans).collect();
    let text = joint_win_text(puzzle, state);
    with_others(&text, &others)
}

/// Returns `text` as a sentence, and names the `others` that solve the puzzle too.
fn with_others(text: &str, others: &[String]) -> String {
    match others {
        [] => format!("{text}."),
        _ => format!("{text}. Also {}.", others.join(", ")),
    }
}

/// Describes the solution: `Qxf7. Also Q@e8.`, `Queen: Q@a7.` or `Sit: dee wins a queen with dxc5; then Q@b7 mates.`
pub fn solution_words(puzzle: &Puzzle) -> String {
    let root = SolutionState::of(puzzle);
    let mut solver = Solver::default();
    let branches = root.branches(puzzle, &mut solver);
    if !puzzle.task.pieces().is_empty() {
        let lines = branches.into_iter().filter_map(|(step, state)| {
            let SolutionStep::Gain(_, role) = step else { return None };
            let line = main_line(puzzle, &state, MAX_STEPS);
            Some(format!("{}: {}", role_name(role), line_words(&state.position, &line)))
        });
        let lines: Vec<String> = lines.collect();
        return format!("{}.", capital(&lines.join("; ")));
    }
    match &puzzle.task {
        Task::Sit(..) => {
            let sits = branches.into_iter().next().map_or(root, |(_, state)| state);
            let branches = sits.branches(puzzle, &mut solver);
            return format!("Sit: {}", joint_win_words(puzzle, &sits, &branches));
        }
        Task::Deliver(..) => return joint_win_words(puzzle, &root, &branches),
        _ => {}
    }
    let line = main_line(puzzle, &root, MAX_STEPS);
    let words = line_words(&root.position, &line);
    let others = branches.iter().filter(|it| line.first().is_none_or(|first| first.0 != it.0));
    let others: Vec<String> = others.map(|it| line_words(&root.position, from_ref(it))).collect();
    let begin = if puzzle.task.asks_whether_to_sit() { "Move: " } else { "" };
    with_others(&format!("{begin}{words}"), &others)
}

/// Formats the moves of a line.
fn line_words(start: &Position, line: &[Branch]) -> String {
    let mut before = start;
    let mut words: Vec<String> = Vec::new();
    for (step, after) in line {
        if let Some((seat, mv)) = step.ply() {
            let san = before.board_of(seat).san(mv);
            let later =
                if matches!(step, SolutionStep::PlayLater(..)) { " if it comes" } else { "" };
            words.push(format!("{san}{later}"));
        }
        before = &after.position;
    }
    words.join(", ")
}
