//! Puzzles in the window: shown, solved, refuted, played through and left, without the solution on the screen.
#![expect(
    clippy::disallowed_methods,
    reason = "settings of an earlier version are written for the program"
)]

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;
use std::{collections::BTreeSet, fs};
use tandem::{
    analysis::{
        ledger::Theme,
        puzzles::{Kind, SolutionStep, main_line},
    },
    app::{
        Action, Command, Dialog, JobKind, LibraryAction, Panel, PlaybackAction, PuzzleAction,
        QueryResult, SaveTarget, SavingAction, SearchPage, Switch, library, palette,
    },
    diagram::{Mark, MarkColor, PuzzlesPerPage},
    rules::{BoardId, Role, Seat, Square},
    settings::PuzzleScore,
};

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

/// White A could mate with a queen that the partner can capture, and then does. Black B solves the puzzle, on board B.
const TEXT: &str = "[Event \"Queens\"]\n[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 {C:Q@b7 mates now} 1A. Q@b7# {ann mates by Q@b7} 1-0\n";

/// White A needs a piece that the partner cannot capture.
const NEED: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[] w - - 0 1 | k7/8/8/8/8/8/8/K7[] b - - 0 1\"]\n\n1A. Ra2 *\n";

/// Black B can only move the pawn on e7, and a knight then mates on f7.
const FATAL: &str = "5brk/4p1pp/7P/8/8/8/8/B3K3[] b - - 0 1";

/// White A mates in one with a knight.
const SMOTHERED: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/6PP/R5K1[NQ] w - - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n\n\
    1A. N@f7# *\n";

/// White A mates in 3.
const LONG: &str = "[WhiteA \"ann\"]\n[BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n\
    [FEN \"7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n*\n";

impl Window {
    /// Starts the puzzles of the match, and waits until all are found.
    fn solve_match(&mut self) {
        self.update(Action::RunCommand(Command::PuzzlesOfMatch));
        self.puzzles_found();
    }

    fn puzzles_found(&mut self) {
        self.wait("the puzzles are found", |window| {
            let puzzles = &window.state().puzzles;
            let round = puzzles.round.as_ref();
            round.is_some()
                && !window.state().jobs.is_running(JobKind::Puzzles)
                && puzzles.progress.is_some()
        });
    }

    /// Goes to the first puzzle of this kind.
    fn go_to_kind(&mut self, kind: Kind) {
        while self.kind() != kind {
            let number = self.state().puzzle().expect("a round").number();
            self.key(Key::N);
            assert_ne!(self.state().puzzle().expect("a round").number(), number, "no {kind}");
        }
        self.settle();
    }

    fn kind(&self) -> Kind {
        let round = self.state().puzzle().expect("a round");
        round.now().expect("one is asked").0.task.kind()
    }

    fn feedback(&self) -> String {
        let round = self.state().puzzle().expect("a puzzle");
        round.now().expect("one is asked").1.feedback.clone()
    }

    fn score(&self) -> PuzzleScore {
        self.state().puzzles.progress.as_ref().expect("loaded").score(None)
    }

