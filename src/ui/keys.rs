//! Reads key presses and shortcuts from egui; [`crate::app::key_handler`] decides which part of the program
//! handles them.

use crate::{
    app::{KEY_NAMES, KeyPress, Shortcut},
    platform,
};
use eframe::egui::{Context, Event, FocusDirection, Id, Key, Modifiers};

/// Returns the id of the filter field in the table or in the list beside the boards. The ids differ, so that typing
/// does not continue in the other field.
pub fn filter_id(table: bool) -> Id {
    Id::unique(if table { "filter of the table" } else { "filter of the list" })
}

/// Marks `id` as a field that edits the record.
pub fn mark_record_field(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(record_field_id(), id));
}

pub fn is_record_field(ctx: &Context, id: Id) -> bool {
    ctx.data(|data| data.get_temp(record_field_id())) == Some(id)
}

fn record_field_id() -> Id {
    Id::unique("field of the record")
}

pub fn query_id() -> Id {
    Id::unique("search query")
}

/// Marks `id` as a field in which Enter runs the search.
pub fn mark_query_field(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(query_field_id(), id));
}

pub fn is_query_field(ctx: &Context, id: Id) -> bool {
    id == query_id() || ctx.data(|data| data.get_temp(query_field_id())) == Some(id)
}

fn query_field_id() -> Id {
    Id::unique("search query field")
}

/// Returns the key press if `event` is a press, or an event for copying or cutting; otherwise `None`.
pub fn press_of(event: &Event) -> Option<KeyPress> {
    let ctrl = |key| KeyPress { shortcut: Shortcut { ctrl: true, shift: false, key }, alt: false };
    match event {
        // egui turns these keys into events of their own.
        Event::Copy => Some(ctrl("C")),
        Event::Cut => Some(ctrl("X")),
        Event::Key { key, pressed: true, modifiers, .. } => Some(KeyPress {
            shortcut: Shortcut {
                ctrl: modifiers.command,
                shift: modifiers.shift,
                // Tab is in no shortcut, but moves the focus.
                key: name_of(*key).unwrap_or(if *key == Key::Tab { "Tab" } else { "" }),
            },
            // On a Mac, Alt types characters.
            alt: modifiers.alt && platform::HAS_ALT_SHORTCUTS,
        }),
        _ => None,
    }
}

pub const fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Escape, pressed: true, .. })
}

/// Stops egui from moving the focus on Tab and arrow keys.
pub fn stop_focus(ctx: &Context) {
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// Returns the first key press since the last frame that can belong to a shortcut. If there is one, removes all key
/// events from egui's input; egui's own events for copying and cutting stay.
pub fn consume_shortcut(ctx: &Context) -> Option<Shortcut> {
    ctx.input_mut(|input| {
        let mut presses = input.events.iter().filter_map(press_of);
        let press = presses.find(|press| KEY_NAMES.contains(&press.shortcut.key));
        if press.is_some() {
            input.events.retain(|event| !matches!(event, Event::Key { .. }));
        }
        press.map(|press| press.shortcut)
    })
}

/// Consumes a press of `key` without modifiers since the last frame. Returns whether there was one.
pub fn is_pressed(ctx: &Context, key: Key) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// Returns the name of `key` in shortcuts.
fn name_of(key: Key) -> Option<&'static str> {
    let mut names = KEY_NAMES.iter().copied();
    names.find(|name| Key::from_name(name) == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_name_is_known_to_egui() {
        for name in KEY_NAMES {
            let key = Key::from_name(name);
            assert_eq!(key.and_then(name_of), Some(*name));
        }
    }
}
