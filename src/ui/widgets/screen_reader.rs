//! Support for screen readers: nodes for marks that are not widgets, and announcements.

use eframe::egui::{
    AsIdSalt, Rect, Response, Ui, WidgetInfo,
    accesskit::{self, Action, Live, Role},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// The user has activated the node with the screen reader.
    Activated,
    /// A screen reader is active, but the user has not activated the node.
    Exposed,
    /// No screen reader is active.
    Inactive,
}

/// Exposes a mark painted in `rect` to screen readers, as a node with `role` and the name `words`. The name is computed
/// only if a screen reader is active.
pub fn spoken(
    ui: &Ui,
    salt: impl AsIdSalt,
    role: Role,
    rect: Rect,
    words: impl FnOnce() -> String,
) -> NodeState {
    let id = ui.unique_id().with(salt);
    let node = ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(role);
        node.set_label(words());
        node.add_action(Action::Click);
        node.set_bounds(bounds(rect));
    });
    if node.is_none() {
        return NodeState::Inactive;
    }
    if ui.input(|input| input.has_accesskit_action_request(id, Action::Click)) {
        NodeState::Activated
    } else {
        NodeState::Exposed
    }
}

pub fn bounds(rect: Rect) -> accesskit::Rect {
    accesskit::Rect {
        x0: rect.min.x.into(),
        y0: rect.min.y.into(),
        x1: rect.max.x.into(),
        y1: rect.max.y.into(),
    }
}

/// Announces `words`, such as a ply or a notice, when they have changed. The words are computed only if a screen reader
/// is active.
pub fn announce(ui: &Ui, salt: impl AsIdSalt, words: impl FnOnce() -> String) {
    let id = ui.unique_id().with(salt);
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Status);
        node.set_live(Live::Polite);
        node.set_label(words());
    });
}

/// Sets the accessible name and value of a single-line text field.
pub fn name_field(field: &Response, name: &str, value: &str) {
    name_text(field, Role::TextInput, name, value);
}

/// Sets the accessible name of a combo box. `value` is its selected text.
pub fn name_choice(choice: &Response, name: &str, value: &str) {
    choice.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {value}")));
}

pub fn name_text(field: &Response, role: Role, name: &str, value: &str) {
    field.widget_info(|| {
        let mut info = WidgetInfo::labeled(role, true, name);
        info.current_text_value = Some(value.to_owned());
        info
    });
}
