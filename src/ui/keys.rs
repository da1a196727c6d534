//! From keys that were pressed to commands of the table.

use crate::app::{Command, KEY_NAMES, Keymap, Shortcut};
use eframe::egui::{Context, Event, Key, Modifiers};

/// The commands whose keys were pressed since the last frame, in the order of the presses. While a text is
/// being typed only keys with Ctrl and function keys count; Space and Enter belong to the button that has the
/// focus, and Escape to the field or the list that it closes, unless `escapes`. The keys of commands that `wanted`
/// leaves out are left to what is shown.
pub fn pressed(
    ctx: &Context,
    keymap: &Keymap,
    escapes: bool,
    wanted: impl Fn(Command) -> bool,
) -> Vec<Command> {
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
                } => command_of(keymap, *key, *modifiers)
                    .filter(|(shortcut, _)| {
                        let letter = !shortcut.ctrl && !is_function_key(shortcut.key);
                        let activates = matches!(shortcut.key, "Space" | "Enter");
                        !(typing && letter || focused && activates)
                            && (escapes || shortcut.key != "Escape")
                    })
                    .map(|(_, command)| command),
                _ => None,
            };
            let command = command.filter(|command| wanted(*command));
            commands.extend(command);
            command.is_none()
        });
    });
    commands
}

/// The command of a key that was pressed with `modifiers`. Shift is forgiven where no command has it, since
/// some keyboards need it for a bracket.
fn command_of(keymap: &Keymap, key: Key, modifiers: Modifiers) -> Option<(Shortcut, Command)> {
    // No command has Alt.
    if modifiers.alt {
        return None;
    }
    let with = |shift: bool| {
        keymap.keys().find(|(shortcut, _)| {
            shortcut.ctrl == modifiers.command
                && shortcut.shift == shift
                && key_of(*shortcut) == Some(key)
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

/// The key that was pressed since the last frame, with its modifiers, as a command can have it. Taken away from
/// everything else.
pub fn taken(ctx: &Context) -> Option<Shortcut> {
    ctx.input_mut(|input| {
        let taken = input.events.iter().find_map(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => {
                let names = KEY_NAMES.iter();
                let name = names
                    .copied()
                    .find(|name| Key::from_name(name) == Some(*key))?;
                Some(Shortcut {
                    ctrl: modifiers.command,
                    shift: modifiers.shift,
                    key: name,
                })
            }
            _ => None,
        });
        if taken.is_some() {
            input
                .events
                .retain(|event| !matches!(event, Event::Key { .. }));
        }
        taken
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

    #[test]
    fn every_key_that_can_be_chosen_is_one_that_the_toolkit_knows() {
        for name in KEY_NAMES {
            assert!(Key::from_name(name).is_some(), "{name}");
        }
    }
}