    /// Returns the moves in the solution of the current puzzle.
    fn answers(&self) -> Vec<String> {
        let round = self.state().puzzle().expect("a puzzle");
        let (puzzle, _) = round.now().expect("one is asked");
        let words = tandem::analysis::puzzles::solution_words(puzzle);
        let moves = words.split([' ', ',', ';', '.', ':']).filter(|it| it.contains(['@', '#']));
        moves.map(str::to_owned).collect()
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

    /// Plays the best move of an unsolved puzzle.
    fn play_best(&mut self) {
        let round = self.state().puzzle().expect("a round");
        let (puzzle, solving) = round.now().expect("one is asked");
        let line = main_line(puzzle, solving.state(), 1);
        let (seat, mv) = line[0].0.ply().expect("a move");
        self.update(Action::Puzzles(PuzzleAction::Play(seat, mv)));
    }

    /// Types a move and enters it.
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
    // In the match itself the solution can be seen in many places.
    assert!(window.all_words().iter().any(|name| name.contains("Q@b7")));
    for panel in [Panel::Moves, Panel::Notes, Panel::Tags, Panel::Text] {
        window.update(Action::RunCommand(Command::Show(panel)));
        window.settle();
        window.solve_match();
        // Puzzles that were left are resumed where they were.
        window.key(Key::P);
        let mut asked = 0;
        loop {
            window.settle();
            let answers = window.answers();
            for name in window.all_words() {
                for answer in &answers {
                    assert!(!name.contains(answer.as_str()), "{name} tells {answer}");
                }
            }
            assert!(!window.has_containing("mates by") && !window.has_containing("Queens"));
            assert_eq!(window.title(), "Puzzles – Tandem");
            asked += 1;
            let number = window.state().puzzle().expect("a round").number();
            window.key(Key::N);
            if window.state().puzzle().expect("a round").number() == number {
                break;
            }
        }
        assert_eq!(asked, 2);
        window.key(Key::Escape);
        assert!(window.state().puzzle().is_none());
    }
}

#[test]
fn help_opens_over_a_puzzle_and_returns_to_it() {
    let mut window = Window::of(TEXT);
    window.solve_match();
    window.play("Kb7");
    window.key(Key::Escape);
    let before = (window.state().puzzle().expect("a round").number(), window.feedback());
    let answers = window.answers();
    window.key(Key::F1);
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
    let is_told = |name: &String| answers.iter().any(|answer| name.contains(answer.as_str()));
    assert!(!window.all_words().iter().any(is_told));
    window.key(Key::Escape);
    for page in ["Bughouse", "Search syntax", "File formats"] {
        window.menu(&["Help", page]);
        assert_eq!(window.open_dialog().as_deref(), Some("Help"), "{page}");
        window.key(Key::Escape);
    }
    assert_eq!(window.open_dialog(), None);
    assert_eq!((window.state().puzzle().expect("a round").number(), window.feedback()), before);
}

#[test]
fn wanted_piece_puzzle_is_answered_by_piece_and_drop() {
    let mut window = Window::of(NEED);
    window.solve_match();
    window.go_to_kind(Kind::WhichPiece);
    assert!(window.has("White on board A to move: ann. One extra piece in reserve forces mate. Which is the least valuable one, and how?"));
    assert!(window.has("Piece needed:") && !window.has("Must not lose:"));
    window.click("Queen");
    assert_eq!(
        window.feedback(),
        "No: a queen doesn’t force mate in 3 moves if the defender’s partner may capture any piece meanwhile."
    );
    window.click("Knight");
    assert_eq!(window.feedback(), "Correct: you get a knight. Mate in 1.");
    let reserve = window.state().position().reserves[Seat::WhiteA];
    assert_eq!(reserve.count(Role::Knight), 1);
    window.play("N@g6");
    assert!(window.feedback().ends_with("there is no mate."), "{}", window.feedback());
    window.play("N@f7");
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
    let score = window.score();
    assert_eq!((score.at_once, score.later, score.shown), (0, 1, 0));
    // Repeating a puzzle does not count again.
    window.key(Key::N);
    window.key(Key::P);
    window.go_to_kind(Kind::WhichPiece);
    window.click("View solution");
    assert_eq!(window.score(), score);
}

#[test]
fn sit_puzzle_needs_sitting_and_the_partners_first_move() {
    // A set of puzzles in which the joint win is asked for as "Move or sit?".
    let posed = tandem::analysis::puzzles::puzzles_of_record(
        0,
        TEXT.as_bytes(),
        None,
        &mut tandem::analysis::tactics::Solver::default(),
    );
    let record = tandem::document::puzzle_record(&posed.puzzles[0], "x");
    let mut window = Window::of(&record.replace("joint-win", "move-or-sit"));
    window.solve_match();
    window.go_to_kind(Kind::MoveOrSit);
    assert!(window.has_containing("Your partner dee (Black B) is also to move"));
    assert!(window.has_containing("Move or sit? · "));
    // No move can be played before the answer.
    window.play("a: Kb8");
    window.key(Key::Escape);
    window.click("Move");
    assert_eq!(window.feedback(), "No: with the pieces you have, no move forces mate in 3 moves.");
    // The shortcuts of the glyphs choose an answer.
    window.key(Key::Num2);
    assert_eq!(window.feedback(), "Correct: sit. What does your partner dee play?");
    // The typed move is the partner's.
    window.play("d5");
    assert!(window.feedback().contains("wins nothing that ann needs"), "{}", window.feedback());
    window.play("dxc5");
    assert_eq!(window.feedback(), "Correct: dxc5 wins a queen, and ann mates in 1.");
    // The arrow keys play through the rest of the line.
    let line = |window: &Window| {
        let round = window.state().puzzle().expect("a round");
        let (line, at) = round.now().expect("a puzzle").1.line();
        (line.iter().map(|(step, _)| *step).collect::<Vec<SolutionStep>>(), at)
    };
    let (steps, at) = line(&window);
    assert_eq!((steps.len(), at), (3, 2), "{steps:?}");
    assert_eq!(steps[0], SolutionStep::Sit(Seat::WhiteA));
    window.key(Key::ArrowRight);
    assert!(window.state().position().boards[BoardId::A].is_checkmate());
    window.key(Key::ArrowLeft);
    window.key(Key::ArrowLeft);
    window.key(Key::ArrowLeft);
    assert_eq!(line(&window).1, 0);
    assert!(window.has_containing("ann waits"));
}

#[test]
fn joint_win_says_that_the_solver_sits_and_asks_for_the_partners_move() {
    let mut window = Window::of(TEXT);
    window.solve_match();
    window.go_to_kind(Kind::JointWin);
    let question = "White on board A to move: ann. You sit. What does your partner dee (Black B) play to \
                    win for both?";
    assert!(window.has(question), "{:?}", window.names());
    window.key(Key::H);
    window.settle();
    assert!(window.has("Board A: you mate with a queen."), "{:?}", window.names());
    window.play("dxc5");
    assert_eq!(window.feedback(), "Correct: dxc5 wins a queen, and ann mates in 1.");
    let mut window = Window::of(TEXT);
    window.solve_match();
    window.go_to_kind(Kind::JointWin);
    window.click("View solution");
    assert_eq!(window.feedback(), "dee wins a queen with dxc5; then Q@a7 or Q@b7 mates.");
}

#[test]
fn a_wrong_move_is_refuted_on_the_boards_and_taken_back() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    let before = window.state().position();
    window.play("N@g6");
    assert_eq!(window.feedback(), "hxg6 captures the piece, and there is no mate.");
    assert!(window.has("Play another move, or press ← to take it back."));
    // The refutation is on the board.
    assert!(window.has_containing("board A, g6, black pawn"), "{:?}", window.all_words());
    // The empty field passes the key on.
    window.key(Key::ArrowLeft);
    assert_eq!(window.state().position(), before);
    // The next try need not be taken back first.
    window.play("N@g6");
    window.play("N@f7");
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
}

