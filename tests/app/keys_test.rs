//! Key routing: the topmost part of the window gets a key, and no key that is meant for another part changes the
//! record.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{
    Event, Key, Modifiers, ViewportCommand, ViewportId,
    accesskit::{Role, Toggled},
};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};
use std::time::Duration;
use tandem::{
    app::{
        Action, Center, Command, Dialog, Guide, JobKind, Panel, QueryResult, SearchPage, side_tabs,
    },
    settings::{BoardColors, Theme},
};

const ALT: Modifiers = Modifiers { alt: true, ..Modifiers::NONE };

/// Returns a file with two matches, which has a match list.
fn two() -> String {
    format!("{SHORT}\n{SAMPLE}")
}

/// A position in which a pawn can promote after one move of each side.
const PROMOTION: &str = "[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
                         1A. Kd2 1a. Kd7 *\n";

/// Returns the open variation as text.
fn shown_variation(window: &Window) -> Option<String> {
    let state = window.state();
    let place = state.attempt().variation.as_ref()?;
    state.match_document()?.variation_text(&place.path)
}

/// Asserts that the record, the moment and the variation are unchanged.
fn assert_unchanged(window: &Window, text: &str) {
    assert_eq!(window.text(), text);
    assert!(!window.is_unsaved(), "nothing to save");
}

#[test]
fn glyph_key_is_ignored_while_choosing_a_promotion() {
    let mut window = Window::at(PROMOTION, "1a");
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    assert!(window.state().attempt().promotion.is_some());
    window.key(Key::Num1);
    assert_unchanged(&window, PROMOTION);
    window.click("Promote to a queen");
    assert_eq!(shown_variation(&window).as_deref(), Some("(2A. a8=Q)"));
    assert!(window.has("board A, a8, white queen, promoted"));
    assert!(!window.has("Promote to a queen"));
}

#[test]
fn glyph_button_cancels_an_open_promotion_and_keeps_the_variation() {
    let mut window = Window::at(PROMOTION, "1a");
    window.drag("board A, d2, white king", "board A, d3, empty");
    window.drag("board A, d7, black king", "board A, d6, empty");
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    assert!(window.state().attempt().promotion.is_some());
    window.click("!");
    assert!(!window.has("Promote to a queen"), "the choice is gone");
    let variation = shown_variation(&window);
    assert_eq!(variation.as_deref(), Some("(2A. Kd3 2a. Kd6!)"));
}

#[test]
fn promotion_is_chosen_by_keyboard() {
    let mut window = Window::at(PROMOTION, "1a");
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 2, "the match does not step");
    window.key(Key::Enter);
    assert_eq!(shown_variation(&window).as_deref(), Some("(2A. a8=B)"));
    let mut window = Window::at(PROMOTION, "1a");
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    window.key(Key::N);
    assert_eq!(shown_variation(&window).as_deref(), Some("(2A. a8=N)"));
}

#[test]
fn escape_in_a_menu_closes_only_the_menu() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    window.menu(&["File"]);
    assert!(window.has("Open folder…"));
    window.key(Key::Escape);
    assert!(!window.has("Open folder…"), "the menu is closed");
    assert!(window.has("Back to main line"), "the variation is still there");
}

#[test]
fn arrows_walk_menus_under_a_resting_pointer() {
    let mut window = Window::of(SHORT);
    window.click("File");
    assert!(window.has("Open folder…"));
    // The pointer still rests on the name of the first menu.
    for (key, entry) in [
        (Key::ArrowRight, "Paste position or match"),
        (Key::ArrowRight, "Match table"),
        (Key::ArrowLeft, "Paste position or match"),
    ] {
        window.key(key);
        window.settle();
        assert!(window.has(entry), "{entry}");
        assert!(!window.has("Open folder…"), "the first menu has opened again");
    }
    // As soon as it moves it opens the menu below it.
    let at = window.rect("View").center();
    window.harness.event(Event::PointerMoved(at));
    window.settle();
    assert!(window.has("Match table"));
    window.key(Key::Escape);
    window.settle();
    assert!(!window.has("Match table"), "the menu is closed");
}

