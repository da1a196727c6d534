//! Following a match with a screen reader.

use crate::window::{SAMPLE, SHORT, Window};
use eframe::egui::{
    Key,
    accesskit::{Live, Role},
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tandem::app::{Action, Command, Panel};

/// Returns the texts that are announced without a request.
pub fn said(window: &Window) -> Vec<String> {
    let status = window.harness.query_all_by_role(Role::Status);
    status
        .map(|node| node.accesskit_node())
        .filter(|node| node.live() == Live::Polite)
        .filter_map(|node| node.label())
        .collect()
}

#[test]
fn each_ply_is_announced_in_words() {
    let mut window = Window::of(SHORT);
    assert_eq!(said(&window), ["Start of the match"]);
    window.key(Key::ArrowRight);
    assert_eq!(
        said(&window),
        ["1A  White A: pawn moves from e2 to e4, at 0:01, took 1 s, clock 4:59"]
    );
    window.key(Key::End);
    assert_eq!(
        said(&window),
        ["2a  Black A: queen from d8 captures a pawn on d5, at 0:08, took 3 s, clock 4:55"]
    );
}

#[test]
fn a_message_is_announced() {
    let mut window = Window::of(SHORT);
    let missing = window.path("missing");
    let is_announced = |window: &Window| {
        said(window).iter().any(|said| said.to_lowercase().contains("no such file"))
    };
    window.open_by_path(missing.to_str().unwrap());
    assert!(is_announced(&window), "in the dialog: {:?}", said(&window));
    window.key(Key::Escape);
    assert!(!is_announced(&window), "{:?}", said(&window));
    window.open_recent(&missing);
    assert!(is_announced(&window), "a notice: {:?}", said(&window));
}

#[test]
fn timeline_ticks_are_named_and_navigate() {
    let mut window = Window::of(SHORT);
    let name = "1B  White B: knight moves from g1 to f3, at 0:03, took 1 s, clock 4:59";
    window.press(name);
    assert_eq!(window.moment(), 3);
    let names = window.names();
    let ticks = names.iter().filter(|name| name.contains(", took "));
    // A tick for each ply, and the announcement of the last one.
    assert_eq!(ticks.count(), 6 + 1);
}

#[test]
fn every_tab_has_a_panel_of_its_own() {
    let two = format!("{SAMPLE}\n{SHORT}");
    let problem = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    for (text, tabs) in [
        (two.as_str(), Vec::from_iter(Panel::tabs_of_match())),
        (problem, Panel::tabs_of_game().collect()),
    ] {
        let mut window = Window::of(text);
        let mut seen = Vec::new();
        for (panel, name) in &tabs {
            window.update(Action::RunCommand(Command::Show(*panel)));
            assert_eq!(window.tab(), *name);
            let mut names = window.names();
            names.retain(|it| tabs.iter().all(|(_, tab)| !it.starts_with(tab)));
            assert!(!seen.contains(&names), "{name}: {names:?}");
            seen.push(names);
        }
    }
}
