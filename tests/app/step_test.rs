//! Stepping through a match with keys, clicks and the wheel.

use crate::{
    painted::Painted,
    window::{SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tandem::app::library;

/// Returns the current ply of the move list.
fn selected(window: &Window) -> Vec<String> {
    use eframe::egui::accesskit::{Role, Toggled};
    let list = window.harness.query_all_by_role(Role::ListItem);
    list.map(|node| node.accesskit_node())
        .filter(|node| node.toggled() == Some(Toggled::True))
        .filter_map(|node| node.label())
        .collect()
}

#[test]
fn arrows_home_and_end_step_and_the_ply_is_selected() {
    let mut window = Window::of(SHORT);
    assert_eq!(selected(&window), [] as [&str; 0]);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 1);
    assert_eq!(selected(&window), ["1A e4, clock 299"]);
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_eq!(selected(&window), ["1B Nf3, clock 299"]);
    window.key(Key::ArrowLeft);
    assert_eq!(selected(&window), ["1a d5, clock 298"]);
    window.key(Key::End);
    assert_eq!(window.moment(), 6);
    assert_eq!(selected(&window), ["2a Qxd5, clock 295"]);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 6);
    window.key(Key::Home);
    assert_eq!(window.moment(), 0);
    window.key(Key::ArrowLeft);
    assert_eq!(window.moment(), 0);
}

#[test]
fn two_presses_in_one_frame_are_two_plies() {
    let mut window = Window::of(SHORT);
    for _ in 0..2 {
        let event = eframe::egui::Event::Key {
            key: Key::ArrowRight,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        window.harness.input_mut().events.push(event);
    }
    window.settle();
    assert_eq!(window.moment(), 2);
}

#[test]
fn shift_steps_on_one_board() {
    let mut window = Window::of(SHORT);
    let mut after = |key| {
        window.keys(Modifiers::SHIFT, key);
        window.moment()
    };
    // At the start board A is selected, with plies 1, 2, 4 and 6.
    let right = [0; 5].map(|_| after(Key::ArrowRight));
    assert_eq!(right, [1, 2, 4, 6, 6]);
    let left = [0; 5].map(|_| after(Key::ArrowLeft));
    assert_eq!(left, [5, 3, 1, 0, 0]);
}

#[test]
fn shift_steps_on_the_board_under_the_pointer() {
    let mut window = Window::of(SHORT);
    let board = window.rect("Board B").center();
    window.harness.hover_at(board);
    window.settle();
    window.harness.hover_at(board + vec2(3.0, 3.0));
    window.settle();
    window.keys(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.moment(), 3);
    window.keys(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.moment(), 5);
}

#[test]
fn up_and_down_step_by_rows() {
    let mut window = Window::of(SHORT);
    let mut after = |key| {
        window.key(key);
        window.moment()
    };
    assert_eq!([0; 4].map(|_| after(Key::ArrowDown)), [3, 5, 6, 6]);
    assert_eq!([0; 4].map(|_| after(Key::ArrowUp)), [5, 3, 0, 0]);
}

#[test]
fn click_on_a_ply_navigates() {
    let mut window = Window::of(SHORT);
    window.click("2A exd5, clock 297");
    assert_eq!(window.moment(), 4);
    assert_eq!(selected(&window), ["2A exd5, clock 297"]);
    window.click("1A e4, clock 299");
    assert_eq!(window.moment(), 1);
}

#[test]
fn the_wheel_over_a_board_steps_that_board() {
    // The plies are 1A 1a 1B 2A 1b 2a.
    for (board, stops) in [("Board A", [1, 2, 4, 6]), ("Board B", [3, 5, 5, 5])] {
        let mut window = Window::of(SHORT);
        let at = window.rect(board).center();
        for stop in stops {
            window.wheel(at, 1.0);
            assert_eq!(window.moment(), stop, "{board}");
        }
    }
    let mut window = Window::of(SHORT);
    let [a, b] = ["Board A", "Board B"].map(|board| window.rect(board).center());
    window.wheel(a, 2.0);
    assert_eq!(window.moment(), 2, "two notches are two plies");
    window.wheel(b, 1.0);
    assert_eq!(window.moment(), 3);
    window.wheel(a, 1.0);
    assert_eq!(window.moment(), 4);
}

#[test]
fn current_ply_is_scrolled_into_view() {
    let mut window = Window::sized(SAMPLE, 900.0, 600.0);
    let bottom = window.harness.ctx.content_rect().bottom();
    window.key(Key::End);
    let visible = |window: &Window| {
        let name = selected(window);
        assert_eq!(name.len(), 1, "{name:?}");
        let rect = window.rect(&name[0]);
        assert!(rect.top() > 0.0 && rect.bottom() <= bottom, "{rect:?}");
    };
    visible(&window);
    for _ in 0..20 {
        window.key(Key::ArrowUp);
        visible(&window);
    }
}

#[test]
fn current_ply_stays_in_view_on_resize() {
    let mut window = Window::of(SAMPLE);
    window.key(Key::End);
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1280.0, 420.0), (760.0, 600.0)] {
        window.harness.set_size(vec2(width, height));
        window.harness.run_steps(3);
        let name = selected(&window);
        assert_eq!(name.len(), 1, "{name:?} in {width} × {height}");
        let rect = window.rect(&name[0]);
        assert!(rect.top() > 0.0 && rect.bottom() <= height, "{rect:?}");
    }
}

