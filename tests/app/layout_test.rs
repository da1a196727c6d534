//! The layout of the window: panels at every width, and drawers for panels that do not fit.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{
    Key, Modifiers, Rect,
    accesskit::{Role, Toggled},
    pos2, vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

#[test]
fn list_without_room_is_a_drawer_that_closes_on_choice() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let mut window = Window::sized(&two, 900.0, 600.0);
    assert!(!window.has("Filter matches"), "the list is folded");
    window.keys(CTRL, Key::M);
    window.settle();
    assert!(window.has("Filter matches"));
    window.key(Key::Escape);
    window.settle();
    assert!(!window.has("Filter matches"));
    assert!(window.state().shell.matches, "it is still wanted where there is room");
    window.click("Match list (Ctrl+M)");
    window.settle();
    window.click_containing("Match 2: ");
    window.settle();
    assert_eq!(window.state().file().map(|file| file.record.id), Some(1));
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

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

/// Returns one match for each of `names`, the player of White on board A.
fn matches_of(names: &[&str]) -> String {
    let matches = names.iter().map(|name| format!("[WhiteA \"{name}\"]\n\n1A. e4 1a. e5 *\n"));
    matches.collect::<Vec<_>>().join("\n")
}

#[test]
fn keys_choose_matches_in_the_drawer() {
    let mut window = Window::sized(&matches_of(&["Ann", "Ben", "Cleo"]), 900.0, 600.0);
    window.keys(CTRL, Key::M);
    for (key, player) in [
        (Key::ArrowDown, "Ben"),
        (Key::PageDown, "Cleo"),
        (Key::ArrowDown, "Cleo"),
        (Key::ArrowUp, "Ben"),
    ] {
        window.key(key);
        assert!(window.has(&format!("White A: {player}")), "{key:?}: {:?}", window.names());
        assert!(window.has("Filter matches"), "{key:?}");
    }
    window.key(Key::Enter);
    assert!(!window.has("Filter matches") && window.has("White A: Ben"));
    // Enter in the filter opens the first listed match.
    window.keys(CTRL, Key::F);
    window.type_text("e");
    window.key(Key::ArrowDown);
    assert!(window.has("White A: Cleo") && window.has("2 of 3 matches"));
    window.keys(CTRL, Key::A);
    window.type_text("ann\n");
    window.settle();
    assert!(!window.has("Filter matches") && window.has("White A: Ann"));
    // Escape closes the list and keeps the filter.
    window.keys(CTRL, Key::F);
    assert!(window.is_focused("Filter matches"));
    window.key(Key::Escape);
    assert!(!window.has("Filter matches"));
    window.keys(CTRL, Key::M);
    assert_eq!(window.value("Filter matches"), "ann");
    window.keys(CTRL, Key::M);
    assert!(!window.has("Filter matches"));
}

#[test]
fn commands_have_their_keys_in_the_drawer() {
    let mut window = Window::sized(&matches_of(&["Ann", "Ben"]), 900.0, 600.0);
    for open in [Key::M, Key::F] {
        window.keys(CTRL, open);
        window.keys(CTRL, Key::K);
        window.type_text("about tandem");
        window.key(Key::Enter);
        assert!(window.has_containing("(GPL)"), "{:?}", window.names());
        window.key(Key::Escape);
        window.keys(CTRL, open);
        window.keys(CTRL_SHIFT, Key::F);
        assert!(window.is_focused("Search positions"));
        assert!(!window.has("Filter matches"), "the list does not cover the boards");
        window.key(Key::Escape);
        window.key(Key::Escape);
    }
    // The panel as a drawer.
    let mut window = Window::sized(SAMPLE, 360.0, 640.0);
    window.keys(CTRL, Key::Num3);
    assert!(window.has("Event"));
    window.keys(CTRL, Key::Num2);
    assert!(window.has("Tags") && !window.has("Event"));
    window.key(Key::Escape);
    assert!(!window.has("Tags"));
}