#[test]
fn open_menu_handles_arrows_and_ignores_letters() {
    let mut window = Window::at(SHORT, "1a");
    window.menu(&["View"]);
    for key in [Key::ArrowDown, Key::ArrowDown, Key::D, Key::Num1, Key::F, Key::Space] {
        if key != Key::Space {
            window.key(key);
        }
    }
    assert_unchanged(&window, SHORT);
    assert_eq!(window.moment(), 2);
    assert!(!window.is_flipped());
    assert!(!window.is_playing());
    // The second entry of the menu shows the moves.
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert_eq!(window.tab(), "Notes", "the third entry was done");
    assert!(!window.has("Match table"), "and the menu is closed");
}

#[test]
fn f10_and_alt_with_a_letter_open_the_menus() {
    let mut window = Window::of(SHORT);
    window.key(Key::F10);
    window.harness.run_steps(4);
    assert!(window.has("Open folder…"));
    window.key(Key::ArrowRight);
    window.harness.run_steps(4);
    assert!(!window.has("Open folder…") && window.has("Annotate !!"));
    window.key(Key::ArrowLeft);
    window.harness.run_steps(4);
    assert!(window.has("Open folder…"));
    window.key(Key::F10);
    assert!(!window.has("Open folder…"));
    for (key, entry) in [
        (Key::F, "Open folder…"),
        (Key::E, "Annotate !!"),
        (Key::V, "Match table"),
        (Key::P, "Skip idle time"),
        (Key::K, "New game of Kriegspiel…"),
        (Key::H, "About Tandem"),
    ] {
        window.keys(ALT, key);
        window.harness.run_steps(4);
        assert!(window.has(entry), "{key:?}");
    }
    // One down from the first entry, which has the focus: Keys.
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
    assert!(!window.has("About Tandem"));
    assert_unchanged(&window, SHORT);
}

#[test]
fn opened_menu_focuses_its_first_enabled_entry() {
    let mut window = Window::empty();
    window.keys(ALT, Key::U);
    window.harness.run_steps(8);
    assert!(window.has("Puzzles from this match"));
    let focused = focused(&window).expect("an entry");
    assert!(focused.starts_with("Review due puzzles"), "{focused}: those before need a match");
    window.settle();
    assert_eq!(window.repaint_delay(), Duration::MAX);
    window.key(Key::Escape);
    assert!(!window.has("Puzzles from this match"));
}

#[test]
fn menu_letters_are_underlined_while_alt_is_held() {
    let mut window = Window::of(SHORT);
    assert!(Painted::of(&window).underlined.is_empty());
    window.harness.event(Event::ModifiersChanged(ALT));
    window.harness.step();
    let underlined = Painted::of(&window).underlined;
    assert_eq!(underlined.concat(), "FEVPAuKH");
    let none = Event::ModifiersChanged(Modifiers::NONE);
    window.harness.event(none);
    window.harness.step();
    assert!(Painted::of(&window).underlined.is_empty());
}

#[test]
fn alt_with_a_letter_types_no_letter() {
    let mut window = Window::of(&two());
    window.keys(CTRL, Key::F);
    window.type_text("an");
    window.harness.key_down_modifiers(ALT, Key::F);
    window.harness.event(Event::Text("f".to_owned()));
    window.settle();
    window.harness.run_steps(4);
    assert!(window.has("Open folder…"));
    assert_eq!(window.value("Filter matches"), "an");
}

#[test]
fn f11_toggles_full_screen() {
    let mut window = Window::of(SHORT);
    window.harness.key_down(Key::F11);
    window.harness.step();
    let commands = &window.harness.output().viewport_output[&ViewportId::ROOT].commands;
    assert!(commands.contains(&ViewportCommand::Fullscreen(true)), "{commands:?}");
}

