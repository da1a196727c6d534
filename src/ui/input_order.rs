//! [`InputOrder`]: delivers input to the widget that had the focus when it was typed, even if frames are slow.
//!
//! egui processes all input since the last frame at once: focus changes first, then commands, text last. On a slow
//! machine a character and the Escape after it arrive in one frame, and the character would trigger a command, or be
//! missing from what `Ctrl+S` saves.

use crate::platform;
use eframe::egui::{Context, Event, Key, Modifiers, Plugin, Popup, RawInput};
use std::collections::VecDeque;

/// Defers events that depend on earlier ones.
#[derive(Debug, Default)]
pub struct InputOrder {
    waiting: VecDeque<Event>,
    /// Whether the last key was pressed with Alt: it opens menus and types nothing.
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

/// Returns whether Alt is held alone. With Ctrl it is Alt Gr on some systems, and on a Mac it types characters.
fn opens_menus(modifiers: Modifiers) -> bool {
    modifiers.alt && !modifiers.ctrl && platform::HAS_ALT_SHORTCUTS
}

impl Plugin for InputOrder {
    fn debug_name(&self) -> &'static str {
        "input order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        for event in input.events.drain(..) {
            self.queue(event);
        }
        // An arrow key moves the focus unless a text field has it.
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

/// The effect of an event on later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Goes to the focused widget.
    Types,
    /// May move the focus, or be a command that depends on typed text.
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
