//! Several matches open in tabs: each has its own place, undo and mark of unsaved changes, and nothing is lost.

#![expect(clippy::disallowed_methods, reason = "reads what the program has written")]

use crate::{
    import_test::answer,
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{
    Key, Modifiers,
    accesskit::{Role, Toggled},
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::path::{Path, PathBuf};
use tandem::app::{
    Action, Command, Dialog, JobKind, SavingAction, SearchAction, ShellAction, TabsAction,
};

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

/// Returns the match of the player `name`, with CRLF line ends and a byte that is not UTF-8.
fn one(name: &str) -> Vec<u8> {
    let text = SHORT.replace("Anna", name).replace("App test", "Caf\u{1}").replace('\n', "\r\n");
    text.bytes().map(|byte| if byte == 1 { 0xe9 } else { byte }).collect()
}

/// Returns the tabs of the strip by accessible name; the shown one begins with `>`.
fn tabs(window: &Window) -> Vec<String> {
    let tabs = window.harness.query_all_by_role(Role::Tab).map(|tab| tab.accesskit_node());
    let named = tabs.filter_map(|tab| Some((tab.label()?, tab.toggled() == Some(Toggled::True))));
    let strip = named.filter(|(name, _)| name.contains(".bpgn") || name.starts_with("New tab"));
    strip.map(|(name, shown)| if shown { format!(">{name}") } else { name }).collect()
}

fn has_tabs(window: &Window, expected: &[&str]) {
    let tabs = tabs(window);
    let is_as_expected = |(tab, expected): (&String, &&str)| {
        let (start, end) = expected.split_once('*').unwrap_or((expected, ""));
        tab.starts_with(start) && tab.ends_with(end)
    };
    let fits = tabs.len() == expected.len() && tabs.iter().zip(expected).all(is_as_expected);
    assert!(fits, "{tabs:?} instead of {expected:?}");
}

/// Opens `a.bpgn` and `b.bpgn` in two tabs; the second is shown.
fn two_files() -> (Window, [PathBuf; 2]) {
    let mut window = Window::empty();
    let paths = [window.file("a.bpgn", &one("A1")), window.file("b.bpgn", &one("B1"))];
    window.open_by_path(&paths[0].to_string_lossy());
    window.keys(CTRL_SHIFT, Key::T);
    has_tabs(&window, &["a.bpgn: A1 *", ">New tab"]);
    window.open_by_path(&paths[1].to_string_lossy());
    has_tabs(&window, &["a.bpgn: A1 *", ">b.bpgn: B1 *"]);
    (window, paths)
}

/// Opens both matches of one file, each in a tab; the second is shown.
fn two_matches() -> (Window, PathBuf) {
    let mut window = Window::empty();
    let bytes = [one("A1"), b"\r\n".to_vec(), one("A2")].concat();
    let path = window.file("club.bpgn", &bytes);
    window.open_by_path(&path.to_string_lossy());
    window.update(Action::Tabs(TabsAction::Open(1)));
    has_tabs(&window, &["club.bpgn · 1: A1 *", ">club.bpgn · 2: A2 *"]);
    (window, path)
}

fn annotate(window: &mut Window, sign: Key) {
    window.key(Key::Home);
    window.key(Key::ArrowRight);
    window.key(sign);
}

fn save(window: &mut Window) {
    window.keys(CTRL, Key::S);
    window.wait("the file is saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

/// Returns the match of `name` with `sign` after the first ply.
fn signed(name: &str, sign: &str) -> Vec<u8> {
    let bytes = one(name);
    let before = b"e4{299}";
    let at = bytes.windows(before.len()).position(|it| it == before).expect("the ply");
    let (start, end) = bytes.split_at(at + before.len());
    [start, format!("{{A:{sign}}}").as_bytes(), end].concat()
}

#[test]
fn each_tab_has_its_own_place_undo_and_mark() {
    let (mut window, _) = two_files();
    for _ in 0..3 {
        window.key(Key::ArrowRight);
    }
    window.keys(CTRL, Key::PageUp);
    has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *"]);
    assert_eq!(window.moment(), 0);
    annotate(&mut window, Key::Num1);
    has_tabs(&window, &[">a.bpgn: A1 *, unsaved", "b.bpgn: B1 *"]);
    assert!(!tabs(&window)[1].ends_with("unsaved"));
    window.keys(CTRL, Key::PageDown);
    assert_eq!(window.moment(), 3);
    assert!(!window.is_unsaved());
    // There is nothing to undo here.
    window.keys(CTRL, Key::Z);
    annotate(&mut window, Key::Num2);
    window.keys(CTRL, Key::PageDown);
    has_tabs(&window, &[">a.bpgn: A1 *, unsaved", "b.bpgn: B1 *, unsaved"]);
    assert_eq!(window.moment(), 1);
    assert!(window.text().contains("{A:!}"));
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("{A:!}"));
    has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *, unsaved"]);
    assert!(!window.is_unsaved());
    window.keys(CTRL_SHIFT, Key::Z);
    assert!(window.text().contains("{A:!}"));
    window.keys(CTRL, Key::PageUp);
    assert!(window.text().contains("{A:?}"));
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("{A:?}"));
}

#[test]
fn playback_stops_when_its_tab_is_left() {
    let (mut window, _) = two_files();
    window.key(Key::Space);
    assert!(window.state().is_playing());
    window.keys(CTRL, Key::PageUp);
    assert!(!window.state().is_playing());
    window.keys(CTRL, Key::PageUp);
    assert!(!window.state().is_playing());
}

#[test]
fn matches_of_one_file_saved_in_turn_keep_both_changes() {
    let (mut window, path) = two_matches();
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::PageUp);
    annotate(&mut window, Key::Num2);
    has_tabs(&window, &[">club.bpgn · 1: A1 *, unsaved", "club.bpgn · 2: A2 *, unsaved"]);
    // Undo stays in its tab, although the last change was made in the other one.
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("{A:"));
    has_tabs(&window, &[">club.bpgn · 1: A1 *", "club.bpgn · 2: A2 *, unsaved"]);
    save(&mut window);
    assert_eq!(read(&path), [one("A1"), b"\r\n".to_vec(), signed("A2", "!")].concat());
    window.keys(CTRL_SHIFT, Key::Z);
    save(&mut window);
    assert_eq!(read(&path), [signed("A1", "?"), b"\r\n".to_vec(), signed("A2", "!")].concat());
    // The tab that was hidden during both saves goes on from what was saved.
    window.keys(CTRL, Key::PageDown);
    assert!(window.text().contains("{A:!}") && !window.is_unsaved());
    assert_eq!(window.moment(), 1);
    window.keys(CTRL, Key::Z);
    save(&mut window);
    assert_eq!(read(&path), [signed("A1", "?"), b"\r\n".to_vec(), one("A2")].concat());
}

