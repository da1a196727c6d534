//! Every command by name.

use crate::{
    ui::theme::{self, Tokens},
    view::{Action, COMMANDS, CommandInfo, Dialog, State},
};
use eframe::egui::{Button, Key, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Shows the commands whose names hold every word that was typed; Enter runs the first.
pub fn palette_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    typed: &str,
    actions: &mut Vec<Action>,
) {
    ui.set_width(380.0);
    let mut words = typed.to_owned();
    let field = ui.add(
        TextEdit::singleline(&mut words)
            .id_salt("palette")
            .hint_text("Type what you want to do")
            .desired_width(f32::INFINITY)
            .margin(vec2(8.0, 6.0)),
    );
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    field.request_focus();
    if words != typed {
        actions.push(Action::Dialog(Some(Dialog::Palette(words.clone()))));
    }
    let found = find(&words);
    if entered && let Some(info) = found.first() {
        run(info, actions);
    }
    ui.add_space(2.0);
    if found.is_empty() {
        ui.label(RichText::new("No command has these words in its name.").color(tokens.dim));
    }
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (place, info) in found.iter().enumerate() {
            let mut button = Button::new(info.name)
                .selected(place == 0)
                .frame_when_inactive(place == 0)
                .min_size(vec2(ui.available_width(), 26.0));
            if let Some(key) = state.keymap.key(info.command) {
                let key = RichText::new(key.text())
                    .color(tokens.dim)
                    .size(theme::SMALL);
                button = button.right_text(key);
            } else {
                button = button.right_text("");
            }
            if ui.add(button).clicked() {
                run(info, actions);
            }
        }
    });
}

fn run(info: &CommandInfo, actions: &mut Vec<Action>) {
    actions.push(Action::Dialog(None));
    actions.push(Action::Do(info.command));
}

fn find(words: &str) -> Vec<&'static CommandInfo> {
    let words = words.to_lowercase();
    COMMANDS
        .iter()
        .filter(|info| {
            let name = info.name.to_lowercase();
            words.split_whitespace().all(|word| name.contains(word))
        })
        .collect()
}
