//! What the View menu changes.

use crate::{
    painted::Painted,
    window::{SHORT, Window},
};
use eframe::egui;
use tandem::settings::{BoardColors, Theme};

#[test]
fn the_theme_can_be_chosen() {
    let mut window = Window::of(SHORT);
    for (name, theme, expected) in [
        ("Light", Theme::Light, egui::Theme::Light),
        ("Dark", Theme::Dark, egui::Theme::Dark),
    ] {
        window.menu(&["View", "Theme", name]);
        assert_eq!(window.state().settings.theme, theme);
        assert_eq!(window.harness.ctx.theme(), expected);
        window.wait_kept(name, move |settings| settings.theme == theme);
        close_menu(&mut window);
        let brightness = Painted::of(&window).brightness();
        assert_eq!(brightness > 0.5, theme == Theme::Light, "{brightness}");
    }
}

#[test]
fn the_squares_can_be_chosen() {
    let mut window = Window::of(SHORT);
    let mut seen = Vec::new();
    for boards in BoardColors::ALL {
        window.menu(&["View", "Board", boards.name()]);
        assert_eq!(window.state().settings.boards, boards);
        close_menu(&mut window);
        let squares = Painted::of(&window).squares();
        assert!(!squares.is_empty(), "{boards:?}");
        assert!(
            !seen.contains(&squares),
            "{boards:?} as others: {squares:?}"
        );
        seen.push(squares);
    }
    window.wait_kept("the squares", |kept| kept.boards == BoardColors::Print);
}

#[test]
fn the_pieces_can_be_chosen() {
    let mut window = Window::of(SHORT);
    let mut before = Painted::of(&window).pictures;
    for name in tandem::diagram::PieceSet::NAMES.into_iter().rev() {
        window.menu(&["View", "Pieces", name]);
        assert_eq!(window.state().settings.pieces, name);
        assert!(window.state().shell.notices.is_empty());
        close_menu(&mut window);
        let pictures = Painted::of(&window).pictures;
        assert!(!pictures.is_empty());
        assert!(pictures.is_disjoint(&before), "{name}");
        before = pictures;
    }
}

#[test]
fn clocks_beside_moves_and_coordinates_can_be_hidden() {
    let mut window = Window::of(SHORT);
    let painted = Painted::of(&window);
    assert!(painted.count("299") > 0, "{:?}", painted.words);
    assert_eq!(painted.count("e"), 2, "{:?}", painted.words);
    window.menu(&["View", "Clocks beside moves"]);
    window.menu(&["View", "Coordinates"]);
    let painted = Painted::of(&window);
    assert_eq!((painted.count("299"), painted.count("e")), (0, 0));
    window.wait_kept("both hidden", |kept| !kept.move_clocks && !kept.coordinates);
}

fn close_menu(window: &mut Window) {
    for _ in 0..2 {
        window.key(egui::Key::Escape);
    }
}