#[test]
fn the_field_for_moves_stays_open_and_empty_until_the_puzzle_is_solved() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.key(Key::M);
    let field = |window: &Window| match &window.state().shell.dialog {
        Some(Dialog::PlayMove { typed, error }) => Some((typed.clone(), error.clone())),
        _ => None,
    };
    for _ in 0..2 {
        window.type_text("N@g6");
        window.key(Key::Enter);
        window.settle();
        let reason = window.feedback();
        assert!(reason.starts_with("hxg6 captures the piece"), "{reason}");
        assert_eq!(field(&window), Some((String::new(), reason)));
    }
    window.type_text("N@f7");
    window.key(Key::Enter);
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
    assert_eq!(field(&window), None);
}

#[test]
fn best_moves_of_a_solution_have_the_arrows_of_next_moves() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.click("View solution");
    window.settle();
    assert!(window.state().marks().is_empty(), "an author has drawn nothing");
    let outlined = Painted::of(&window).colours;
    window.update(Action::RunCommand(Command::Switch(Switch::NextArrows)));
    window.settle();
    assert_ne!(Painted::of(&window).colours, outlined);
}

#[test]
fn each_move_of_a_solution_has_hints_of_its_own() {
    let mut window = Window::of(LONG);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    for _ in 0..3 {
        window.key(Key::H);
    }
    window.settle();
    assert!(window.has("3 of 3 used"), "{:?}", window.names());
    assert!(!palette::can(window.state(), Command::PuzzleHint));
    window.play_best();
    window.settle();
    assert!(window.has("0 of 3 used"), "{:?}", window.names());
    while window.state().puzzle().is_some_and(|it| it.now().expect("one").1.awaits_answer()) {
        window.play_best();
    }
    // The hint for the first move counts.
    let score = window.score();
    assert_eq!((score.at_once, score.later, score.shown), (0, 1, 0));
}

#[test]
fn the_next_try_after_a_wrong_drop_picks_the_same_piece_up_again() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.play("N@g6");
    assert!(window.has_containing("board A, g6, black pawn"));
    window.click_nth("Drop a knight", 0);
    window.click("board A, f7, empty, legal target");
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
}

#[test]
fn an_invalid_move_is_quoted_as_it_was_typed() {
    let mut window = Window::of(TEXT);
    window.solve_match();
    window.play("mQ@h9");
    let message = "“mQ@h9”: not a valid move: h9 is not a square.";
    assert!(window.has(message), "{:?}", window.names());
}

#[test]
fn must_not_lose_puzzle_is_true_of_every_move() {
    let mut window = Window::of(&format!(
        "[WhiteA \"ann\"]\n[BlackB \"dee\"]\n[WhiteB \"cy\"]\n\
         [FEN \"4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | {FATAL}\"]\n\n*\n"
    ));
    window.solve_match();
    window.go_to_kind(Kind::MustNotLose);
    let question = "Black on board B to move: dee. Which is the least valuable piece that would lose \
                    the match if your partner ann (White A) gave it away?";
    assert_eq!(Painted::of(&window).count(question), 1, "{:?}", window.names());
    window.click("Pawn");
    assert!(window.feedback().starts_with("No: even if cy gets a pawn"), "{}", window.feedback());
    window.click("Knight");
    let feedback = window.feedback();
    let expected = "Correct: whatever you play, cy then mates in 1 with the knight.";
    assert!(feedback.starts_with(expected), "{feedback}");
}

#[test]
fn puzzles_can_be_left_in_windows_of_every_size() {
    for (width, height) in [(900.0, 600.0), (700.0, 1000.0), (1280.0, 800.0)] {
        let mut window = Window::sized(TEXT, width, height);
        window.solve_match();
        let screen = window.harness.ctx.content_rect();
        let names = ["Play move…", "View solution", "Save as variation", "Previous", "Next puzzle"];
        let bar = names.map(|name| window.rect(name));
        for (name, rect) in names.into_iter().zip(bar) {
            assert!(screen.contains_rect(rect), "{name} at {rect:?} in {width}");
            let others = bar.iter().filter(|it| **it != rect);
            assert!(others.clone().all(|it| !it.shrink(0.5).intersects(rect)), "{name}: {bar:?}");
        }
        window.click("Leave puzzles");
        assert!(window.state().puzzle().is_none());
    }
    // Without puzzles there is a way back as well.
    let mut window = Window::sized(SHORT, 900.0, 600.0);
    window.solve_match();
    assert!(window.has_containing("No puzzles found"));
    window.click("Leave puzzles");
    assert!(window.state().puzzle().is_none());
}

