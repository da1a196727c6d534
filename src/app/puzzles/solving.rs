//! [`PuzzleState`]: the state of a puzzle being solved.

use super::{refutation::Refutation, words};
use crate::{
    analysis::{
        puzzles::{Branch, Goal, Puzzle, SolutionState, SolutionStep, Task, main_line, winner},
        tactics::{Limits, Solver},
    },
    app::MomentView,
    rules::{BoardId, Move, Position, Role, Seat},
    settings::PuzzleOutcome,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleStage {
    /// Choose whether to move or to sit, that is, to wait for a piece.
    Sit,
    /// Choose the kind of piece that the question asks for.
    Name,
    /// Play a move.
    Play,
    Solved,
    /// The solution was shown.
    Shown,
}

/// The number of hints for a move: the idea, the piece, the square.
pub const HINTS: usize = 3;

/// The maximum number of steps shown in a solution.
const MAX_STEPS: usize = 16;

#[derive(Clone, Debug)]
pub struct PuzzleState {
    /// The held piece, a pending promotion, and marks.
    pub moment_view: MomentView,
    /// The state before the first step of the solution.
    root: SolutionState,
    /// The steps of the solution, by both sides, from `root` on.
    line: Vec<Branch>,
    /// The number of steps of `line` that are on the boards. Invariant: while the puzzle is unsolved, all steps of
    /// `line` are on the boards.
    at: usize,
    /// The possible steps after step `at`; empty until the puzzle has ended.
    pub next: Vec<Branch>,
    pub stage: PuzzleStage,
    /// A wrong move and the reply to it, while they are on the boards.
    refutation: Option<Refutation>,
    /// The last feedback, as one or more sentences.
    pub feedback: String,
    /// Whether the last answer was wrong.
    pub was_wrong: bool,
    /// The hints for the next move.
    pub hints: Vec<String>,
    /// Whether there was a hint, also for an earlier move.
    had_hint: bool,
    mistakes: u32,
}

impl PuzzleState {
    /// Returns whether the user has not begun to answer.
    pub(super) fn is_untouched(&self) -> bool {
        self.line.is_empty()
            && self.refutation.is_none()
            && self.feedback.is_empty()
            && !self.had_hint
            && self.moment_view.attempt.hand.is_none()
    }

    /// Starts solving `puzzle`.
    pub fn of(puzzle: &Puzzle) -> Self {
        let stage = match &puzzle.task {
            Task::Mate(_) | Task::Deliver(..) => PuzzleStage::Play,
            Task::Need(_) | Task::Keep(_) => PuzzleStage::Name,
            Task::Move(_) | Task::Sit(..) => PuzzleStage::Sit,
        };
        Self {
            moment_view: MomentView::default(),
            root: SolutionState::of(puzzle),
            line: Vec::new(),
            at: 0,
            next: Vec::new(),
            stage,
            refutation: None,
            feedback: String::new(),
            was_wrong: false,
            hints: Vec::new(),
            had_hint: false,
            mistakes: 0,
        }
    }

    /// Returns the current state of the solution. A wrong move does not change that state.
    pub fn state(&self) -> &SolutionState {
        self.before(self.at)
    }

    /// Returns the position on the boards, including a wrong move and its refutation.
    pub fn position(&self) -> &Position {
        self.refutation.as_ref().map_or(&self.state().position, |it| &it.position)
    }

    /// Returns whether a wrong move and its refutation are on the boards.
    pub const fn is_refuted(&self) -> bool {
        self.refutation.is_some()
    }

    /// Returns the steps of the solution, and the number of steps that are on the boards.
    pub fn line(&self) -> (&[Branch], usize) {
        (&self.line, self.at)
    }

    /// Returns the state before step `index` of the solution.
    pub fn before(&self, index: usize) -> &SolutionState {
        index.checked_sub(1).and_then(|at| self.line.get(at)).map_or(&self.root, |(_, it)| it)
    }

    /// Returns the plies of the solution that are on the boards. These plies can be saved as a variation.
    pub fn plies(&self) -> Vec<(Seat, Move)> {
        self.line[..self.at].iter().filter_map(|(step, _)| step.ply()).collect()
    }

    /// Returns whether the steps on the boards use a piece that was not in reserve in the match. With such a piece, the
    /// plies are illegal in the match.
    pub fn has_virtual_drop(&self) -> bool {
        let is_lent = |step: SolutionStep| {
            matches!(step, SolutionStep::Gain(..) | SolutionStep::PlayLater(..))
        };
        self.line[..self.at].iter().any(|(step, _)| is_lent(*step))
    }

    /// Returns the last move on `board`, wrong moves included.
    pub fn last_on(&self, board: BoardId) -> Option<Move> {
        let refuted = self.refutation.iter().flat_map(|it| it.plies.iter().copied());
        let plies = self.plies().into_iter().chain(refuted);
        plies.rev().find(|(seat, _)| seat.board() == board).map(|(_, mv)| mv)
    }

    /// Returns whether `seat` sits, to wait for a piece, in the current state.
    pub fn is_sitting(&self, seat: Seat) -> bool {
        let goal = self.state().goal;
        matches!(goal, Goal::Deliver(sits, _) | Goal::Resist(sits, _) | Goal::Frozen(sits) if sits == seat)
    }

    /// Returns the outcome; `None` while the puzzle is unsolved.
    pub fn outcome(&self) -> Option<PuzzleOutcome> {
        match self.stage {
            PuzzleStage::Sit | PuzzleStage::Name | PuzzleStage::Play => None,
            PuzzleStage::Shown => Some(PuzzleOutcome::GaveUp),
            PuzzleStage::Solved if !self.had_hint && self.mistakes == 0 => {
                Some(PuzzleOutcome::FirstTry)
            }
            PuzzleStage::Solved => Some(PuzzleOutcome::WithHints),
        }
    }

    pub fn awaits_answer(&self) -> bool {
        self.outcome().is_none()
    }

    /// Takes back a wrong move and its refutation. Returns whether there was a wrong move.
    pub fn take_back(&mut self) -> bool {
        self.refutation.take().is_some()
    }

    /// Handles the user's choice: to sit (`true`) or to move (`false`).
    pub fn sit(&mut self, puzzle: &Puzzle, sits: bool) {
        if self.stage != PuzzleStage::Sit {
            return;
        }
        self.was_wrong = false;
        let is_sit = matches!(puzzle.task, Task::Sit(..));
        self.feedback = words::sit(puzzle, sits);
        if sits != is_sit {
            return self.fail();
        }
        self.stage = PuzzleStage::Play;
        if is_sit {
            self.push_first(puzzle);
        }
    }

    /// Handles the user's choice of the kind of piece `role`.
    pub fn name(&mut self, puzzle: &Puzzle, role: Role) {
        if self.stage != PuzzleStage::Name {
            return;
        }
        self.was_wrong = false;
        self.feedback = words::piece(puzzle, role);
        if puzzle.task.answers().all(|more| more.role != role) {
            return self.fail();
        }
        let branches = self.branches(puzzle);
        let gain = |(step, _): &Branch| matches!(step, SolutionStep::Gain(_, it) if *it == role);
        self.push(branches.into_iter().find(gain));
        if matches!(puzzle.task, Task::Keep(_)) {
            self.end(puzzle, PuzzleStage::Solved);
        } else {
            self.stage = PuzzleStage::Play;
        }
    }

    /// Plays the legal move `mv` of `seat`. A correct move is followed by the reply that resists longest, a wrong move
    /// by its refutation. After the puzzle has ended, a move of the solution leads to the next step.
    pub fn play(&mut self, puzzle: &Puzzle, seat: Seat, mv: Move) {
        self.moment_view = MomentView::default();
        self.take_back();
        self.was_wrong = false;
        if !self.awaits_answer() {
            let played = |(step, _): &Branch| step.ply() == Some((seat, mv));
            match self.next.iter().position(played) {
                Some(at) => self.branch(puzzle, at),
                None => self.feedback = "That isn’t part of the solution.".to_owned(),
            }
            return;
        }
        if self.stage != PuzzleStage::Play {
            self.feedback = words::no_move(self.stage).to_owned();
            return;
        }
        if Some(seat) != self.mover() {
            self.feedback = words::wrong_seat(puzzle, self.mover());
            return;
        }
        let branches = self.branches(puzzle);
        let is_played = |(step, _): &Branch| step.ply() == Some((seat, mv));
        let Some(played) = branches.into_iter().find(is_played) else {
            let mut solver = Solver::new(Limits::default());
            let refutation = Refutation::of(puzzle, self.state(), (seat, mv), &mut solver);
            self.feedback.clone_from(&refutation.feedback);
            self.refutation = Some(refutation);
            return self.fail();
        };
        let before = self.state().clone();
        self.push(Some(played));
        let wins_piece = matches!(before.goal, Goal::Deliver(..));
        if self.state().is_end() || wins_piece {
            self.feedback = words::solved(puzzle, &before, (seat, mv), self.state());
            return self.end(puzzle, PuzzleStage::Solved);
        }
        self.push_first(puzzle);
        let after = self.line.get(self.at.wrapping_sub(2)).map_or(&before, |(_, state)| state);
        let reply = self.line.last().map(|(step, _)| *step);
        self.feedback =
            words::right_move(puzzle, (&before, after), (seat, mv), reply, self.state().goal);
    }

    /// Returns the seat that has to move next; `None` if no move is expected.
    pub fn mover(&self) -> Option<Seat> {
        winner(self.state().goal)
    }

    fn branches(&self, puzzle: &Puzzle) -> Vec<Branch> {
        self.state().branches(puzzle, &mut Solver::new(Limits::default()))
    }

    fn push(&mut self, branch: Option<Branch>) {
        if let Some(branch) = branch {
            self.line.truncate(self.at);
            self.line.push(branch);
            self.at += 1;
            self.hints.clear();
        }
    }

    /// Plays the first possible next step: the best move, or the reply that resists longest.
    fn push_first(&mut self, puzzle: &Puzzle) {
        self.push(self.branches(puzzle).into_iter().next());
    }

    const fn fail(&mut self) {
        self.was_wrong = true;
        self.mistakes += 1;
    }

    /// Gives the next hint for the next move: the idea, the piece, then the square.
    pub fn hint(&mut self, puzzle: &Puzzle) {
        if !self.awaits_answer() || self.hints.len() >= HINTS {
            return;
        }
        self.take_back();
        self.was_wrong = false;
        let line = main_line(puzzle, self.state(), 3);
        let hint = words::hint(puzzle, self.state(), &line, self.hints.len());
        self.hints.push(hint);
        self.had_hint = true;
    }

    /// Gives up the puzzle and shows the rest of the solution.
    pub fn show_solution(&mut self, puzzle: &Puzzle) {
        if !self.awaits_answer() {
            return;
        }
        self.take_back();
        self.was_wrong = false;
        self.feedback = words::answer(puzzle, self.state());
        self.end(puzzle, PuzzleStage::Shown);
    }

    /// Ends the puzzle at `stage`. The user can then play through the rest of the solution.
    fn end(&mut self, puzzle: &Puzzle, stage: PuzzleStage) {
        self.stage = stage;
        self.look_ahead(puzzle);
    }

    /// Extends `line` to the end of the solution, and lists the possible next steps.
    fn look_ahead(&mut self, puzzle: &Puzzle) {
        self.moment_view = MomentView::default();
        if self.at == self.line.len() {
            let continuation = main_line(puzzle, self.state(), MAX_STEPS.saturating_sub(self.at));
            self.line.extend(continuation);
        }
        self.next = self.branches(puzzle);
    }

    /// Goes to step `at` of the solution, if the puzzle has ended; 0 is the state before the first step.
    pub fn go_to(&mut self, puzzle: &Puzzle, at: usize) {
        if !self.awaits_answer() && at <= self.line.len() {
            self.at = at;
            self.look_ahead(puzzle);
        }
    }

    /// Steps through the solution, if the puzzle has ended. In an unsolved puzzle, takes back a wrong move.
    pub fn step(&mut self, puzzle: &Puzzle, forward: bool) {
        if self.awaits_answer() {
            self.take_back();
            return;
        }
        let to = if forward { self.at + 1 } else { self.at.saturating_sub(1) };
        self.go_to(puzzle, to);
    }

    /// Follows the possible next step `index` of an ended puzzle.
    pub fn branch(&mut self, puzzle: &Puzzle, index: usize) {
        let Some(branch) = self.next.get(index).cloned() else { return };
        if self.line.get(self.at) == Some(&branch) {
            self.at += 1;
        } else {
            self.push(Some(branch));
        }
        self.look_ahead(puzzle);
    }

    /// Returns the best plies in the current state of an ended puzzle.
    pub fn best_plies(&self) -> impl Iterator<Item = (Seat, Move)> {
        let mover = self.mover();
        let plies = self.next.iter().filter_map(|(step, _)| step.ply());
        plies.filter(move |(seat, _)| Some(*seat) == mover)
    }
}
