//! The engine in the window: off by default, then a bar, lines and values; no work when idle.

use crate::{
    double::Double,
    painted::Painted,
    window::{SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::time::Duration;
use tandem::{
    app::{
        Action, Command, Dialog, EngineAction, EvaluationResult, EvaluationUpdate, Panel,
        SettingsPage, ShellAction, Switch,
    },
    engine::{EngineLine, EngineRequest, EngineResult, LineEnd, Score},
    rules::{BoardId, Move, Reserve},
};

/// Returns the responses of the test engine at the start of a match, request by request: both boards twice, then for
/// each board the threat (with Black to move) and the values of eleven reserves, then both boards twice again.
fn answers() -> String {
    let answer = |score: i32, line: &str, best: &str| {
        format!(
            "< info depth 7 multipv 1 score cp {score} nodes 900 nps 90000 pv {line}\n< bestmove \
             {best}\n"
        )
    };
    let white_at = |score| answer(score, "d2d4 d7d5", "d2d4");
    let white = white_at(45);
    let black = answer(45, "d7d5 d2d4", "d7d5");
    let mut all = vec![white.clone(); 4];
    for _ in BoardId::ALL {
        all.push(black.clone());
        // One more piece is good for its owner.
        all.push(white.clone());
        all.extend(vec![white_at(145); 5]);
        all.extend(vec![white_at(-55); 5]);
    }
    all.extend(vec![white; 4]);
    all.join("> go\n")
}

fn with(double: &Double) -> Window {
    let mut window = Window::of(SAMPLE);
    window.change_settings(|it| it.engine_setup.path = Some(double.path()));
    window
}

#[test]
fn engine_is_invisible_until_enabled() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    window.harness.run();
    assert!(!window.has_containing("Engine: "));
    assert_eq!(window.repaint_delay(), Duration::MAX);
    assert!(!double.path().with_file_name("process").exists());
    window.menu(&["Analysis", "Engine"]);
    window
        .wait("a line of each board", |window| window.count_containing("Line 1, move 1: d4") == 2);
    assert!(window.has_containing("Engine: White A 51 % on board A"));
    window.wait("figures in the reserves", |window| {
        window.count_containing("Extra pawn: about") == 4
    });
    window.menu(&["Analysis", "Engine"]);
    assert!(!window.has_containing("Engine: "));
    window.settle();
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn clicked_engine_line_becomes_a_variation() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    window.menu(&["Analysis", "Engine"]);
    window
        .wait("a line of each board", |window| window.count_containing("Line 1, move 2: d5") == 2);
    window.click_nth("Line 1, move 2: d5", 1);
    let board = window.state().position().bfen(BoardId::B);
    assert!(board.starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/"), "{board}");
    assert!(window.has("Back to main line"));
}

#[test]
fn engine_lines_are_frozen_under_a_resting_pointer() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    window.menu(&["Analysis", "Engine"]);
    window.wait("figures in the reserves", |window| {
        window.count_containing("Extra pawn: about") == 4
    });
    let position = window.state().position();
    let places = |window: &Window| -> Vec<(String, Rect)> {
        let all = window.harness.root().children_recursive();
        let named = all.filter_map(|node| {
            node.accesskit_node().raw_bounds()?;
            Some((node.accesskit_node().label()?, node.rect()))
        });
        named.filter(|(_, rect)| rect.left() > 830.0).collect()
    };
    let arrive = |window: &mut Window, id: BoardId, count: usize| {
        let moves: Vec<Move> = position.boards[id].legal_moves(&Reserve::default());
        let line = |mv: &Move| EngineLine {
            score: Score::Centipawns(i32::try_from(count).expect("few") * 30),
            depth: 9,
            moves: vec![*mv],
            san: vec!["Nbd2xf3".to_owned(); count],
            end: LineEnd::Whole,
        };
        let answer = EngineResult {
            lines: moves.iter().take(3).map(line).collect(),
            ..EngineResult::default()
        };
        let guessed = EvaluationResult {
            board: id,
            request: EngineRequest::of(&position, id, 0),
            update: EvaluationUpdate::Lines(answer),
        };
        window.update(Action::Engine(EngineAction::EvaluationResult(Box::new(guessed))));
        window.settle();
    };
    // The pointer rests on a move of a line: the line does not change, nor does the rest of the panel.
    let lines = window.harness.query_all_by_label("Line 1, move 2: d5");
    let at = lines.map(|node| node.rect()).min_by(|one, other| one.top().total_cmp(&other.top()));
    let at = at.expect("a line").center();
    let bare = Painted::of(&window);
    window.harness.hover_at(at);
    window.harness.run_steps(40);
    // A third board shows the position after this move.
    let painted = Painted::of(&window).colours;
    let mut colours = bare.colours.iter();
    assert!(colours.any(|(colour, count)| *count == 64 && painted[colour] == 96), "{painted:?}");
    let before = places(&window);
    for count in [1, 20, 4] {
        arrive(&mut window, BoardId::A, count);
        window.harness.run_steps(2);
        assert_eq!(places(&window), before, "{count} moves");
    }
    // The pointer is elsewhere: the lines change, but nothing below them moves.
    window.harness.hover_at(window.rect("Analyse match").center());
    window.settle();
    let button = window.rect("Analyse match");
    for count in [1, 20, 4] {
        for id in BoardId::ALL {
            arrive(&mut window, id, count);
        }
        assert_eq!(window.rect("Analyse match"), button, "{count} moves");
        assert!(window.has_containing("Line 3, move 1: Nbd2xf3"), "{:?}", window.names());
    }
}

#[test]
fn best_line_at_each_board_opens_all_lines() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    let name = |id: BoardId| format!("Engine on board {}: 51 % d4 d5", id.letter());
    assert!(BoardId::ALL.iter().all(|id| !window.has(&name(*id))));
    let corners =
        |window: &Window| ["board A, a1", "board B, h8"].map(|it| window.rect_containing(it));
    let before = corners(&window);
    window.menu(&["Analysis", "Engine"]);
    window.wait("a line at each board", |window| {
        BoardId::ALL.iter().all(|id| window.has(&name(*id)))
    });
    assert_eq!(corners(&window), before, "the boards stay as they are");
    for id in BoardId::ALL {
        let (line, corner) = (window.rect(&name(id)), format!("board {}, ", id.letter()));
        let left = ["a1", "h1"].map(|it| window.rect_containing(&format!("{corner}{it}")).left());
        let left = left[0].min(left[1]);
        assert!((line.left() - left).abs() < 4.0, "{line:?} does not begin at {left}");
    }
    window.click("Moves");
    assert_eq!(window.tab(), "Moves");
    window.click(&name(BoardId::B));
    assert_eq!(window.tab(), "Engine");
}

