//! The parts of the window: panels of every width, and drawers for those that have no room.

use crate::window::{CTRL, SAMPLE, Window};
use eframe::egui::{Key, Rect, pos2, vec2};

#[test]
fn a_list_without_room_opens_as_a_drawer_and_closes_when_a_match_is_chosen() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let mut window = Window::sized(&two, 900.0, 600.0);
    assert!(!window.has("Filter matches"), "the list is folded");
    window.keys(CTRL, Key::M);
    window.settle();
    assert!(window.has("Filter matches"));
    window.key(Key::Escape);
    window.settle();
    assert!(!window.has("Filter matches"));
    assert!(
        window.state().shell.matches,
        "it is still wanted where there is room"
    );
    window.click("List of matches (Ctrl+M)");
    window.settle();
    window.click_containing("Match 2: ");
    window.settle();
    assert_eq!(window.state().file().map(|file| file.chosen), Some(1));
    assert!(!window.has("Filter matches"));
}

#[test]
fn filtering_opens_the_drawer_with_the_field() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let mut window = Window::sized(&two, 900.0, 600.0);
    window.keys(CTRL, Key::F);
    window.settle();
    window.type_text("nobody");
    let filter = window.state().file().map(|file| file.filter.words.clone());
    assert_eq!(filter.as_deref(), Some("nobody"));
}

#[test]
fn a_panel_without_room_opens_where_it_is_asked_for() {
    let mut window = Window::sized(SAMPLE, 360.0, 640.0);
    let lower = window.rect("Board B").top() > window.rect("Board A").bottom();
    assert!(lower, "one board stands over the other");
    assert!(!window.has("Tags"));
    window.keys(CTRL, Key::Num3);
    window.settle();
    assert!(window.has("Tags") && window.has("Event"));
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(360.0, 640.0));
    assert!(screen.contains_rect(window.rect("Tags")));
}

#[test]
fn a_high_window_has_the_moves_below_the_boards() {
    let window = Window::sized(SAMPLE, 700.0, 1000.0);
    assert!(window.rect("Moves").top() > window.rect("Board A").bottom());
    assert!(window.rect("Board A").width() >= 320.0);
}

#[test]
fn pieces_in_a_reserve_grow_with_the_squares() {
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        let window = Window::sized(SAMPLE, width, height);
        let square = window.rect("board A, e4, empty").height();
        let reserve = window.rect("Reserve of White A: empty").height();
        assert!(reserve - 4.0 >= 0.6 * square, "{reserve} beside {square}");
    }
}
