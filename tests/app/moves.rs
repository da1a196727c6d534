//! Stepping, and the list that goes along.

use crate::open::{ANNOTATED, SAMPLE, app};
use eframe::egui::{Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable as _};
use tandem::{settings::Store, ui::App};

fn open(text: &str) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1100.0, 700.0]);
    app(builder, text, None, Store::nowhere())
}

fn moment(harness: &Harness<'_, App>) -> usize {
    harness.state().state().playhead.moment()
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) -> usize {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
    moment(harness)
}

#[test]
fn keys_step_by_ply_row_and_board() {
    let mut harness = open(SAMPLE);
    let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
    assert_eq!(press(&mut harness, none, Key::ArrowRight), 1);
    assert_eq!(press(&mut harness, none, Key::ArrowRight), 2);
    assert_eq!(press(&mut harness, none, Key::ArrowLeft), 1);
    // After 1A: 1a is the next on board A, 1B stands between.
    assert_eq!(press(&mut harness, shift, Key::ArrowRight), 2);
    assert_eq!(press(&mut harness, shift, Key::ArrowRight), 4);
    assert_eq!(press(&mut harness, shift, Key::ArrowLeft), 3);
    assert_eq!(press(&mut harness, none, Key::Home), 0);
    assert_eq!(press(&mut harness, none, Key::ArrowDown), 3);
    assert_eq!(press(&mut harness, none, Key::ArrowUp), 0);
    assert_eq!(press(&mut harness, none, Key::End), 135);
}

#[test]
fn the_ply_that_was_played_is_lit_and_kept_in_view() {
    let mut harness = open(SAMPLE);
    press(&mut harness, Modifiers::NONE, Key::End);
    let last = harness.get_by_label_contains("31B R@d8#");
    assert!(last.rect().bottom() < 700.0);
    assert!(
        harness.query_by_label_contains("1A e4, ").is_none(),
        "scrolled away"
    );
    press(&mut harness, Modifiers::NONE, Key::Home);
    harness.get_by_label_contains("1A e4, ");
}

#[test]
fn a_click_on_a_ply_goes_there() {
    let mut harness = open(SAMPLE);
    harness.get_by_label_contains("3A Nf3").click();
    harness.run();
    assert_eq!(moment(&harness), 7);
}

#[test]
fn comments_and_diagrams_stand_in_the_list() {
    let mut harness = open(ANNOTATED);
    harness.get_by_label_contains("raven and death against Gnejs and Paaso");
    press(&mut harness, Modifiers::NONE, Key::End);
    harness.get_by_label_contains("Diagram after");
    harness.get_by_label_contains("death checkmated 0-1");
}

#[test]
fn what_cannot_be_played_is_shown_and_no_click_goes_there() {
    let mut harness = open("[WhiteA \"x\"]\n1A. e4 1a. Ke4 2A. d4 *");
    harness.get_by_label("1a Ke4, not played").click();
    harness.run();
    assert_eq!(moment(&harness), 0);
    harness.get_by_label("Issues 1").click();
    harness.run();
    harness
        .get_by_label_contains("error, Line 2, column 12: 1a cannot be played")
        .click();
    harness.run();
    assert_eq!(moment(&harness), 1);
}
