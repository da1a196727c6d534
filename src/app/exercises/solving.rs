//! [`Solving`]: the state of solving an exercise.

use super::{Outcome, Posed, words};
use crate::{
    analysis::{
        report::{Mating, Task, Verdict, judge_mating_move},
        tactics::{Limits, Mate, Solver},
    },
    app::MomentView,
    diagram::{Mark, MarkColor},
    rules::{BoardId, Move, Position, Role, Seat},
};

/// The stage of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseStage {
    /// Name a piece.
    Name,
    /// Play a move.
    Play,
    /// Solved.
    Solved,
    /// The solution was shown.
    MomentView,
}

/// The state of solving an exercise.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The piece in hand, the promotion choice and marks.
    pub shown: MomentView,
    /// The current position.
    position: Position,
    stage: ExerciseStage,
    /// The number of moves left to mate.
    moves: u8,
    /// The named piece.
    named: Option<Role>,
    /// The plies of both sides from the position of the exercise.
    plies: Vec<(Seat, Move)>,
    /// Whether a piece was lent that is not in reserve in the match.
    lent: bool,
    /// The last feedback, one or more sentences.
    said: String,
    /// Whether the last answer was wrong.
    failed: bool,
    hints: u8,
    mistakes: u32,
}

impl Solving {
    /// Starts solving `posed`.
    #[must_use]
    pub fn of(posed: &Posed) -> Self {
        let (stage, moves) = match &posed.exercise.task {
            Task::Mate(mate) => (ExerciseStage::Play, mate.moves),
            Task::Need(_) | Task::Keep(_) => (ExerciseStage::Name, 0),
        };
        Self {
            shown: MomentView::default(),
            position: posed.position.clone(),
            stage,
            moves,
            named: None,
            plies: Vec::new(),
            lent: false,
            said: String::new(),
            failed: false,
            hints: 0,
            mistakes: 0,
        }
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the stage.
    #[must_use]
    pub const fn stage(&self) -> ExerciseStage {
        self.stage
    }

    /// Returns the last feedback, or an empty text.
    #[must_use]
    pub fn said(&self) -> &str {
        &self.said
    }

    /// Returns whether the last answer was wrong.
    #[must_use]
    pub const fn has_failed(&self) -> bool {
        self.failed
    }

    /// Returns the plies from the position of the exercise, which can be saved as a variation.
    #[must_use]
    pub fn plies(&self) -> &[(Seat, Move)] {
        &self.plies
    }

    /// Returns whether a lent piece was played, so that the plies are illegal in the match.
    #[must_use]
    pub const fn has_lent(&self) -> bool {
        self.lent
    }

    /// Returns the last move on `board`.
    #[must_use]
    pub fn last_on(&self, board: BoardId) -> Option<Move> {
        let plies = self.plies.iter().rev();
        let mut plies = plies.filter(|(seat, _)| seat.board() == board);
        plies.next().map(|(_, mv)| *mv)
    }

    /// Returns the outcome; `None` while unsolved.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            ExerciseStage::Name | ExerciseStage::Play => None,
            ExerciseStage::MomentView => Some(Outcome::MomentView),
            ExerciseStage::Solved if self.hints == 0 && self.mistakes == 0 => Some(Outcome::AtOnce),
            ExerciseStage::Solved => Some(Outcome::Later),
        }
    }

    /// Returns whether the exercise is unsolved.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.outcome().is_none()
    }

    /// Handles naming a piece.
    pub fn name(&mut self, posed: &Posed, role: Role) {
        if self.stage != ExerciseStage::Name {
            return;
        }
        self.failed = false;
        let task = &posed.exercise.task;
        let verdict = task.judge_piece(role);
        self.said = words::piece(posed, role, verdict);
        let keeps = matches!(task, Task::Keep(_));
        match verdict {
            // Any mating piece must not be lost, slower ones included.
            Verdict::Right | Verdict::Slower { .. } if keeps => {
                self.end(posed, role, ExerciseStage::Solved);
            }
            Verdict::Right => self.lend(posed, role),
            Verdict::Slower { .. } | Verdict::Wrong => self.fail(),
        }
    }

    /// Lends the needed piece; the mate must be played next.
    fn lend(&mut self, posed: &Posed, role: Role) {
        self.named = Some(role);
        self.position.lend(posed.exercise.seat, role);
        self.lent = true;
        self.moves = posed.exercise.task.mate(Some(role)).map_or(0, |mate| mate.moves);
        self.stage = ExerciseStage::Play;
    }

    /// Plays the legal move `mv` of `seat`, and the defender's reply.
    pub fn play(&mut self, posed: &Posed, seat: Seat, mv: Move) {
        self.shown = MomentView::default();
        self.failed = false;
        let asked = posed.exercise.seat;
        if self.stage != ExerciseStage::Play {
            self.said = words::no_move(self.stage).to_owned();
            return;
        }
        if seat != asked {
            self.said = words::other_seat(posed);
            return;
        }
        let mut solver = Solver::new(Limits::default());
        let mating = judge_mating_move(&mut solver, &self.position, asked, self.moves, mv);
        self.said = words::mating(posed, &self.position, self.moves, mv, mating);
        match mating {
            Mating::Mate => {
                self.push(asked, mv);
                self.stage = ExerciseStage::Solved;
            }
            Mating::GoesOn(reply) => {
                self.push(asked, mv);
                let defender = asked.opponent();
                if let (Move::Drop { role, .. }, false) = (reply.mv, reply.in_hand) {
                    self.position.lend(defender, role);
                    self.lent = true;
                }
                self.push(defender, reply.mv);
                self.moves -= 1;
            }
            Mating::NoCheck | Mating::Slower(_) | Mating::Refuted(_) => self.fail(),
        }
    }

    const fn fail(&mut self) {
        self.failed = true;
        self.mistakes += 1;
    }

    fn push(&mut self, seat: Seat, mv: Move) {
        self.position.play(seat, mv);
        self.plies.push((seat, mv));
    }

    /// Gives a hint; the second one reveals more.
    pub fn hint(&mut self, posed: &Posed) {
        if self.is_asked() {
            self.failed = false;
            self.hints = self.hints.saturating_add(1);
            self.said = words::hint(posed, &self.position, self.mate(posed).as_ref(), self.hints);
        }
    }

    /// Shows the solution.
    pub fn answer(&mut self, posed: &Posed) {
        if !self.is_asked() {
            return;
        }
        self.failed = false;
        let role = match &posed.exercise.task {
            Task::Need(kinds) | Task::Keep(kinds) if self.stage == ExerciseStage::Name => {
                let best = kinds.iter().min_by_key(|more| more.mate.moves);
                best.map(|more| more.role)
            }
            _ => None,
        };
        self.said = words::answer(posed, &self.position, self.mate(posed).as_ref());
        match role {
            Some(role) => self.end(posed, role, ExerciseStage::MomentView),
            None => {
                self.mark(posed.exercise.seat, self.mate(posed).as_ref());
                self.stage = ExerciseStage::MomentView;
            }
        }
    }

    /// Ends an exercise about a piece, and shows what `role` would do.
    fn end(&mut self, posed: &Posed, role: Role, stage: ExerciseStage) {
        let asked = posed.exercise.seat;
        let seat = match posed.exercise.task {
            Task::Keep(_) => asked.opponent(),
            _ => asked,
        };
        self.named = Some(role);
        self.mark(seat, posed.exercise.task.mate(Some(role)));
        self.stage = stage;
    }

    /// Returns the mate to be played now.
    fn mate(&self, posed: &Posed) -> Option<Mate> {
        match self.stage {
            ExerciseStage::Name => {
                let (Task::Need(kinds) | Task::Keep(kinds)) = &posed.exercise.task else {
                    return None;
                };
                let best = kinds.iter().min_by_key(|more| more.mate.moves);
                best.map(|more| more.mate.clone())
            }
            _ => {
                let seat = posed.exercise.seat;
                let board = self.position.board_of(seat);
                Solver::new(Limits::default()).forced_mate(board, self.position.reserves[seat])
            }
        }
    }

    /// Marks the first moves of `mate`.
    fn mark(&mut self, seat: Seat, mate: Option<&Mate>) {
        let first = mate.map_or(&[][..], |mate| &mate.first);
        let marks = first.iter().map(|mv| {
            let mark = Mark {
                from: mv.from().unwrap_or(mv.to()),
                to: mv.from().map(|_| mv.to()),
                color: MarkColor::Green,
            };
            (seat.board(), mark)
        });
        self.shown.marks = marks.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::report::exercises_of,
        rules::{Bfen, BySeat, San},
    };

    /// Returns the first exercise of White A in a position.
    fn posed(fen: &str) -> Posed {
        let position = Bfen::parse(fen, None).expect("a position").position;
        let mut solver = Solver::new(Limits::default());
        let exercise = exercises_of(&position, 0, &mut solver)
            .into_iter()
            .find(|exercise| exercise.seat == Seat::WhiteA)
            .expect("an exercise");
        Posed {
            exercise,
            record: 0,
            position,
            players: BySeat::from_fn(|seat| ["ann", "bob", "cy", "dee"][seat as usize].to_owned()),
        }
    }

    fn play(solving: &mut Solving, posed: &Posed, san: &str) -> String {
        let read = San::parse(san.as_bytes()).expect("a move").san;
        let seat = posed.exercise.seat;
        let mv = solving.position().resolve(seat, &read).expect("legal");
        solving.play(posed, seat, mv);
        solving.said().to_owned()
    }

    #[test]
    fn defender_replies_automatically_until_mated() {
        // Plays every exercise longer than one move to its end along its first moves.
        let mut longest = 0;
        for fen in [
            "7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1",
            "6k1/4P1pp/6N1/8/8/8/8/K4R2[] w - - 0 1",
            "6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1",
        ] {
            let posed = posed(fen);
            let Task::Mate(mate) = &posed.exercise.task else {
                panic!("{fen} asks for a mate");
            };
            longest = longest.max(mate.moves);
            let mut solving = Solving::of(&posed);
            for left in (1..=mate.moves).rev() {
                let mate = solving.mate(&posed).expect("it goes on");
                assert!(mate.moves <= left, "{fen}");
                let before = solving.plies().len();
                solving.play(&posed, Seat::WhiteA, mate.first[0]);
                assert!(!solving.has_failed(), "{}", solving.said());
                let both = if solving.is_asked() { 2 } else { 1 };
                assert_eq!(solving.plies().len() - before, both);
                if !solving.is_asked() {
                    break;
                }
            }
            assert_eq!(solving.outcome(), Some(Outcome::AtOnce), "{fen}");
            assert!(solving.position().boards[BoardId::A].is_checkmate());
        }
        assert_eq!(longest, 3);
    }

    #[test]
    fn wrong_move_is_taken_back_with_an_explanation() {
        let posed = posed("6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1");
        let mut solving = Solving::of(&posed);
        assert_eq!(play(&mut solving, &posed, "h4"), "h4 does not give check.");
        let said = play(&mut solving, &posed, "N@g6");
        assert_eq!(said, "bob can capture it: hxg6.");
        assert!(solving.has_failed() && solving.plies().is_empty());
        assert_eq!(*solving.position(), posed.position);
        assert_eq!(play(&mut solving, &posed, "N@f7"), "Correct: N@f7 is mate.");
        assert_eq!(solving.outcome(), Some(Outcome::Later));
        // A solved exercise ignores moves.
        assert_eq!(solving.plies().len(), 1);
        solving.hint(&posed);
        solving.answer(&posed);
        assert_eq!(solving.outcome(), Some(Outcome::Later));
    }

    #[test]
    fn the_answer_is_drawn_and_other_seats_stay() {
        let posed = posed("6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1");
        let mut solving = Solving::of(&posed);
        let white_b = solving.position().legal_moves(Seat::WhiteB)[0];
        solving.play(&posed, Seat::WhiteB, white_b);
        assert_eq!(solving.said(), "Only ann (White A) moves in this puzzle.");
        solving.hint(&posed);
        assert_eq!(solving.said(), "The first move is a drop.");
        solving.hint(&posed);
        assert_eq!(solving.said(), "Look at f7.");
        solving.answer(&posed);
        assert_eq!(solving.said(), "N@f7 mates.");
        assert_eq!(solving.outcome(), Some(Outcome::MomentView));
        assert_eq!(solving.shown.marks.len(), 1);
    }
}
