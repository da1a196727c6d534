//! Windows of every size: no widget covers another one or is cut off.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, Rect, Vec2, ViewportCommand, ViewportId, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tandem::{
    app::side_tabs,
    ui::{FIRST_WINDOW, MIN_WINDOW},
};

const GAME: &str = include_str!("../../assets/samples/kriegspiel.pgn");
const PROBLEM: &str = include_str!("../../assets/samples/kriegspiel-problem.pgn");

/// The sizes in points. They include a window of 900 × 600 pixels on a screen of double density.
const SIZES: [(f32, f32); 8] = [
    (200.0, 150.0),
    (320.0, 240.0),
    (450.0, 300.0),
    (480.0, 320.0),
    (600.0, 400.0),
    (900.0, 600.0),
    (1280.0, 800.0),
    (2560.0, 1440.0),
];

/// Checks that every node whose name begins with one of `names` is within the window and covers no other. Returns the
/// number of these nodes.
fn check(window: &Window, (width, height): (f32, f32), names: &[&str]) -> usize {
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)).expand(0.6);
    let mut found: Vec<(String, Rect)> = Vec::new();
    for name in names {
        for node in window.harness.query_all_by_label_contains(name) {
            let about = node.accesskit_node();
            let begins = about
                .label()
                .or_else(|| about.value())
                .is_some_and(|label| label.starts_with(name));
            if !begins || about.raw_bounds().is_none() {
                continue;
            }
            let rect = node.rect();
            let label = format!("{name} at {rect:?} in {width} × {height}");
            assert!(screen.contains_rect(rect), "{label} is cut");
            for (other, taken) in &found {
                let over = rect.shrink(0.6).intersects(taken.shrink(0.6));
                assert!(!over, "{label} lies over {other}");
            }
            found.push((label, rect));
        }
    }
    found.len()
}

/// Returns whether the window of the first start is maximized once the desktop names the size of its screen, in points.
fn is_maximized_on(screen: Vec2) -> bool {
    let mut window = Window::empty_of(FIRST_WINDOW[0], FIRST_WINDOW[1]);
    let input = window.harness.input_mut();
    input.viewports.entry(ViewportId::ROOT).or_default().monitor_size = Some(screen);
    window.harness.step();
    let output = &window.harness.output().viewport_output[&ViewportId::ROOT];
    output.commands.contains(&ViewportCommand::Maximized(true))
}

/// A window that is not maximized would reach under the panel of the desktop or over the edge of the screen.
#[test]
fn first_window_fits_common_screens_at_every_scale() {
    for (pixels, percent, is_maximized) in [
        ([1280.0, 800.0], 100.0, true),
        ([1366.0, 768.0], 100.0, true),
        ([1920.0, 1080.0], 100.0, false),
        ([1920.0, 1080.0], 125.0, true),
        ([1920.0, 1080.0], 150.0, true),
        ([2560.0, 1440.0], 150.0, false),
        ([2560.0, 1440.0], 200.0, true),
        ([3840.0, 2160.0], 200.0, false),
    ] {
        let screen = Vec2::from(pixels) / (percent / 100.0);
        assert_eq!(is_maximized_on(screen), is_maximized, "{pixels:?} at {percent} %");
    }
}

#[test]
fn match_fits_every_window_size() {
    // The screen may be smaller than the window would like to be.
    assert_eq!(SIZES[0], MIN_WINDOW.into());
    for size in SIZES {
        let mut window = Window::sized(SAMPLE, size.0, size.1);
        window.key(Key::End);
        let count = check(
            &window,
            size,
            &[
                "Go to start (",
                "Previous move (",
                "Play (",
                "Next move (",
                "Go to end (",
                "1×",
                "Skip idle time",
                "3:03.7",
                "Board A",
                "Board B",
                "Clock of ",
                "All commands",
            ],
        );
        // Two boards, four clocks, the match time, three buttons, and access to all commands.
        assert!(count >= 11, "{size:?}: {count}");
        let side = window.rect("Board A").width();
        assert!(side >= 48.0, "{size:?}: {side}");
        if size.1 >= 240.0 {
            let bar = window.rect_containing("Clock of White A");
            let board = window.rect("Board A");
            let is_beside = bar.right() <= board.left();
            assert!(is_beside || bar.left() >= board.left() && bar.right() <= board.right() + 0.6);
        }
    }
}

