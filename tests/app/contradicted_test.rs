//! A result that the boards contradict: in the list, the table and the statistics, and its correction.

#![expect(clippy::disallowed_methods, reason = "reads the file that was saved")]

use crate::{
    painted::Painted,
    window::{CTRL, Window},
};
use eframe::egui::Key;
use tandem::app::{Action, Command, JobKind, LibraryAction, Panel};

/// White A mates Black A, but the record gives the match to Black A and White B.
const CONTRADICTED: &str = "\
[Event \"x\"]
[WhiteA \"anna\"]
[BlackA \"ben\"]
[WhiteB \"carla\"]
[BlackB \"dan\"]
[Result \"0-1\"]

1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7 0-1
";

/// A match that ends without mate.
const DECIDED: &str = "\
[Event \"x\"]
[WhiteA \"anna\"]
[BlackA \"ben\"]
[WhiteB \"carla\"]
[BlackB \"dan\"]
[Result \"0-1\"]

1A. e4 {anna resigns} 0-1
";

fn both() -> String {
    format!("{CONTRADICTED}\n{DECIDED}")
}

#[test]
fn list_names_no_winner() {
    let window = Window::of(&both());
    assert!(window.has("Match 1: anna & dan vs ben & carla, result contradicted, 7 moves"));
    assert!(window.has("Match 2: anna & dan vs ben & carla, ben & carla won, 1 move"));
    let painted = Painted::of(&window);
    assert_eq!(painted.count("contradicted"), 1);
    assert_eq!(painted.count("won"), 1);
    // All results of the list are in lower case.
    let drawn = Window::of(&both().replace("0-1", "1/2-1/2").replace("4A. Qxf7", ""));
    assert_eq!(Painted::of(&drawn).count("draw"), 2);
}

#[test]
fn table_and_filter_know_the_boards() {
    let mut window = Window::of(&both());
    window.keys(CTRL, Key::T);
    let painted = Painted::of(&window);
    for text in ["contradicted", "mate", "0-1", "resignation"] {
        assert_eq!(painted.count(text), 1, "{text}");
    }
    for (words, count) in [("mate", "1 of 2"), ("0-1", "1 of 2"), ("contradicted", "1 of 2")] {
        window.update(Action::Library(LibraryAction::Filter(words.to_owned())));
        assert!(window.has_containing(&format!("{count} matches")), "{words}");
    }
}

#[test]
fn result_is_corrected_by_one_click() {
    let mut window = Window::of(CONTRADICTED);
    window.key(Key::End);
    assert!(window.has_containing(
        "0-1 (the board says 1-0: anna & dan won; see Issues) · Black A checkmated"
    ));
    assert!(!window.has_containing(" win"), "{:?}", window.names());
    window.show(Panel::Issues);
    window.click("Set result to 1-0");
    assert_eq!(window.text(), CONTRADICTED.replace("0-1", "1-0"));
    assert!(window.is_unsaved());
    assert!(window.has("No issues found."));
    assert!(window.has_containing("anna (White A) and dan (Black B) win"));
    window.keys(CTRL, Key::M);
    assert!(window.has("Match 1: anna & dan vs ben & carla, anna & dan won, 7 moves"));
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), CONTRADICTED);
    assert!(!window.is_unsaved());
    assert!(window.has("Match 1: anna & dan vs ben & carla, result contradicted, 7 moves"));
    assert!(window.has("Set result to 1-0"));
}

#[test]
fn header_quotes_the_comment_that_contradicts_the_result() {
    let text = DECIDED.replace("anna resigns", "carla forfeits on time");
    let mut window = Window::of(&text);
    window.key(Key::End);
    let words = "0-1 (the comment “carla forfeits on time” means 1-0: anna & dan won; see Issues)";
    assert!(window.has_containing(words), "{:?}", window.names());
    assert!(!window.has_containing("says 1-0"), "{:?}", window.names());
    assert_eq!(window.names().iter().filter(|name| name.contains(" · carla forfeits")).count(), 0);
}

#[test]
fn corrected_result_is_saved() {
    let mut window = Window::empty();
    let path = window.file("a.bpgn", both().as_bytes());
    window.open_recent(&path);
    window.update(Action::RunCommand(Command::CorrectResult));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), both(), "not saved yet");
    window.keys(CTRL, Key::S);
    window.wait("the file is saved", |window| !window.is_unsaved());
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(saved, both().replacen("0-1", "1-0", 2));
    assert!(window.has("Match 1: anna & dan vs ben & carla, anna & dan won, 7 moves"));
}

#[test]
fn command_is_for_contradicted_results() {
    let mut window = Window::of(DECIDED);
    window.update(Action::RunCommand(Command::CorrectResult));
    assert!(window.has("Neither the boards nor the closing comment show another result."));
    assert_eq!(window.text(), DECIDED);
}

#[test]
fn long_list_is_replayed_by_a_job() {
    let count = (100 << 10) / both().len();
    let text = format!("{}\n", both()).repeat(count);
    let mut window = Window::empty();
    window.close_gate(JobKind::Endings, 0);
    let path = window.file("a.bpgn", text.as_bytes());
    window.open_recent(&path);
    window.wait_held(JobKind::Endings);
    assert!(window.has("Match 1: anna & dan vs ben & carla, ben & carla won, 7 moves"));
    // Statistics do not wait for the job: they replay the matches themselves.
    window.update(Action::RunCommand(Command::Show(Panel::Search)));
    window.click("Players");
    let words =
        format!("anna: {} matches, 0 won, 0 drawn, {count} lost, {count} contradicted", 2 * count);
    window.wait("the players", |window| window.has_containing(&words));
    window.open_gate(JobKind::Endings);
    window.wait("the job", |window| {
        window.state().file().is_some_and(|file| file.list.index.is_replayed())
    });
    assert!(window.has("Match 1: anna & dan vs ben & carla, result contradicted, 7 moves"));
    window.wait("the players again", |window| window.has_containing(&words));
}
