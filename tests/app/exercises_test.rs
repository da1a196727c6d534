//! Puzzles in the window: shown, solved, left, and without the solution on the screen.

use crate::window::{CTRL, Window};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;
use std::collections::BTreeSet;
use tandem::{
    analysis::{report::Task, tactics::Mate},
    app::{Action, Command, LibraryAction, Panel, QueryResult, library, palette},
    rules::{Role, Seat},
};

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

/// White A could mate with a queen that the partner may capture, and then does; Black B is to solve on board B.
const TEXT: &str = "[Event \"Queens\"]\n[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 {C:Q@b7 mates now} 1A. Q@b7# {ann mates by Q@b7} 1-0\n";

/// White A mates at once with a knight.
const SMOTHERED: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n\n\
    1A. N@f7# *\n";

impl Window {
    /// Starts the puzzles of the match and waits until all are found.
    fn exercise(&mut self) {
        self.update(Action::Do(Command::ExercisesOfMatch));
        self.wait("the exercises are found", |window| {
            let round = window.state().exercise();
            round.is_some_and(|round| round.walked.is_none())
        });
    }

    fn said(&self) -> String {
        let round = self.state().exercise().expect("an exercise");
        round.now().expect("one is asked").1.said().to_owned()
    }

    /// Returns all correct first moves of the current puzzle in SAN.
    fn answers(&self) -> Vec<String> {
        let round = self.state().exercise().expect("an exercise");
        let (posed, _) = round.now().expect("one is asked");
        let mates: Vec<&Mate> = match &posed.exercise.task {
            Task::Mate(mate) => vec![mate],
            Task::Need(kinds) | Task::Keep(kinds) => kinds.iter().map(|more| &more.mate).collect(),
        };
        let id = posed.exercise.seat.board();
        let board = match posed.exercise.task {
            Task::Keep(_) => posed.position.boards[id].null_move().expect("nobody is in check"),
            _ => posed.position.boards[id].clone(),
        };
        let first = mates.iter().flat_map(|mate| &mate.first);
        first.map(|&mv| board.san(mv).to_string()).collect()
    }

    /// Returns every name, value and description for a screen reader.
    fn all_words(&self) -> BTreeSet<String> {
        let root = self.harness.root();
        let words = root.children_recursive().flat_map(|node| {
            let node = node.accesskit_node();
            [node.label(), node.value(), node.description()]
        });
        words.flatten().collect()
    }

    /// Types a move.
    fn play(&mut self, typed: &str) {
        self.key(Key::M);
        self.type_text(typed);
        self.key(Key::Enter);
    }
}

#[test]
fn window_does_not_reveal_the_answer() {
    let mut window = Window::of(TEXT);
    window.key(Key::End);
    // In the match itself the solution is visible everywhere.
    assert!(window.all_words().iter().any(|name| name.contains("Q@b7")));
    let panels = [
        Command::Show(Panel::Moves),
        Command::Show(Panel::Notes),
        Command::Show(Panel::Tags),
        Command::Show(Panel::Text),
    ];
    for panel in panels {
        window.update(Action::Do(panel));
        window.settle();
        window.exercise();
        let mut asked = 0;
        loop {
            window.settle();
            let answers = window.answers();
            assert!(!answers.is_empty());
            for name in window.all_words() {
                for answer in &answers {
                    assert!(!name.contains(answer.as_str()), "{name} tells {answer}");
                }
            }
            assert!(!window.has_containing("mates by"));
            assert_eq!(window.state().title(), "Puzzles – Tandem");
            asked += 1;
            let number = window.state().exercise().expect("a round").number();
            window.key(Key::N);
            if window.state().exercise().expect("a round").number() == number {
                break;
            }
        }
        assert_eq!(asked, 3);
        window.key(Key::Escape);
        assert!(window.state().exercise().is_none());
    }
}

#[test]
fn wanted_piece_puzzle_is_answered_by_piece_and_drop() {
    let mut window = Window::of(TEXT);
    window.exercise();
    assert!(window.has("You are ann (White A). Which piece would mate, and how?"));
    assert!(window.has("Piece needed:") && !window.has("Must not lose:"));
    window.click("Rook");
    assert_eq!(window.said(), "A rook doesn’t force mate in 3 moves.");
    window.click("Queen");
    assert_eq!(window.said(), "Correct: you get a queen. Mate in 1.");
    // With the mouse: a drop that does not mate, and one that does.
    let reserve = window.state().position().reserves[Seat::WhiteA];
    assert_eq!(reserve.count(Role::Queen), 1);
    window.play("Q@h8");
    assert!(
        window.said().starts_with("bob can") || window.said().starts_with("The king"),
        "{}",
        window.said()
    );
    window.play("Q@a7");
    assert_eq!(window.said(), "Correct: Q@a7 is mate.");
    let score = window.state().settings.exercises;
    assert_eq!((score.at_once, score.later, score.shown), (0, 1, 0));
    // A repeated puzzle is not counted again.
    window.keys(Modifiers::SHIFT, Key::N);
    window.key(Key::N);
    assert!(window.has("You are dee (Black B). What must your partner ann (White A) not lose?"));
    assert!(window.has("Must not lose:") && !window.has("Piece needed:"));
    window.keys(Modifiers::SHIFT, Key::N);
    window.click("Queen");
    window.play("Q@b7");
    assert_eq!(window.state().settings.exercises, score);
}

#[test]
fn squares_are_clicked_as_in_a_match() {
    let mut window = Window::of(SMOTHERED);
    window.exercise();
    assert!(window.has("You are ann (White A). Mate in 1."));
    window.click("Drop a knight");
    window.click("board A, f7, empty, legal target");
    assert_eq!(window.said(), "Correct: N@f7 is mate.");
    let score = window.state().settings.exercises;
    assert_eq!((score.at_once, score.later, score.shown), (1, 0, 0));
}

