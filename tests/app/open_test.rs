//! A match that has just been opened.

use crate::window::{CTRL, SAMPLE, SHORT, Window};
use eframe::egui::{Key, Modifiers};
use tandem::rules::{BoardId, Square};

#[test]
fn names_ratings_clocks_and_reserves_are_shown() {
    let window = Window::of(SHORT);
    for name in
        ["White A: Anna 2001", "Black A: Ben 2002", "White B: Carla 2003", "Black B: Dan 2004"]
    {
        assert!(window.has(name), "{name}");
    }
    for seat in ["White A", "Black A", "White B", "Black B"] {
        let clock = format!("Clock of {seat}: 5:00");
        assert!(window.has_containing(&clock), "{clock}");
        let reserve = format!("Reserve of {seat}: empty");
        assert!(window.has(&reserve), "{reserve}");
    }
    assert!(window.has("Board A") && window.has("Board B"));
    assert!(window.has("Timeline: 0:00 of 0:08, move 0 of 6"));
    assert_eq!(window.title(), "match.bpgn – Tandem");
}

#[test]
fn every_square_has_a_name() {
    let window = Window::of(SHORT);
    let names = window.names();
    for board in BoardId::ALL {
        for square in Square::ALL {
            let start = format!("board {}, {square}, ", board.letter());
            let found = names.iter().filter(|name| name.starts_with(&start)).count();
            assert_eq!(found, 1, "{start}");
        }
    }
    for name in ["board A, e4, empty", "board A, e2, white pawn", "board B, d8, black queen"] {
        assert!(window.has(name), "{name}");
    }
}

#[test]
fn squares_and_reserves_follow_the_match() {
    let mut window = Window::of(SHORT);
    window.key(Key::End);
    assert!(window.has("board A, d5, black queen"));
    assert!(window.has("board A, e4, empty"));
    assert!(window.has("board B, f3, white knight"));
    // White A captures black pieces, which go to Black B.
    assert!(window.has("Reserve of Black B: 1 pawn"));
    assert!(window.has("Reserve of White B: 1 pawn"));
    assert!(window.has("Reserve of White A: empty"));
    assert!(window.has_containing("Clock of Black A: 4:55"));
}

#[test]
fn promoted_piece_is_named_as_promoted() {
    let mut window = Window::at(SAMPLE, "25B");
    assert!(window.has("board B, g8, white queen, promoted"));
    let moment = window.moment();
    let plies = &window.state().match_document().unwrap().played().plies;
    assert_eq!(plies[moment - 1].number, 25);
    window.keys(Modifiers::SHIFT, Key::ArrowRight);
    assert!(window.has("board B, g8, black queen"));
    // Once captured, it is a pawn again.
    let after = &window.state().position().boards[BoardId::B];
    let promoted = Square::ALL.into_iter().any(|square| after.is_promoted(square));
    assert!(!promoted);
}

#[test]
fn tags_panel_shows_the_source_of_times() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    assert!(window.has("Time control") && window.value("Time control") == "300+0");
    assert!(window.has("Match time"));
    window.click("Moves");
    assert!(!window.has("Time control"));
}

#[test]
fn empty_panel_explains_what_to_do() {
    let mut window = Window::empty();
    assert_eq!(window.title(), "Tandem");
    // No key may fail when no match is open.
    for key in
        [Key::ArrowRight, Key::ArrowDown, Key::Space, Key::End, Key::PageDown, Key::F, Key::K]
    {
        window.key(key);
    }
    assert_eq!(window.moment(), 0);
    assert!(!window.is_playing());
}