#[test]
fn a_record_changed_in_another_tab_is_current() {
    let (mut window, path) = two_matches();
    window.key(Key::PageUp);
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::PageUp);
    assert!(window.text().contains("A1") && window.text().contains("{A:!}"));
    annotate(&mut window, Key::Num2);
    save(&mut window);
    assert_eq!(read(&path), [signed("A1", "?"), b"\r\n".to_vec(), one("A2")].concat());
}

#[test]
fn a_record_saved_in_another_tab_is_current() {
    let (mut window, path) = two_matches();
    window.key(Key::PageUp);
    annotate(&mut window, Key::Num1);
    save(&mut window);
    window.key(Key::PageDown);
    window.keys(CTRL, Key::PageUp);
    assert!(window.text().contains("A1") && window.text().contains("{A:!}"));
    window.key(Key::End);
    window.key(Key::Num2);
    save(&mut window);
    let saved = String::from_utf8_lossy(&read(&path)).into_owned();
    assert!(saved.contains("e4{299}{A:!}") && saved.contains("Qxd5{295}{A:?}"), "{saved}");
}

#[test]
fn an_imported_list_is_not_replaced_by_a_file_that_has_its_name() {
    let mut window = Window::empty();
    let folder = window.path("boards");
    std::fs::create_dir(&folder).expect("a folder");
    for id in [1, 2] {
        std::fs::write(folder.join(format!("{id}.json")), answer(id)).expect("writable");
    }
    window.open_by_path(&folder.to_string_lossy());
    let path = window.state().file().expect("a list").list.files[0].path.clone();
    assert!(window.text().contains("raven"), "{}", window.text());
    std::fs::write(&path, one("A1")).expect("writable");
    window.keys(CTRL_SHIFT, Key::T);
    window.open_by_path(&path.to_string_lossy());
    annotate(&mut window, Key::Num1);
    save(&mut window);
    assert_eq!(read(&path), signed("A1", "!"));
    window.keys(CTRL, Key::PageUp);
    assert!(window.text().contains("raven"), "{}", window.text());
    assert!(window.is_unsaved());
}

