//! No widget moves under a resting pointer while work reports its progress.

use crate::{
    site::{Replies, Reply, Server, found},
    window::{SAMPLE, Window},
};
use eframe::egui::{Event, Key, Rect, accesskit::Role};
use egui_kittest::kittest::NodeT as _;
use std::collections::BTreeMap;
use tandem::app::{
    Action, Command, JobKind, JobProgress, JobReport, QueryResult, SearchAction, SearchPage,
};

/// Returns three copies of the sample with the longest names that sites allow, ratings, a long event and long comments.
fn long_names() -> String {
    let text = SAMPLE
        .replace("\"Margency\"", "\"The_Grandmaster_of_Drops_2026\"")
        .replace("\"Altais\"", "\"Wolfgang-Amadeus-Bughouse\"")
        .replace("\"izicik\"", "\"IzicikTheUnstoppableSitter\"")
        .replace("\"FICS rated bughouse match\"", "\"Third International Internet Bughouse Championship, qualification\"")
        .replace("{izicik checkmated}", "{IzicikTheUnstoppableSitter checkmated, after a sit of half a minute}")
        .replace("4A. exd5", "{C:White could have kept the tension here; what follows opens the diagonal for the other board and costs time} 4A. exd5");
    let later = text.replace("13:26:00", "13:36:00");
    format!("{text}\n\n{later}\n\n{SAMPLE}")
}

/// Returns the rectangles of the clickable widgets by name. Widgets that share a name are omitted.
fn clickable(window: &Window) -> BTreeMap<String, Rect> {
    let mut all = BTreeMap::<String, Vec<Rect>>::new();
    for node in window.harness.root().children_recursive() {
        let about = node.accesskit_node();
        let role = about.role();
        let is_pressed = matches!(
            role,
            Role::Button
                | Role::Tab
                | Role::CheckBox
                | Role::RadioButton
                | Role::Link
                | Role::ListItem
        );
        if is_pressed && about.raw_bounds().is_some() && !about.is_hidden() {
            let name = about.label().or_else(|| about.value()).unwrap_or_default();
            all.entry(name).or_default().push(node.rect());
        }
    }
    all.into_iter()
        .filter_map(|(name, at)| Some((name, *at.first().filter(|_| at.len() == 1)?)))
        .collect()
}

/// Checks that the widgets that were clickable before are in the same places, and that no new ones cover them.
fn check_still(window: &Window, before: &BTreeMap<String, Rect>, when: &str) {
    for (name, rect) in clickable(window) {
        match before.get(&name) {
            Some(old) => assert_eq!(rect, *old, "{when}: {name} has moved"),
            None => {
                let under = before.iter().find(|(_, old)| old.shrink(1.0).intersects(rect));
                assert_eq!(under, None, "{when}: {name} has come");
            }
        }
    }
}

#[test]
fn no_widget_moves_while_a_search_reports_progress() {
    const KIND: JobKind = JobKind::Search(SearchPage::Moments);
    let mut window = Window::of(&long_names());
    window.update(Action::Search(SearchAction::Focus));
    window.update(Action::Search(SearchAction::Run("N@f7".to_owned())));
    window.wait("the hits", |window| !window.state().jobs.is_running(KIND));
    let report = |window: &mut Window, records| {
        window
            .update(Action::Search(SearchAction::Found(SearchPage::Moments, QueryResult::Nothing)));
        let report = JobReport::Progress(JobProgress::new(records, 3, String::new()));
        window.update(Action::Job(KIND, report));
        window.settle();
    };
    let before = clickable(&window);
    assert!(before.keys().any(|name| name.starts_with("29B N@f7")), "{before:?}");
    for records in 0..3 {
        report(&mut window, records);
        check_still(&window, &before, &format!("{records} of 3"));
    }
}

#[test]
fn no_widget_moves_while_a_download_reports_progress() {
    let list = r#"{"archives":["https://api.chess.com/pub/player/raven/games/2026/08"]}"#;
    let wait = Reply::Answer(429, "Retry-After: 2\r\n", String::new());
    let server = Server::start(Replies::from([
        ("/pub/player/raven/games/archives".to_owned(), vec![wait, found(list)]),
        ("/pub/player/raven/games/2026/08".to_owned(), vec![Reply::Hang]),
    ]));
    let mut window = Window::at_site(SAMPLE, &server.base, 900.0, 600.0);
    window.update(Action::RunCommand(Command::Import));
    window.harness.event(Event::Text("raven".to_owned()));
    window.settle();
    window.key(Key::Enter);
    window.wait("it runs", |window| window.has("Stop"));
    let before = clickable(&window);
    let reported = |window: &mut Window, words: &'static str| {
        window.wait(words, |window| {
            check_still(window, &before, words);
            window.has_containing(words)
        });
    };
    reported(&mut window, "requested by chess.com");
    reported(&mut window, "Downloading the list of games");
    window.wait("the month is requested", |_| server.paths().len() == 3);
    check_still(&window, &before, "the month");
    // A click that comes after the end presses nothing else.
    let stop = window.rect("Stop");
    window.click("Stop");
    window.wait("it has stopped", |window| !window.has("Stop"));
    window.settle();
    for (name, rect) in clickable(&window) {
        let is_new = !before.contains_key(&name);
        assert!(!is_new || !rect.intersects(stop), "{name} has come where Stop was");
    }
}