#[test]
fn dialog_over_the_table_receives_enter() {
    let mut window = Window::of(&two());
    window.keys(CTRL, Key::T);
    window.keys(CTRL, Key::K);
    window.type_text("about");
    window.key(Key::Enter);
    assert!(window.open_dialog().is_some_and(|name| name.starts_with("Tandem ")));
    assert!(window.state().shell.center == Center::Table, "the table stays");
    window.key(Key::Enter);
    window.key(Key::ArrowDown);
    assert!(window.state().shell.center == Center::Table);
    assert_eq!(window.state().library.file().unwrap().record.id, 0);
    window.key(Key::Escape);
    // A path is typed in a dialog over the table.
    window.click("Export…");
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    let path = window.path("list.csv");
    window.type_text(path.to_str().expect("a path"));
    window.key(Key::Enter);
    window.wait("it is written", |window| window.has_containing("Exported 2 matches to"));
    assert!(window.state().shell.center == Center::Table);
}

#[test]
fn enter_in_the_table_filter_keeps_the_table_open() {
    let mut window = Window::of(&two());
    let text = window.text();
    window.keys(CTRL, Key::T);
    window.type_text("anna\n");
    window.type_text("d1");
    assert!(window.state().shell.center == Center::Table);
    assert_eq!(
        window.state().library.file().unwrap().filter.words,
        "annad1",
        "the field keeps the keyboard"
    );
    assert_eq!(window.text(), text);
    assert!(!window.is_unsaved());
}

#[test]
fn search_field_keeps_focus_after_enter() {
    let mut window = Window::of(&two());
    let text = window.text();
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.type_text("A:Nf3");
    window.key(Key::Enter);
    window.wait("it is answered", |window| {
        let asked = window.state().search.page_state(SearchPage::Moments);
        !window.state().jobs.is_running(JobKind::Search(SearchPage::Moments))
            && asked.answer != QueryResult::Nothing
    });
    assert!(window.is_focused("Search positions"));
    let settings = window.state().settings.clone();
    window.type_text(" d f1 e");
    assert_eq!(window.value("Search positions"), "A:Nf3 d f1 e");
    assert_unchanged(&window, &text);
    assert_eq!(window.state().settings, settings);
    assert!(
        !window.state().playhead().is_playing() && !window.state().file().expect("a file").entering
    );
    // With the focus elsewhere, neither single letters nor undo change the record.
    window.key(Key::Escape);
    for key in [Key::D, Key::Num1, Key::Num6, Key::Enter] {
        window.key(key);
    }
    assert_unchanged(&window, &text);
    assert_eq!(window.tab(), "Search");
}

#[test]
fn undo_in_a_field_undoes_typing() {
    let mut window = Window::at(&two(), "1a");
    window.key(Key::Num1);
    let annotated = window.text();
    assert!(annotated.contains("{A:!}"));
    window.keys(CTRL | Modifiers::SHIFT, Key::F);
    window.type_text("mate");
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), annotated, "the annotation is not taken back");
}

#[test]
fn signs_of_glyphs_annotate_and_other_signs_do_not() {
    let mut window = Window::at(SHORT, "1a");
    let typed = |window: &mut Window, key, text: &str| {
        let modifiers = Modifiers::SHIFT;
        // In one frame, as from the window system.
        let press =
            Event::Key { key, physical_key: Some(key), pressed: true, repeat: false, modifiers };
        window.harness.input_mut().events.extend([press, Event::Text(text.to_owned())]);
        window.settle();
    };
    typed(&mut window, Key::Num2, "@");
    assert_unchanged(&window, SHORT);
    typed(&mut window, Key::Slash, "?");
    assert!(window.text().contains("1a. d5{298}{A:?}"), "{}", window.text());
    typed(&mut window, Key::Num1, "!");
    assert!(window.text().contains("1a. d5{298}{A:!}"), "{}", window.text());
}

