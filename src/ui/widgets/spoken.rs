//! What is read aloud and has no widget of its own: marks that are painted in one go, and what has happened.

use eframe::egui::{
    AsIdSalt, Rect, Ui,
    accesskit::{self, Action, Live, Role},
};

/// What became of something that can be read aloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// It was pressed by whoever reads the window aloud.
    Pressed,
    /// It is known to them.
    Heard,
    /// There is nobody.
    Unheard,
}

/// Gives what is painted in `rect` a `role` and a name, and asks whether it was pressed. The name is worked out
/// only where somebody listens.
pub fn spoken(
    ui: &Ui,
    salt: impl AsIdSalt,
    role: Role,
    rect: Rect,
    words: impl FnOnce() -> String,
) -> Spoken {
    let id = ui.unique_id().with(salt);
    let heard = ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(role);
        node.set_label(words());
        node.add_action(Action::Click);
        node.set_bounds(bounds(rect));
    });
    if heard.is_none() {
        return Spoken::Unheard;
    }
    if ui.input(|input| input.has_accesskit_action_request(id, Action::Click)) {
        Spoken::Pressed
    } else {
        Spoken::Heard
    }
}

/// `rect` in the words of those who read the window aloud.
pub fn bounds(rect: Rect) -> accesskit::Rect {
    accesskit::Rect {
        x0: rect.min.x.into(),
        y0: rect.min.y.into(),
        x1: rect.max.x.into(),
        y1: rect.max.y.into(),
    }
}

/// Says `words` when they are others than before: a ply that was played, a message. They are worked out only where
/// somebody listens.
pub fn announce(ui: &Ui, salt: impl AsIdSalt, words: impl FnOnce() -> String) {
    let id = ui.unique_id().with(salt);
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Status);
        node.set_live(Live::Polite);
        node.set_label(words());
    });
}
