//! How drags end. A press of another button cancels a drag, as in other programs.

use eframe::egui::{Id, PointerButton, Ui};

const BUTTONS: [PointerButton; 5] = [
    PointerButton::Primary,
    PointerButton::Secondary,
    PointerButton::Middle,
    PointerButton::Extra1,
    PointerButton::Extra2,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragEnd {
    /// The left button was released.
    Dropped,
    /// Another button was pressed, or the release of the left button was not reported.
    Cancelled,
}

/// Returns how a drag with the left button ends in this frame; `None` if it goes on.
pub fn drag_end(ui: &Ui) -> Option<DragEnd> {
    if is_drag_cancelled(ui) {
        return Some(DragEnd::Cancelled);
    }
    ui.input(|input| {
        if input.pointer.primary_released() {
            Some(DragEnd::Dropped)
        } else if input.pointer.primary_down() {
            None
        } else {
            Some(DragEnd::Cancelled)
        }
    })
}

/// Returns whether a button was pressed while another one was held. This holds until all buttons are up, so that their
/// release is no click.
pub fn is_drag_cancelled(ui: &Ui) -> bool {
    let id = Id::unique("cancelled drag");
    let (is_cancelled, is_over) = ui.input(|input| {
        let pointer = &input.pointer;
        let is_held = |button| pointer.button_down(button) && !pointer.button_pressed(button);
        let is_cancelled = pointer.any_pressed() && BUTTONS.into_iter().any(is_held);
        (is_cancelled, !pointer.any_down() && !pointer.any_released())
    });
    ui.data_mut(|data| {
        if is_cancelled {
            data.insert_temp(id, true);
        } else if is_over {
            data.remove::<bool>(id);
        }
        data.get_temp(id).unwrap_or(false)
    })
}