#[test]
fn a_file_saved_in_another_tab_is_no_alarm_in_a_list() {
    let mut window = Window::empty();
    let folder = window.path("matches");
    std::fs::create_dir(&folder).expect("a folder");
    let paths = ["a.bpgn", "b.bpgn"].map(|name| folder.join(name));
    for (path, name) in paths.iter().zip(["A1", "B1"]) {
        std::fs::write(path, one(name)).expect("writable");
    }
    window.open_all(vec![folder]);
    window.open_by_path(&paths[0].to_string_lossy());
    annotate(&mut window, Key::Num1);
    save(&mut window);
    assert_eq!(read(&paths[0]), signed("A1", "!"));
    window.keys(CTRL, Key::PageUp);
    window.wait("the list is compared with the disk", |window| {
        window.state().file().is_some_and(|file| file.list.files.len() == 2)
            && !window.state().jobs.is_running(JobKind::CheckFiles)
    });
    assert!(!window.has_containing("has changed on disk"), "{:?}", window.names());
    assert!(window.text().contains("{A:!}"), "{}", window.text());
    // The list can go on with the saved file.
    annotate(&mut window, Key::Num2);
    save(&mut window);
    assert_eq!(read(&paths[0]), signed("A1", "?"));
}

#[test]
fn a_match_in_a_tab_is_not_opened_twice() {
    let (mut window, path) = two_matches();
    window.update(Action::Tabs(TabsAction::Open(0)));
    has_tabs(&window, &[">club.bpgn · 1: A1 *", "club.bpgn · 2: A2 *"]);
    window.open_all(vec![path.clone()]);
    assert_eq!(tabs(&window).len(), 2);
    window.keys(CTRL_SHIFT, Key::T);
    window.open_all(vec![path]);
    has_tabs(&window, &[">club.bpgn · 1: A1 *", "New tab", "club.bpgn · 2: A2 *"]);
}

#[test]
fn the_shown_match_gets_a_tab_and_the_former_one_stays() {
    let mut window = Window::empty();
    let path = window.file("club.bpgn", &[one("A1"), b"\r\n".to_vec(), one("A2")].concat());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::PageDown);
    window.update(Action::RunCommand(Command::OpenInNewTab));
    has_tabs(&window, &["club.bpgn · 1: A1 *", ">club.bpgn · 2: A2 *"]);
    window.click_containing("club.bpgn · 1: A1");
    assert_eq!(window.moment(), 1);
    assert!(window.text().contains("A1"));
}

#[test]
fn closing_a_tab_asks_only_about_its_own_file() {
    let (mut window, paths) = two_files();
    window.keys(CTRL, Key::PageUp);
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::PageUp);
    // The other tab closes without a question.
    window.keys(CTRL, Key::W);
    assert_eq!(window.open_dialog(), None);
    assert_eq!(tabs(&window), [""; 0], "one tab needs no strip");
    assert!(window.text().contains("{A:!}"));
    window.keys(CTRL_SHIFT, Key::T);
    // A hidden tab is shown before the question about it.
    window.click("Close tab a.bpgn");
    assert_eq!(window.open_dialog().as_deref(), Some("Save changes to a.bpgn?"));
    window.click("Cancel");
    assert!(window.text().contains("{A:!}"));
    window.keys(CTRL, Key::W);
    window.click("Save");
    window.wait("it is saved", |window| window.state().library.file().is_none());
    assert_eq!(read(&paths[0]), signed("A1", "!"));
}

#[test]
fn a_tab_of_a_shared_file_closes_without_loss() {
    let (mut window, path) = two_matches();
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::W);
    assert_eq!(window.open_dialog(), None, "the other tab has the file");
    assert!(window.is_unsaved());
    save(&mut window);
    assert_eq!(read(&path), [one("A1"), b"\r\n".to_vec(), signed("A2", "!")].concat());
}