#[test]
fn every_defence_can_be_chosen_in_the_solution() {
    let mut window = Window::of(LONG);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.click("View solution");
    window.settle();
    assert!(window.feedback().ends_with(" forces mate in 3."), "{}", window.feedback());
    window.key(Key::ArrowRight);
    window.settle();
    let next = |window: &Window| {
        let round = window.state().puzzle().expect("a round");
        round.now().expect("a puzzle").1.next.clone()
    };
    let defences = next(&window);
    assert!(!defences.is_empty());
    for index in 0..defences.len() {
        window.update(Action::Puzzles(PuzzleAction::GoTo(1)));
        window.update(Action::Puzzles(PuzzleAction::Branch(index)));
        // From each defence the line continues to mate.
        for _ in 0..8 {
            window.key(Key::ArrowRight);
        }
        let position = window.state().position();
        assert!(position.boards[BoardId::A].is_checkmate(), "{index}");
    }
    assert_eq!(window.score().shown, 1);
}

#[test]
fn puzzle_squares_are_clicked_like_match_squares() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    assert!(window.has("White on board A to move: ann. Mate in 1."));
    // A circle on the boards of the puzzle is removed by drawing it again.
    let bare = Painted::of(&window).colours;
    for is_drawn in [true, false] {
        let circle = Mark { from: Square::F7, to: None, color: MarkColor::Green };
        window.update(Action::Playback(PlaybackAction::Mark(BoardId::A, circle, None)));
        assert_eq!(Painted::of(&window).colours != bare, is_drawn);
    }
    window.click("Drop a knight");
    window.click("board A, f7, empty, legal target");
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
    let score = window.score();
    assert_eq!((score.at_once, score.later, score.shown), (1, 0, 0));
}

#[test]
fn hints_name_the_idea_the_piece_and_the_square() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    for (hint, used) in [("Drop a piece.", 1), ("Drop a knight.", 2), ("Look at f7.", 3)] {
        window.key(Key::H);
        window.settle();
        assert!(window.has(hint), "{hint}");
        assert!(window.has(&format!("{used} of 3 used")));
    }
    window.click("View solution");
    assert_eq!(window.feedback(), "N@f7 mates.");
    assert_eq!(window.score().shown, 1);
    // There are no hints for a solved puzzle.
    assert!(!palette::can(window.state(), Command::PuzzleHint));
}

#[test]
fn a_tall_window_has_the_panel_below_large_boards() {
    for (width, height, is_below) in
        [(700.0, 1000.0, true), (900.0, 600.0, false), (1280.0, 800.0, false)]
    {
        let mut window = Window::sized(TEXT, width, height);
        window.solve_match();
        let (board, panel) = (window.rect("Board A"), window.rect("Progress"));
        assert_eq!(panel.top() > board.bottom(), is_below, "{board:?} {panel:?}");
        assert!(board.width() > 0.3 * width, "{board:?} in {width} × {height}");
        let button = |name: &str| window.rect(name);
        let (keep, previous) = (button("Save as variation"), button("Previous"));
        assert!(keep.right() <= previous.left(), "{keep:?} {previous:?}");
    }
}

#[test]
fn leaving_puzzles_restores_the_match() {
    let mut window = Window::of(TEXT);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.state().is_unsaved());
    let look = |window: &Window| {
        (
            window.moment(),
            window.state().position(),
            window.text(),
            window.state().title(),
            library::undo_names(window.state()).0.map(str::to_owned),
        )
    };
    let before = look(&window);
    window.solve_match();
    // Keys for editing and navigation are disabled.
    for key in
        [Key::ArrowRight, Key::Home, Key::End, Key::Space, Key::Num2, Key::Enter, Key::D, Key::E]
    {
        window.key(key);
    }
    window.keys(CTRL, Key::Z);
    window.keys(CTRL_SHIFT, Key::Z);
    window.keys(CTRL, Key::T);
    assert_eq!(library::undo_names(window.state()), (None, None));
    window.go_to_kind(Kind::Mate);
    window.play("Q@b7");
    window.key(Key::Escape);
    assert!(window.state().puzzle().is_none());
    assert_eq!(before, look(&window));
    window.keys(CTRL, Key::Z);
    assert!(!window.state().is_unsaved());
}

#[test]
fn a_list_filtered_to_nothing_has_no_puzzles_and_says_why() {
    let mut window = Window::of(TEXT);
    assert!(palette::can(window.state(), Command::PuzzlesOfList));
    window.update(Action::Library(LibraryAction::Filter("nobody-of-this-name".to_owned())));
    let reason = "No match is listed. Clear the filter.";
    assert_eq!(palette::disabled_reason(window.state(), Command::PuzzlesOfList), Some(reason));
    window.update(Action::RunCommand(Command::PuzzlesOfList));
    assert!(window.state().puzzle().is_none(), "{:?}", window.names());
    assert!(window.has(reason), "{:?}", window.names());
}

