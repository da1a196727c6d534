//! From keys that were pressed to commands of the table.

use crate::view::{COMMANDS, Command, Shortcut};
use eframe::egui::{Context, Event, Key, Modifiers};

/// The commands whose keys were pressed since the last frame, in the order of the presses. While a text is
/// being typed only keys with Ctrl and function keys count; Space and Enter belong to the button that has the
/// focus, and Escape to the field or the list that it closes, unless `escapes`.
pub fn pressed(ctx: &Context, escapes: bool) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let mut commands = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let command = match event {
                // The toolkit turns Ctrl+C into an event of its own.
                Event::Copy if !typing => Some(Command::CopyPosition),
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } => command_of(*key, *modifiers)
                    .filter(|(shortcut, _)| {
                        let letter = !shortcut.ctrl && !is_function_key(shortcut.key);
                        let activates = matches!(shortcut.key, "Space" | "Enter");
                        !(typing && letter || focused && activates)
                            && (escapes || shortcut.key != "Escape")
                    })
                    .map(|(_, command)| command),
                _ => None,
            };
            commands.extend(command);
            command.is_none()
        });
    });
    commands
}

/// The command of a key that was pressed with `modifiers`. Shift is forgiven where no command has it, since
/// some keyboards need it for a bracket.
fn command_of(key: Key, modifiers: Modifiers) -> Option<(Shortcut, Command)> {
    // No command has Alt.
    if modifiers.alt {
        return None;
    }
    let with = |shift: bool| {
        COMMANDS.iter().find_map(|info| {
            let shortcut = info.key?;
            let same = shortcut.ctrl == modifiers.command && shortcut.shift == shift;
            (same && key_of(shortcut) == Some(key)).then_some((shortcut, info.command))
        })
    };
    with(modifiers.shift).or_else(|| modifiers.shift.then(|| with(false)).flatten())
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