#[test]
fn kriegspiel_fits_every_window_size() {
    for size in SIZES {
        let mut window = Window::sized(GAME, size.0, size.1);
        for _ in 0..8 {
            window.key(Key::T);
        }
        let count = check(
            &window,
            size,
            &[
                "Go to start (",
                "Previous move (",
                "Next move (",
                "Go to end (",
                "Previous try",
                "Next try",
                "Move 6 of 9",
                "Board, ",
                "Last announcement",
                "White: Player1",
                "Black: Player2",
            ],
        );
        assert!(count >= 5, "{size:?}: {count}");
    }
}

#[test]
fn dialogs_fit_small_windows() {
    for (width, height) in SIZES.into_iter().take(5) {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let mut window = Window::sized(SAMPLE, width, height);
        for (key, name) in [(Key::Comma, "Settings"), (Key::K, "All commands")] {
            window.keys(CTRL, key);
            let rect = window.dialog(name);
            assert!(screen.contains_rect(rect), "{name}: {rect:?} in {width} × {height}");
            window.key(Key::Escape);
        }
        window.key(Key::F1);
        let rect = window.dialog("Help");
        assert!(screen.contains_rect(rect), "{rect:?} in {width} × {height}");
        window.key(Key::Escape);
    }
}

#[test]
fn narrow_window_merges_the_menus() {
    let mut window = Window::sized(SAMPLE, 260.0, 700.0);
    window.menu(&["Menu", "View", "Flip boards"]);
    assert!(window.is_flipped());
}

#[test]
fn narrow_table_drops_columns_but_not_players() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for (width, heads_shown) in [(2560.0, 19), (900.0, 11), (600.0, 6), (320.0, 4)] {
        let mut window = Window::sized(&two, width, 600.0);
        window.keys(CTRL, Key::T);
        let heads = window.harness.query_all_by_label_contains("Sort by ");
        let heads: Vec<Rect> = heads.map(|head| head.rect()).collect();
        assert_eq!(heads.len(), heads_shown, "{width}");
        for head in heads {
            assert!(head.right() <= width, "{head:?} in {width}");
        }
        // There is a column for each player, or for each team if four columns do not fit.
        let names: &[&str] = if width > 400.0 {
            &["White A", "Black B", "Black A", "White B"]
        } else {
            &["average rating of White A and Black B", "average rating of Black A and White B"]
        };
        for name in names {
            let room = window.rect(&format!("Sort by {name}")).width();
            assert!(room >= 64.0, "{name}: {room} in {width}");
        }
    }
}

/// Returns the two texts painted for the diagonals at the end of the match, in a window of this size.
fn ahead(text: &str, width: f32, height: f32) -> [String; 2] {
    let mut window = Window::sized(text, width, height);
    window.key(Key::End);
    let row = window.rect_containing("Diagonals: ");
    let painted = Painted::of(&window);
    let texts = painted.words.iter().zip(&painted.places);
    let texts = texts.filter(|(_, at)| row.expand(1.0).contains_rect(**at));
    let of = |color: &str| {
        let mut texts = texts.clone().map(|(words, _)| words);
        let text = texts.find(|words| words.starts_with(color));
        text.cloned().unwrap_or_default()
    };
    [of("White "), of("Black ")]
}

#[test]
fn diagonal_lead_is_abbreviated_without_room() {
    let long = SAMPLE.replace("Margency", "A name with many letters");
    assert_eq!(
        ahead(&long, 1600.0, 700.0),
        ["White A name with many letters 3.8 s ahead of Altais", "Black rln 1.3 s ahead of izicik"]
    );
    assert_eq!(
        ahead(&long, 480.0, 800.0),
        ["White A name with many letters +3.8 s", "Black rln +1.3 s"]
    );
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for (width, height) in [(700.0, 1000.0), (900.0, 600.0), (1280.0, 800.0)] {
        let [white, black] = ahead(&two, width, height);
        assert!(white.starts_with("White Margency "), "{white} in {width}");
        assert!(black.starts_with("Black rln "), "{black} in {width}");
    }
    let mut window = Window::sized(&two, 900.0, 600.0);
    assert!(window.has("Diagonals: level  ·  level"));
    // A lead of less than a tenth of a second counts as level.
    let near = SHORT.replace("1B. Nf3{299}", "1B. Nf3{298.95}");
    window = Window::sized(&near, 1280.0, 800.0);
    window.key(Key::ArrowRight);
    let names = window.names();
    assert!(!names.iter().any(|name| name.contains("+0.0 s")));
}

#[test]
fn rating_beside_a_clock_is_whole_or_left_out() {
    let text = SHORT.replace("Anna", "Emeraldddd");
    let mut whole = 0;
    for width in (600_u16..1300).step_by(25) {
        let painted = Painted::of(&Window::sized(&text, f32::from(width), 600.0));
        let cut = painted.cut.iter().any(|(words, _)| words == "Emeraldddd2001");
        assert!(!cut, "{width}: {:?}", painted.cut);
        whole += painted.count("Emeraldddd2001");
    }
    assert!(whole > 0);
}