#[test]
fn puzzles_come_from_list_and_search() {
    let mut window = Window::of(&format!("{TEXT}\n{SMOTHERED}"));
    window.update(Action::RunCommand(Command::PuzzlesOfList));
    window.puzzles_found();
    assert!(window.has_containing("Puzzle 1 of "));
    let records: BTreeSet<usize> = std::iter::from_fn(|| {
        let round = window.state().puzzle()?;
        let (record, number) = (round.now()?.0.origin.record, round.number());
        window.key(Key::PageDown);
        let goes_on = window.state().puzzle()?.number() != number;
        goes_on.then_some(record)
    })
    .collect();
    assert!(records.contains(&0));
    window.key(Key::Escape);
    assert!(!palette::can(window.state(), Command::PuzzlesOfSearch));
    window.update(Action::RunCommand(Command::Show(Panel::Search)));
    window.settle();
    window.fill("Search positions", "mate-in:1");
    window.key(Key::Enter);
    window.wait("the question is answered", |window| {
        let search = window.state().search.page_state(SearchPage::Moments);
        !window.state().jobs.is_running(JobKind::Search(SearchPage::Moments))
            && search.answer != QueryResult::Nothing
    });
    window.update(Action::RunCommand(Command::PuzzlesOfSearch));
    window.puzzles_found();
    window.go_to_kind(Kind::Mate);
    assert!(window.has_containing("Mate in 1."));
}

#[test]
fn puzzles_are_filtered_by_kind_and_player() {
    let mut window = Window::of(&format!("{TEXT}\n{SMOTHERED}"));
    window.update(Action::RunCommand(Command::PuzzlesOfList));
    window.puzzles_found();
    let all = window.state().puzzle().expect("a round").set.len();
    window.click("Set");
    window.settle();
    assert!(window.has(&format!("{all} of {all} puzzles")));
    let kinds = |window: &Window| -> BTreeSet<Kind> {
        window.state().puzzle().unwrap().set.iter().map(|puzzle| puzzle.task.kind()).collect()
    };
    let every_kind = kinds(&window);
    assert!(every_kind.len() > 1, "{every_kind:?}");
    for kind in [Kind::JointWin, Kind::Mate] {
        window.click(&format!("Only {}", kind.name()));
        window.settle();
        assert_eq!(kinds(&window), BTreeSet::from([kind]));
    }
    assert!(window.state().puzzle().expect("a round").set.len() < all);
    assert_eq!(window.kind(), Kind::Mate);
    // Check boxes add and remove kinds.
    let count = window.state().puzzle().unwrap().count_of_kind(Kind::JointWin);
    window.click(&format!("Joint win ({count})"));
    window.settle();
    assert_eq!(kinds(&window), BTreeSet::from([Kind::Mate, Kind::JointWin]));
    window.click("All kinds");
    window.settle();
    assert_eq!(kinds(&window), every_kind);
    window.fill("Player", "nobody");
    window.settle();
    assert!(window.has(&format!("0 of {all} puzzles")));
    window.click("Puzzle");
    window.settle();
    assert!(window.has("No puzzles match the filter. Change it under Set."));
}

#[test]
fn puzzles_begin_with_the_shortest_mate_and_a_new_set_has_no_filter() {
    let mut window = Window::of(&format!("{LONG}\n{TEXT}\n{SMOTHERED}"));
    let solve = |window: &mut Window| {
        window.update(Action::RunCommand(Command::PuzzlesOfList));
        window.puzzles_found();
    };
    solve(&mut window);
    let lengths = |window: &Window| -> Vec<u8> {
        let set = &window.state().puzzle().expect("a round").set;
        set.iter().map(|puzzle| puzzle.task.length()).collect()
    };
    // The mate in 3 is in the first match.
    assert!(window.has_containing("Mate in 1."), "{:?}", window.names());
    let all = lengths(&window);
    assert!(all.is_sorted() && all.last() == Some(&3), "{all:?}");
    window.click("Set");
    window.click("Hard");
    window.settle();
    // The joint win begins with an obvious capture, so only the mate in 3 is hard.
    assert_eq!(lengths(&window), [3]);
    window.click("Medium");
    window.settle();
    assert_eq!(lengths(&window), [2]);
    window.click("Easy");
    window.settle();
    let count = lengths(&window).len();
    assert!(count > 1, "{:?}", lengths(&window));
    let words = format!("{count} of {} puzzles", all.len());
    assert!(window.has(&words), "{:?}", window.names());
    window.click("Puzzle");
    window.settle();
    let words = format!("{count} of {} puzzles match the filter.", all.len());
    assert!(window.has(&words), "{:?}", window.names());
    // The set that was left comes back as it was, with its filter.
    window.key(Key::N);
    window.key(Key::Escape);
    assert!(window.state().puzzle().is_none());
    assert!(
        window.has_containing(&format!("Paused at puzzle 2 of {count}.")),
        "{:?}",
        window.names()
    );
    solve(&mut window);
    assert!(window.has(&format!("Puzzle 2 of {count}")), "{:?}", window.names());
    // Another set has no filter.
    window.key(Key::Escape);
    window.update(Action::RunCommand(Command::PuzzlesOfMatch));
    window.puzzles_found();
    let round = window.state().puzzle().expect("a round");
    assert!(!round.found.is_empty() && round.set.len() == round.found.len());
    assert!(!window.has("Clear filter"));
}

#[test]
fn failed_puzzle_is_rescheduled_and_survives_a_restart() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.click("View solution");
    let score = window.score();
    assert_eq!(score.shown, 1);
    window.click("Progress");
    window.settle();
    assert!(window.has("No puzzles to review today"));
    assert!(window.has("First try 0 · With mistakes or hints 0 · Gave up 1"));
    assert!(window.has_containing("0 of 1 on the first try"));
    let mut window = window.restarted();
    window.open_match(SMOTHERED);
    window.solve_match();
    assert_eq!(window.score(), score);
}

