//! The match list.

#![expect(clippy::disallowed_methods, reason = "reads the files that were exported")]

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Key, OutputCommand, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use tandem::app::{Action, Center, Command, Dialog};

fn file(matches: usize) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for number in 1..=matches {
        let name = ["Zoe", "Yan", "Xaver"][number % 3];
        let result = ["1-0", "0-1"][number % 2];
        write!(
            text,
            "[Event \"Match {number}\"]\n[Date \"2026.11.{:02}\"]\n[WhiteA \"{name}\"]\n\
             [BlackA \"B{number}\"]\n[WhiteB \"C{number}\"]\n[BlackB \"D{number}\"]\n\
             [TimeControl \"120+0\"]\n[Result \"{result}\"]\n\n\
             1A. e4{{119}} 1a. e5{{118}} 1B. d4{{117}} {result}\n\n",
            number.min(28)
        )
        .expect("a string takes everything");
    }
    text
}

fn chosen(window: &Window) -> usize {
    window.state().library.file().expect("a file").record.id
}

#[test]
fn a_single_match_shows_no_list() {
    let mut window = Window::of(SHORT);
    assert!(!window.has("Filter matches"));
    assert!(!window.has_containing("of 1 match"));
    window.keys(CTRL, Key::M);
    assert!(window.has("Filter matches") && window.has("1 of 1 match"));
    window.keys(CTRL, Key::M);
    assert!(!window.has("Filter matches"));
}

#[test]
fn filtering_finds_players_dates_and_results() {
    let mut window = Window::of(&file(12));
    assert!(window.has("12 of 12 matches"));
    window.keys(CTRL, Key::F);
    assert!(window.harness.get_by_label("Filter matches").is_focused());
    window.type_text("yan");
    assert!(window.has("4 of 12 matches"));
    assert!(window.has_containing("Match 1: Yan & D1 vs B1 & C1, B1 & C1 won, 2026.11.01"));
    assert!(!window.has_containing("Match 2: "));
    window.type_text(" 1-0");
    assert!(window.has("2 of 12 matches"));
    window.key(Key::Escape);
    assert!(window.has("12 of 12 matches"));
    assert!(!window.harness.get_by_label("Filter matches").is_focused());
}

#[test]
fn keys_typed_into_the_filter_do_not_move_the_playhead() {
    let mut window = Window::of(&file(3));
    window.key(Key::ArrowRight);
    let settings = window.state().settings.clone();
    window.keys(CTRL, Key::F);
    window.type_text("fx k");
    for key in [Key::ArrowLeft, Key::Home, Key::End, Key::ArrowRight, Key::ArrowUp] {
        window.key(key);
    }
    assert_eq!(window.value("Filter matches"), "fx k");
    assert_eq!(window.moment(), 1);
    assert!(!window.is_playing());
    assert_eq!(window.state().settings, settings);
    // After Escape the keys work again.
    window.key(Key::Escape);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 2);
}

#[test]
fn page_keys_step_through_listed_matches() {
    let mut window = Window::of(&file(9));
    let mut after = |key| {
        window.key(key);
        chosen(&window)
    };
    assert_eq!([0; 3].map(|_| after(Key::PageDown)), [1, 2, 3]);
    assert_eq!([0; 4].map(|_| after(Key::PageUp)), [2, 1, 0, 0]);
    window.keys(CTRL, Key::F);
    window.type_text("zoe");
    window.key(Key::PageDown);
    window.key(Key::PageDown);
    window.key(Key::PageUp);
    let in_field = chosen(&window);
    assert_eq!(in_field, 2, "in the field too");
    window.harness.get_by_label("Board A").click();
    window.settle();
    // Zoe played matches 3, 6 and 9.
    let mut after = |key| {
        window.key(key);
        chosen(&window)
    };
    let on = [0; 3].map(|_| after(Key::PageDown));
    assert_eq!(on.last(), Some(&8), "{in_field}, {on:?}");
    assert_eq!([0; 3].map(|_| after(Key::PageUp)), [5, 2, 2]);
}

