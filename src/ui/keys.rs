//! From keys that were pressed to those who take them, see [`crate::app::taker`].

use crate::app::{KEY_NAMES, KeyPress, Shortcut};
use eframe::egui::{Context, Event, FocusDirection, Id, Key, Modifiers};

/// The filter of the list, or of the table. They are two: nobody goes on typing in the other one.
pub fn filter_id(table: bool) -> Id {
    Id::unique(if table { "filter of the table" } else { "filter of the list" })
}

/// Tells that the field `id`, which belongs to the record, has the keyboard.
pub fn mark_record_field(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(record_field_id(), id));
}

/// Whether the field `id` belongs to the record.
pub fn is_record_field(ctx: &Context, id: Id) -> bool {
    ctx.data(|data| data.get_temp(record_field_id())) == Some(id)
}

fn record_field_id() -> Id {
    Id::unique("field of the record")
}

/// The question of the search, where it is shown.
pub fn question_id() -> Id {
    Id::unique("question of the search")
}

/// Tells that the field `id` is one in which Enter asks the question of the search.
pub fn mark_question_field(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.insert_temp(question_field_id(), id));
}

/// Whether Enter in the field `id` asks the question of the search.
pub fn is_question_field(ctx: &Context, id: Id) -> bool {
    id == question_id() || ctx.data(|data| data.get_temp(question_field_id())) == Some(id)
}

fn question_field_id() -> Id {
    Id::unique("field of the question")
}

/// The key that `event` is the press of; nothing, where it is none.
pub fn press_of(event: &Event) -> Option<KeyPress> {
    let ctrl = |key| KeyPress { shortcut: Shortcut { ctrl: true, shift: false, key }, alt: false };
    match event {
        // The toolkit turns these keys into events of their own.
        Event::Copy => Some(ctrl("C")),
        Event::Cut => Some(ctrl("X")),
        Event::Key { key, pressed: true, modifiers, .. } => Some(KeyPress {
            shortcut: Shortcut {
                ctrl: modifiers.command,
                shift: modifiers.shift,
                key: name_of(*key).unwrap_or(if *key == Key::Tab { "Tab" } else { "" }),
            },
            // On a Mac it writes letters.
            alt: modifiers.alt && !cfg!(target_os = "macos"),
        }),
        _ => None,
    }
}

/// Whether `event` is the press of Escape.
pub const fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Escape, pressed: true, .. })
}

/// The toolkit has read Tab and the arrows before anybody else: here they move its focus no more.
pub fn stop_focus(ctx: &Context) {
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// The key that was pressed since the last frame, with its modifiers, as a command can have it. Taken away from
/// everything else.
pub fn taken(ctx: &Context) -> Option<Shortcut> {
    ctx.input_mut(|input| {
        let mut presses = input.events.iter().filter_map(press_of);
        let taken = presses.find(|press| KEY_NAMES.contains(&press.shortcut.key));
        if taken.is_some() {
            input.events.retain(|event| !matches!(event, Event::Key { .. }));
        }
        taken.map(|press| press.shortcut)
    })
}

/// Whether `key` was pressed alone since the last frame.
pub fn is_pressed(ctx: &Context, key: Key) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// The name that a command's key goes by.
fn name_of(key: Key) -> Option<&'static str> {
    let mut names = KEY_NAMES.iter().copied();
    names.find(|name| Key::from_name(name) == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_can_be_chosen_is_one_that_the_toolkit_knows() {
        for name in KEY_NAMES {
            let key = Key::from_name(name);
            assert_eq!(key.and_then(name_of), Some(*name));
        }
    }
}
