//! The settings: keys that are chosen anew, and what takes effect at once.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Key, Modifiers};
use tandem::{
    timeline::Repeat,
    view::{Command, Dialog, SettingsPage, Switch},
};

fn keys_page(window: &mut Window) {
    window.keys(CTRL, Key::Comma);
    assert!(matches!(
        window.state().dialog,
        Some(Dialog::Settings(SettingsPage::Looks, None))
    ));
    window.click("Keys");
}

#[test]
fn a_key_is_chosen_and_works_at_once_and_is_kept() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Key of Flip boards: F");
    assert!(window.has("Key of Flip boards: Press a key…"));
    window.keys(CTRL, Key::G);
    assert!(window.has("Key of Flip boards: Ctrl+G"));
    window.key(Key::Escape);
    assert_eq!(window.state().dialog, None);
    window.key(Key::F);
    assert!(!window.state().settings.flipped, "no longer its key");
    window.keys(CTRL, Key::G);
    assert!(window.state().settings.flipped);
    window.wait_kept("the key", |settings| {
        settings.keys.get("Flip").is_some_and(|key| key == "Ctrl+G")
    });
    let mut window = window.restarted();
    window.keys(CTRL, Key::G);
    assert!(!window.state().settings.flipped);
}

#[test]
fn two_commands_with_one_key_are_said_and_can_be_put_right() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Key of Switch boards: X");
    window.key(Key::F);
    assert!(window.has("“Flip boards” has the same key."));
    window.press("Give every command its usual key");
    assert!(!window.has_containing("has the same key"));
    assert_eq!(
        window.state().keymap.clash(Command::Switch(Switch::Flip)),
        None
    );
}

#[test]
fn escape_chooses_no_key() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Key of Flip boards: F");
    window.key(Key::Escape);
    assert!(!window.has("Key of Flip boards: Press a key…"));
    assert!(window.state().settings.keys.is_empty());
}

#[test]
fn a_stretch_is_marked_and_played_again_and_again() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::L);
    window.key(Key::End);
    window.key(Key::L);
    let Repeat::Between(start, end) = window.state().playhead.repeat() else {
        panic!("{:?}", window.state().playhead.repeat());
    };
    assert!(end > start);
    window.keys(Modifiers::NONE, Key::CloseBracket);
    window.keys(Modifiers::NONE, Key::Home);
    window.key(Key::Space);
    let mut came_back = 0;
    let mut before = window.time();
    for _ in 0..200 {
        window.harness.step();
        let now = window.time();
        if now < before {
            assert!(now >= start, "{now} is before {start}");
            came_back += 1;
        }
        before = now;
    }
    assert!(came_back >= 2, "{came_back}");
    assert!(window.state().playhead.is_playing());
    window.key(Key::L);
    assert_eq!(window.state().playhead.repeat(), Repeat::None);
}