#[test]
fn abandoned_variation_is_preserved() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    let place = window.state().attempt().variation.clone();
    let kept = window.text();
    window.key(Key::Escape);
    assert!(!window.has("Back to main line"));
    assert_eq!((window.text(), window.moment()), (kept.clone(), 2));
    window.click("2A. Nf3, variation");
    assert_eq!(window.state().attempt().variation, place);
    window.key(Key::End);
    assert!(!window.has("Back to main line"));
    assert_eq!(window.text(), kept);
    window.menu(&["Edit", "Undo variation 2A. Nf3"]);
    assert_unchanged(&window, SHORT);
}

#[test]
fn f6_cycles_regions_and_arrows_move_within() {
    let mut window = Window::of(&two());
    // From the boards: timeline, buttons, tabs, match list, menus, and back to the boards.
    window.key(Key::F6);
    assert!(focused(&window).is_some_and(|name| name.starts_with("Timeline")));
    window.key(Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("Go to start (Home)"));
    window.key(Key::ArrowRight);
    assert_eq!(focused(&window).as_deref(), Some("Previous move (←)"));
    assert_eq!(window.moment(), 0);
    window.key(Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("Moves"));
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    assert_eq!(window.tab(), "Tags");
    window.key(Key::F6);
    assert!(window.is_focused("Filter matches"));
    window.key(Key::ArrowDown);
    assert_eq!(window.state().library.file().unwrap().record.id, 1);
    window.key(Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("File"));
    window.key(Key::F6);
    assert_eq!(focused(&window), None, "the boards");
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 1);
    window.keys(Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("File"));
    window.keys(Modifiers::SHIFT, Key::F6);
    assert!(window.is_focused("Filter matches"));
}

#[test]
fn tab_moves_to_the_next_field_or_group() {
    let mut window = Window::of(SHORT);
    let count = |window: &mut Window, modifiers: Modifiers| {
        let mut stops = 0;
        loop {
            window.keys(modifiers, Key::Tab);
            stops += 1;
            let any = window.harness.ctx.memory(|memory| memory.focused().is_some());
            if !any || stops > 40 {
                return stops;
            }
        }
    };
    let on = count(&mut window, Modifiers::NONE);
    let back = count(&mut window, Modifiers::SHIFT);
    assert_eq!(on, back);
    assert!(on < 16, "{on} stops from the boards to the boards");
    assert_unchanged(&window, SHORT);
}

/// Returns whether a ring is painted around the focused widget. A text field has a frame of its own.
fn has_ring(window: &Window) -> bool {
    let mut all = window.harness.root().children_recursive();
    let focused = all.find(Node::is_focused);
    let is_text = |node: &Node<'_>| {
        let role = node.accesskit_node().role();
        matches!(
            role,
            Role::TextInput | Role::MultilineTextInput | Role::SearchInput | Role::SpinButton
        )
    };
    if focused.as_ref().is_some_and(is_text) {
        return true;
    }
    let outlines = Painted::of(window).outlines;
    outlines.iter().any(|(rect, width, _)| {
        let is_around = |node: &Node<'_>| {
            let center = node.rect().center();
            rect.contains(center) && rect.area() < node.rect().expand(8.0).area()
        };
        (*width - 2.0).abs() < 0.1 && focused.as_ref().is_none_or(is_around)
    })
}

#[test]
fn every_tab_stop_of_the_window_has_a_ring() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut window = Window::of(&two());
        window.change_settings(|it| it.theme = theme);
        window.key(Key::ArrowRight);
        let mut seen = Vec::new();
        loop {
            window.key(Key::Tab);
            window.harness.step();
            let name = focused(&window);
            assert!(has_ring(&window), "{name:?} after {seen:?}");
            let Some(name) = name else { break };
            seen.push(name);
            assert!(seen.len() < 40, "{seen:?}");
        }
        for name in ["Edit comment", "File"] {
            let is_there = window.has(name);
            assert!(!is_there || seen.iter().any(|it| it == name), "{name}: {seen:?}");
        }
    }
}

