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
    for (name, theme, expected) in
        [("Light", Theme::Light, egui::Theme::Light), ("Dark", Theme::Dark, egui::Theme::Dark)]
    {
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
        assert!(!seen.contains(&squares), "{boards:?} as others: {squares:?}");
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

/// How a ply of the list is painted: whether with its number, and what of its clock.
fn painted_cell(window: &Window, painted: &Painted, name: &str) -> (bool, String) {
    let place = window.rect(name);
    let inside = painted.words.iter().zip(&painted.places);
    let inside = inside.filter(|(_, at)| place.contains(at.left_center()));
    let words: Vec<&str> = inside.map(|(words, _)| words.as_str()).collect();
    let [ply, clock @ ..] = words.as_slice() else {
        panic!("{name} is not painted");
    };
    (ply.contains(".Nf"), clock.concat())
}

#[test]
fn a_ply_that_is_too_long_loses_decimals_then_its_number_then_its_clock() {
    let mut text = String::new();
    let mut names = Vec::new();
    for round in 1..=20 {
        let [white, black] = if round % 2 == 1 { ["Nf3", "Nf6"] } else { ["Ng1", "Ng8"] };
        for (seat, san) in [('A', white), ('a', black), ('B', white), ('b', black)] {
            // An annotation in words counts for no other ply.
            let words = "i".repeat(names.len());
            let annotation = if round % 2 == 1 {
                let glyph = format!("{san} {words}");
                names.push(format!("{round}{seat} {}, clock 299.9", glyph.trim_end()));
                format!("{{A:{words}}}")
            } else {
                String::new()
            };
            text += &format!("{round}{seat}. {san}{{299.9}}{annotation} ");
        }
    }
    let window = Window::sized(&text.replace("{A:}", ""), 1920.0, 1080.0);
    let painted = Painted::of(&window);
    let ways = names.iter().filter(|name| window.has(name));
    let mut ways: Vec<_> = ways.map(|name| painted_cell(&window, &painted, name)).collect();
    ways.dedup();
    let expected = [(true, "299.9"), (true, "299"), (false, "299"), (true, ""), (false, "")];
    let expected = expected.map(|(number, clock)| (number, clock.to_owned()));
    assert_eq!(ways, expected, "{:?}", window.names());
}
