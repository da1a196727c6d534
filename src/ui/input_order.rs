//! [`InputOrder`]: what is typed goes where the keyboard was when it was typed, however late a frame comes.
//!
//! The toolkit takes all input since the last frame at once: it moves the keyboard first, then the program does
//! its commands, and the fields take their letters last. On a slow machine a letter and the Escape after it come
//! in one frame, and the letter would be a command, or be missing from what `Ctrl+S` saves.

use eframe::egui::{Context, Event, Key, Modifiers, Plugin, Popup, RawInput};
use std::collections::VecDeque;

/// Holds back what has to wait for what was done before it.
#[derive(Debug, Default)]
pub struct InputOrder {
    waiting: VecDeque<Event>,
    /// Whether the last key was pressed with Alt: it is a key of the menus and writes nothing.
    alt: bool,
}

impl InputOrder {
    fn queue(&mut self, event: Event) {
        match &event {
            Event::Key { pressed: true, modifiers, .. } => self.alt = opens_menus(*modifiers),
            Event::Text(_) if self.alt => return,
            _ => {}
        }
        self.waiting.push_back(event);
    }
}

/// Whether Alt is held alone. With Ctrl it is the Alt Gr of some systems, and on a Mac it writes letters.
fn opens_menus(modifiers: Modifiers) -> bool {
    modifiers.alt && !modifiers.ctrl && !cfg!(target_os = "macos")
}

impl Plugin for InputOrder {
    fn debug_name(&self) -> &'static str {
        "input order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        for event in input.events.drain(..) {
            self.queue(event);
        }
        // An arrow moves the focus, if something has it that is no text.
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let walks = Popup::is_any_open(ctx) || focused && !ctx.text_edit_focused();
        let (mut typed, mut turned) = (false, false);
        while let Some(event) = self.waiting.front() {
            match Kind::of(event, walks) {
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
    fn of(event: &Event, walks: bool) -> Self {
        match event {
            Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Copy | Event::Ime(_) => {
                Self::Types
            }
            Event::Key { key, pressed: true, modifiers, .. } => {
                let turns = match key {
                    Key::Escape | Key::Tab | Key::Enter | Key::F6 | Key::F10 => true,
                    Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => walks,
                    _ => modifiers.command || opens_menus(*modifiers),
                };
                if turns { Self::Turns } else { Self::Types }
            }
            Event::PointerButton { pressed: true, .. } => Self::Turns,
            _ => Self::Other,
        }
    }
}