#[test]
fn panel_without_room_opens_as_a_drawer() {
    let mut window = Window::sized(SAMPLE, 360.0, 640.0);
    let lower = window.rect("Board B").top() > window.rect("Board A").bottom();
    assert!(lower, "one board stands over the other");
    assert!(!window.has("Tags"));
    window.keys(CTRL, Key::Num3);
    window.settle();
    assert!(window.has("Tags") && window.has("Event"));
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(360.0, 640.0));
    assert!(screen.contains_rect(window.rect("Tags")));
    for is_open in [false, true] {
        window.keys(CTRL, Key::B);
        window.settle();
        assert_eq!(window.has("Tags"), is_open);
    }
}

#[test]
fn match_comment_is_shown_once() {
    let text = SHORT.replace("\n\n1A.", "\n\n{C:A quiet evening} 1A.");
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        let window = Window::sized(&text, width, height);
        assert_eq!(Painted::of(&window).count("A quiet evening"), 1, "{width} × {height}");
        assert!(window.has("Edit comment"), "{:?}", window.names());
    }
}

#[test]
fn tall_window_has_the_moves_below_the_boards() {
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

/// Returns the rectangle of each named node except plies, and whether the current ply is visible.
fn places(window: &Window) -> (Vec<(String, Rect)>, bool) {
    let root = window.harness.root();
    let named = root.children_recursive().filter_map(|node| {
        let about = node.accesskit_node();
        let name = about.label().or_else(|| about.value())?;
        about.raw_bounds()?;
        (about.role() != Role::ListItem).then(|| (name, node.rect()))
    });
    let moment = window.harness.query_all_by_role(Role::ListItem);
    let in_view = moment
        .filter(|node| {
            let about = node.accesskit_node();
            about.raw_bounds().is_some() && about.toggled() == Some(Toggled::True)
        })
        .any(|node| window.harness.ctx.content_rect().contains_rect(node.rect()));
    (named.collect(), in_view)
}

#[test]
fn layout_returns_after_widening_and_narrowing() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let mut window = Window::sized(&two, 320.0, 800.0);
    for _ in 0..40 {
        window.key(Key::ArrowRight);
    }
    let widths: Vec<u16> = (320..=2000).step_by(80).collect();
    let mut on_the_way_out = Vec::new();
    let at = |window: &mut Window, width: u16| {
        window.harness.set_size(vec2(f32::from(width), 800.0));
        window.settle();
        window.harness.run_steps(3);
        places(window)
    };
    for &width in &widths {
        let there = at(&mut window, width);
        assert!(width < 480 || there.1, "the ply is out of view in {width}");
        on_the_way_out.push(there);
    }
    for (&width, before) in widths.iter().zip(&on_the_way_out).rev() {
        let after = at(&mut window, width);
        assert_eq!(before, &after, "{width}");
    }
}

