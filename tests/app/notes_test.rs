//! Editing of annotations, comments and diagrams.

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, FontId, Key, Modifiers, vec2};
use tandem::app::library;

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..CTRL };

/// Returns `text` with `old`, which must occur exactly once, replaced with `new`.
fn replaced(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replacen(old, new, 1)
}

#[test]
fn ply_is_annotated_by_keyboard_with_no_other_change() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::Num1);
    assert_eq!(window.text(), replaced(SHORT, "{298}", "{298}{A:!}"));
    window.key(Key::Num4);
    assert_eq!(window.text(), replaced(SHORT, "{298}", "{298}{A:??}"));
    window.key(Key::Num4);
    assert_eq!(window.text(), SHORT, "the same key takes it away");
    window.key(Key::Num5);
    window.key(Key::Enter);
    assert!(window.is_focused("Comment"));
    window.type_text("why 1 of 6?");
    window.key(Key::Escape);
    let annotated = replaced(SHORT, "{298}", "{298}{A:!?}{C:why 1 of 6?}");
    assert_eq!(window.text(), annotated);
    window.key(Key::D);
    let with_diagram = replaced(&annotated, "6?}", "6?}{D:}");
    assert_eq!(window.text(), with_diagram);
    assert!(window.has("why 1 of 6?"), "in the list of moves");
    assert!(window.has_containing("d5!?"));
    assert_eq!(window.moment(), 2);
    window.key(Key::D);
    assert_eq!(window.text(), annotated);
}

#[test]
fn enter_opens_the_field_at_every_size() {
    for (width, height, percent) in [
        (1280.0, 800.0, 175),
        (1280.0, 800.0, 200),
        (900.0, 600.0, 150),
        (900.0, 600.0, 100),
        (700.0, 500.0, 125),
    ] {
        for panel in [Key::Num1, Key::Num2] {
            let mut window = Window::sized(SAMPLE, width, height);
            window.change_settings(|it| it.text_percent = percent);
            window.keys(CTRL, panel);
            window.key(Key::Escape);
            window.key(Key::ArrowRight);
            window.key(Key::Enter);
            window.harness.run_steps(3);
            let place = format!("{width} × {height}, {percent} %, {panel:?}");
            assert!(window.has("Comment"), "{place}: {:?}", window.names());
            assert!(window.is_focused("Comment"), "{place}: {:?}", window.names());
            window.type_text("why");
            assert!(window.text().contains("{C:why}"), "{place}");
        }
    }
}

#[test]
fn ctrl_enter_says_nothing_in_a_comment() {
    let mut window = Window::of(&format!("{SHORT}\n{SHORT}"));
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text("why");
    window.keys(CTRL, Key::Enter);
    assert!(window.state().shell.notices.is_empty(), "{:?}", window.state().shell.notices);
    assert!(window.is_focused("Comment 1"));
}

#[test]
fn comment_field_has_line_breaks_and_shows_input_immediately() {
    let mut window = Window::at(SHORT, "1A");
    window.key(Key::Enter);
    window.type_text("one");
    assert!(window.has("one"));
    window.type_text("\ntwo ö");
    assert!(window.has("one\ntwo ö"));
    assert_eq!(window.value("Comment 1"), "one\ntwo ö");
    assert_eq!(window.text(), replaced(SHORT, "{299} 1a", "{299}{C:one\ntwo ö} 1a"));
}

#[test]
fn several_comments_are_edited_separately() {
    let text = replaced(SHORT, "{298}", "{298} {C:one} {C:two}");
    let mut window = Window::at(&text, "1a");
    window.keys(CTRL, Key::Num2);
    assert_eq!(window.value("Comment 1"), "one");
    assert_eq!(window.value("Comment 2"), "two");
    window.focus("Add comment");
    window.type_text("three");
    let three = replaced(&text, "{C:two}", "{C:two}{C:three}");
    assert_eq!(window.text(), three);
    window.key(Key::Escape);
    window.click_nth("Delete", 1);
    assert_eq!(window.text(), replaced(&text, "{C:one} {C:two}", "{C:one}{C:three}"));
    window.click_nth("Move note to next move", 0);
    assert_eq!(window.moment(), 3, "the playhead goes with it");
    let moved = replaced(SHORT, "{298}", "{298}{C:three}");
    assert_eq!(window.text(), replaced(&moved, "Nf3{299}", "Nf3{299}{C:one}"));
}

#[test]
fn brace_is_rejected_and_the_draft_is_kept() {
    let mut window = Window::at(SHORT, "1A");
    window.key(Key::Enter);
    window.type_text("a } b");
    assert!(window.has("A comment cannot contain '}'; use ')' instead."));
    assert_eq!(window.value("Comment"), "a } b");
    assert_eq!(window.text(), SHORT, "no part of it is in the record");
    window.key(Key::Escape);
    window.key(Key::ArrowRight);
    assert!(!window.has_containing("cannot hold"));
    window.key(Key::ArrowLeft);
    assert_eq!(window.value("Comment"), "a } b", "the words are still there");
    window.click("Replace } with )");
    assert_eq!(window.text(), replaced(SHORT, "{299} 1a", "{299}{C:a ) b} 1a"));
    assert!(window.state().drafts().is_empty());
}

