//! [`InputOrder`]: what is typed goes where the keyboard was when it was typed, however late a frame comes.
//!
//! The toolkit takes all input since the last frame at once: it moves the keyboard first, then the program does
//! its commands, and the fields take their letters last. On a slow machine a letter and the Escape after it come
//! in one frame, and the letter would be a command, or be missing from what `Ctrl+S` saves.

use eframe::egui::{Context, Event, Key, Plugin, RawInput};
use std::collections::VecDeque;

/// Holds back what has to wait for what was done before it.
#[derive(Debug, Default)]
pub struct InputOrder {
    waiting: VecDeque<Event>,
}

impl Plugin for InputOrder {
    fn debug_name(&self) -> &'static str {
        "input order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.waiting.extend(input.events.drain(..));
        let (mut typed, mut turned) = (false, false);
        while let Some(event) = self.waiting.front() {
            match Kind::of(event) {
                Kind::Turns if typed || turned => break,
                Kind::Types if turned => break,
                Kind::Turns => turned = true,
                Kind::Types => typed = true,
                Kind::Other => {}
            }
            input.events.extend(self.waiting.pop_front());
        }
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// What an event does to what comes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It goes to what has the keyboard.
    Types,
    /// It may give the keyboard to something else, or be a command about what was typed.
    Turns,
    /// Neither.
    Other,
}

impl Kind {
    fn of(event: &Event) -> Self {
        match event {
            Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Copy | Event::Ime(_) => {
                Self::Types
            }
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => {
                let turns = matches!(key, Key::Escape | Key::Tab | Key::Enter);
                if turns || modifiers.command {
                    Self::Turns
                } else {
                    Self::Types
                }
            }
            Event::PointerButton { pressed: true, .. } => Self::Turns,
            _ => Self::Other,
        }
    }
}
