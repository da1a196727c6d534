//! The list of matches, messages, dialogs and settings.

use crate::open::{ANNOTATED, SAMPLE, app};
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::{Harness, kittest::NodeT as _, kittest::Queryable as _};
use std::{path::PathBuf, time::Duration};
use tandem::{file::FileError, settings::Store, ui::App, view::Action, view::Opened};

fn open(text: &str, store: Store) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1100.0, 700.0]);
    app(builder, text, None, store)
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

#[test]
fn several_matches_are_listed_filtered_and_stepped() {
    let mut harness = open(&format!("{SAMPLE}\n{ANNOTATED}"), Store::nowhere());
    let chosen =
        |harness: &Harness<'_, App>| harness.state().state().file.as_ref().map(|f| f.chosen);
    harness
        .get_by_label_contains("Match 2: raven & death against Gnejs & Paaso")
        .click();
    harness.run();
    assert_eq!(chosen(&harness), Some(1));
    press(&mut harness, Modifiers::NONE, Key::PageUp);
    assert_eq!(chosen(&harness), Some(0));
    press(&mut harness, Modifiers::COMMAND, Key::F);
    harness.event(Event::Text("gnejs".to_owned()));
    harness.run();
    harness.get_by_label("1 of 2 matches");
    assert!(harness.query_by_label_contains("Match 1: ").is_none());
    // Keys that are typed into a field are no commands.
    assert!(!harness.state().state().settings.flipped);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    harness.get_by_label("2 of 2 matches");
}

#[test]
fn one_match_needs_no_list() {
    let harness = open(SAMPLE, Store::nowhere());
    assert!(harness.query_by_label_contains("Match 1: ").is_none());
}

#[test]
fn a_file_that_cannot_be_opened_is_said_and_the_match_stays() {
    let mut harness = open(SAMPLE, Store::nowhere());
    let gone = PathBuf::from("/gone.bpgn");
    let ctx = harness.ctx.clone();
    let opened = Opened {
        path: gone.clone(),
        game: None,
        at: None,
        archive: Err(FileError::Missing(gone)),
    };
    harness
        .state_mut()
        .update(Action::Opened(Box::new(opened)), &ctx);
    harness.run();
    harness.get_by_label("No such file: /gone.bpgn.");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(harness.state().state().playhead.moment(), 1);
    harness.get_by_label("Put away").click();
    harness.run();
    assert!(
        harness
            .query_by_label("No such file: /gone.bpgn.")
            .is_none()
    );
}

#[test]
fn every_command_can_be_run_by_name() {
    let mut harness = open(SAMPLE, Store::nowhere());
    press(&mut harness, Modifiers::COMMAND, Key::K);
    harness.event(Event::Text("flip".to_owned()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().state().settings.flipped);
    assert!(harness.state().state().dialog.is_none());
}

#[test]
fn keys_are_shown_and_escape_puts_them_away() {
    let mut harness = open(SAMPLE, Store::nowhere());
    press(&mut harness, Modifiers::NONE, Key::F1);
    harness.get_by_label("Previous ply on this board");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(
        harness
            .query_by_label("Previous ply on this board")
            .is_none()
    );
}

#[test]
fn what_is_set_is_kept_in_the_settings_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::at(folder.path().join("settings.ron"));
    let mut harness = open(SAMPLE, store.clone());
    press(&mut harness, Modifiers::NONE, Key::X);
    // The file is written by the worker.
    for _ in 0..200 {
        if store.load().0.switched {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the settings were not kept");
}

#[test]
fn tags_and_text_of_the_match_are_shown() {
    let mut harness = open(SAMPLE, Store::nowhere());
    press(&mut harness, Modifiers::COMMAND, Key::Num2);
    harness.get_by_label("BlackBElo");
    harness.get_by_label("from the clocks and the recorded lag");
    press(&mut harness, Modifiers::COMMAND, Key::Num4);
    harness.get_by_label_contains("[BlackB \"izicik\"]");
}

#[test]
fn nothing_that_can_be_pressed_is_without_a_name() {
    let mut harness = open(&format!("{SAMPLE}\n{ANNOTATED}"), Store::nowhere());
    for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4] {
        press(&mut harness, Modifiers::COMMAND, key);
        let mut nodes = vec![harness.root()];
        let mut seen = 0;
        while let Some(node) = nodes.pop() {
            let access = node.accesskit_node();
            use eframe::egui::accesskit::Role;
            let role = access.role();
            if matches!(
                role,
                Role::Button | Role::Tab | Role::ListItem | Role::Slider
            ) {
                seen += 1;
                let label = access.label().or(access.value()).unwrap_or_default();
                assert!(!label.trim().is_empty(), "{role:?} at {:?}", node.rect());
            }
            nodes.extend(node.children());
        }
        assert!(seen > 10);
    }
}
