//! No text is cut without a tooltip that has the whole, and no widget moves under a resting pointer.

use crate::{
    painted::Painted,
    site::{Replies, Reply, Server, found},
    window::{CTRL, SAMPLE, Window},
};
use eframe::egui::{Event, Key, Rect, accesskit::Role, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::collections::{BTreeMap, BTreeSet};
use tandem::{
    app::{Action, Command, QueryProgress, QueryResult, SearchAction, SearchPage},
    search::Walked,
};

/// In points.
const SIZES: [(f32, f32); 12] = [
    (400.0, 300.0),
    (450.0, 800.0),
    (600.0, 400.0),
    (700.0, 1000.0),
    (900.0, 600.0),
    (1024.0, 768.0),
    (1280.0, 800.0),
    (1366.0, 768.0),
    (1600.0, 900.0),
    (1920.0, 1080.0),
    (2000.0, 1400.0),
    (2560.0, 1440.0),
];

/// The sample with names as long as the sites allow, ratings, a long event and long comments; three of it.
fn long_names() -> String {
    let text = SAMPLE
        .replace("\"Margency\"", "\"The_Grandmaster_of_Drops_2026\"")
        .replace("\"rln\"", "\"rln\"")
        .replace("\"Altais\"", "\"Wolfgang-Amadeus-Bughouse\"")
        .replace("\"izicik\"", "\"IzicikTheUnstoppableSitter\"")
        .replace("\"FICS rated bughouse match\"", "\"Third International Internet Bughouse Championship, qualification\"")
        .replace("{izicik checkmated}", "{IzicikTheUnstoppableSitter checkmated, after a sit of half a minute}")
        .replace("4A. exd5", "{C:White could have kept the tension here; what follows opens the diagonal for the other board and costs time} 4A. exd5");
    let later = text.replace("13:26:00", "13:36:00");
    format!("{text}\n\n{later}\n\n{SAMPLE}")
}

/// Rectangles of fields, whose text scrolls.
fn fields(window: &Window) -> Vec<Rect> {
    let nodes = window.harness.root().children_recursive();
    let fields = nodes.filter(|node| {
        let about = node.accesskit_node();
        let is_field = matches!(about.role(), Role::TextInput | Role::MultilineTextInput);
        is_field && about.raw_bounds().is_some()
    });
    fields.map(|node| node.rect().expand(4.0)).collect()
}

/// Returns the texts that are cut without a tooltip that has all of them; those in `known` were checked before.
fn cut(window: &mut Window, known: &mut BTreeSet<String>) -> Vec<String> {
    window.harness.hover_at(pos2(1.0, 1.0));
    window.harness.run_steps(2);
    let before = Painted::of(window);
    let fields = fields(window);
    let dialog = window.harness.query_all_by_role(Role::Dialog).last().map(|it| it.rect());
    let mut wrong = Vec::new();
    for (text, rect) in &before.cut {
        let is_in_field = fields.iter().any(|field| field.contains_rect(*rect));
        let is_behind = dialog.is_some_and(|dialog| !dialog.contains_rect(*rect));
        if is_in_field || is_behind || !known.insert(text.clone()) {
            continue;
        }
        window.harness.hover_at(rect.center());
        window.harness.run_steps(6);
        let after = Painted::of(window);
        let new = after.words.iter().zip(&after.places);
        // An empty text has no place.
        let is_new = |at: &Rect| {
            let mut known = before.places.iter().filter(|it| it.is_finite());
            at.is_finite() && !known.any(|it| it == at)
        };
        let new: Vec<&String> = new.filter(|(_, at)| is_new(at)).map(|(words, _)| words).collect();
        let has_all = |tooltip: &&String| {
            text.split_whitespace().filter(|it| *it != "·").all(|word| tooltip.contains(word))
        };
        if !new.iter().any(has_all) {
            wrong.push(format!("{text:?} at {rect:?}; the tooltip is {new:?}"));
        }
        window.harness.hover_at(pos2(1.0, 1.0));
        window.harness.run_steps(2);
    }
    wrong
}

#[test]
fn no_text_is_cut_without_a_tooltip() {
    let mut wrong = Vec::new();
    let mut known = BTreeMap::<String, BTreeSet<String>>::new();
    for (width, height) in SIZES {
        let mut window = Window::sized(&long_names(), width, height);
        window.harness.ctx.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.0;
        });
        let mut look = |window: &mut Window, view: &str| {
            let known = known.entry(view.to_owned()).or_default();
            let cut = cut(window, known).into_iter();
            wrong.extend(cut.map(|it| format!("{view}, {width} × {height}: {it}")));
        };
        for _ in 0..9 {
            window.key(Key::ArrowRight);
        }
        for (key, view) in [
            (Key::Num1, "moves"),
            (Key::Num2, "notes"),
            (Key::Num3, "tags"),
            (Key::Num4, "issues"),
            (Key::Num6, "report"),
        ] {
            window.keys(CTRL, key);
            window.settle();
            look(&mut window, view);
        }
        window.update(Action::Search(SearchAction::Focus));
        look(&mut window, "search");
        window.update(Action::Do(Command::Table));
        look(&mut window, "table");
        window.update(Action::Do(Command::Table));
        window.key(Key::End);
        look(&mut window, "the end");
        window.update(Action::Do(Command::Import));
        look(&mut window, "import");
        window.key(Key::Escape);
        window.update(Action::Do(Command::CloseFile));
        look(&mut window, "start");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let checked: usize = known.values().map(BTreeSet::len).sum();
    assert!(checked > 20, "{checked}");
}

/// The widgets that can be clicked, by name; those with the same name are left out.
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

/// Checks that what could be clicked before is where it was, and that nothing new lies there.
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
    let mut window = Window::of(&long_names());
    window.update(Action::Search(SearchAction::Focus));
    window.update(Action::Search(SearchAction::Type("N@f7".to_owned())));
    window.update(Action::Search(SearchAction::Start));
    window.wait("the hits", |window| window.state().search.shown().walked.is_none());
    let report = |window: &mut Window, records| {
        let told = QueryProgress {
            page: SearchPage::Moments,
            answer: QueryResult::Nothing,
            walked: Some(Walked { records, total: 3, kept: 0 }),
            failed: None,
        };
        window.update(Action::Search(SearchAction::QueryProgress(Box::new(told))));
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
    window.update(Action::Do(Command::Import));
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
    reported(&mut window, "as chess.com asks");
    reported(&mut window, "Downloading the list of games");
    window.wait("the month is requested", |_| server.paths().len() == 3);
    check_still(&window, &before, "the month");
    window.click("Stop");
}