#[test]
fn buttons_step_too() {
    let mut window = Window::of(SHORT);
    window.click("Next move (→)");
    assert_eq!(window.moment(), 1);
    window.click("Go to end (End)");
    assert_eq!(window.moment(), 6);
    window.click("Previous move (←)");
    assert_eq!(window.moment(), 5);
    window.click("Go to start (Home)");
    assert_eq!(window.moment(), 0);
    // A clicked button must not take the keys.
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 1);
    assert_eq!(window.harness.get_all_by_label("Board A").count(), 1);
}

#[test]
fn alt_keys_are_left_to_the_system() {
    let mut window = Window::of(SHORT);
    window.keys(Modifiers::ALT, Key::F);
    window.keys(Modifiers::ALT, Key::ArrowRight);
    assert!(!window.is_flipped());
    assert_eq!(window.moment(), 0);
}

#[test]
fn keys_within_one_frame_keep_their_order() {
    let mut window = Window::of(SHORT);
    let event = |key, pressed| eframe::egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let input = window.harness.input_mut();
    for key in [Key::ArrowRight, Key::ArrowRight, Key::Num1, Key::ArrowRight] {
        input.events.extend([event(key, true), event(key, false)]);
    }
    window.settle();
    assert_eq!(window.moment(), 3);
    assert_eq!(library::undo_names(window.state()).0, Some("annotation of 1a"));
}

#[test]
fn last_played_ply_is_highlighted() {
    let mut window = Window::at(SHORT, "1a");
    let names = ["1A e4, clock 299", "1a d5, clock 298", "1B Nf3, clock 299"];
    let filled = |window: &Window| {
        let painted = Painted::of(window);
        names.map(|name| painted.filled(window.rect(name)))
    };
    assert_eq!(filled(&window), [0, 1, 0]);
    window.key(Key::ArrowRight);
    assert_eq!(filled(&window), [0, 0, 1]);
    window.key(Key::Home);
    assert_eq!(filled(&window), [0, 0, 0]);
}

#[test]
fn future_plies_are_dimmed() {
    let mut window = Window::at(SHORT, "1a");
    let inks = |window: &Window| {
        let painted = Painted::of(window);
        painted.inks_in(window.rect("1B Nf3, clock 299"))
    };
    let before = inks(&window);
    assert!(!before.is_empty());
    window.key(Key::ArrowRight);
    assert_ne!(inks(&window), before, "it has been played");
    let played = inks(&window);
    window.key(Key::ArrowRight);
    assert_eq!(inks(&window), played);
}
