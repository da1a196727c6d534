//! Held keys: steps repeat, everything else happens once.

use crate::window::{CTRL, SAMPLE, SHORT, Window};
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use tandem::app::{Dialog, library};

/// Holds `key` for some time, in which the window system repeats the press, and with it the character that it types.
fn hold(window: &mut Window, modifiers: Modifiers, key: Key, letter: Option<&str>) {
    for _ in 0..10 {
        window.harness.event(Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        });
        if let Some(letter) = letter {
            window.harness.event(Event::Text(letter.to_owned()));
        }
        window.settle();
    }
    window.harness.event(Event::Key {
        key,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers,
    });
    window.settle();
}

#[test]
fn held_glyph_key_is_one_change() {
    for (key, text) in [(Key::Num1, "1"), (Key::D, "d")] {
        let mut window = Window::at(SHORT, "1a");
        hold(&mut window, Modifiers::NONE, key, Some(text));
        assert!(window.is_unsaved(), "{text}");
        window.keys(CTRL, Key::Z);
        assert_eq!(window.text(), SHORT, "{text}");
        assert_eq!(library::undo_names(window.state()).0, None, "{text}");
    }
}

#[test]
fn held_switches_switch_once() {
    let mut window = Window::of(SAMPLE);
    let flipped = window.is_flipped();
    hold(&mut window, Modifiers::NONE, Key::F, Some("f"));
    assert_ne!(window.is_flipped(), flipped);
    hold(&mut window, Modifiers::NONE, Key::Space, Some(" "));
    assert!(window.is_playing());
    hold(&mut window, Modifiers::NONE, Key::Space, Some(" "));
    assert!(!window.is_playing());
    let side = window.state().settings.side;
    hold(&mut window, CTRL, Key::B, None);
    assert_ne!(window.state().settings.side, side);
}

#[test]
fn held_steps_repeat() {
    let mut window = Window::of(SAMPLE);
    hold(&mut window, Modifiers::NONE, Key::ArrowRight, None);
    assert_eq!(window.moment(), 10);
    hold(&mut window, Modifiers::NONE, Key::ArrowLeft, None);
    assert_eq!(window.moment(), 0);
}

#[test]
fn held_key_does_not_type_into_the_dialog_it_opens() {
    let mut window = Window::of(SHORT);
    hold(&mut window, Modifiers::NONE, Key::M, Some("m"));
    let Some(Dialog::PlayMove { typed, .. }) = &window.state().shell.dialog else {
        panic!("no dialog");
    };
    assert_eq!(typed, "");
    // In the field, a held key types as usual.
    hold(&mut window, Modifiers::NONE, Key::N, Some("n"));
    let Some(Dialog::PlayMove { typed, .. }) = &window.state().shell.dialog else {
        panic!("no dialog");
    };
    assert_eq!(typed, "nnnnnnnnnn");
    // So does the key that opened it, once it is pressed again.
    hold(&mut window, Modifiers::NONE, Key::M, Some("m"));
    let Some(Dialog::PlayMove { typed, .. }) = &window.state().shell.dialog else {
        panic!("no dialog");
    };
    assert_eq!(typed, "nnnnnnnnnnmmmmmmmmmm");
}

#[test]
fn held_enter_adds_no_lines_to_the_comment_it_opens() {
    let mut window = Window::at(SHORT, "1a");
    hold(&mut window, Modifiers::NONE, Key::Enter, None);
    assert_eq!(window.text(), SHORT);
    window.type_text("good");
    assert!(window.names().contains(&"good".to_owned()), "{:?}", window.names());
}

#[test]
fn held_space_presses_a_focused_button_once() {
    let mut window = Window::of(SAMPLE);
    let name =
        window.names().into_iter().find(|name| name.starts_with("Play (")).expect("a button");
    window.harness.get_by_label(&name).focus();
    window.settle();
    hold(&mut window, Modifiers::NONE, Key::Space, Some(" "));
    assert!(window.is_playing());
}
