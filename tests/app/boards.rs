//! Both boards: every square has a name, and they can be turned and switched.

use crate::open::{SAMPLE, app};
use eframe::egui::Key;
use egui_kittest::{Harness, kittest::Queryable as _};
use tandem::{settings::Store, ui::App};

fn sample(at: Option<&str>) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1100.0, 700.0]);
    app(builder, SAMPLE, at, Store::nowhere())
}

#[test]
fn every_square_of_both_boards_has_a_name() {
    let harness = sample(None);
    for board in ["A", "B"] {
        for file in 'a'..='h' {
            for rank in '1'..='8' {
                harness.get_by_label_contains(&format!("board {board}, {file}{rank}, "));
            }
        }
    }
    harness.get_by_label("board A, e1, white king");
    harness.get_by_label("board B, d8, black queen");
    harness.get_by_label("board B, e4, empty");
}

#[test]
fn a_promoted_man_is_named_so_and_reserves_are_counted() {
    let harness = sample(Some("25B"));
    harness.get_by_label("board B, g8, white queen, promoted");
    harness.get_by_label("Reserve of White A: 1 knight");
    harness.get_by_label("Reserve of Black B: 2 pawns, 3 knights, 2 bishops, 1 rook");
}

#[test]
fn names_ratings_and_clocks_are_there() {
    let harness = sample(None);
    harness.get_by_label("White A: Margency 2126");
    harness.get_by_label("Black B: izicik 2215");
    harness.get_by_label("Clock of White A: 3:00.00, to move");
    harness.get_by_label("Clock of Black A: 3:00.00");
}

#[test]
fn flip_turns_both_boards_and_switch_changes_their_sides() {
    let mut harness = sample(None);
    let place = |harness: &Harness<'_, App>, square: &str| {
        harness.get_by_label_contains(&format!("{square}, ")).rect()
    };
    let (a1, h8) = (
        place(&harness, "board A, a1"),
        place(&harness, "board A, h8"),
    );
    let b_a1 = place(&harness, "board B, a1");
    assert!(a1.center().y > h8.center().y, "White sits below on board A");
    assert!(
        b_a1.center().y < h8.center().y + 8.0,
        "Black sits below on board B"
    );
    harness.key_press(Key::F);
    harness.run();
    assert_eq!(place(&harness, "board A, a1"), h8);
    assert_eq!(place(&harness, "board A, h8"), a1);
    harness.key_press(Key::F);
    harness.key_press(Key::X);
    harness.run();
    assert_eq!(place(&harness, "board B, a1").left(), h8.left());
}

#[test]
fn a_turn_of_the_wheel_over_a_board_is_a_ply() {
    let mut harness = sample(None);
    let square = harness.get_by_label_contains("board A, e4, ").rect();
    harness.hover_at(square.center());
    harness.run();
    let turn = |harness: &mut Harness<'_, App>, lines: f32| {
        harness.event(eframe::egui::Event::MouseWheel {
            unit: eframe::egui::MouseWheelUnit::Line,
            delta: eframe::egui::vec2(0.0, lines),
            phase: eframe::egui::TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Wheel,
            modifiers: eframe::egui::Modifiers::NONE,
        });
        harness.run();
    };
    turn(&mut harness, -1.0);
    assert_eq!(harness.state().state().playhead.moment(), 1);
    turn(&mut harness, 1.0);
    assert_eq!(harness.state().state().playhead.moment(), 0);
}
