//! The first start, and the state restored at later starts.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Key, pos2, vec2};

#[test]
fn a_newcomer_sees_the_card_once_and_plays_with_one_key() {
    let mut window = Window::greeting();
    assert!(window.has("Welcome to Tandem"));
    assert!(!window.has("–"), "every line has a key");
    window.key(Key::Enter);
    assert!(!window.has("Welcome to Tandem"));
    assert!(window.state().playhead().is_playing());
    let again = window.greeting_again();
    assert!(!again.has("Welcome to Tandem"));
}

#[test]
fn empty_window_explains_what_to_do() {
    let mut window = Window::empty();
    assert!(window.has("Drop a BPGN file here, or"));
    window.click_nth("New match", 0);
    window.click("Create");
    assert!(window.state().open.is_some());
}

#[test]
fn figurines_are_shown_in_the_moves_and_not_in_the_record() {
    let mut window = Window::of(SHORT);
    window.menu(&["View", "Figurines in move list"]);
    assert!(window.state().settings.figurines);
    // Screen readers get letters.
    assert!(window.has("1B Nf3, clock 299"));
    assert_eq!(tandem::app::figurines("N@f7+"), "♘@f7+");
    assert_eq!(tandem::app::figurines("fxg8=Q#"), "fxg8=♕#");
    assert_eq!(tandem::app::figurines("O-O-O"), "O-O-O");
    assert_eq!(tandem::app::figurines("P@b3"), "♙@b3");
    assert_eq!(tandem::app::figurines("bxc3"), "bxc3");
}

#[test]
fn panel_can_be_hidden_and_restored() {
    let mut window = Window::of(SHORT);
    let boards = window.rect("board A, e4, empty");
    window.keys(CTRL, Key::B);
    assert!(!window.has("1B Nf3, clock 299"));
    assert!(window.rect("board A, e4, empty").width() >= boards.width());
    window.keys(CTRL, Key::Num3);
    assert!(window.state().settings.side);
    assert!(window.has("Event"));
}

#[test]
fn the_width_of_a_panel_is_remembered() {
    let mut window = Window::of(SHORT);
    let column = |window: &Window| window.rect("1A e4, clock 299").width();
    let before = column(&window);
    let edge = |window: &Window| pos2(window.rect("Moves").left() - 14.0, 500.0);
    let at = edge(&window);
    window.drag_at(at, at - vec2(30.0, 0.0));
    assert!(column(&window) > before + 5.0);
    let share = window.state().settings.layout.panel_share;
    let share = share.expect("a share is kept");
    window.settle();
    let mut again = window.restarted();
    again.settle();
    assert_eq!(again.state().settings.layout.panel_share, Some(share));
}
