//! The View menu.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{self, Rect, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
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
        window.wait_settings_saved(name, move |settings| settings.theme == theme);
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
    window.wait_settings_saved("the squares", |kept| kept.boards == BoardColors::Print);
}

#[test]
fn the_pieces_can_be_chosen() {
    let mut window = Window::of(SHORT);
    let mut before = Painted::of(&window).pictures;
    for name in tandem::diagram::PieceSet::NAMES.into_iter().rev() {
        window.menu(&["View", "Pieces", name]);
        assert_eq!(window.state().settings.pieces, name);
        assert!(!window.has("Dismiss"));
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
    assert!(painted.count("4:59") > 0, "{:?}", painted.words);
    assert_eq!(painted.count("e"), 2, "{:?}", painted.words);
    window.menu(&["View", "Clocks beside moves"]);
    window.menu(&["View", "Coordinates"]);
    let painted = Painted::of(&window);
    assert_eq!((painted.count("4:59"), painted.count("e")), (0, 0));
    window.wait_settings_saved("both hidden", |kept| !kept.move_clocks && !kept.coordinates);
}

fn close_menu(window: &mut Window) {
    for _ in 0..2 {
        window.key(egui::Key::Escape);
    }
}

/// The name and rectangle of a cell of the move list, and the texts painted in it.
type PaintedCell = (String, Rect, Vec<(String, Rect)>);

/// Returns the visible cells of the move list.
fn painted_cells(window: &Window) -> Vec<PaintedCell> {
    let painted = Painted::of(window);
    let cells = window.harness.query_all_by_role(Role::ListItem);
    let cells = cells.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()));
    // The ticks of the timeline are list items too, but narrower.
    let cells = cells.filter(|(_, rect)| rect.width() > 30.0);
    let cells = cells.map(|(name, rect)| {
        let texts = painted.words.iter().zip(&painted.places);
        let texts = texts.filter(|(_, at)| rect.contains(at.center()));
        let texts = texts.map(|(words, at)| (words.clone(), *at)).collect();
        (name, rect, texts)
    });
    cells.collect()
}

/// Returns a clock in seconds, `178.8`, as minutes and seconds, `2:58`.
fn face(clock: &str) -> String {
    let seconds: f32 = clock.parse().expect("seconds");
    #[expect(clippy::cast_possible_truncation, reason = "whole seconds")]
    let seconds = seconds as i32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[test]
fn number_move_and_clock_are_on_one_line_in_their_columns_in_every_window() {
    let sizes = [
        (360.0, 640.0),
        (480.0, 800.0),
        (700.0, 1000.0),
        (900.0, 600.0),
        (1000.0, 700.0),
        (1280.0, 720.0),
        (1280.0, 800.0),
        (1440.0, 900.0),
        (1600.0, 900.0),
        (1920.0, 1080.0),
        (2000.0, 1400.0),
        (3840.0, 2160.0),
    ];
    for (width, height) in sizes {
        let mut window = Window::sized(SAMPLE, width, height);
        window.keys(CTRL, egui::Key::Num1);
        for _ in 0..70 {
            window.key(egui::Key::ArrowRight);
        }
        let cells = painted_cells(&window);
        let view = cells.iter().filter(|(_, _, texts)| !texts.is_empty());
        // Rows at the edges of the list are cut off. Narrow cells have no clock.
        let parts = if width >= 1280.0 { 3 } else { 2 };
        let whole: Vec<_> = view.filter(|(_, _, texts)| texts.len() >= parts).collect();
        assert!(whole.len() > 3, "{width} × {height}: {cells:?}");
        let mut edges = [const { Vec::<i32>::new() }; 3];
        let mut heights = Vec::new();
        for (name, rect, texts) in &whole {
            let (ply, clock) = name.split_once(", clock ").expect("a clock");
            let clock = clock.split(',').next().unwrap_or_default();
            let (number, san) = ply.split_once(' ').expect("a number");
            let number = format!("{}.", number.trim_end_matches(char::is_alphabetic));
            let find = |words: &str| texts.iter().find(|(text, _)| text == words);
            let place = |words: &str| {
                let found = find(words);
                found.unwrap_or_else(|| panic!("{words} of {name} in {width} × {height}")).1
            };
            let (number, san) = (place(&number), place(san));
            assert!(!number.intersects(san), "{name} in {width}");
            assert!(san.right() <= rect.right() + 1.0 && san.left() >= rect.left(), "{name}");
            heights.push(rect.height());
            #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
            let edge = |x: f32| (x - rect.left()).round() as i32;
            edges[0].push(edge(number.right()));
            edges[1].push(edge(san.left()));
            if parts == 3 || find(&face(clock)).is_some() {
                let clock = place(&face(clock));
                assert!(!san.intersects(clock), "{name} in {width}");
                assert!(clock.right() <= rect.right(), "{name}");
                edges[2].push(edge(clock.right()));
            }
        }
        for edge in edges {
            let (least, most) = (edge.iter().min(), edge.iter().max());
            let apart = most.zip(least).map_or(0, |(most, least)| most - least);
            assert!(apart <= 3, "{edge:?} in {width} × {height}");
        }
        heights.dedup();
        // In a narrow list, clocks are below the moves.
        let is_narrow = heights == [31.0] && width < 1280.0;
        assert!(heights == [22.0] || is_narrow, "{width} × {height}: {heights:?}");
    }
}

#[test]
fn long_annotation_does_not_hide_number_and_clock() {
    let words = "an annotation in words";
    let text = SHORT.replace("1A. e4{299}", &format!("1A. e4{{299}}{{A:{words}}}"));
    let window = Window::of(&text);
    let cells = painted_cells(&window);
    let (_, rect, texts) = &cells[0];
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts.iter().all(|(_, at)| rect.expand(0.6).contains_rect(*at)), "{texts:?}");
}

#[test]
fn trays_and_ghosts_look_the_same_before_and_after_a_piece_arrives() {
    let mut window = Window::of(SAMPLE);
    window.key(egui::Key::Home);
    let tray = window.rect_containing("Reserve of Black B");
    let edge = Rect::from_min_max(tray.right_top() - egui::vec2(20.0, 0.0), tray.right_bottom());
    let before = window.pixels(edge.shrink(3.0));
    let reserves = |window: &Window| {
        let names = window.names().into_iter();
        names
            .filter(|name| name.starts_with("Reserve of Black B") && !name.contains("empty"))
            .count()
    };
    while reserves(&window) == 0 {
        window.key(egui::Key::ArrowRight);
    }
    assert_eq!(before, window.pixels(edge.shrink(3.0)));
}

#[test]
fn unfinished_match_shows_the_side_to_move() {
    let bare = SHORT.replace("[TimeControl \"300+0\"]\n", "");
    let bare: String = bare.split_inclusive(['{', '}']).filter(|it| !it.ends_with('}')).collect();
    let bare = bare.replace('{', "");
    for (text, words) in [(SHORT, "▶ to move"), (&bare, "to move")] {
        let mut window = Window::of(text);
        window.key(egui::Key::End);
        assert_eq!(Painted::of(&window).count(words), 2, "{:?}", Painted::of(&window).words);
    }
    // In a finished match nobody is to move.
    let mut window = Window::of(SAMPLE);
    window.key(egui::Key::End);
    assert_eq!(Painted::of(&window).count("▶ to move"), 0);
}