#[test]
fn move_list_header_has_seat_and_rating_below_the_name() {
    let header = |text: &str, words: [&str; 3]| {
        let painted = Painted::of(&Window::of(text));
        words.map(|words| painted.count(words))
    };
    assert_eq!(header(SHORT, ["Anna", "White A · 2001", "Anna2001"]), [1, 1, 1]);
    let long = "Anna with many more letters";
    let text = SHORT.replace("Anna", long);
    // Beside the clock, a long name leaves no room for the rating.
    assert_eq!(header(&text, [long, "White A · 2001", &format!("{long}2001")]), [2, 1, 0]);
}

#[test]
fn long_comment_wraps_over_several_rows() {
    let long = "many words ".repeat(20);
    let rows = |comment: &str| {
        let text = SHORT.replacen("1A.", &format!("{{C:{comment}}} 1A."), 1);
        let painted = Painted::of(&Window::of(&text));
        let found = painted.words.iter().zip(&painted.rows);
        let found = found.filter(|(words, _)| *words == comment);
        found.map(|(_, rows)| *rows).collect::<Vec<_>>()
    };
    let (few, many) = (rows("few words"), rows(long.trim()));
    assert!(!few.is_empty() && few.iter().all(|rows| *rows == 1));
    assert!(!many.is_empty() && many.iter().all(|rows| *rows > 2), "{many:?}");
}

/// The line about a mate is the most important text in the window.
#[test]
fn sentences_below_the_boards_and_the_result_are_whole() {
    let text = SAMPLE.replace("\"izicik\"", "\"BobBughouse\"");
    for (width, height) in [(640.0, 480.0), (900.0, 600.0), (1280.0, 800.0)] {
        let mut window = Window::with_tactics(&text, None, width, height);
        let below = window.rect("Board A").bottom();
        let until = window.rect_containing("Timeline: ").top();
        let moments = window.state().match_state().expect("a match").track.ticks.len();
        let mut sentences = 0;
        for _ in 0..moments {
            window.key(Key::ArrowRight);
            let painted = Painted::of(&window);
            let is_hint = |place: &Rect| (below..until).contains(&place.center().y);
            sentences += painted.places.iter().filter(|place| is_hint(place)).count();
            for (words, place) in &painted.cut {
                let is_sentence = words.contains(' ') && is_hint(place);
                assert!(!is_sentence, "{width} × {height}: {words:?}");
            }
        }
        assert!(sentences > 0);
    }
}

#[test]
fn result_that_is_contradicted_is_whole_at_the_end() {
    let text = SHORT
        .replace("[Result \"*\"]", "[Result \"1-0\"]")
        .replace("2a. Qxd5{295} *", "2a. Qxd5{295} {Anna forfeits on time} 0-1")
        .replace("App test", "International Internet Bughouse Championship");
    for (width, height) in [(600.0, 400.0), (900.0, 600.0)] {
        let mut window = Window::sized(&text, width, height);
        window.key(Key::End);
        let result = window.state().match_state().expect("a match").end_text();
        assert!(result.len() > 50, "{result}");
        let painted = Painted::of(&window);
        assert!(painted.words.contains(&result), "{:?}", painted.words);
        assert!(painted.cut.iter().all(|(words, _)| *words != result), "{width}");
    }
}

/// The panel has room beside boards whose size the height of the window limits.
#[test]
fn panel_is_beside_the_boards_from_640_points_on() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for text in [SAMPLE, &two] {
        let window = Window::sized(text, 640.0, 480.0);
        assert!(window.rect("Moves").left() > window.rect("Board B").right());
        assert!(window.rect("Board A").width() >= 184.0);
    }
}

#[test]
fn rails_are_labelled() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let painted = Painted::of(&Window::sized(&two, 600.0, 400.0));
    let place = |label: &str| {
        let index = painted.words.iter().position(|words| words == label);
        painted.places[index.unwrap_or_else(|| panic!("{label}: {:?}", painted.words))]
    };
    assert!(place("Match list").right() <= 16.0, "{:?}", place("Match list"));
    assert!(place("Side panel").left() >= 584.0, "{:?}", place("Side panel"));
}

