//! The list of symbols below the field for annotations.

use crate::{
    app::{Field, NotesAction, State, notes},
    notation::Nag,
    ui::{outbox::SendAction as _, widgets::small},
};
use eframe::egui::{Area, Button, Frame, Key, Order, Response, Ui, vec2};

/// Whether the pointer was over the list in the last frame, and the index of the chosen symbol.
type ListState = (bool, Option<usize>);

/// Shows the symbols that the text of `field` may mean, while the field has the focus or the pointer is over the list.
/// A click, or the arrow keys and Enter, write a symbol into the field.
pub fn symbols_ui(ui: &Ui, state: &State, field: &Field, response: &Response) {
    let id = response.id.with("symbols");
    // A press on the list takes the focus from the field before the click is complete.
    let (is_over, before): ListState = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let is_shown = response.has_focus() || is_over || response.lost_focus();
    let typed = notes::field(state, field).text;
    let found = if is_shown { notes::symbols(&typed) } else { Vec::new() };
    if found.is_empty() {
        ui.data_mut(|data| data.remove::<ListState>(id));
        return;
    }
    let (down, up, enter) = ui.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (pressed(Key::ArrowDown), pressed(Key::ArrowUp), pressed(Key::Enter))
    });
    let last = found.len() - 1;
    let chosen = match before {
        None if down => Some(0),
        Some(place) if down => Some((place + 1).min(last)),
        Some(place) if up => place.checked_sub(1),
        other => other.filter(|place| *place <= last),
    };
    let mut written = chosen.filter(|_| enter && response.lost_focus());
    let area = Area::new(id)
        .order(Order::Foreground)
        .fixed_pos(response.rect.left_bottom() + vec2(0.0, 2.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                let clicked = if typed.trim().is_empty() {
                    signs_ui(ui, &found, chosen)
                } else {
                    names_ui(ui, &found, chosen)
                };
                written = written.or(clicked);
            });
        });
    let is_over_now = area.response.contains_pointer() && written.is_none();
    ui.data_mut(|data| data.insert_temp(id, (is_over_now, chosen)));
    if let Some(nag) = written.and_then(|place| found.get(place)) {
        let text = notes::symbol_text(state, nag);
        ui.send(NotesAction::Type(field.clone(), text));
        ui.send(NotesAction::Leave(field.clone()));
    }
}

/// Shows the signs of `found` in a row. Returns the index of the one that was clicked.
fn signs_ui(ui: &mut Ui, found: &[Nag], chosen: Option<usize>) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (place, nag) in found.iter().enumerate() {
            let button = Button::new(nag.sign).selected(chosen == Some(place));
            let button = ui.add(button.min_size(vec2(24.0, 24.0)));
            if button.on_hover_text(format!("{} (${})", nag.name, nag.number)).clicked() {
                clicked = Some(place);
            }
        }
    });
    ui.label(small("Or type a name, such as “initiative”."));
    clicked
}

/// Shows `found` with their names, one below the other. Returns the index of the one that was clicked.
fn names_ui(ui: &mut Ui, found: &[Nag], chosen: Option<usize>) -> Option<usize> {
    let mut clicked = None;
    for (place, nag) in found.iter().enumerate() {
        let name = format!("{} {}", nag.sign, nag.name);
        let button = Button::new(name.trim_start())
            .selected(chosen == Some(place))
            .frame_when_inactive(chosen == Some(place))
            .right_text(small(format!("${}", nag.number)));
        if ui.add(button).clicked() {
            clicked = Some(place);
        }
    }
    clicked
}