/// Returns two tabs with unsaved changes of two files.
fn two_unsaved() -> (Window, [PathBuf; 2]) {
    let (mut window, paths) = two_files();
    annotate(&mut window, Key::Num2);
    window.keys(CTRL, Key::PageUp);
    annotate(&mut window, Key::Num1);
    (window, paths)
}

#[test]
fn quitting_names_every_unsaved_file_and_saves_all() {
    let (mut window, paths) = two_unsaved();
    window.keys(CTRL, Key::Q);
    assert!(window.has("Save changes to 2 files?") && window.has("a.bpgn") && window.has("b.bpgn"));
    assert!(window.has("Closing without saving discards the changes to:"));
    window.click("Cancel");
    has_tabs(&window, &[">a.bpgn: A1 *, unsaved", "b.bpgn: B1 *, unsaved"]);
    window.keys(CTRL, Key::Q);
    window.click("Save all");
    window.wait("the window closes", |window| window.state().shell.is_quitting);
    assert_eq!(read(&paths[0]), signed("A1", "!"));
    assert_eq!(read(&paths[1]), signed("B1", "?"));
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn quitting_can_discard_all() {
    let (mut window, paths) = two_unsaved();
    window.keys(CTRL, Key::Q);
    window.click("Discard all");
    assert!(window.state().shell.is_quitting);
    assert_eq!([read(&paths[0]), read(&paths[1])], [one("A1"), one("B1")]);
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn quitting_shows_the_only_unsaved_tab() {
    let (mut window, _) = two_files();
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::PageUp);
    window.keys(CTRL, Key::Q);
    assert!(window.has("Save changes to b.bpgn?"));
    has_tabs(&window, &["a.bpgn: A1 *", ">b.bpgn: B1 *, unsaved"]);
}

#[test]
fn every_unsaved_tab_is_recovered_after_a_crash() {
    let (window, paths) = two_unsaved();
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click("Recover all");
    window.wait("both are shown", |window| tabs(window).len() == 2);
    window.wait("both are unsaved", |window| {
        tabs(window).iter().all(|tab| tab.ends_with(", unsaved"))
    });
    let texts = [window.text(), {
        window.keys(CTRL, Key::PageDown);
        window.text()
    }];
    assert!(texts.iter().any(|text| text.contains("A1") && text.contains("{A:!}")));
    assert!(texts.iter().any(|text| text.contains("B1") && text.contains("{A:?}")));
    window.keys(CTRL, Key::Q);
    window.click("Save all");
    window.wait("the window closes", |window| window.state().shell.is_quitting);
    assert_eq!([read(&paths[0]), read(&paths[1])], [signed("A1", "!"), signed("B1", "?")]);
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn recovered_work_opens_beside_the_file_of_the_start() {
    let (window, _) = two_unsaved();
    let mut window = window.restarted_with(SHORT);
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click_nth("Recover", 0);
    window.wait("it is shown", Window::is_unsaved);
    has_tabs(&window, &["match.bpgn: Anna *", ">*, unsaved"]);
    // The other work neither replaces the recovered nor asks about it.
    window.update(Action::Shell(ShellAction::Dialog(Some(Dialog::Recover))));
    window.click("Recover");
    window.wait("it is shown too", |window| tabs(window).len() == 3);
    window.wait("it is unsaved", Window::is_unsaved);
    has_tabs(&window, &["match.bpgn: Anna *", "*, unsaved", ">*, unsaved"]);
    assert_eq!(window.recovery_offers_after_restart(), 2);
}

#[test]
fn recovered_work_takes_the_place_of_its_file() {
    let (window, paths) = two_unsaved();
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.open_recent(&paths[0]);
    window.update(Action::Shell(ShellAction::Dialog(Some(Dialog::Recover))));
    window.click("Recover all");
    window.wait("both are unsaved", |window| {
        let tabs = tabs(window);
        tabs.len() == 2 && tabs.iter().all(|tab| tab.ends_with(", unsaved"))
    });
}

#[test]
fn unfinished_entry_stays_in_sight_while_others_are_recovered() {
    let (mut window, _) = two_unsaved();
    window.key(Key::Enter);
    window.type_text("an { open end }");
    window.keys(CTRL, Key::PageUp);
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click("Recover all");
    window.wait("both are unsaved", |window| {
        let tabs = tabs(window);
        tabs.len() == 2 && tabs.iter().all(|tab| tab.ends_with(", unsaved"))
    });
    window.keys(CTRL, Key::PageDown);
    window.list_notices();
    assert!(window.has_containing("an { open end }"), "{:?}", window.names());
}

#[test]
fn restoring_asks_about_new_changes_of_a_file_in_two_tabs() {
    let (mut window, path) = two_matches();
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::W);
    window.keys(CTRL, Key::W);
    window.click("Discard");
    window.open_by_path(&path.to_string_lossy());
    window.update(Action::Tabs(TabsAction::Open(1)));
    window.settle();
    annotate(&mut window, Key::Num2);
    let text = window.text();
    let discarded = window.state().saving.discarded[0].0.clone();
    window.update(Action::Saving(SavingAction::Recover(discarded)));
    window.settle();
    assert!(matches!(window.state().shell.dialog, Some(Dialog::Unsaved(_))));
    assert_eq!(window.text(), text);
}

#[test]
fn saved_tab_leaves_only_the_other_to_recover() {
    let (mut window, _) = two_unsaved();
    save(&mut window);
    assert_eq!(window.recovery_offers_after_restart(), 1);
}

#[test]
fn results_of_jobs_stay_in_their_tab() {
    let (mut window, _) = two_files();
    window.close_gate(JobKind::Analyse, 0);
    window.update(Action::RunCommand(Command::Switch(tandem::app::Switch::Tactics)));
    window.wait_held(JobKind::Analyse);
    let analysed = |window: &Window| {
        let shown = window.state().match_state().expect("a match");
        shown.analysis.progress().0
    };
    assert_eq!(analysed(&window), 0);
    window.keys(CTRL, Key::PageUp);
    window.open_gate(JobKind::Analyse);
    let is_reported = |window: &Window| {
        let shown = window.state().match_state().expect("a match");
        shown.analysis.report.is_some()
    };
    window.wait("the shown match is analysed", is_reported);
    // The analysis of the other tab was cancelled, and starts again there.
    window.keys(CTRL, Key::PageDown);
    window.wait("the other match is analysed", is_reported);
    window.keys(CTRL, Key::PageUp);
    assert!(is_reported(&window), "it is kept");
}

#[test]
fn strip_fits_a_small_window_with_large_text() {
    let mut window = Window::sized(SHORT, 640.0, 480.0);
    for percent in [100, 150] {
        window.change_settings(|it| it.text_percent = percent);
        window.keys(CTRL_SHIFT, Key::T);
        let screen = window.harness.ctx.content_rect();
        let shown = window.harness.query_all_by_role(Role::Tab);
        let shown = shown.filter(|tab| tab.accesskit_node().toggled() == Some(Toggled::True));
        let rects: Vec<_> = shown.map(|tab| tab.rect()).collect();
        assert!(rects.iter().all(|rect| screen.expand(1.0).contains_rect(*rect)), "{rects:?}");
    }
}

#[test]
fn splitting_during_a_save_loses_nothing() {
    let mut window = Window::empty();
    let path = window.file("club.bpgn", &[one("A1"), b"\r\n".to_vec(), one("A2")].concat());
    window.open_by_path(&path.to_string_lossy());
    annotate(&mut window, Key::Num2);
    window.key(Key::PageDown);
    annotate(&mut window, Key::Num1);
    window.close_gate(JobKind::Save, 0);
    window.keys(CTRL, Key::S);
    window.wait_held(JobKind::Save);
    window.update(Action::RunCommand(Command::OpenInNewTab));
    window.open_gate(JobKind::Save);
    window.wait("the file is saved", |window| !window.is_unsaved());
    assert_eq!(read(&path), [signed("A1", "?"), b"\r\n".to_vec(), signed("A2", "!")].concat());
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("{A:!}") && window.is_unsaved());
}

