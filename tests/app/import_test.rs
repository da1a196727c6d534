//! Boards of another site in the window: opened, dropped and pasted.

#![expect(
    clippy::disallowed_methods,
    reason = "writes what is opened, and looks at what is left of it"
)]

use crate::window::{CTRL, Window};
use eframe::egui::{Event, Key};
use tandem::app::Dialog;

/// A board as chess.com gives it out: 1. e4 d5 2. exd5, or 1. d4 P@e4.
fn answer(id: u64) -> String {
    let (partner, moves, clocks, names) = match id {
        1 => (2, "mCZJCJ", "1190,1190,1180,1185", ["raven", "Gnejs"]),
        _ => (1, "lB=C", "1170,1100,1165", ["Paaso", "death"]),
    };
    format!(
        r#"{{"game":{{"id":{id},"partnerGameId":{partner},"type":"bughouse","moveList":"{moves}",
        "moveTimestamps":"{clocks}","baseTime1":1200,"timeIncrement1":0,"isFinished":true,
        "gameEndReason":"resigned","resultMessage":"raven won by resignation","pgnHeaders":{{"White":"{}",
        "Black":"{}","WhiteElo":2165,"BlackElo":2000,"Date":"2025.11.30","Result":"*","TimeControl":"120"}}}}}}"#,
        names[0], names[1]
    )
}

#[test]
fn a_folder_of_boards_is_a_match_that_asks_for_a_name() {
    let mut window = Window::empty();
    let folder = window.path("boards");
    std::fs::create_dir(&folder).expect("a folder");
    let files = [1, 2].map(|id| folder.join(format!("{id}.json")));
    for (id, file) in (1..).zip(&files) {
        std::fs::write(file, answer(id)).expect("written");
    }
    window.open_by_path(folder.to_str().expect("UTF-8"));
    assert!(window.has("White A: raven 2165") && window.has("Black B: death 2000"));
    window.key(Key::End);
    assert_eq!(window.moment(), 5);
    assert!(window.has_containing("which are in no file yet"));
    // Nothing is written to what was read.
    window.keys(CTRL, Key::S);
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    let path = window.path("mine.bpgn");
    window.type_text(path.to_str().expect("UTF-8"));
    window.key(Key::Enter);
    window.wait("it is saved", |_| path.exists());
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert!(saved.contains("1b. P@e4{110.0}"), "{saved}");
    for (id, file) in (1..).zip(&files) {
        assert_eq!(std::fs::read_to_string(file).expect("a file"), answer(id));
    }
}

#[test]
fn half_a_match_is_shown_with_the_address_of_the_other_half() {
    let mut window = Window::empty();
    window.harness.event(Event::Paste(answer(2)));
    window.settle();
    assert!(window.has("White B: Paaso 2165"));
    assert!(window.has_containing("https://www.chess.com/callback/live/game/1"));
    assert!(window.has("Copy the address"));
}

#[test]
fn both_halves_pasted_at_once_are_a_match() {
    let mut window = Window::empty();
    window
        .harness
        .event(Event::Paste(format!("{}\n{}", answer(2), answer(1))));
    window.settle();
    assert!(window.has("White A: raven 2165") && window.has("White B: Paaso 2165"));
    assert!(!window.has("Copy the address"));
}

#[test]
fn an_address_that_is_pasted_says_what_to_do() {
    let mut window = Window::of("1A. e4");
    window.harness.event(Event::Paste(
        "https://www.chess.com/game/live/158858846803".to_owned(),
    ));
    window.settle();
    assert!(window.has_containing("Tandem asks no network"));
    assert!(window.has("Copy the address"));
    // The match that was open stays.
    window.key(Key::End);
    assert_eq!(window.moment(), 1);
}
