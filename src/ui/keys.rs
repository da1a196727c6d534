//! From keys that were pressed to commands of the table.

use crate::view::{COMMANDS, Command, Shortcut};
use eframe::egui::{Context, Event, Key, Modifiers};

/// The commands whose keys were pressed since the last frame, in the table's order, as far as `can` says that
/// they can be done. While a text is being typed only keys with Ctrl and function keys count; Space and
/// Enter belong to the button that has the focus.
pub fn pressed(ctx: &Context, can: impl Fn(Command) -> bool) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let mut commands = Vec::new();
    // The toolkit turns Ctrl+C into an event of its own.
    if !typing && ctx.input(|input| input.events.contains(&Event::Copy)) {
        commands.push(Command::CopyPosition);
    }
    ctx.input_mut(|input| {
        // No command has Alt, and a lookup without it would take Alt's keys too.
        if input.modifiers.alt {
            return;
        }
        // Keys with more modifiers first, since a lookup without Shift would take Shift's too.
        for shifted in [true, false] {
            for info in COMMANDS {
                let Some(shortcut) = info.key.filter(|key| key.shift == shifted) else {
                    continue;
                };
                let letter = !shortcut.ctrl && !is_function_key(shortcut.key);
                let activates = matches!(shortcut.key, "Space" | "Enter");
                if typing && letter || focused && activates || !can(info.command) {
                    continue;
                }
                let Some(key) = key_of(shortcut) else {
                    continue;
                };
                // A slow frame may hold several presses.
                let presses = input.count_and_consume_key(modifiers_of(shortcut), key);
                commands.extend(std::iter::repeat_n(info.command, presses));
            }
        }
    });
    commands
}

/// What was pasted since the last frame, unless into a field.
pub fn pasted(ctx: &Context) -> Option<String> {
    if ctx.text_edit_focused() {
        return None;
    }
    ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    })
}

/// egui's key of a shortcut.
pub fn key_of(shortcut: Shortcut) -> Option<Key> {
    Key::from_name(shortcut.key)
}

/// `F1` and the like; the letter F is none.
fn is_function_key(name: &str) -> bool {
    name.strip_prefix('F')
        .is_some_and(|number| number.parse::<u8>().is_ok())
}

fn modifiers_of(shortcut: Shortcut) -> Modifiers {
    let mut modifiers = Modifiers::NONE;
    if shortcut.ctrl {
        modifiers = modifiers.plus(Modifiers::COMMAND);
    }
    if shortcut.shift {
        modifiers = modifiers.plus(Modifiers::SHIFT);
    }
    modifiers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_key_of_the_table_is_one_that_the_toolkit_knows() {
        for info in COMMANDS {
            if let Some(shortcut) = info.key {
                assert!(key_of(shortcut).is_some(), "{}", info.name);
            }
        }
    }

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = HashSet::new();
        for info in COMMANDS {
            if let Some(shortcut) = info.key {
                assert!(seen.insert(shortcut), "{}", info.name);
            }
        }
    }
}