#[test]
fn a_refused_split_can_be_tried_again() {
    let (mut window, _) = two_matches();
    // The second tab goes to the first match and back, which stays open in the first tab.
    window.key(Key::PageUp);
    window.key(Key::PageDown);
    for _ in 0..2 {
        window.update(Action::RunCommand(Command::OpenInNewTab));
        assert!(window.has_containing("a tab of its own already"), "{:?}", window.names());
        assert_eq!(tabs(&window).len(), 2);
    }
}

#[test]
fn the_number_of_a_match_is_painted_beside_a_cut_file_name() {
    let mut window = Window::empty();
    let bytes = [one("A1"), b"\r\n".to_vec(), one("A2")].concat();
    let path = window.file("a-very-long-name-of-a-tournament-in-summer-2026.bpgn", &bytes);
    window.open_by_path(&path.to_string_lossy());
    window.update(Action::Tabs(TabsAction::Open(1)));
    let painted = Painted::of(&window);
    assert!(painted.cut.iter().any(|(words, _)| words.starts_with("a-very-long")));
    assert!(painted.count(" · 1") == 1 && painted.count(" · 2") == 1, "{:?}", painted.words);
}

#[test]
fn results_of_a_search_return_with_their_tab() {
    let (mut window, _) = two_files();
    window.keys(CTRL_SHIFT, Key::F);
    window.update(Action::Search(SearchAction::Run("Pe4".to_owned())));
    let found = |window: &Window| window.state().search.hits().len();
    window.wait("a result", |window| found(window) > 0);
    let count = found(&window);
    window.keys(CTRL, Key::PageUp);
    assert_eq!(found(&window), 0, "the results are those of the other file");
    window.keys(CTRL, Key::PageUp);
    assert_eq!(found(&window), count);
    // Closing the file forgets them.
    window.keys(CTRL, Key::W);
    assert_eq!(found(&window), 0);
}