#[test]
fn hints_help_and_the_answer_is_shown() {
    let mut window = Window::of(TEXT);
    window.exercise();
    window.key(Key::H);
    assert_eq!(window.said(), "It lets you mate in 1.");
    window.key(Key::H);
    assert!(window.said().starts_with("Look at "), "{}", window.said());
    window.click("View solution");
    assert!(window.said().starts_with("A queen mates in 1 by Q@a7 or Q@b7"), "{}", window.said());
    assert_eq!(window.state().settings.exercises.shown, 1);
    // A solved puzzle has no more hints.
    assert!(!palette::can(window.state(), Command::ExerciseHint));
    window.key(Key::N);
    assert!(window.has_containing("What must your partner"));
    window.click("Knight");
    assert!(window.said().contains("wouldn’t let"), "{}", window.said());
    window.click("Queen");
    assert!(window.said().starts_with("Correct: with a queen, "), "{}", window.said());
}

#[test]
fn leaving_puzzles_restores_the_match() {
    let mut window = Window::of(TEXT);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.state().is_unsaved());
    let before = (
        window.moment(),
        window.state().position(),
        window.text(),
        window.state().title(),
        library::undo_names(window.state()).0.map(str::to_owned),
    );
    window.exercise();
    // Editing and navigation keys are disabled.
    for key in
        [Key::ArrowRight, Key::Home, Key::End, Key::Space, Key::Num2, Key::Enter, Key::D, Key::E]
    {
        window.key(key);
    }
    window.keys(CTRL, Key::Z);
    window.keys(CTRL_SHIFT, Key::Z);
    window.keys(CTRL, Key::T);
    assert_eq!(library::undo_names(window.state()), (None, None));
    window.click("Queen");
    window.play("Q@b7");
    window.key(Key::Escape);
    assert!(window.state().exercise().is_none());
    let after = (
        window.moment(),
        window.state().position(),
        window.text(),
        window.state().title(),
        library::undo_names(window.state()).0.map(str::to_owned),
    );
    assert_eq!(before, after);
    window.keys(CTRL, Key::Z);
    assert!(!window.state().is_unsaved());
}

#[test]
fn puzzles_come_from_lists_and_searches() {
    let mut window = Window::of(&format!("{TEXT}\n{SMOTHERED}"));
    window.update(Action::Do(Command::ExercisesOfList));
    window.wait("the exercises are found", |window| {
        let round = window.state().exercise();
        round.is_some_and(|round| round.walked.is_none() && round.count() > 3)
    });
    assert!(window.has_containing("Puzzle 1 of "));
    let records: BTreeSet<usize> = std::iter::from_fn(|| {
        let round = window.state().exercise()?;
        let (record, number) = (round.now()?.0.record, round.number());
        window.key(Key::PageDown);
        let goes_on = window.state().exercise()?.number() != number;
        goes_on.then_some(record)
    })
    .collect();
    assert!(records.contains(&0));
    window.key(Key::Escape);
    assert!(!palette::can(window.state(), Command::ExercisesOfSearch));
    window.update(Action::Do(Command::Show(Panel::Search)));
    window.settle();
    window.fill("Search positions", "mate-in:1");
    window.key(Key::Enter);
    window.wait("the question is answered", |window| {
        let search = window.state().search.shown();
        search.walked.is_none() && search.answer != QueryResult::Nothing
    });
    window.update(Action::Do(Command::ExercisesOfSearch));
    window.wait("the exercises are found", |window| {
        let round = window.state().exercise();
        round.is_some_and(|round| round.walked.is_none() && round.count() > 0)
    });
    assert!(window.has_containing("Mate in 1."));
}

#[test]
fn score_survives_a_restart() {
    let mut window = Window::of(TEXT);
    window.exercise();
    window.click("View solution");
    let score = window.state().settings.exercises;
    assert_eq!(score.shown, 1);
    let window = window.restarted();
    assert_eq!(window.state().settings.exercises, score);
}

#[test]
fn solved_puzzle_becomes_a_variation() {
    // The second of two matches is open; the puzzle is from the first.
    let missed = SMOTHERED.replace("1A. N@f7# *", "1A. h4 {C:Slow.} *");
    let quiet = "[WhiteA \"cy\"]\n\n1A. e4 *\n";
    let mut window = Window::of(&format!("{missed}\n{quiet}"));
    window.update(Action::Library(LibraryAction::Choose(1)));
    window.update(Action::Do(Command::ExercisesOfList));
    window.wait("the exercises are found", |window| {
        let round = window.state().exercise();
        round.is_some_and(|round| round.walked.is_none())
    });
    assert!(!palette::can(window.state(), Command::KeepExercise), "nothing is played");
    window.play("N@f7");
    assert!(palette::can(window.state(), Command::KeepExercise), "{}", window.said());
    window.click("Save as variation");
    assert!(window.state().exercise().is_none());
    window.wait("the variation is shown", |window| window.state().attempt().variation.is_some());
    let kept = missed.replace("{C:Slow.}", "{C:Slow. (1A. N@f7#)}");
    assert_eq!(window.text().trim_end(), kept.trim_end());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text().trim_end(), missed.trim_end());
}

#[test]
fn engine_line_with_a_virtual_drop_cannot_be_kept() {
    let mut window = Window::of(TEXT);
    window.exercise();
    window.click("Queen");
    window.play("Q@b7");
    assert_eq!(window.said(), "Correct: Q@b7 is mate.");
    assert!(!palette::can(window.state(), Command::KeepExercise));
    assert_eq!(window.text(), TEXT);
}