#[test]
fn tab_reaches_the_button_that_edits_the_comment_of_the_match() {
    let text = SHORT.replace("\n\n1A.", "\n\n{C:A quiet evening} 1A.");
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0), (1920.0, 1080.0)] {
        for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
            let mut window = Window::sized(&text, width, height);
            let mut stops = 0;
            while focused(&window).as_deref() != Some("Edit comment") {
                window.keys(modifiers, Key::Tab);
                window.harness.step();
                stops += 1;
                assert!(stops < 60, "{width} × {height}, {modifiers:?}: {:?}", window.names());
            }
            window.key(Key::Enter);
            window.settle();
            window.type_text(" and here");
            window.key(Key::Escape);
            window.settle();
            assert!(window.text().contains("{C:A quiet evening and here}"), "{}", window.text());
        }
    }
}

#[test]
fn every_stop_of_a_dialog_has_a_ring() {
    for command in [Command::Export, Command::NewMatch, Command::Share, Command::Settings] {
        let mut window = Window::of(SHORT);
        window.update(Action::RunCommand(command));
        for _ in 0..12 {
            window.key(Key::Tab);
            window.harness.step();
            if let Some(name) = focused(&window) {
                assert!(has_ring(&window), "{command:?}: {name}");
            }
        }
    }
}

#[test]
fn palette_finds_setting_values() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::K);
    window.type_text("dark xeme");
    assert!(!window.has("Theme: dark"), "a word that nothing has");
    for _ in 0..4 {
        window.key(Key::Backspace);
    }
    window.key(Key::Enter);
    assert_eq!(window.state().settings.theme, Theme::Dark);
    window.keys(CTRL, Key::K);
    window.type_text("brd wood");
    window.key(Key::Enter);
    assert_eq!(window.state().settings.boards, BoardColors::Wood);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn every_dialog_and_tab_has_its_own_name() {
    let mut window = Window::of(SHORT);
    for (key, modifiers, name) in [
        (Key::F1, Modifiers::NONE, "Help"),
        (Key::K, CTRL, "All commands"),
        (Key::Comma, CTRL, "Settings"),
        (Key::M, Modifiers::NONE, "Play move"),
    ] {
        window.keys(modifiers, key);
        let dialog = window.harness.query_by_role_and_label(Role::Dialog, name);
        assert!(dialog.is_some(), "{name}: {:?}", window.names());
        window.key(Key::Escape);
    }
    for (command, name) in [
        (Command::Import, "Import"),
        (Command::NewMatch, "New match"),
        (Command::MergeVariations, "Import variations"),
        (Command::Export, "Export"),
        (Command::Print, "Print"),
        (Command::Guide(Guide::Bughouse), "Help"),
        (Command::Guide(Guide::Kriegspiel), "Help"),
        (Command::About, concat!("Tandem ", env!("CARGO_PKG_VERSION"))),
    ] {
        window.update(Action::RunCommand(command));
        let dialog = window.harness.query_by_role_and_label(Role::Dialog, name);
        assert!(dialog.is_some(), "{name}: {:?}", window.names());
        window.key(Key::Escape);
        assert_eq!(window.open_dialog(), None, "{name}");
    }
    // The first tab of a game of Kriegspiel is the announcements.
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    let tab = window.rect("Announcements").center();
    window.harness.hover_at(tab);
    window.harness.run_steps(12);
    assert!(window.has("Announcements (Ctrl+1)"), "{:?}", window.names());
}

#[test]
fn numbers_select_the_tabs_in_their_order() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let problem = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    let numbers = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7];
    for text in [SHORT, game, problem, &two(), &format!("{game}\n{problem}")] {
        let mut window = Window::of(text);
        // The search has a shortcut of its own, so it is last.
        let tabs = side_tabs(window.state()).into_iter().filter(|tab| tab.0 != Panel::Search);
        for (place, (key, (panel, name))) in numbers.into_iter().zip(tabs).enumerate() {
            window.keys(CTRL, key);
            assert_eq!(window.tab(), name);
            let words = window.state().shell.keymap.beside(name, &[Command::Show(panel)]);
            assert_eq!(words, format!("{name} (Ctrl+{})", place + 1));
        }
    }
}