#[test]
fn keys_reach_the_tab_strip() {
    let (mut window, _) = two_files();
    let is_tab = |window: &Window| {
        let focused = window.harness.ctx.memory(eframe::egui::Memory::focused);
        let strip = window.harness.query_all_by_role(Role::Tab);
        let mut strip = strip.filter(|tab| tab.accesskit_node().label().is_some());
        focused.is_some()
            && strip.any(|tab| {
                let name = tab.accesskit_node().label().unwrap_or_default();
                name.contains("a.bpgn") && tab.accesskit_node().is_focused()
            })
    };
    let reached = (0..12).any(|_| {
        window.key(Key::F6);
        is_tab(&window)
    });
    assert!(reached, "no F6 reaches the strip");
    window.key(Key::Enter);
    has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *"]);
}

#[test]
fn a_new_match_gets_a_tab_of_its_own() {
    let mut window = Window::empty();
    let path = window.file("a.bpgn", &one("A1"));
    window.open_by_path(&path.to_string_lossy());
    annotate(&mut window, Key::Num1);
    window.keys(CTRL, Key::N);
    window.click("Create");
    assert_eq!(window.open_dialog().as_deref(), Some("Play move"), "nothing is discarded");
    has_tabs(&window, &["a.bpgn: A1 *, unsaved", ">new match.bpgn*"]);
}

#[test]
fn new_matches_are_numbered() {
    let mut window = Window::empty();
    for _ in 0..6 {
        window.keys(CTRL, Key::N);
        window.click("Create");
        window.key(Key::Escape);
    }
    let tabs = tabs(&window);
    assert_eq!(tabs.len(), 6, "{tabs:?}");
    for (tab, name) in [(0, "new match.bpgn"), (1, "new match 2.bpgn"), (5, ">new match 6.bpgn")] {
        assert!(tabs[tab].starts_with(name), "{tabs:?}");
    }
    // The number is seen in a narrow tab.
    let painted = Painted::of(&window);
    assert!(painted.words.iter().any(|words| words == " 2"), "{:?}", painted.words);
    assert!(window.has("Close tab new match 2"), "{:?}", window.names());
    assert!(window.title().contains("new match 6"), "{}", window.title());
}

