//! [`InputOrder`]: delivers each input to the widget that had the focus when it was typed, even if frames are slow.
//!
//! egui processes all input since the last frame at once: focus changes first, then commands, and text last. On a slow
//! machine, a character and the Escape after it arrive in one frame. The character would then trigger a command, or be
//! missing from the file that `Ctrl+S` saves.

use crate::platform;
use eframe::egui::{Context, Event, Key, Modifiers, Plugin, Popup, RawInput};
use std::collections::VecDeque;

/// A queue of input events. Events that depend on the effect of earlier ones are deferred to the next frame.
#[derive(Debug, Default)]
pub struct InputOrder {
    waiting: VecDeque<Event>,
    /// Whether the last key was pressed with Alt, which opens a menu and types nothing.
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
        // Arrow keys move the focus unless a text field has it.
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

/// The relation of an event to the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Goes to the widget that has the focus.
    Types,
    /// May move the focus, or is a command that depends on typed text.
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
