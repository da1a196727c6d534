//! [`printed_solution`]: a solution as books print it.

use super::{Branch, Goal, Puzzle, SolutionState, SolutionStep, Task, solution::winner};
use crate::{
    analysis::tactics::Solver,
    rules::{BoardId, Color, Position, role_name},
};

/// The maximum number of steps in a line.
const MAX_STEPS: usize = 16;

/// The maximum number of defences in brackets for each line from the position, in a whole solution.
const MAX_BRACKETS: usize = 6;

/// Returns the solution with the move numbers of the match, such as `27. Qxh7+ Kxh7 (27… Kf8 28. Q@f7#) 28. N@f6+ Kh8 29. Q@h7#`.
/// Defences that get the same answer as an earlier one are left out. A move on the partner’s board follows the name of that
/// board.
pub fn printed_solution(puzzle: &Puzzle) -> String {
    printed(puzzle, MAX_BRACKETS)
}

/// Returns the main line of the solution, without other moves in brackets: `27. Qxh7+ Kxh7 28. N@f6+ Kh8 29. Q@h7#`.
pub fn printed_main_line(puzzle: &Puzzle) -> String {
    printed(puzzle, 0)
}

fn printed(puzzle: &Puzzle, max_brackets: usize) -> String {
    let mut solution = PrintedSolution {
        puzzle,
        solver: Solver::default(),
        text: String::new(),
        max_brackets,
        brackets: max_brackets,
    };
    let board = puzzle.seat.board();
    let start = Place { board, is_first: true, shares_number: false, steps: MAX_STEPS };
    let root = SolutionState::of(puzzle);
    match &puzzle.task {
        Task::Mate(_) => solution.line(&root, start),
        Task::Move(_) => {
            solution.word("move:");
            solution.line(&root, start);
        }
        Task::Deliver(..) | Task::Sit(..) => {
            solution.word("sit");
            solution.line(&root, start);
        }
        Task::Need(_) | Task::Keep(_) => solution.pieces(&root, start),
    }
    solution.text
}

struct PrintedSolution<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
    text: String,
    /// The maximum number of defences in brackets for each line from the position; 0 for no brackets at all.
    max_brackets: usize,
    /// The number of defences that may still be printed in brackets.
    brackets: usize,
}

/// The place in a line at which the next step is printed.
#[derive(Clone, Copy)]
struct Place {
    board: BoardId,
    /// Whether no move on the board precedes it.
    is_first: bool,
    /// Whether a move of White precedes it, whose number a move of Black shares.
    shares_number: bool,
    /// The maximum number of further steps.
    steps: usize,
}

impl PrintedSolution<'_> {
    /// Prints each piece that answers the question, with its line.
    fn pieces(&mut self, root: &SolutionState, start: Place) {
        for (step, state) in root.branches(self.puzzle, &mut self.solver) {
            let SolutionStep::Gain(_, role) = step else { continue };
            if !self.text.is_empty() {
                self.text.push(';');
            }
            self.brackets = self.max_brackets;
            self.word(role_name(role));
            if matches!(state.goal, Goal::Await(..)) {
                self.word("(mates after every move)");
            }
            self.text.push(':');
            self.line(&state, start);
        }
    }

    /// Prints the line from `state` on. Other first moves on a board, and other defences, follow in brackets.
    fn line(&mut self, state: &SolutionState, place: Place) {
        let mut branches = state.branches(self.puzzle, &mut self.solver).into_iter();
        let Some((step, next)) = branches.next() else { return };
        if place.steps == 0 {
            return;
        }
        let mut after = self.step(&state.position, step, &next.position, place);
        if winner(state.goal).is_some() {
            if self.max_brackets > 0 && (place.is_first || after.board != place.board) {
                self.other_moves(&state.position, branches);
            }
        } else if matches!(state.goal, Goal::Defend(..) | Goal::Resist(..)) {
            let mut answers = vec![self.answer(&next)];
            for (step, next) in branches {
                if self.brackets == 0 {
                    break;
                }
                let answer = self.answer(&next);
                if answers.contains(&answer) {
                    continue;
                }
                answers.push(answer);
                self.brackets -= 1;
                self.word("(");
                let place = Place { shares_number: false, ..place };
                let place = self.step(&state.position, step, &next.position, place);
                self.line(&next, place);
                self.text.push(')');
                after.shares_number = false;
            }
        }
        self.line(&next, after);
    }

    /// Prints `step`, which leads from one position to the next, and returns the place after it.
    fn step(
        &mut self,
        before: &Position,
        step: SolutionStep,
        next: &Position,
        place: Place,
    ) -> Place {
        let steps = place.steps - 1;
        let Some((seat, _)) = step.ply() else { return Place { steps, ..place } };
        let board = seat.board();
        if board != place.board {
            self.text.push(';');
            self.word(&format!("board {}:", board.letter()));
        }
        let number = before.boards[board].fullmoves();
        let is_white = seat.color() == Color::White;
        if is_white {
            self.word(&format!("{number}."));
        } else if !place.shares_number || board != place.board {
            self.word(&format!("{number}…"));
        }
        self.word(&move_text(before, step, next));
        Place { board, is_first: false, shares_number: is_white, steps }
    }

    /// Prints the first moves of `branches`, if there are any.
    fn other_moves(&mut self, before: &Position, branches: impl Iterator<Item = Branch>) {
        let others = branches.map(|(step, next)| move_text(before, step, &next.position));
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            self.word(&format!("(or {})", others.join(", ")));
        }
    }

    /// Returns the answer to the defence that leads to `state`, and what remains to be done there.
    fn answer(&mut self, state: &SolutionState) -> (Goal, Option<SolutionStep>) {
        let branches = state.branches(self.puzzle, &mut self.solver);
        (state.goal, branches.into_iter().next().map(|(step, _)| step))
    }

    fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// Returns the move of `step` with `+` or `#`, or nothing. `step` leads from one position to the next.
fn move_text(before: &Position, step: SolutionStep, next: &Position) -> String {
    let Some((seat, mv)) = step.ply() else { return String::new() };
    let san = before.board_of(seat).san(mv);
    let is_later = matches!(step, SolutionStep::PlayLater(..));
    let later = if is_later { " if it comes" } else { "" };
    format!("{san}{}{later}", next.board_of(seat).claim().suffix())
}
