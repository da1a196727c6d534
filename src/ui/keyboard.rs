//! [`Keyboard`]: what the window knows of the keyboard beside the state: menus, regions and the focus.

use super::{
    keys,
    playback::promotion_layer,
    regions::{self, Regions},
    shell::MenuKeys,
};
use crate::app::{FieldKind, FocusStep, KeyContext};
use eframe::egui::{Context, Id, Memory, Popup, text_edit::TextEditState};

/// Where the keyboard is.
#[derive(Debug, Default)]
pub struct Keyboard {
    /// The menu bar.
    pub menus: MenuKeys,
    /// The parts of the window.
    pub regions: Regions,
    /// Whether the list was stepped through since the filter was last typed in.
    pub stepped: bool,
    /// What had the focus when the last frame ended: Escape has taken it away before anybody can ask.
    focused: Option<Id>,
}

impl Keyboard {
    /// Before the keys of a frame are taken: what has just been opened gets the focus.
    pub fn begin(&mut self, ctx: &Context, shown: KeyContext) {
        self.menus.enter(ctx);
        if !shown.promotion || shown.dialog || Popup::is_any_open(ctx) {
            return;
        }
        // The choice of what a pawn becomes has the focus as long as it is open.
        let choices = regions::focusable(ctx, promotion_layer());
        let focused = ctx.memory(Memory::focused);
        if let Some(first) = choices.first()
            && !focused.is_some_and(|id| choices.contains(&id))
        {
            ctx.memory_mut(|memory| memory.request_focus(*first));
        }
    }

    /// What could take a key now, with what is `shown`; `escaped`, where Escape has taken the focus away in this frame.
    pub fn context(&self, ctx: &Context, shown: KeyContext, escaped: bool) -> KeyContext {
        let focused = ctx.memory(Memory::focused);
        let focused = focused.or(self.focused.filter(|_| escaped));
        let is_text = |id: &Id| TextEditState::load(ctx, *id).is_some();
        let field = focused.filter(is_text).map(|id| {
            if [false, true].map(keys::filter_id).contains(&id) {
                FieldKind::Filter { stepped: self.stepped }
            } else if keys::is_question_field(ctx, id) {
                FieldKind::Question
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

    /// When a frame has been laid out.
    pub fn end(&mut self, ctx: &Context) {
        self.focused = ctx.memory(Memory::focused);
        self.regions.follow(ctx);
    }
}

/// Goes to the left or to the right in the choice of what a pawn becomes.
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