#[test]
fn narrow_notes_panel_fits_the_window() {
    let text = SAMPLE.replacen("1A.", "{C:of the match} 1A.", 1);
    let two = format!("{text}\n{SAMPLE}");
    let window = Window::sized(&two, 900.0, 600.0);
    for name in ["Move note to next move", "Add comment"] {
        for node in window.harness.query_all_by_label(name) {
            let rect = node.rect();
            assert!(rect.right() <= 900.0, "{name}: {rect:?}");
        }
    }
}

#[test]
fn longest_menu_fits_a_small_window() {
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0)] {
        let mut window = Window::sized(SAMPLE, width, height);
        for (menu, last) in [
            ("File", "Quit"),
            ("Edit", "Paste position or match"),
            ("View", "Pieces"),
            ("Analysis", "Back to main line"),
        ] {
            window.click(menu);
            let rect = window.rect(last);
            assert!(rect.bottom() <= height, "{last}: {rect:?} in {height}");
            window.key(Key::Escape);
        }
    }
}

#[test]
fn diagonals_are_plotted_from_the_least_size_on() {
    for (width, height, text) in
        [(900.0, 600.0, 1.0), (1280.0, 800.0, 1.0), (1280.0, 800.0, 1.5), (700.0, 1000.0, 1.0)]
    {
        let mut window = Window::sized(SAMPLE, width / text, height / text);
        let timeline = window.rect_containing("Timeline: ");
        // Lower than 8 points it would not be painted.
        window.harness.hover_at(pos2(timeline.center().x, timeline.bottom() - 10.5));
        window.harness.run_steps(12);
        assert!(window.has_containing("White diagonal"), "{width} × {height}, {text}");
    }
}

/// The chart of a timeline has a scale with a number at both ends, or there is no chart.
#[test]
fn charts_are_readable_or_left_out() {
    for (width, height) in [(640.0, 480.0), (900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        for text in [1.0, 1.5] {
            let window = Window::sized(SAMPLE, width / text, height / text);
            let painted = Painted::of(&window);
            let timeline = window.harness.query_by_label_contains("Timeline: ");
            let Some(timeline) = timeline.map(|node| node.rect()) else { continue };
            let place = |start: &str, end: &str| {
                let mut found = painted.words.iter().zip(&painted.places);
                let is_wanted = |words: &str| words.starts_with(start) && words.ends_with(end);
                let is_in = |place: &Rect| timeline.expand(2.0).contains_rect(*place);
                let found = found.find(|(words, place)| is_wanted(words) && is_in(place));
                found.map(|(_, place)| *place)
            };
            let ends = [place("+", " s"), place("−", " s")];
            let case = format!("{width} × {height}, text {text}: {ends:?}");
            match (place("Diagonals", ""), ends) {
                (Some(legend), [Some(top), Some(bottom)]) => {
                    assert!(top.top() >= legend.bottom() - 4.0, "{case}");
                    assert!(bottom.center().y - top.center().y >= 12.0, "{case}");
                }
                (legend, ends) => assert_eq!((legend, ends), (None, [None, None]), "{case}"),
            }
        }
    }
}

/// Text of 150 % takes neither the charts nor the coordinates, nor does a small window.
#[test]
fn charts_and_coordinates_stay_with_large_text() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    for (width, height, percent) in [
        (1280.0, 800.0, 150),
        // Below a title bar, and above a panel of the desktop.
        (1280.0, 780.0, 150),
        (1280.0, 735.0, 150),
        (900.0, 600.0, 100),
        (1920.0, 1080.0, 150),
    ] {
        for text in [SAMPLE, &two] {
            let mut window = Window::sized(text, width, height);
            window.change_settings(|it| it.text_percent = percent);
            window.settle();
            let painted = Painted::of(&window);
            let case = format!("{width} × {height}, {percent} %: {:?}", painted.words);
            assert!(painted.words.iter().any(|it| it.starts_with("Diagonals")), "{case}");
            for letter in ["c", "f", "6"] {
                assert_eq!(painted.count(letter), 2, "{letter}, {case}");
            }
        }
    }
}

/// Boards whose seats are beside them use the width that boards with seats above and below them cannot.
#[test]
fn boards_of_a_low_window_use_its_width() {
    for list in ["", SAMPLE] {
        let window = Window::sized(&format!("{SAMPLE}\n{list}"), 600.0, 400.0);
        let [left, right] = ["Board A", "Board B"].map(|board| window.rect(board));
        assert!(left.width() >= 184.0, "{left:?}");
        assert!(right.left() - left.right() < 16.0, "{left:?} {right:?}");
        assert!(window.rect_containing("Timeline: ").width() > 540.0);
    }
}