#[test]
fn unencodable_character_is_refused() {
    let mut bytes = SHORT.as_bytes().to_vec();
    let at = SHORT.find("Anna").expect("a player");
    bytes.splice(at..at + 4, *b"Ann\xe9");
    let mut window = Window::empty();
    let path = window.file("latin.bpgn", &bytes);
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::Enter);
    window.type_text("é Ж");
    assert!(window.has_containing("'Ж' cannot be saved"));
    let open = window.state().open.as_ref().expect("open");
    let text = open.content.text();
    assert_eq!(text, bytes, "no part of it is in the record");
}

#[test]
fn undo_and_redo_are_named_and_restore_the_playhead() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::Num1);
    window.key(Key::End);
    window.key(Key::Enter);
    window.type_text("two words");
    window.key(Key::Escape);
    let both = window.text();
    assert_eq!(library::undo_names(window.state()), (Some("comment on 2a"), None));
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("{C:"), "the whole comment: {}", window.text());
    window.key(Key::Home);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT);
    assert_eq!(window.moment(), 2, "where it was made");
    assert!(!window.is_unsaved());
    assert_eq!(library::undo_names(window.state()), (None, Some("annotation of 1a")));
    window.keys(CTRL_SHIFT, Key::Z);
    window.keys(CTRL_SHIFT, Key::Z);
    assert_eq!(window.text(), both);
    assert_eq!(window.moment(), 6);
}

#[test]
fn undo_in_the_field_takes_back_a_word_and_outside_the_comment() {
    for leave in [Key::Escape, Key::Tab] {
        let mut window = Window::at(SHORT, "1a");
        window.key(Key::Enter);
        window.type_text("Queen thrown away here");
        window.keys(CTRL, Key::Z);
        assert!(window.text().contains("{C:Queen thrown away }"), "{}", window.text());
        let mut window = Window::at(SHORT, "1a");
        window.key(Key::Enter);
        window.type_text("Queen thrown away here");
        window.key(leave);
        assert!(window.text().contains("{C:Queen thrown away here}"), "{}", window.text());
        window.menu(&["Edit", "Undo comment on 1a"]);
        assert_eq!(window.text(), SHORT, "{leave:?}");
    }
}

#[test]
fn match_has_a_comment_of_its_own() {
    let mut window = Window::of(SHORT);
    window.key(Key::Enter);
    window.type_text("A short one.");
    assert_eq!(window.text(), replaced(SHORT, "\n1A. e4", "\n{C:A short one.}\n1A. e4"));
    assert!(window.value("Comment 1") == "A short one.");
}

#[test]
fn annotation_text_follows_the_glyph() {
    let mut window = Window::at(SHORT, "1a");
    window.focus("Annotation");
    window.type_text("bold");
    window.key(Key::Escape);
    window.key(Key::Num1);
    assert_eq!(window.text(), replaced(SHORT, "{298}", "{298}{A:! bold}"));
    window.key(Key::Num1);
    assert_eq!(window.text(), replaced(SHORT, "{298}", "{298}{A:bold}"));
}

#[test]
fn clicked_field_stops_playback_and_receives_all_keys() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    window.key(Key::Space);
    assert!(window.is_playing());
    window.focus("Comment");
    let moment = window.moment();
    window.harness.run_steps(60);
    window.type_text("fix");
    window.harness.run_steps(20);
    assert_eq!(window.moment(), moment);
    assert_eq!(window.value("Comment 1"), "fix");
    assert!(!window.is_flipped());
}

#[test]
fn ply_stays_in_view_while_its_comment_grows() {
    let mut window = Window::at(SAMPLE, "20A");
    window.key(Key::Enter);
    let lines = "one more line\n".repeat(12);
    window.type_text(&lines);
    let list = window.rect_containing("Moves of White A").bottom();
    // The notes panel keeps its height, and its content scrolls.
    let notes = window.harness.ctx.content_rect().bottom() - 190.0;
    let ply = window.rect_containing("20A Bx");
    assert!(ply.top() >= list && ply.bottom() <= notes, "{ply:?} in {list}..{notes}");
}