/// Returns the name of the focused node.
fn focused(window: &Window) -> Option<String> {
    let all = window.harness.root().children_recursive();
    let mut focused = all.filter(Node::is_focused);
    focused.next().and_then(|node| node.accesskit_node().label())
}

#[test]
fn tab_moves_on_from_an_empty_dialog_field() {
    for (command, way_out) in [
        (Command::Import, "Cancel"),
        (Command::MergeVariations, "Cancel"),
        (Command::PlayMove, "Close (Esc)"),
    ] {
        let mut window = Window::of(SHORT);
        window.update(Action::RunCommand(command));
        window.settle();
        window.keys(Modifiers::SHIFT, Key::Tab);
        assert_eq!(focused(&window).as_deref(), Some(way_out), "{command:?}");
        window.key(Key::Enter);
        assert_eq!(window.open_dialog(), None, "{command:?}");
    }
}

#[test]
fn timeline_handles_arrows_and_space() {
    let mut window = Window::of(SHORT);
    window.key(Key::F6);
    assert!(focused(&window).is_some_and(|name| name.starts_with("Timeline")));
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 2);
    window.key(Key::ArrowLeft);
    assert_eq!(window.moment(), 1);
    window.key(Key::Space);
    assert!(window.is_playing());
    window.key(Key::Space);
    assert!(!window.is_playing());
    window.key(Key::End);
    assert_eq!(window.moment(), 6);
    window.key(Key::Escape);
    assert_eq!(focused(&window), None);
}

#[test]
fn menu_bar_is_a_region_opened_by_arrows() {
    let mut window = Window::of(SHORT);
    window.keys(Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&window).as_deref(), Some("File"));
    window.key(Key::ArrowRight);
    window.key(Key::ArrowRight);
    assert_eq!(focused(&window).as_deref(), Some("View"));
    window.key(Key::ArrowDown);
    assert!(window.has_containing("Flip boards"), "{:?}", window.names());
    window.key(Key::Escape);
    assert!(!window.has_containing("Flip boards"));
    assert_unchanged(&window, SHORT);
}

#[test]
fn window_accessible_name_is_its_title() {
    let window = Window::of(SHORT);
    let root = window.harness.root();
    assert_eq!(root.accesskit_node().label(), Some(window.state().title()));
}

#[test]
fn tab_tooltips_name_the_tab_and_its_key() {
    for text in [SHORT, include_str!("../../assets/samples/kriegspiel.pgn")] {
        let mut window = Window::of(text);
        let tabs = window.harness.query_all_by_role(Role::Tab);
        let tabs: Vec<_> = tabs
            .filter_map(|tab| Some((tab.accesskit_node().label()?, tab.rect().center())))
            .collect();
        assert!(tabs.len() > 5, "{tabs:?}");
        for (name, place) in tabs {
            let known = window.names();
            window.harness.hover_at(place);
            window.harness.run_steps(12);
            let mut shown = window.names();
            shown.retain(|other| !known.contains(other));
            let [tooltip] = shown.as_slice() else {
                panic!("{name}: {shown:?}");
            };
            let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let key = tooltip.strip_prefix(name).expect("its own name first");
            let digit = key.strip_prefix(" (Ctrl+").and_then(|it| it.strip_suffix(')'));
            let key = Key::from_name(digit.expect("a digit with Ctrl")).expect("a key");
            window.harness.hover_at(eframe::egui::pos2(2.0, 2.0));
            window.keys(CTRL, key);
            let tabs = window.harness.query_all_by_role(Role::Tab);
            let mut lit = tabs.filter(|tab| tab.accesskit_node().toggled() == Some(Toggled::True));
            let lit = lit.next().and_then(|tab| tab.accesskit_node().label());
            assert!(lit.is_some_and(|lit| lit.starts_with(name)), "{tooltip}");
        }
    }
}