#[test]
fn several_files_offer_a_tab_each() {
    let mut window = Window::empty();
    let paths = ["a.bpgn", "b.bpgn", "c.bpgn"].map(|name| window.file(name, &one(&name[..1])));
    window.open_all(paths.to_vec());
    assert!(window.has("The 3 files are open as one list."), "{:?}", window.names());
    window.click("Open in tabs");
    window.wait("every file has a tab", |window| tabs(window).len() == 3);
    has_tabs(&window, &["a.bpgn: a *", "b.bpgn: b *", ">c.bpgn: c *"]);
    assert!(!window.has_containing("3 files · 1: "), "the tabs replace the list");
    assert!(!window.has("Dismiss"), "{:?}", window.names());
}

#[test]
fn a_changed_list_stays_beside_the_tabs_of_its_files() {
    let mut window = Window::empty();
    let paths = ["a.bpgn", "b.bpgn"].map(|name| window.file(name, &one(&name[..1])));
    window.open_all(paths.to_vec());
    annotate(&mut window, Key::Num1);
    window.update(Action::Tabs(TabsAction::OpenFiles(paths.to_vec())));
    window.wait("every file has a tab", |window| tabs(window).len() == 2);
    assert!(window.has_containing("2 files · 1: "), "{:?}", window.names());
}

#[test]
fn the_shown_tab_is_in_sight_in_the_strip() {
    let mut window = Window::sized(SHORT, 640.0, 480.0);
    window.change_settings(|it| it.text_percent = 150);
    let names = ["a.bpgn", "b.bpgn", "c.bpgn", "d.bpgn", "e.bpgn", "f.bpgn"];
    let paths = names.map(|name| window.file(name, &one(&name[..1])));
    let is_in_sight = |window: &mut Window, name: &str| {
        window.harness.run_steps(3);
        let screen = window.harness.ctx.content_rect().expand(1.0);
        let shown = window.harness.query_all_by_role(Role::Tab);
        let mut shown = shown.filter(|tab| tab.accesskit_node().toggled() == Some(Toggled::True));
        assert!(shown.all(|tab| screen.contains_rect(tab.rect())), "{name}");
    };
    window.update(Action::Tabs(TabsAction::OpenFiles(paths.to_vec())));
    window.wait("every file has a tab", |window| tabs(window).len() == 7);
    is_in_sight(&mut window, "f.bpgn");
    for index in [0, 6, 5, 6, 1, 6] {
        window.update(Action::Tabs(TabsAction::Show(index)));
        is_in_sight(&mut window, &index.to_string());
    }
}

#[test]
fn ctrl_tab_changes_the_tab() {
    let (mut window, _) = two_files();
    for key in [Key::ArrowRight, Key::Tab] {
        // From the boards, and from a widget that has the focus.
        window.key(key);
        window.keys(CTRL, Key::Tab);
        has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *"]);
        window.keys(CTRL, Key::Tab);
        has_tabs(&window, &["a.bpgn: A1 *", ">b.bpgn: B1 *"]);
        window.keys(CTRL_SHIFT, Key::Tab);
        has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *"]);
        window.keys(CTRL_SHIFT, Key::Tab);
    }
}

#[test]
fn a_flip_belongs_to_its_tab() {
    let (mut window, _) = two_matches();
    window.key(Key::F);
    assert!(window.is_flipped());
    window.keys(CTRL, Key::PageUp);
    assert!(!window.is_flipped());
    window.keys(CTRL, Key::PageDown);
    assert!(window.is_flipped());
}

#[test]
fn recovered_work_arrives_in_the_tab_of_its_file_after_a_change_of_tab() {
    let (mut window, paths) = two_files();
    window.keys(CTRL, Key::PageUp);
    annotate(&mut window, Key::Num1);
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.open_recent(&paths[0]);
    window.keys(CTRL_SHIFT, Key::T);
    window.open_by_path(&paths[1].to_string_lossy());
    window.update(Action::Shell(ShellAction::Dialog(Some(Dialog::Recover))));
    window.close_gate(JobKind::Recover, 0);
    window.click("Recover");
    window.wait_held(JobKind::Recover);
    has_tabs(&window, &[">a.bpgn: A1 *", "b.bpgn: B1 *"]);
    window.keys(CTRL, Key::PageDown);
    window.open_gate(JobKind::Recover);
    window.wait("it is shown", Window::is_unsaved);
    has_tabs(&window, &[">a.bpgn: A1 *, unsaved", "b.bpgn: B1 *"]);
}