#[test]
fn cells_of_the_move_list_have_no_overlaps() {
    // With tenths in the clocks and numbers of three digits.
    let mut long = String::from("[Event \"x\"]\n[TimeControl \"600+0\"]\n\n");
    for number in 1..=110 {
        let (white, black) = if number % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        let clock = f64::from(601 - number * 5 - 1).max(9.5) + 0.3;
        long += &format!("{number}A. {white}{{{clock:.1}}} {number}a. {black}{{{clock:.1}}} ");
    }
    long += "*\n";
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for text in [two.as_str(), &long] {
        for (width, scale) in
            [(640.0, 1.0), (900.0, 1.0), (1000.0, 1.0), (1280.0, 1.0), (1280.0, 1.5), (1920.0, 1.0)]
        {
            let window = Window::sized(text, width / scale, 700.0 / scale);
            let list = window.rect("Moves").left() - 10.0;
            let shown = window.harness.query_all_by_role(Role::ListItem);
            let cells: Vec<Rect> = shown
                .filter(|node| node.rect().left() >= list && node.rect().height() < 36.0)
                .map(|node| node.rect())
                .collect();
            if cells.is_empty() {
                // A narrow window folds the list.
                continue;
            }
            let painted = Painted::of(&window);
            // The notes below cover the last row.
            let below = painted.words.iter().position(|words| words == "Match");
            let below = below.map_or(f32::INFINITY, |index| painted.places[index].top());
            for cell in cells.into_iter().filter(|cell| cell.bottom() <= below) {
                let words = painted.words.iter().zip(&painted.places);
                let mut inside: Vec<_> =
                    words.filter(|(_, place)| cell.contains(place.center())).collect();
                inside.sort_by(|a, b| a.1.left().total_cmp(&b.1.left()));
                for pair in inside.windows(2) {
                    let [(left, before), (right, after)] = pair else { continue };
                    let about = format!("{width}, {scale}: {left:?} {before} {right:?} {after}");
                    // Only a clock has a colon. In a narrow list, it is on a line of its own.
                    let is_below =
                        cell.height() > 30.0 && [left, right].iter().any(|it| it.contains(':'));
                    if is_below {
                        assert!(!before.shrink(1.0).intersects(**after), "{about}");
                        continue;
                    }
                    let gap = if right.contains(':') { 6.0 } else { -1.0 };
                    assert!(before.right() + gap <= after.left(), "{about}");
                    assert!((before.center().y - after.center().y).abs() < 4.0, "{about}");
                }
            }
        }
    }
}

#[test]
fn every_move_has_its_clock_in_the_list() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for (width, height) in [
        (700.0, 1000.0),
        // 1280 × 800 with text of 150 %.
        (853.0, 533.0),
        (900.0, 600.0),
        (1024.0, 768.0),
        (1280.0, 800.0),
        (1280.0, 770.0),
        (1366.0, 768.0),
        (1440.0, 900.0),
    ] {
        let window = Window::sized(&two, width, height);
        assert_eq!(window.has("Filter matches"), width >= 1280.0, "the list is open");
        let list = window.rect("Moves").left() - 10.0;
        let painted = Painted::of(&window);
        let is_in_list = |place: &Rect| place.left() > list;
        let words = painted.words.iter().zip(&painted.places);
        let in_list = words.filter(|(_, place)| is_in_list(place)).map(|(words, _)| words);
        let (mut clocks, mut numbers) = (0, 0);
        for words in in_list {
            let digits = words.strip_prefix("2:").unwrap_or_default();
            clocks += usize::from(digits.len() == 2 && digits.parse::<u8>().is_ok());
            numbers +=
                usize::from(words.strip_suffix('.').is_some_and(|it| it.parse::<u8>().is_ok()));
        }
        assert!(numbers > 10, "{width} × {height}: {:?}", painted.words);
        assert!(
            clocks * 10 >= numbers * 9,
            "{width} × {height}: {clocks} of {numbers}, {:?}",
            painted.words
        );
    }
}

#[test]
fn a_larger_window_shows_no_less_in_the_move_list() {
    for (width, height) in [(1600.0, 900.0), (1920.0, 1080.0), (2000.0, 1400.0), (2560.0, 1440.0)] {
        let window = Window::sized(SAMPLE, width, height);
        let left = window.rect_containing("Moves of White A").left();
        assert!(width - left >= 460.0, "{width} × {height}: {left}");
        let painted = Painted::of(&window);
        for words in ["1.", "e4", "White A · 2126"] {
            assert!(painted.count(words) > 0, "{width}: {words} in {:?}", painted.words);
        }
        // Number, move and clock are on one line.
        let place = |words: &str| {
            let index = painted.words.iter().position(|it| it == words);
            painted.places[index.unwrap_or_else(|| panic!("{words}: {:?}", painted.words))]
        };
        assert!((place("1.").center().y - place("e4").center().y).abs() < 6.0, "{width}");
    }
}