/// Sends a key as a window system does, without waiting for a frame.
fn press(window: &mut Window, key: Key, modifiers: Modifiers, text: Option<&str>) {
    for pressed in [true, false] {
        let events = &mut window.harness.input_mut().events;
        events.push(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
        if let Some(text) = text.filter(|_| pressed) {
            events.push(Event::Text(text.to_owned()));
        }
    }
}

#[test]
fn input_within_one_frame_reaches_its_target() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    // All events arrive before the first frame.
    press(&mut window, Key::Enter, Modifiers::NONE, None);
    for letter in ["d", "f", "1"] {
        let key = Key::from_name(&letter.to_uppercase()).expect("a key");
        press(&mut window, key, Modifiers::NONE, Some(letter));
    }
    press(&mut window, Key::Escape, Modifiers::NONE, None);
    press(&mut window, Key::Num3, Modifiers::NONE, Some("3"));
    window.settle();
    window.settle();
    let text = window.text();
    assert!(text.contains("e4{299}{A:!!}{C:df1}"), "{text}");
    assert!(!window.is_flipped());
}

#[test]
fn comment_of_the_match_stands_once_in_a_low_window() {
    let comment = "This is game number 365771 at http://www.bughouse-db.org";
    let mut window = Window::sized(SAMPLE, 900.0, 600.0);
    assert_eq!(Painted::of(&window).count(comment), 1);
    window.click("Edit comment");
    window.type_text(" and here");
    window.key(Key::Escape);
    window.settle();
    assert!(window.text().contains("and here"), "{:?}", window.names());
}

#[test]
fn cursor_of_a_long_comment_stays_in_view_when_the_window_shrinks() {
    let mut window = Window::sized(SAMPLE, 1280.0, 1000.0);
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.settle();
    window.type_text(&"word ".repeat(220));
    for size in [vec2(1280.0, 700.0), vec2(900.0, 600.0)] {
        window.harness.set_size(size);
        window.settle();
        window.harness.run_steps(3);
        let ime = window.harness.output().platform_output.ime.expect("a field has the focus");
        let cursor = ime.cursor_rect;
        assert!(cursor.bottom() <= size.y && cursor.top() > 40.0, "{cursor:?} in {size:?}");
    }
    // The user may scroll it out of view.
    let field = window.rect_of_field("Comment 1");
    window.wheel(field.center_bottom(), -1.0);
    window.harness.run_steps(3);
    let scrolled = window.rect_of_field("Comment 1");
    assert!(scrolled.top() > field.top() + 20.0, "{field:?} {scrolled:?}");
}

#[test]
fn a_wrong_move_leaves_the_fields_in_the_panel() {
    for (width, height) in [(900.0, 600.0), (1280.0, 800.0)] {
        let mut window = Window::sized(SAMPLE, width, height);
        for _ in 0..5 {
            window.key(Key::ArrowRight);
        }
        window.click("Notes");
        let heading = |window: &Window| Painted::of(window).words.iter().any(|it| it == "2a. Nf6");
        assert!(heading(&window), "{:?}", Painted::of(&window).words);
        let places = ["Move", "Clock"].map(|name| window.rect_of_field(name));
        window.fill("Move", "Qh9");
        window.key(Key::Enter);
        window.settle();
        assert_eq!(window.value("Move"), "Qh9", "the text stays");
        assert_eq!(["Move", "Clock"].map(|name| window.rect_of_field(name)), places);
        assert!(places.iter().all(|place| place.right() < width), "{places:?}");
        assert!(heading(&window), "{:?}", Painted::of(&window).words);
        let painted = Painted::of(&window);
        let error = painted
            .words
            .iter()
            .zip(&painted.places)
            .find(|(it, _)| it.starts_with("Not a valid move"));
        let (_, error) = error.unwrap_or_else(|| panic!("no error in {:?}", painted.words));
        for button in ["Legal moves…", "Delete this and later moves"] {
            assert!(!window.rect(button).intersects(*error), "{button}");
        }
    }
}

#[test]
fn symbols_are_completed_by_name() {
    let mut window = Window::at(SHORT, "1a");
    window.keys(CTRL, Key::Num2);
    window.focus("Annotation");
    // The empty field offers the common signs, which the font has.
    let painted = Painted::of(&window);
    for sign in ["±", "∓", "⩲", "⩱", "=", "∞", "N", "□", "⊕", "⟳"] {
        assert_eq!(painted.count(sign), 1, "{sign}: {:?}", painted.words);
        let font = FontId::proportional(13.0);
        assert!(window.harness.ctx.fonts_mut(|fonts| fonts.has_glyphs(&font, sign)), "{sign}");
    }
    window.type_text("slight");
    assert!(window.has_containing("⩱ Black has a slight advantage"), "{:?}", window.names());
    window.click_containing("⩱ Black has a slight advantage");
    assert!(window.text().contains("1a. d5{298}{A:⩱}"), "{}", window.text());
    assert!(!window.has_containing("slight advantage"), "the list is gone");
    // By keys, a number, and in a variation, where a sign has to be one.
    window.focus("Annotation");
    window.keys(CTRL, Key::A);
    window.type_text("time trouble");
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert!(window.text().contains("{A:$137}"), "{}", window.text());
}
