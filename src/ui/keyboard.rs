//! [`Keyboard`]: the keyboard state outside the application state, namely menus, regions and focus.

use super::{
    keys,
    playback::promotion_layer,
    regions::{self, Regions},
    shell::MenuKeys,
};
use crate::app::{FieldKind, FocusStep, KeyContext};
use eframe::egui::{Context, Id, Memory, Popup, text_edit::TextEditState};

/// The keyboard state of the window.
#[derive(Debug, Default)]
pub struct Keyboard {
    /// The menu bar.
    pub menus: MenuKeys,
    /// The regions of the window.
    pub regions: Regions,
    /// Whether the user has stepped through the list since the filter was last edited.
    pub stepped: bool,
    /// The focused widget at the end of the last frame: egui clears the focus on Escape before it can be queried.
    focused: Option<Id>,
}

impl Keyboard {
    /// Moves the focus to a view that has just opened. Must be called before the keys of a frame are handled.
    pub fn begin(&mut self, ctx: &Context, shown: KeyContext) {
        self.menus.enter(ctx);
        if !shown.promotion || shown.dialog || Popup::is_any_open(ctx) {
            return;
        }
        // The promotion choice keeps the focus while it is open.
        let choices = regions::focusable(ctx, promotion_layer());
        let focused = ctx.memory(Memory::focused);
        if let Some(first) = choices.first()
            && !focused.is_some_and(|id| choices.contains(&id))
        {
            ctx.memory_mut(|memory| memory.request_focus(*first));
        }
    }

    /// Returns the key context: `shown`, completed with the kind of the focused field. `escaped` is whether Escape was
    /// pressed in this frame, which clears the focus.
    pub fn context(&self, ctx: &Context, shown: KeyContext, escaped: bool) -> KeyContext {
        let focused = ctx.memory(Memory::focused);
        let focused = focused.or(self.focused.filter(|_| escaped));
        let is_text = |id: &Id| TextEditState::load(ctx, *id).is_some();
        let field = focused.filter(is_text).map(|id| {
            if [false, true].map(keys::filter_id).contains(&id) {
                FieldKind::Filter { stepped: self.stepped }
            } else if keys::is_query_field(ctx, id) {
                FieldKind::SearchQuery
            } else if keys::is_record_field(ctx, id) {
                FieldKind::Record
            } else {
                FieldKind::Other
            }
        });
        let other = focused.filter(|_| field.is_none());
        KeyContext {
            field,
            menu: self.menus.open_menu(ctx),
            focus: other.and_then(|id| regions::region_of(ctx, id)),
            ..shown
        }
    }

    /// Remembers the focus of the frame. Must be called after the frame was laid out.
    pub fn end(&mut self, ctx: &Context) {
        self.focused = ctx.memory(Memory::focused);
        self.regions.follow(ctx);
    }
}

/// Moves the focus left or right in the promotion choice.
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