#[test]
fn detected_engines_are_selected_per_board() {
    let mut window = Window::of(SHORT);
    let found = |path: &str| Action::Engine(EngineAction::EnginesFound(vec![path.into()]));
    // The engines of this machine are ignored.
    window.update(found("/nowhere/before"));
    let page = Dialog::Settings(SettingsPage::Engine, None);
    window.update(Action::Shell(ShellAction::Dialog(Some(page))));
    window.wait("engines were looked for", |window| !window.has("/nowhere/before"));
    window.update(found("/nowhere/engine"));
    let both = "Use one engine per board";
    let second = "Engine path for board B";
    let setup = |window: &Window| window.state().settings.engine_setup.clone();
    assert_eq!(setup(&window).path, None, "nothing was chosen");
    assert!(!setup(&window).two && !window.has(second));
    window.press("/nowhere/engine");
    assert_eq!(setup(&window).path, Some("/nowhere/engine".into()));
    window.press(both);
    assert!(setup(&window).two && window.has(second));
    window.press("First engine found");
    assert_eq!(setup(&window).path, None);
    window.press(both);
    assert!(!setup(&window).two && !window.has(second));
    window.wait_settings_saved("as before", |kept| !kept.engine_setup.two);
}

/// Returns a window with the report of a match, which an engine has evaluated up to where its script ends.
fn searched(said: &str) -> Window {
    let double = Double::searching(said);
    let mut window = Window::of("[Result \"*\"]\n\n1A. e4 1a. f6 *\n");
    window.change_settings(|it| it.engine_setup.path = Some(double.path()));
    // The live engine is a different process, which is not tested here.
    let why = "left alone".to_owned();
    window.update(Action::Engine(EngineAction::Failed(why)));
    window.update(Action::RunCommand(Command::Switch(Switch::Engine)));
    window.update(Action::RunCommand(Command::AnalyseMatch));
    window.wait("the end of the search", |window| !window.state().is_scoring());
    window.update(Action::RunCommand(Command::Show(Panel::Report)));
    window
}