#[test]
fn results_in_old_settings_are_migrated_once() {
    let old = "(exercises: (at_once: 5, later: 2, shown: 1))";
    let mut window =
        Window::with_settings(SMOTHERED, |path| fs::write(path, old).expect("writable"));
    window.solve_match();
    assert_eq!(window.score(), PuzzleScore { at_once: 5, later: 2, shown: 1 });
    assert!(window.state().settings.exercises.is_empty());
    let mut window = window.restarted();
    window.open_match(SMOTHERED);
    window.solve_match();
    assert_eq!(window.score(), PuzzleScore { at_once: 5, later: 2, shown: 1 });
}

#[test]
fn puzzle_file_is_recognised_and_opened_with_one_click() {
    let posed = tandem::analysis::puzzles::puzzles_of_record(
        0,
        SMOTHERED.as_bytes(),
        None,
        &mut tandem::analysis::tactics::Solver::default(),
    );
    let texts: Vec<String> =
        posed.puzzles.iter().map(|it| tandem::document::puzzle_record(it, "x")).collect();
    let mut window = Window::of(&texts.join("\n"));
    assert!(window.has("This file is a set of puzzles."));
    window.click("Solve puzzles");
    window.puzzles_found();
    assert_eq!(window.state().puzzle().expect("a round").set.len(), posed.puzzles.len());
    window.key(Key::Escape);
    // A puzzle that was edited by hand is skipped and reported.
    let mut window = Window::of(&texts.join("\n").replace("mate A", "mate B"));
    window.click("Solve puzzles");
    window.puzzles_found();
    window.settle();
    assert!(window.has_containing("1 puzzle skipped"));
}

#[test]
fn a_set_is_exported_as_positions_pages_and_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::of(TEXT);
    window.solve_match();
    let count = window.state().puzzle().expect("a round").set.len();
    for (name, mark, marks) in
        [("a.bpgn", "[Puzzle \"", count), ("a.jsonl", "\"kind\":", count), ("a.pdf", "%PDF", 1)]
    {
        let to = folder.path().join(name);
        let export = SavingAction::SavePath(SaveTarget::Puzzles, to.clone());
        window.update(Action::Saving(export));
        window.wait("the set is written", |_| to.exists());
        let bytes = fs::read(&to).expect("a file");
        assert_eq!(String::from_utf8_lossy(&bytes).matches(mark).count(), marks, "{name}");
    }
    window.settle();
    assert!(window.has_containing(&format!("Exported {count} puzzles to ")));
}

#[test]
fn printing_and_exporting_in_a_puzzle_export_the_set() {
    for (key, target, extension) in
        [(Key::P, SaveTarget::PuzzleSheet, ".pdf"), (Key::E, SaveTarget::Puzzles, ".bpgn")]
    {
        let mut window = Window::of(TEXT);
        window.solve_match();
        window.keys(CTRL, key);
        if key == Key::P {
            window.settle();
            window.click("Save as PDF…");
        }
        window.wait("the path is asked for", |window| match &window.state().shell.dialog {
            Some(Dialog::SavePath(what, path, _)) => *what == target && path.ends_with(extension),
            _ => false,
        });
    }
}

#[test]
fn a_set_is_printed_for_a_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::of(TEXT);
    window.solve_match();
    let mut printed = Vec::new();
    for (name, per_page) in [("fit.pdf", "As many as fit"), ("two.pdf", "2")] {
        window.keys(CTRL, Key::P);
        window.settle();
        window.fill("Title", "Class 7b");
        window.click(per_page);
        window.click("Letter");
        window.click("Save as PDF…");
        window.wait("the path is asked for", |window| {
            let dialog = &window.state().shell.dialog;
            matches!(dialog, Some(Dialog::SavePath(SaveTarget::PuzzleSheet, ..)))
        });
        let to = folder.path().join(name);
        let save = SavingAction::SavePath(SaveTarget::PuzzleSheet, to.clone());
        window.update(Action::Saving(save));
        window.wait("the set is written", |_| to.exists());
        window.settle();
        printed.push(fs::read(&to).expect("a file"));
    }
    let title = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("Class 7b");
    assert!(printed.iter().all(|bytes| title(bytes)));
    assert_ne!(printed[0], printed[1]);
    // The options are kept for the next print-out.
    let sheet = &window.state().puzzles.sheet;
    assert_eq!((sheet.title.as_str(), sheet.letter, sheet.name_lines), ("Class 7b", true, false));
    assert_eq!(sheet.per_page, PuzzlesPerPage::Two);
}

