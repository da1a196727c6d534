//! An engine in the window: off until it is switched on, then a bar, lines and figures, and nothing at rest.

use crate::{
    double::Double,
    window::{SAMPLE, Window},
};
use std::time::Duration;
use tandem::{
    app::{Action, EngineAction, Panel},
    rules::BoardId,
};

/// What the double says about the start of a match, question by question: both boards twice, then of each what is
/// threatened, where it is Black's turn, and what eleven reserves are worth, then both boards twice again.
fn answers() -> String {
    let answer = |line: &str, best: &str| {
        format!(
            "< info depth 7 multipv 1 score cp 45 nodes 900 nps 90000 pv {line}\n< bestmove {best}\n"
        )
    };
    let white = answer("d2d4 d7d5", "d2d4");
    let black = answer("d7d5 d2d4", "d7d5");
    let mut all = vec![white.clone(); 4];
    for _ in BoardId::ALL {
        all.push(black.clone());
        all.extend(vec![white.clone(); 11]);
    }
    all.extend(vec![white; 4]);
    all.join("> go\n")
}

fn with(double: &Double) -> Window {
    let mut window = Window::of(SAMPLE);
    let path = Some(double.path());
    window.update(Action::Engine(EngineAction::Use(path)));
    window
}

#[test]
fn nothing_of_an_engine_is_shown_until_it_is_switched_on() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    window.harness.run();
    assert!(!window.has_containing("The engine"));
    assert_eq!(window.repaint_delay(), Duration::MAX);
    assert!(!double.path().with_file_name("process").exists());
    window.menu(&["View", "Engine"]);
    window.wait("a line of each board", |window| {
        window.count_containing("Line 1, move 1: d4") == 2
    });
    assert!(window.has_containing("The engine gives White A 51 % on board A"));
    window.wait("figures in the reserves", |window| {
        window.count_containing("One more pawn would change the chance of") == 4
    });
    window.menu(&["View", "Engine"]);
    assert!(!window.has_containing("The engine gives"));
    window.settle();
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn a_move_of_a_line_that_is_clicked_is_kept_as_a_variation() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    window.menu(&["View", "Engine"]);
    window.wait("a line of each board", |window| {
        window.count_containing("Line 1, move 2: d5") == 2
    });
    window.click_nth("Line 1, move 2: d5", 1);
    let board = window.state().position().bfen(BoardId::B);
    assert!(board.starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/"), "{board}");
    assert!(window.state().attempt().variation.is_some());
}

#[test]
fn the_best_line_stands_at_each_board_and_leads_to_all_lines() {
    let double = Double::searching(&answers());
    let mut window = with(&double);
    let name = |id: BoardId| format!("Engine on board {}: 51 % d4 d5", id.letter());
    assert!(BoardId::ALL.iter().all(|id| !window.has(&name(*id))));
    let corners =
        |window: &Window| ["board A, a1", "board B, h8"].map(|it| window.rect_containing(it));
    let before = corners(&window);
    window.menu(&["View", "Engine"]);
    window.wait("a line at each board", |window| {
        BoardId::ALL.iter().all(|id| window.has(&name(*id)))
    });
    assert_eq!(corners(&window), before, "the boards stay as they are");
    window.click("Moves");
    assert_eq!(window.state().shell.panel, Panel::Moves);
    window.click(&name(BoardId::B));
    assert_eq!(window.state().shell.panel, Panel::Engine);
}

#[test]
fn an_engine_that_is_missing_is_said_in_the_panel() {
    let mut window = Window::of(SAMPLE);
    let path = window.path("none");
    window.update(Action::Engine(EngineAction::Use(Some(path))));
    window.menu(&["View", "Engine"]);
    window.wait("the sentence", |window| {
        window.has_containing("there is no engine at this path: ")
    });
    window.click("Try again");
    window.wait("the sentence again", |window| {
        window.has_containing("there is no engine at this path: ")
    });
}
