//! Reads key presses and shortcuts from egui; [`crate::app::key_handler`] decides which part of the program
//! handles them.

use crate::{
    app::{FieldKind, KeyPress, Shortcut, key_names},
    platform,
};
use eframe::egui::{Context, Event, Id, Key};

/// Returns the id of the filter field in the table or in the list beside the boards. The ids differ, so that typing
/// does not continue in the other field.
pub fn filter_id(table: bool) -> Id {
    Id::unique(if table { "filter of the table" } else { "filter of the list" })
}

pub fn query_id() -> Id {
    Id::unique("search query")
}

fn marked_field_id() -> Id {
    Id::unique("marked field")
}

/// Marks the field `id`, which has the focus, as one of `kind`.
pub fn mark_field(ctx: &Context, id: Id, kind: FieldKind) {
    ctx.data_mut(|data| data.insert_temp(marked_field_id(), (id, kind)));
}

/// Returns the kind with which the field `id` was marked.
pub fn marked_kind(ctx: &Context, id: Id) -> FieldKind {
    let marked = ctx.data(|data| data.get_temp::<(Id, FieldKind)>(marked_field_id()));
    marked.filter(|(marked, _)| *marked == id).map_or(FieldKind::Other, |(_, kind)| kind)
}

/// Returns the key press if `event` is a press, or an event for copying or cutting; otherwise `None`.
pub fn press_of(event: &Event) -> Option<KeyPress> {
    let ctrl = |key| KeyPress {
        shortcut: Shortcut { ctrl: true, shift: false, key },
        alt: false,
        digit: None,
        character: None,
        is_repeat: false,
    };
    match event {
        // egui turns these keys into events of their own.
        Event::Copy => Some(ctrl("C")),
        Event::Cut => Some(ctrl("X")),
        Event::Key { key, physical_key, pressed: true, repeat, modifiers } => Some(KeyPress {
            shortcut: Shortcut {
                ctrl: modifiers.command,
                shift: modifiers.shift,
                // Tab is in no shortcut, but moves the focus.
                key: name_of(*key).unwrap_or(if *key == Key::Tab { "Tab" } else { "" }),
            },
            // On a Mac, Alt types characters.
            alt: modifiers.alt && platform::HAS_ALT_SHORTCUTS,
            digit: physical_key.and_then(|place| digit_of(*key, place)),
            character: None,
            is_repeat: *repeat,
        }),
        _ => None,
    }
}

/// Returns the character that a key types. `next` is the event after the press of the key.
pub fn character_of(next: Option<&Event>) -> Option<char> {
    let Some(Event::Text(text)) = next else { return None };
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

pub const fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Escape, pressed: true, .. })
}

/// Returns the first key press since the last frame that can belong to a shortcut. If there is one, removes all key
/// events from egui's input; egui's own events for copying and cutting stay.
pub fn consume_shortcut(ctx: &Context) -> Option<Shortcut> {
    ctx.input_mut(|input| {
        let mut presses = input.events.iter().filter_map(press_of);
        let press = presses.find(|press| key_names().any(|name| name == press.shortcut.key));
        if press.is_some() {
            input.events.retain(|event| !matches!(event, Event::Key { .. }));
        }
        press.map(|press| press.shortcut)
    })
}

/// Returns the digit at `place` of a keyboard, if that is a key of the digit row and the layout types the sign `key`
/// there: with Shift on an English keyboard, without Shift on a French, Belgian or Czech one. The keys of a numeric
/// keypad that move the cursor are no signs.
fn digit_of(key: Key, place: Key) -> Option<&'static str> {
    let digit = name_of(place)?;
    let is_digit = digit.bytes().all(|byte| byte.is_ascii_digit());
    if is_digit && is_sign(key) { Some(digit) } else { None }
}

fn is_sign(key: Key) -> bool {
    // egui has no ASCII symbol for these two.
    matches!(key, Key::Minus | Key::Quote)
        || key.symbol_or_name().bytes().all(|byte| byte.is_ascii_punctuation())
}

/// Returns the name of `key` in shortcuts.
fn name_of(key: Key) -> Option<&'static str> {
    key_names().find(|name| Key::from_name(name) == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_the_digit_row_stand_for_digits() {
        // French 4 and 6, Belgian 8, Czech 1, English 1 with Shift.
        for (key, place, digit) in [
            (Key::Quote, Key::Num4, Some("4")),
            (Key::Minus, Key::Num6, Some("6")),
            (Key::Exclamationmark, Key::Num8, Some("8")),
            (Key::Plus, Key::Num1, Some("1")),
            (Key::Exclamationmark, Key::Num1, Some("1")),
            (Key::Minus, Key::Minus, None),
            // The keypad without Num Lock.
            (Key::ArrowLeft, Key::Num4, None),
            (Key::Home, Key::Num7, None),
        ] {
            assert_eq!(digit_of(key, place), digit, "{key:?} at {place:?}");
        }
    }

    #[test]
    fn every_key_name_is_known_to_egui() {
        for name in key_names() {
            let key = Key::from_name(name);
            assert_eq!(key.and_then(name_of), Some(name));
        }
    }
}
