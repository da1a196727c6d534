//! Flipping boards, which belongs to the match, and switching them, which is remembered.

use crate::window::{SHORT, Window};
use eframe::egui::{Event, Key, Modifiers, PointerButton};

#[test]
fn f_flips_both_boards_with_their_seats() {
    let mut window = Window::of(SHORT);
    let kings = ["board A, e1, white king", "board B, e1, white king"];
    let seats = ["Clock of White A", "Clock of White B"];
    let places = |window: &Window| {
        let king = kings.map(|name| window.rect(name).center());
        let seat = seats.map(|name| window.rect_containing(name).center());
        (king, seat)
    };
    let (king, seat) = places(&window);
    // White is below on board A, Black on board B.
    assert!(king[0].y > king[1].y && seat[0].y > seat[1].y);
    window.key(Key::F);
    let (turned_king, turned_seat) = places(&window);
    for (before, after) in [
        (king[0].y, turned_king[1].y),
        (king[1].y, turned_king[0].y),
        (seat[0].y, turned_seat[1].y),
        (seat[1].y, turned_seat[0].y),
    ] {
        assert!((before - after).abs() < 0.5, "{before} {after}");
    }
    assert!(turned_king[0].x < turned_king[1].x);
    window.key(Key::F);
    assert_eq!(places(&window), (king, seat));
}

#[test]
fn a_flip_belongs_to_its_match() {
    let mut window = Window::of(&format!("{SHORT}\n{SHORT}"));
    window.key(Key::F);
    assert!(window.is_flipped());
    // An edit shows the record again, as it was.
    window.key(Key::D);
    assert!(window.is_flipped());
    window.key(Key::PageDown);
    assert!(!window.is_flipped());
    window.key(Key::F);
    window.key(Key::PageUp);
    assert!(!window.is_flipped());
    let mut window = window.restarted();
    window.open_match(SHORT);
    assert!(!window.is_flipped());
}

#[test]
fn x_swaps_the_boards() {
    let mut window = Window::of(SHORT);
    let boards = |window: &Window| ["Board A", "Board B"].map(|name| window.rect(name));
    let [a, b] = boards(&window);
    assert!(a.right() < b.left());
    assert!(a.width() > 200.0 && a.width() == b.width());
    window.key(Key::X);
    assert_eq!(boards(&window), [b, a]);
    window.wait_settings_saved("switched boards", |settings| settings.switched);
    window.key(Key::X);
    assert_eq!(boards(&window), [a, b]);
}

#[test]
fn boards_stay_in_place_while_reserves_change() {
    let mut window = Window::of(crate::window::SAMPLE);
    let places = |window: &Window| {
        ["Board A", "Board B"]
            .map(|name| window.rect(name))
            .into_iter()
            .chain(
                ["Reserve of White A", "Reserve of Black B"]
                    .map(|part| window.rect_containing(part)),
            )
            .collect::<Vec<_>>()
    };
    let before = places(&window);
    for _ in 0..12 {
        for _ in 0..3 {
            window.key(Key::ArrowDown);
        }
        assert_eq!(places(&window), before);
    }
}

#[test]
fn boards_fit_every_window() {
    for (width, height) in [(1280.0, 800.0), (900.0, 600.0), (640.0, 420.0), (1920.0, 900.0)] {
        let window = Window::sized(SHORT, width, height);
        let screen = window.harness.ctx.content_rect();
        let [a, b] = ["Board A", "Board B"].map(|name| window.rect(name));
        assert!(a.right() <= b.left(), "{width} × {height}");
        for rect in [a, b, window.rect_containing("Timeline: ")] {
            assert!(screen.contains_rect(rect), "{width} × {height}: {rect:?}");
        }
        for seat in ["Clock of White A", "Clock of Black A", "Clock of White B", "Clock of Black B"]
        {
            let rect = window.rect_containing(seat);
            assert!(screen.contains_rect(rect), "{width} × {height}: {rect:?}");
            assert!(!rect.intersects(a) && !rect.intersects(b), "{width} × {height}");
        }
    }
}

#[test]
fn a_drag_within_one_frame_takes_the_piece_where_it_was_pressed() {
    let mut window = Window::at(SHORT, "1a");
    let place = |window: &Window, name: &str| window.rect_containing(name).center();
    let (from, to) = (place(&window, "board B, g1"), place(&window, "board B, f3"));
    window.harness.event(Event::PointerMoved(from));
    window.harness.step();
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.input_mut().events.extend([
        button(from, true),
        Event::PointerMoved(from.lerp(to, 0.5)),
        Event::PointerMoved(to),
        button(to, false),
    ]);
    window.settle();
    assert_eq!(window.moment(), 3, "1B. Nf3 was played");
}