#[test]
fn report_shows_engine_progress() {
    let answer = |score: i32, line: &str| {
        format!(
            "< info depth 5 score cp {score} nodes 1000 nps 5000 pv {line}\n< bestmove {line}\n> go\n"
        )
    };
    // Board A is evaluated at each of the three moments, board B at one.
    let mut said = answer(50, "d2d4") + &answer(40, "d2d4") + &answer(-30, "e7e5");
    let window = searched(&(said.clone() + "! die\n"));
    let until = "nodes per position, one board at a time; 2 of 3 positions.";
    assert!(window.has_containing(until), "{:?}", window.names());
    said += &answer(1500, "d2d4");
    let window = searched(&said);
    assert!(window.has_containing("nodes per position, one board at a time."));
    assert!(!window.has_containing("3 positions"), "{:?}", window.names());
}

#[test]
fn absence_of_mistakes_is_stated_when_all_positions_are_evaluated() {
    let answer = |score: i32, line: &str| {
        format!(
            "< info depth 5 score cp {score} nodes 1000 nps 5000 pv {line}\n< bestmove {line}\n> go\n"
        )
    };
    let part = answer(20, "d2d4") + &answer(20, "d2d4") + &answer(-20, "e7e5");
    let none = "No move lowers the win probability by 10 percentage points or more.";
    for (said, all) in [(part.clone() + "! die\n", false), (part + &answer(20, "d2d4"), true)] {
        let mut window = searched(&said);
        assert_eq!(window.has(none), all, "{:?}", window.names());
        window.update(Action::RunCommand(Command::Show(Panel::Engine)));
        window.settle();
        let words = "Each move is compared with the position before it.";
        assert!(window.has_containing(words), "{:?}", window.names());
        assert_eq!(window.has(none), all, "{:?}", window.names());
    }
}

#[test]
fn engine_replaces_the_reviews_numbers_of_a_board_under_its_name() {
    let answer = |score: i32, line: &str| {
        format!(
            "< info depth 5 score cp {score} nodes 1000 nps 5000 pv {line}\n< bestmove {line}\n> go\n"
        )
    };
    let mut said = answer(2500, "d2d4") + &answer(40, "d2d4") + &answer(-2500, "e7e5");
    let choice = "Board A by ";
    let mut window = searched(&(said.clone() + "! die\n"));
    let review = |window: &mut Window| {
        window.key(Key::A);
        window.wait("the review", |window| {
            window.state().match_state().is_some_and(|open| open.review.is_complete())
        });
        window.settle();
    };
    review(&mut window);
    assert!(!window.has_containing(choice), "not before all positions are evaluated");
    said += &answer(2500, "d2d4");
    window = searched(&said);
    review(&mut window);
    let legend = |window: &Window, start: &str| {
        let words = Painted::of(window).words;
        words.into_iter().find(|it| it.starts_with(start))
    };
    let own = legend(&window, "Review: ").expect("an estimate");
    window.click_containing(choice);
    window.settle();
    let replaced = legend(&window, "Review, board A by ").expect("an estimate");
    assert_eq!(legend(&window, "Review: "), None);
    let percent = |words: &str| -> u32 {
        let number = words.split("about ").nth(1).and_then(|it| it.split(' ').next());
        number.and_then(|it| it.parse().ok()).expect("a number")
    };
    // 2500 is a win on board A, where the review sees a level position.
    assert!(percent(&replaced) > percent(&own), "{replaced} {own}");
    window.click_containing("Board B by ");
    window.settle();
    assert!(legend(&window, "Review, boards by ").is_some());
    window.click_containing(choice);
    window.click_containing("Board B by ");
    window.settle();
    assert_eq!(legend(&window, "Review: "), Some(own));
}

#[test]
fn missing_engine_is_reported_in_the_panel() {
    let mut window = Window::of(SAMPLE);
    let path = window.path("none");
    window.change_settings(|it| it.engine_setup.path = Some(path));
    window.menu(&["Analysis", "Engine"]);
    window.wait("the sentence", |window| window.has_containing(": no engine at this path"));
    window.click("Try again");
    window.wait("the sentence again", |window| window.has_containing(": no engine at this path"));
}