#[test]
fn tabs_are_in_one_row_and_those_without_room_in_a_menu() {
    let two = format!("{SAMPLE}\n{SAMPLE}");
    let games = format!("{GAME}\n{PROBLEM}");
    for (text, width, height, percent) in [
        (SAMPLE, 900.0, 600.0, 100),
        (&two, 1280.0, 800.0, 100),
        (&two, 900.0, 600.0, 100),
        (&two, 900.0, 600.0, 150),
        (&two, 360.0, 640.0, 100),
        (GAME, 900.0, 600.0, 100),
        (GAME, 900.0, 600.0, 150),
        (&games, 900.0, 600.0, 100),
        (PROBLEM, 900.0, 600.0, 150),
        (&games, 1280.0, 800.0, 100),
    ] {
        let mut window = Window::sized(text, width, height);
        window.change_settings(|it| it.text_percent = percent);
        window.settle();
        let about = format!("{width}, {percent} %");
        let all = side_tabs(window.state());
        for (panel, name) in &all {
            window.show(all[0].0);
            let tabs = || window.harness.query_all_by_role(Role::Tab);
            // The number of issues follows the name.
            let is_named = |label: Option<String>| label.is_some_and(|it| it.starts_with(name));
            let is_in_row = tabs().any(|tab| is_named(tab.accesskit_node().label()));
            if is_in_row {
                window.show(*panel);
            } else {
                window.click("More panels");
                window.click_containing(name);
            }
            assert_eq!(
                (window.tab().as_str(), window.state().shell.panel),
                (*name, *panel),
                "{about}"
            );
            let tabs = window.harness.query_all_by_role(Role::Tab);
            let tabs: Vec<Rect> = tabs.map(|tab| tab.rect()).collect();
            let right = (width * 100.0 / f32::from(percent)).min(width);
            for tab in &tabs {
                assert!(tab.right() <= right, "{tab:?} in {about}");
                assert_eq!(tab.y_range(), tabs[0].y_range(), "{tab:?} in {about}");
            }
            assert_eq!(window.has("More panels"), tabs.len() < all.len(), "{about}");
        }
    }
}

#[test]
fn long_names_in_move_list_headers_end_in_an_ellipsis_on_one_line() {
    let names = ["littleplotkin", "carlosfenix", "gmbmichaelxy"];
    let mut text = SHORT.to_owned();
    for (old, new) in ["Anna", "Ben", "Carla"].iter().zip(names) {
        text = text.replacen(&format!("\"{old}\""), &format!("\"{new}\""), 1);
    }
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (700.0, 1000.0), (2000.0, 1000.0)] {
        let mut window = Window::sized(&text, width, height);
        let moves = window.rect_containing("Moves of White A");
        let painted = Painted::of(&window);
        let header = moves.with_max_x(width);
        let is_in = |place: &Rect| header.contains(place.center());
        let shown = painted.words.iter().zip(&painted.places).filter(|(_, place)| is_in(place));
        let shown: Vec<&String> = shown.map(|(words, _)| words).collect();
        for (name, rating) in names.iter().chain(&["Dan"]).zip(["2001", "2002", "2003", "2004"]) {
            let begins = |shown: &str| {
                shown == *name || shown.strip_suffix('…').is_some_and(|it| name.starts_with(it))
            };
            assert!(shown.iter().any(|it| begins(it)), "{width}: {name} in {shown:?}");
            let has_rating = shown.iter().any(|it| it.ends_with(rating));
            assert!(has_rating || width < 2000.0, "{width}: {rating} in {shown:?}");
        }
        // The tooltip has the whole name and the rating.
        window.harness.hover_at(window.rect_containing("Moves of White A").center());
        window.harness.run_steps(12);
        let is_cut = !shown.iter().any(|it| *it == names[0]);
        let tooltip = Painted::of(&window).count("Moves of White A: littleplotkin 2001");
        assert!(tooltip > 0 || !is_cut, "{width}");
    }
}

#[test]
fn text_grows_in_a_wide_window_but_not_in_its_first_frame_nor_while_stepping() {
    for (width, percent) in [(900.0, 100), (1600.0, 100), (2560.0, 125)] {
        let mut window = Window::sized(SAMPLE, width, 1440.0);
        let viewport = window.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.monitor_size = Some(vec2(8000.0, 6000.0));
        let zoom = |window: &Window| (window.harness.ctx.zoom_factor() * 100.0).round();
        window.harness.run_steps(6);
        assert_eq!(zoom(&window), percent as f32, "{width}");
        for key in [Key::ArrowRight, Key::End, Key::Home] {
            window.key(key);
            assert_eq!(zoom(&window), percent as f32, "{width}");
        }
        assert!(window.repaint_delay() > std::time::Duration::from_secs(1), "idle");
    }
}
