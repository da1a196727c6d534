//! [`Keyboard`]: the state of menus, regions and focus, which the application state does not include.

use super::{
    keys,
    playback::promotion_layer,
    regions::{self, Regions},
    shell::MenuKeys,
};
use crate::app::{FieldKind, FocusStep, HeldKeys, KeyContext};
use eframe::egui::{Context, Event, Id, Memory, Popup, text_edit::TextEditState};

#[derive(Debug, Default)]
pub struct Keyboard {
    pub menus: MenuKeys,
    pub regions: Regions,
    /// Whether the user has moved through the list with keys since editing the filter or going to it.
    pub stepped: bool,
    pub held: HeldKeys,
    /// Whether the last event was a key that ran a command, so that the character it types is not for a field.
    pub is_key_handled: bool,
    /// The widget that had the focus at the end of the last frame. egui clears the focus on Escape before the program
    /// can query it.
    focused: Option<Id>,
}

impl Keyboard {
    /// Moves the focus to a view that has just opened. Must be called before the keys of the frame are handled.
    pub fn begin(&mut self, ctx: &Context, shown: KeyContext) {
        self.menus.focus_first_entry(ctx);
        if !shown.promotion || shown.dialog || Popup::is_any_open(ctx) {
            return;
        }
        // While the promotion choice is open, it keeps the focus.
        let choices = regions::focusable(ctx, promotion_layer());
        let focused = ctx.memory(Memory::focused);
        if let Some(first) = choices.first()
            && !focused.is_some_and(|id| choices.contains(&id))
        {
            ctx.memory_mut(|memory| memory.request_focus(*first));
        }
    }

    /// Adds the focus, the open menu and the kind of the focused field to `shown`. If `escaped`, Escape was pressed in
    /// this frame and egui has already cleared the focus, so the focus of the last frame counts.
    pub fn context(&self, ctx: &Context, shown: KeyContext, escaped: bool) -> KeyContext {
        let mut focused = ctx.memory(Memory::focused);
        if escaped {
            focused = focused.or(self.focused);
        }
        let is_text = |id: &Id| TextEditState::load(ctx, *id).is_some();
        let field = focused.filter(is_text).map(|id| {
            if is_filter(id) {
                FieldKind::Filter { stepped: self.stepped }
            } else if id == keys::query_id() {
                FieldKind::SearchQuery
            } else {
                keys::marked_kind(ctx, id)
            }
        });
        let other = if field.is_none() { focused } else { None };
        KeyContext {
            field,
            menu: self.menus.open_menu(ctx),
            focus: other.and_then(|id| regions::region_of(ctx, id)),
            ..shown
        }
    }

    /// Returns whether `event` is the character of a key that was handled already.
    pub fn is_text_of_handled_key(&mut self, event: &Event) -> bool {
        let is_text = matches!(event, Event::Text(_));
        let was_handled = std::mem::take(&mut self.is_key_handled);
        is_text && was_handled
    }

    /// Records the focus. Must be called after the frame was laid out.
    pub fn end(&mut self, ctx: &Context) {
        let focused = ctx.memory(Memory::focused);
        if focused != self.focused && focused.is_some_and(is_filter) {
            self.stepped = false;
        }
        self.focused = focused;
        self.regions.follow(ctx);
    }
}

/// Moves the focus among the promotion choices: to the previous one for [`FocusStep::Left`], otherwise to the next one.
/// If none has the focus, focuses the first one.
pub fn step_promotion(ctx: &Context, step: FocusStep) {
    let choices = regions::focusable(ctx, promotion_layer());
    let focused = ctx.memory(Memory::focused);
    let here = choices.iter().position(|id| Some(*id) == focused);
    let next = match (here, step) {
        (Some(here), FocusStep::Left) => here.checked_sub(1),
        (Some(here), _) => Some(here + 1),
        (None, _) => Some(0),
    };
    if let Some(id) = next.and_then(|next| choices.get(next)) {
        ctx.memory_mut(|memory| memory.request_focus(*id));
    }
}

/// Returns whether `id` is that of the filter beside the boards or in the table.
fn is_filter(id: Id) -> bool {
    id == keys::filter_id(false) || id == keys::filter_id(true)
}
