//! Results that are hidden until the match has been watched.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Key, pos2};
use tandem::{
    app::{Action, Command, LibraryAction, SearchAction, Switch},
    archive::CellValue,
};

/// Texts that would reveal that the second team wins the sample by mate on board B.
const REVEALING: [&str; 9] =
    ["0-1", "checkmated", "won", " win", "R@d8#", "session ", "0–", "½", "Ring: mate"];

fn hide(window: &mut Window) {
    window.update(Action::RunCommand(Command::Switch(Switch::HideResults)));
    window.settle();
}

/// Checks that no painted or spoken text reveals the result.
fn check(window: &Window, place: &str) {
    let painted = Painted::of(window).words.into_iter().chain(window.names());
    for text in painted {
        let found = REVEALING.iter().find(|it| text.contains(*it));
        assert_eq!(found, None, "{place}: {text}");
    }
}

#[test]
fn results_stay_hidden_until_the_end_was_reached() {
    // A series of two matches, whose score would reveal the results.
    let later = SAMPLE.replace("13:26:00", "13:36:00");
    let mut window = Window::with_tactics(&format!("{SAMPLE}\n\n{later}"), None, 1280.0, 800.0);
    let is_revealed = |window: &Window| {
        let painted = Painted::of(window).words;
        !painted.iter().any(|text| text.contains("Result hidden"))
    };
    assert!(is_revealed(&window) && window.has_containing("session "), "{:?}", window.names());
    hide(&mut window);
    assert!(window.has_containing("Result hidden"));
    check(&window, "the start");
    for key in [Key::Num1, Key::Num2, Key::Num3] {
        window.keys(CTRL, key);
        window.settle();
        check(&window, &format!("{key:?}"));
    }
    window.update(Action::RunCommand(Command::Table));
    window.settle();
    check(&window, "the table");
    window.update(Action::RunCommand(Command::Table));
    // The end of the timeline has no ticks, and its tooltip has only the time.
    window.keys(CTRL, Key::Num1);
    for _ in 0..20 {
        window.key(Key::ArrowRight);
    }
    check(&window, "after 20 moves");
    let timeline = window.rect_containing("Timeline: ");
    window.harness.hover_at(pos2(timeline.right() - 6.0, timeline.top() + 14.0));
    window.harness.run_steps(12);
    check(&window, "the end of the timeline");
    window.key(Key::End);
    assert!(window.has_containing("win · 0-1 · izicik checkmated"), "{:?}", window.names());
    window.key(Key::Home);
    assert!(is_revealed(&window), "it was watched");
    // The other match is still hidden; the first stays revealed.
    window.update(Action::Library(LibraryAction::Choose(1)));
    window.settle();
    assert!(!is_revealed(&window) && window.has_containing("result hidden"));
    window.update(Action::Library(LibraryAction::Choose(0)));
    window.settle();
    assert!(is_revealed(&window));
    window.wait_settings_saved("the match is remembered", |settings| settings.watched.len() == 1);
}

#[test]
fn hidden_result_tooltip_explains_how_to_show_it() {
    let mut window = Window::of(SAMPLE);
    hide(&mut window);
    let header = window.rect_containing("FICS rated bughouse match · 180+0");
    window.harness.hover_at(header.center());
    window.harness.run_steps(12);
    let words = Painted::of(&window).words;
    let told = words
        .iter()
        .any(|it| it.contains("turn off View › Hide results until watched to show all results."));
    assert!(told, "{words:?}");
}

/// Neither the words of the filter nor the order of the list reveal a hidden result.
#[test]
fn filter_and_order_do_not_depend_on_hidden_results() {
    let mut window = Window::of(&format!("{SAMPLE}\n\n{SHORT}"));
    let rows = |window: &mut Window, words: &str| {
        window.update(Action::Library(LibraryAction::Filter(words.to_owned())));
        window.settle();
        window.state().file().expect("a file").filter.rows.clone()
    };
    let words = ["0-1", "has:result", "mate"];
    let shown = words.map(|words| rows(&mut window, words));
    assert!(shown.iter().all(|rows| !rows.is_empty()), "{shown:?}");
    hide(&mut window);
    for words in words {
        assert_eq!(rows(&mut window, words), [0; 0], "{words}");
    }
    assert_eq!(rows(&mut window, ""), [0, 1]);
    window.update(Action::Library(LibraryAction::Sort(CellValue::Result)));
    window.settle();
    assert_eq!(rows(&mut window, ""), [0, 1]);
    hide(&mut window);
    assert_eq!(words.map(|words| rows(&mut window, words).len()), shown.map(|rows| rows.len()));
}

#[test]
fn search_rows_hide_results_except_without_moves() {
    let mut window = Window::of(&format!("{SHORT}\n\n{SAMPLE}"));
    hide(&mut window);
    window.click("Search");
    window.update(Action::Search(SearchAction::Run("N@f7".to_owned())));
    window.wait("a hit", |window| window.has_containing("29B N@f7"));
    check(&window, "the hits");
    hide(&mut window);
    assert!(window.has_containing("2006-02-05 · 0-1"), "{:?}", window.names());
    let mut window = Window::of("[WhiteA \"ann\"]\n[Result \"1-0\"]\n\n1-0\n");
    hide(&mut window);
    assert!(window.has_containing("1-0"), "{:?}", window.names());
}