#[test]
fn clicked_match_opens_at_its_start() {
    let mut window = Window::of(&file(5));
    window.key(Key::End);
    window.click_containing("Match 4: ");
    assert_eq!(chosen(&window), 3);
    assert_eq!(window.moment(), 0);
    assert!(window.has("White A: Yan"));
    assert!(window.has("Black A: B4"));
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 1);
}

#[test]
fn long_list_scrolls_to_the_chosen_match() {
    let mut window = Window::of(&file(200));
    assert!(window.has("200 of 200 matches"));
    for _ in 0..30 {
        window.key(Key::PageDown);
    }
    let row = window.rect_containing("Match 31: ");
    assert!(window.harness.ctx.content_rect().contains_rect(row), "{row:?}");
    assert!(!window.has_containing("Match 150: "));
}

#[test]
fn dragged_scroll_bar_moves_with_the_pointer() {
    let mut window = Window::of(&file(2000));
    let row = window.rect_containing("Match 1: ");
    let handle = pos2(row.right() + 8.0, row.top() + 20.0);
    let below = handle + vec2(0.0, 100.0);
    let drag = |window: &mut Window, from, to| {
        window.harness.drag_at(from);
        window.harness.step();
        window.harness.hover_at(to);
        window.harness.run_steps(2);
        window.harness.drop_at(to);
        window.settle();
    };
    drag(&mut window, handle, below);
    assert!(!window.has_containing("Match 1: "));
    drag(&mut window, below, handle);
    assert_eq!(window.rect_containing("Match 1: "), row);
}

#[test]
fn new_file_scrolls_to_its_top() {
    let mut window = Window::of(&file(60));
    let second = window.file("second.bpgn", file(50).as_bytes());
    let list = window.rect_containing("Match 3: ").center();
    window.wheel(list, 30.0);
    assert!(!window.has_containing("Match 1: "));
    window.open_by_path(second.to_str().unwrap());
    assert!(window.has("50 of 50 matches"));
    assert!(window.has_containing("Match 1: "));
}

/// Returns the numbers of the matches that are visible in the table, from the top.
fn listed(window: &Window) -> Vec<u32> {
    let state = window.state();
    state.file().expect("a file").filter.rows.iter().map(|row| row + 1).collect()
}

#[test]
fn table_works_by_keyboard() {
    let mut window = Window::of(&file(12));
    window.keys(CTRL, Key::T);
    assert!(window.harness.get_by_label("Filter matches").is_focused());
    assert!(!window.has("Board A"));
    assert!(window.has("Sort by moves") && window.has("Sort by date"));
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    assert_eq!(chosen(&window), 2);
    window.keys(CTRL, Key::End);
    assert_eq!(chosen(&window), 11);
    window.keys(CTRL, Key::Home);
    assert_eq!(chosen(&window), 0);
    window.type_text("zoe");
    assert_eq!(listed(&window), [3, 6, 9, 12]);
    // The open match is not listed, so the first listed one comes next.
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    assert_eq!(chosen(&window), 5);
    window.key(Key::Enter);
    assert!(window.has("Board A") && window.has("White A: Zoe"));
}

#[test]
fn escape_and_the_keys_of_panels_leave_the_table() {
    let mut window = Window::of(&file(12));
    window.keys(CTRL, Key::T);
    assert!(window.is_focused("Filter matches") && !window.has("Board A"));
    window.key(Key::Escape);
    assert!(window.has("Board A"), "{:?}", window.names());
    // A filter is cleared first.
    window.keys(CTRL, Key::T);
    window.type_text("zoe");
    window.key(Key::Escape);
    assert!(window.has("12 of 12 matches") && !window.has("Board A"));
    window.key(Key::Escape);
    assert!(window.has("Board A"));
    window.keys(CTRL, Key::T);
    window.click("Sort by date");
    window.key(Key::Escape);
    assert!(window.has("Board A"));
    for (key, panel) in [(Key::Num1, "Moves"), (Key::Num3, "Event")] {
        window.keys(CTRL, Key::T);
        assert!(!window.has("Board A"));
        window.keys(CTRL, key);
        assert!(window.has("Board A") && window.has(panel), "{:?}", window.names());
    }
}