#[test]
fn pages_of_a_set_are_previewed_and_puzzles_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::of(TEXT);
    window.solve_match();
    let count = window.state().puzzle().expect("a round").set.len();
    assert!(count > 1);
    window.keys(CTRL, Key::P);
    window.settle();
    let has = |window: &Window, words: &str| {
        assert!(window.has(words), "no {words}: {:?}", window.names());
    };
    has(&window, &format!("{count} puzzles on 2 pages with the answers"));
    has(&window, "Page 1 of 2");
    let pixels = |window: &mut Window, page: usize| {
        let place = window.rect(&format!("Page {page}"));
        window.pixels(place)
    };
    let first = pixels(&mut window, 1);
    window.key(Key::PageDown);
    has(&window, "Page 2 of 2");
    assert_ne!(pixels(&mut window, 2), first);
    window.key(Key::PageUp);
    // The preview is what is chosen.
    window.click("Lines for name and date");
    assert_ne!(pixels(&mut window, 1), first);
    window.click("Lines for name and date");
    assert_eq!(pixels(&mut window, 1), first);
    window.fill("Puzzles", "1, 99");
    has(&window, &format!("There is no puzzle 99: the set has {count} puzzles."));
    assert!(!window.has_containing("Page 1 of"));
    window.fill("Puzzles", "2");
    has(&window, "1 puzzle on 2 pages with the answers");
    assert_ne!(pixels(&mut window, 1), first);
    window.click("Save as PDF…");
    let to = folder.path().join("one.pdf");
    window.update(Action::Saving(SavingAction::SavePath(SaveTarget::PuzzleSheet, to.clone())));
    window.wait("the set is written", |_| to.exists());
    window.wait("it says so", |window| window.has_containing("Exported 1 puzzle to "));
    // The numbers are neither kept for another set, nor used for other files.
    let to = folder.path().join("all.pdf");
    window.update(Action::Saving(SavingAction::SavePath(SaveTarget::Puzzles, to.clone())));
    let words = format!("Exported {count} puzzles to ");
    window.wait("it says so", |window| window.has_containing(&words));
    window.keys(CTRL, Key::P);
    window.settle();
    has(&window, &format!("{count} puzzles on 2 pages with the answers"));
}

#[test]
fn solved_puzzle_becomes_a_variation() {
    // The second of two matches is open, but the puzzle comes from the first.
    let missed = SMOTHERED.replace("1A. N@f7# *", "1A. h4 {C:Slow.} *");
    let quiet = "[WhiteA \"cy\"]\n\n1A. e4 *\n";
    let mut window = Window::of(&format!("{missed}\n{quiet}"));
    window.update(Action::Library(LibraryAction::Choose(1)));
    window.update(Action::RunCommand(Command::PuzzlesOfList));
    window.puzzles_found();
    window.go_to_kind(Kind::Mate);
    assert!(!palette::can(window.state(), Command::KeepPuzzle), "nothing is played");
    window.play("N@f7");
    assert!(palette::can(window.state(), Command::KeepPuzzle), "{}", window.feedback());
    window.settle();
    assert!(window.has("Missed by ann in the match."));
    window.click("Save as variation");
    assert!(window.state().puzzle().is_none());
    window.wait("the variation is shown", |window| window.state().attempt().variation.is_some());
    let kept = missed.replace("{C:Slow.}", "{C:Slow. (1A. N@f7#)}");
    assert_eq!(window.text().trim_end(), kept.trim_end());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text().trim_end(), missed.trim_end());
}

#[test]
fn engine_line_with_a_virtual_drop_cannot_be_saved() {
    let mut window = Window::of(NEED);
    window.solve_match();
    window.go_to_kind(Kind::WhichPiece);
    window.click("Knight");
    window.play("N@f7");
    assert_eq!(window.feedback(), "Correct: N@f7 is mate.");
    assert!(!palette::can(window.state(), Command::KeepPuzzle));
    assert_eq!(window.text(), NEED);
}

#[test]
fn seats_of_a_puzzle_have_board_letters_and_clocks() {
    let mut window = Window::of(TEXT);
    window.solve_match();
    let painted = Painted::of(&window);
    for (seat, board) in [("White A", "A"), ("Black A", "A"), ("White B", "B"), ("Black B", "B")] {
        let clock = window.rect_containing(&format!("Clock of {seat}"));
        let line = clock.with_min_x(0.0).with_max_x(clock.right());
        let shown = painted.words.iter().zip(&painted.places);
        let letters = shown.filter(|(words, place)| {
            *words == board && (place.center().y - line.center().y).abs() < 4.0
        });
        assert!(letters.count() > 0, "{seat}: {:?}", painted.words);
    }
    assert!(window.has_containing(", you"), "{:?}", window.names());
    assert!(window.has_containing(", your partner"), "{:?}", window.names());
}

#[test]
fn puzzle_names_its_source_and_leads_to_its_match() {
    let mut window = Window::of(SMOTHERED);
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    assert_eq!(Painted::of(&window).count("White on board A to move: ann. Mate in 1."), 1);
    assert!(!window.has("Go to match"), "the match shows the solution");
    window.key(Key::G);
    assert!(window.state().puzzle().is_some() && window.has_containing("Solve the puzzle first"));
    window.play("N@f7");
    window.settle();
    let painted = Painted::of(&window);
    for words in ["Solved", "Found by ann in the match.", "match.bpgn", "Go to match"] {
        assert_eq!(painted.count(words), 1, "{words}: {:?}", painted.words);
    }
    let sign = window.rect("Solved");
    let panel = window.rect("Go to match");
    assert!(sign.height() > 40.0 && sign.width() > 2.0 * panel.width(), "{sign:?}");
    window.click("Go to match");
    assert!(window.state().puzzle().is_none());
    assert_eq!(window.moment(), 0);
    assert!(window.has_containing("Paused at puzzle "));
    window.key(Key::G);
    window.settle();
    assert!(window.has("Solved") && !window.has_containing("Paused at puzzle"));
    window.key(Key::Escape);
    assert!(palette::can(window.state(), Command::ResumePuzzles), "they are kept");
}

