//! [`InputOrder`]: delivers each input event to the widget that had the focus when the user typed, even if frames are
//! slow.
//!
//! egui processes all input since the last frame at once: focus changes first, then commands, and text last. On a slow
//! machine, a character and the key pressed after it can arrive in one frame. If that key is Escape, the character
//! would trigger a command; if it is `Ctrl+S`, the character would be missing from the saved file. egui also treats a
//! press as if it happened where the pointer is at the end of the frame, so a fast drag would pick up the piece at the
//! destination. And egui forgets the pointer when it leaves the window, even in the middle of a drag that the window
//! system goes on reporting.

use crate::{platform, ui::theme};
use eframe::egui::{
    Context, Event, Key, LayerId, Memory, Modifiers, Order, Plugin, PointerButton, Popup, RawInput,
    TouchPhase,
};
use std::collections::VecDeque;

/// A delay after which no tooltip opens, in seconds.
const NO_TOOLTIP_S: f32 = 1.0e6;

/// A queue that defers an event to the next frame if its effect depends on an earlier event.
#[derive(Debug, Default)]
pub struct InputOrder {
    waiting: VecDeque<Event>,
    /// Whether the last key was pressed with Alt. Such a key opens a menu and types nothing.
    alt: bool,
    /// The layer of the dialog in the last frame.
    dialog: Option<LayerId>,
    /// The pointer buttons that are held.
    held: Vec<PointerButton>,
    /// Whether the pointer left the window with a button held, so that egui must still be told that it is gone.
    has_left: bool,
    /// Whether the last event was from the keyboard rather than the pointer.
    is_typing: bool,
}

impl InputOrder {
    /// When a dialog has opened, tells egui for a frame that the pointer is gone. Otherwise egui would keep an open
    /// tooltip under the dialog as long as the pointer rests on the tooltip's widget.
    fn close_tooltips_under_dialog(&mut self, ctx: &Context) {
        let dialog = ctx.memory(Memory::top_modal_layer);
        let has_opened = dialog.is_some() && dialog != self.dialog;
        self.dialog = dialog;
        if has_opened && let Some(at) = ctx.pointer_hover_pos() {
            self.waiting.extend([Event::PointerGone, Event::PointerMoved(at)]);
        }
    }

    /// Closes the tooltip when the user types, since it would go on to cover what the keys change. It opens again after
    /// the pointer has moved.
    fn follow_typing(&mut self, ctx: &Context, event: &Event) {
        let is_typing = match event {
            Event::Key { pressed: true, .. } | Event::Text(_) => true,
            Event::PointerMoved(_) | Event::PointerButton { .. } | Event::MouseWheel { .. } => {
                false
            }
            _ => return,
        };
        if is_typing == self.is_typing {
            return;
        }
        self.is_typing = is_typing;
        let delay_s = if is_typing { NO_TOOLTIP_S } else { theme::TOOLTIP_DELAY_S };
        ctx.all_styles_mut(|style| style.interaction.tooltip_delay = delay_s);
        let has_tooltip = ctx.memory(|memory| {
            let mut layers = memory.areas().visible_layer_ids().into_iter();
            layers.any(|layer| layer.order == Order::Tooltip)
        });
        if is_typing
            && has_tooltip
            && let Some(at) = ctx.pointer_hover_pos()
        {
            self.waiting.extend([Event::PointerGone, Event::PointerMoved(at)]);
        }
    }

    fn queue(&mut self, ctx: &Context, event: Event) {
        match &event {
            Event::Key { pressed: true, modifiers, .. } => self.alt = opens_menus(*modifiers),
            Event::Text(_) if self.alt => return,
            Event::PointerGone if !self.held.is_empty() => {
                self.has_left = true;
                return;
            }
            Event::PointerMoved(at) if ctx.content_rect().contains(*at) => self.has_left = false,
            Event::PointerButton { button, pressed, .. } => {
                self.held.retain(|held| held != button);
                if *pressed {
                    self.held.push(*button);
                }
            }
            // The release of the button may never be reported.
            Event::Touch { phase: TouchPhase::Cancel, .. } | Event::WindowFocused(false) => {
                self.held.clear();
            }
            _ => {}
        }
        self.waiting.push_back(event);
        if self.has_left && self.held.is_empty() {
            self.has_left = false;
            self.waiting.push_back(Event::PointerGone);
        }
    }
}

/// Returns whether Alt is held without Ctrl. Alt with Ctrl is Alt Gr on some systems. Always `false` on a Mac, where
/// Alt types characters.
fn opens_menus(modifiers: Modifiers) -> bool {
    modifiers.alt && !modifiers.ctrl && platform::HAS_ALT_SHORTCUTS
}

impl Plugin for InputOrder {
    fn debug_name(&self) -> &'static str {
        "input order"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.close_tooltips_under_dialog(ctx);
        for event in input.events.drain(..) {
            self.follow_typing(ctx, &event);
            self.queue(ctx, event);
        }
        // Arrow keys may move the focus, but in text fields they move the cursor.
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let arrows_move_focus = Popup::is_any_open(ctx) || focused && !ctx.text_edit_focused();
        let (mut typed, mut focus_moves) = (false, false);
        let (mut moved, mut clicked, mut gone) = (false, false, false);
        while let Some(event) = self.waiting.front() {
            match event {
                Event::PointerMoved(_) if clicked || gone => break,
                // A pointer move and the release after it need two frames, or egui would not see the drag begin.
                Event::PointerButton { pressed: false, .. } if moved && !clicked => break,
                Event::PointerMoved(_) => moved = true,
                Event::PointerGone => gone = true,
                Event::PointerButton { .. } => clicked = true,
                _ => {}
            }
            match InputKind::of(event, arrows_move_focus) {
                InputKind::MovesFocus if typed || focus_moves => break,
                InputKind::TypesText if focus_moves => break,
                InputKind::MovesFocus => focus_moves = true,
                InputKind::TypesText => typed = true,
                InputKind::Other => {}
            }
            input.events.extend(self.waiting.pop_front());
        }
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// How an event depends on the focus or changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputKind {
    /// Goes to the focused widget.
    TypesText,
    /// May move the focus, or is a command that depends on the typed text.
    MovesFocus,
    Other,
}

impl InputKind {
    fn of(event: &Event, arrows_move_focus: bool) -> Self {
        match event {
            Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Copy | Event::Ime(_) => {
                Self::TypesText
            }
            Event::Key { key, pressed: true, modifiers, .. } => {
                let moves_focus = match key {
                    Key::Escape | Key::Tab | Key::Enter | Key::F6 | Key::F10 => true,
                    Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => {
                        arrows_move_focus
                    }
                    _ => modifiers.command || opens_menus(*modifiers),
                };
                if moves_focus { Self::MovesFocus } else { Self::TypesText }
            }
            Event::PointerButton { pressed: true, .. } => Self::MovesFocus,
            _ => Self::Other,
        }
    }
}