#[test]
fn table_keys_do_not_edit_the_hidden_match() {
    let mut window = Window::of(&file(6));
    window.key(Key::ArrowRight);
    window.keys(CTRL, Key::T);
    // A click on a row takes the focus from the field.
    window.click_containing("Match 3: ");
    assert_eq!(chosen(&window), 2);
    for key in [Key::D, Key::E, Key::M, Key::Num1, Key::F, Key::X] {
        window.key(key);
    }
    let state = window.state();
    assert!(
        !state.is_unsaved()
            && !state.file().expect("a file").entering
            && state.shell.dialog.is_none()
    );
    assert!(!state.shell.flipped && !state.settings.switched);
    // The table handles its own keys.
    window.key(Key::ArrowDown);
    assert_eq!(chosen(&window), 3);
    window.key(Key::Enter);
    assert!(window.has("Board A") && window.state().shell.focus.is_none());
    assert_eq!(window.tab(), "Moves");
}

#[test]
fn enter_and_escape_leave_the_filter_for_the_boards() {
    for key in [Key::Enter, Key::Escape] {
        let mut window = Window::of(&file(6));
        window.keys(CTRL, Key::F);
        window.type_text("match 3");
        window.key(Key::ArrowDown);
        assert_eq!(chosen(&window), 2);
        window.key(key);
        window.key(Key::F);
        assert!(window.state().shell.flipped, "{key:?}: the boards have the keys");
        assert_eq!(listed(&window), [3], "{key:?}: the filter stays");
        // Without a step, Escape clears the filter.
        window.keys(CTRL, Key::F);
        window.key(Key::Escape);
        assert_eq!(listed(&window).len(), 6, "{key:?}");
    }
    // Enter opens the only match even without a step.
    let mut window = Window::of(&file(6));
    window.keys(CTRL, Key::F);
    window.type_text("match 3");
    window.key(Key::Enter);
    assert_eq!(chosen(&window), 2);
    window.key(Key::F);
    assert!(window.state().shell.flipped && listed(&window) == [3]);
}

#[test]
fn filter_help_is_beside_the_matches() {
    let mut window = Window::of(&file(6));
    let words = "part of a name: player, event, file";
    window.keys(CTRL, Key::F);
    let list = window.rect_containing("Match 1: ");
    assert!(window.rect(words).left() > list.right(), "the list can be read");
    window.keys(CTRL, Key::T);
    assert!(!window.has(words), "the table can be read");
    window.click("Filter syntax");
    assert!(window.has(words));
    window.key(Key::Escape);
    assert!(!window.has(words));
    // The controls beside the field are aligned with it.
    let middle = window.rect("Boards").center().y;
    for name in ["Filter matches", "Filter syntax", "6 of 6 matches"] {
        let off = (window.rect(name).center().y - middle).abs();
        assert!(off < 1.5, "{name}: {off}");
    }
}