#[test]
fn puzzle_set_is_limited_to_a_theme() {
    let mut window = Window::of(&format!("{SMOTHERED}\n{TEXT}"));
    window.update(Action::RunCommand(Command::PuzzlesOfList));
    window.puzzles_found();
    let all = window.state().puzzle().expect("a round").set.len();
    window.click("Set");
    window.click("Smothered mate");
    window.settle();
    let round = window.state().puzzle().expect("a round");
    assert!((1..all).contains(&round.set.len()), "{} of {all}", round.set.len());
    assert!(round.set.iter().all(|puzzle| puzzle.themes.contains(Theme::Smothered)));
    assert!(window.has(&format!("{} of {all} puzzles", round.set.len())), "{:?}", window.names());
}

#[test]
fn enter_after_a_solution_goes_to_the_next_puzzle() {
    let mut window = Window::of(TEXT);
    window.solve_match();
    window.key(Key::Enter);
    assert_eq!(window.state().puzzle().expect("a round").number(), 1, "unsolved");
    window.click("View solution");
    window.settle();
    assert_eq!(Painted::of(&window).count("Gave up"), 1);
    window.key(Key::Enter);
    assert_eq!(window.state().puzzle().expect("a round").number(), 2);
    assert!(palette::can(window.state(), Command::PreviousPuzzle));
    // After the last puzzle the panel says so, and so does the key.
    assert_eq!(window.state().puzzle().expect("a round").set.len(), 2);
    assert!(!palette::can(window.state(), Command::NextPuzzle));
    window.click("View solution");
    window.settle();
    let words = "This is the last puzzle of the set.";
    assert_eq!(Painted::of(&window).count(words), 1, "{:?}", window.names());
    window.key(Key::Enter);
    window.settle();
    assert_eq!(Painted::of(&window).count(words), 2, "{:?}", window.names());
}

#[test]
fn cheaper_mating_piece_is_right_even_if_it_is_slower() {
    // A knight, a rook and a queen mate at once, a pawn in 3.
    let mut window = Window::of(
        "[WhiteA \"ann\"]\n[FEN \"7k/5Q2/8/8/8/8/8/K7[] w - - 0 1 | k7/8/8/8/8/8/8/K7[] w - - 0 1\"]\n\n*\n",
    );
    window.solve_match();
    window.go_to_kind(Kind::WhichPiece);
    window.click("Queen");
    let feedback = "No: a queen forces mate too, but so does a less valuable piece.";
    assert_eq!(window.feedback(), feedback);
    window.click("Pawn");
    assert_eq!(window.feedback(), "Correct: you get a pawn. Mate in 3.");
    window.click("View solution");
    assert!(window.feedback().ends_with(" forces mate in 3."), "{}", window.feedback());
    let mut window = Window::of(NEED);
    window.solve_match();
    window.go_to_kind(Kind::WhichPiece);
    window.click("View solution");
    assert_eq!(window.feedback(), "With a knight, N@f7 mates.");
}

/// After R@b8 Black has no legal move, which looks like mate, but may still drop a piece that comes.
#[test]
fn check_without_an_answer_now_is_slower_than_mate() {
    let mut window = Window::of(
        "[BlackA \"bob\"]\n[FEN \"4k2r/p1p3pp/2N1P2n/3P1b2/7n/4P3/PPPn1nPb/R1K3R1[QRBpp] w - - 0 27 | \
         k7/8/8/8/8/8/8/K7[] w - - 0 1\"]\n\n*\n",
    );
    window.solve_match();
    window.go_to_kind(Kind::Mate);
    window.play("R@b8");
    let feedback = "bob has no answer now, but a piece may arrive to stop mate: R@b8 forces mate only in 2 \
                    moves.";
    assert_eq!(window.feedback(), feedback);
}

#[test]
fn piece_that_was_given_away_is_named() {
    let mut window = Window::of(&format!(
        "[WhiteA \"ann\"]\n[BlackB \"dee\"]\n[WhiteB \"cy\"]\n[BlackA \"bob\"]\n\
         [FEN \"4k3/8/8/8/8/8/8/3NK3[] w - - 0 1 | {FATAL}\"]\n\n\
         1A. Nc3 1a. Kd8 2A. Ne4 2a. Kc8 3A. Nd6+ 3a. Kd8 4A. Nb7+ 4a. Kc8 5A. Kd2 5a. Kxb7 1b. e6 \
         1B. N@f7# *\n"
    ));
    window.solve_match();
    window.go_to_kind(Kind::MustNotLose);
    window.click("View solution");
    assert_eq!(window.feedback(), "Whatever you play, cy mates in 1 with a knight.");
    assert!(window.has("Gave up") && !window.has("Not solved"), "{:?}", window.names());
    assert!(window.has("In the match, ann gave away a knight."), "{:?}", window.names());
}