#[test]
fn header_click_cycles_the_sort_order() {
    let mut window = Window::of(&file(6));
    window.keys(CTRL, Key::T);
    window.click("Sort by date");
    assert_eq!(listed(&window), [6, 5, 4, 3, 2, 1]);
    window.click("Sort by date");
    assert_eq!(listed(&window), [1, 2, 3, 4, 5, 6]);
    window.click("Sort by result");
    assert_eq!(listed(&window), [2, 4, 6, 1, 3, 5]);
    window.click("Sort by result");
    assert_eq!(listed(&window), [1, 3, 5, 2, 4, 6]);
    window.click("Sort by result");
    assert_eq!(listed(&window), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn invalid_term_is_explained() {
    let mut window = Window::of(&file(6));
    window.keys(CTRL, Key::F);
    assert!(window.has("part of a name: player, event, file"));
    window.type_text("match 3");
    assert_eq!(listed(&window), [3]);
    window.type_text(" plies>");
    assert!(window.has("\"plies>\" needs a value."));
    window.type_text("many");
    assert!(window.has(
        "\"plies\" needs a number or a range, such as plies>80 or plies:20..40, not \"many\"."
    ));
    window.key(Key::Escape);
    assert!(window.state().file().expect("a file").filter.problem.is_none());
    assert_eq!(listed(&window), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn list_export_format_follows_the_file_name() {
    let mut window = Window::of(&file(12));
    window.keys(CTRL, Key::F);
    window.type_text("yan");
    for (name, expect) in [("some.bpgn", 4), ("some.csv", 5), ("some.bgn.jsonl", 4)] {
        window.menu(&["File", "Export listed matches…"]);
        // Without a system dialog the path has to be typed.
        window.wait("a path is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
        });
        let path = window.path(name);
        window.type_text(path.to_str().expect("a path"));
        window.key(Key::Enter);
        window.wait("it is written", |window| window.has_containing("Exported 4 matches to"));
        let text = std::fs::read_to_string(&path).expect("a file");
        let count = match name {
            "some.bpgn" => text.matches("[Event ").count(),
            _ => text.lines().count(),
        };
        assert_eq!(count, expect, "{text}");
        assert!(text.contains("Yan") && !text.contains("Zoe"), "{text}");
        window.click("Dismiss");
    }
}

#[test]
fn table_sorts_by_each_player() {
    let names = [
        ["Dora", "Ann", "Bea", "Cleo"],
        ["Ann", "Bea", "Cleo", "Dora"],
        ["Cleo", "Dora", "Ann", "bea"],
        ["Bea", "Cleo", "Dora", "ann"],
    ];
    let text = names.map(|[white_a, black_a, white_b, black_b]| {
        format!(
            "[WhiteA \"{white_a}\"][BlackA \"{black_a}\"][WhiteB \"{white_b}\"][BlackB \"{black_b}\"]\n\
             [TimeControl \"120+0\"]\n\n1A. e4{{119}} *\n\n"
        )
    });
    let mut window = Window::of(&text.concat());
    window.keys(CTRL, Key::T);
    for (seat, order) in [
        ("White A", [2, 4, 3, 1]),
        ("Black A", [1, 2, 4, 3]),
        ("White B", [3, 1, 2, 4]),
        ("Black B", [4, 3, 1, 2]),
    ] {
        window.click(&format!("Sort by {seat}"));
        assert_eq!(listed(&window), order, "{seat}");
        window.click(&format!("Sort by {seat}"));
        let mut back = order;
        back.reverse();
        assert_eq!(listed(&window), back, "{seat}");
    }
}

#[test]
fn table_names_the_file_of_each_match() {
    let mut window = Window::of(&file(2));
    window.keys(CTRL, Key::T);
    assert!(!window.has("Sort by file"), "there is one");
    let paths = ["first.bpgn", "second.bpgn"].map(|name| window.file(name, file(2).as_bytes()));
    window.open_all(paths.to_vec());
    window.keys(CTRL, Key::T);
    if window.state().shell.center == Center::Boards {
        window.keys(CTRL, Key::T);
    }
    let files = |window: &Window| -> Vec<String> {
        let file = window.state().file().expect("a file");
        let rows = file.filter.rows.iter();
        let cells = rows.map(|row| file.row(*row as usize).expect("a row").cells);
        cells.map(|cells| cells.join("|")).collect()
    };
    let names = files(&window);
    assert_eq!(names.len(), 4);
    assert!(names[..2].iter().all(|row| row.contains("first.bpgn")), "{names:?}");
    assert!(names[2..].iter().all(|row| row.contains("second.bpgn")), "{names:?}");
    window.click("Sort by file");
    window.click("Sort by file");
    assert_eq!(listed(&window), [3, 4, 1, 2]);
}

#[test]
fn a_problem_without_players_is_listed_by_its_event() {
    let game = "[White \"?\"][Black \"?\"][Date \"2004.11.02\"][Variant \"Kriegspiel\"]";
    let plies = "\n\n1. e4 {(:)}\ne5 {(:)}\n\n";
    let problems = format!("[Event \"Skirmish\"]{game}{plies}[Event \"?\"]{game}{plies}");
    let window = Window::of(&problems);
    assert!(window.has_containing("Match 1: Skirmish, "), "{:?}", window.names());
    assert!(window.has_containing("Match 2: Game of Kriegspiel, "));
    assert!(!window.has_containing("? vs"));
}

#[test]
fn a_row_of_a_series_shows_the_number_of_moves_rather_than_the_date() {
    let text: String = (10..22)
        .map(|minute| {
            format!(
                "[Date \"2026.11.28\"]\n[Time \"22:{minute}:00\"]\n[WhiteA \"ann\"]\n\
                 [BlackA \"bob\"]\n[WhiteB \"cy\"]\n[BlackB \"dee\"]\n[Result \"1-0\"]\n\n\
                 1A. e4 1a. e5 1B. d4 1-0\n\n"
            )
        })
        .collect();
    let mut window = Window::of(&text);
    window.wait("the series", |window| window.has_containing("game 12 of 12"));
    let painted = Painted::of(&window);
    let rows = painted.words.iter().filter(|words| words.contains(" · 3 moves"));
    assert!(rows.clone().count() > 5, "{:?}", painted.words);
    assert!(rows.clone().any(|words| words == "12 · 3 moves"), "{:?}", painted.words);
    assert!(!painted.words.iter().any(|words| words == "12 · 2026.11.28"), "{:?}", painted.words);
    let cut: Vec<_> = painted.cut.iter().filter(|(words, _)| words.contains("moves")).collect();
    assert!(cut.is_empty(), "{cut:?}");
}

#[test]
fn unknown_players_are_named_by_their_seats() {
    let text = SHORT.replace("\"Anna\"", "\"?\"").replace("\"Dan\"", "\"?\"");
    let window = Window::of(&format!("{text}\n{SHORT}"));
    let painted = Painted::of(&window);
    assert_eq!(painted.count("White A & Black B"), 1, "{:?}", painted.words);
    assert!(!painted.words.iter().any(|words| words.contains('?') && words.contains('&')));
}

#[test]
fn names_of_table_columns_are_not_cut() {
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        let mut window = Window::sized(&file(3), width, height);
        window.keys(CTRL, Key::T);
        let painted = Painted::of(&window);
        let header = painted.words.iter().position(|words| words.starts_with("No."));
        let line = painted.places[header.expect("a header")].y_range().expand(4.0);
        let mut cut = painted.cut.iter().filter(|(_, place)| line.contains(place.center().y));
        assert!(cut.next().is_none(), "{width}: {:?}", painted.cut);
    }
}

#[test]
fn right_click_on_a_row_chooses_the_match_and_offers_its_commands() {
    let mut window =
        Window::sized(&format!("{SHORT}\n{}", SHORT.replace("Anna", "Zoe")), 1280.0, 800.0);
    let second = window.names().into_iter().find(|name| name.starts_with("Match 2: Zoe"));
    window.right_click(&second.expect("a second row"));
    assert!(window.has("Save a copy of this match…"), "{:?}", window.names());
    window.click("Share…");
    assert_eq!(window.open_dialog().as_deref(), Some("Share"));
    assert_eq!(window.state().library.file().map(|file| file.record.id), Some(1));
    // Without an address for links, a button leads to its setting.
    assert!(!window.has("Copy link"), "{:?}", window.names());
    window.click("Set web address…");
    assert_eq!(window.open_dialog().as_deref(), Some("Settings"));
    assert!(window.has("Web address"), "{:?}", window.names());
    window.update(Action::RunCommand(Command::Share));
    window.click("Copy match");
    assert!(window.has("Match copied."), "{:?}", window.names());
    let ctx = window.harness.ctx.clone();
    window.harness.state_mut().update(Action::RunCommand(Command::CopyMatch), &ctx);
    window.harness.step();
    let copied = window.harness.output().platform_output.commands.clone();
    let is_copied = copied.iter().any(|command| match command {
        OutputCommand::CopyText(text) => text.contains("[WhiteA \"Zoe\"]"),
        _ => false,
    });
    assert!(is_copied, "{copied:?}");
}
