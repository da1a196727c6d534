//! Every command by name.

use crate::{
    app::{Action, COMMANDS, CommandInfo, Dialog, ShellAction, State},
    ui::{
        shell::dialog_width,
        theme::{self, Tokens},
    },
};
use eframe::egui::{Button, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Shows the commands whose names hold every word that was typed: those that can be done now, then the others,
/// greyed. The arrow keys choose one that can be done, at first the first; Enter runs it.
pub fn palette_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    (typed, chosen): (&str, usize),
    actions: &mut Vec<Action>,
) {
    dialog_width(ui, 380.0);
    // Before the field takes them for its cursor.
    let (down, up) = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key);
        (count(Key::ArrowDown), count(Key::ArrowUp))
    });
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
    let (can, cannot): (Vec<_>, Vec<_>) = find(&words)
        .into_iter()
        .partition(|info| state.can(info.command));
    let last = can.len().saturating_sub(1);
    // What was chosen among others means nothing among these.
    let before = if words == typed { chosen } else { 0 };
    let now = (before + down).min(last).saturating_sub(up);
    if words != typed || now != chosen {
        let dialog = Dialog::Palette(words.clone(), now);
        actions.push(Action::Shell(ShellAction::Dialog(Some(dialog))));
    }
    if entered && let Some(info) = can.get(now) {
        run(info, actions);
    }
    ui.add_space(2.0);
    if can.is_empty() && cannot.is_empty() {
        ui.label(RichText::new("No command has these words in its name.").color(tokens.dim));
    }
    // As high with few commands as with many: the dialog stays where it is.
    let height = (ui.ctx().content_rect().height() - 110.0).clamp(60.0, 320.0);
    let list = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink(false);
    list.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (place, info) in can.iter().chain(&cannot).enumerate() {
            let possible = place < can.len();
            let mut button = Button::new(info.name)
                .selected(possible && place == now)
                .frame_when_inactive(possible && place == now)
                .min_size(vec2(ui.available_width(), 26.0));
            if let Some(key) = state.shell.keymap.key(info.command) {
                let key = RichText::new(key.text())
                    .color(tokens.dim)
                    .size(theme::SMALL);
                button = button.right_text(key);
            } else {
                button = button.right_text("");
            }
            let mut button = ui.add_enabled(possible, button);
            if let Some(why) = state.why_not(info.command) {
                button = button.on_disabled_hover_text(why);
            }
            if place == now && now != chosen {
                button.scroll_to_me(None);
            }
            if button.clicked() {
                run(info, actions);
            }
        }
    });
}

fn run(info: &CommandInfo, actions: &mut Vec<Action>) {
    actions.push(Action::Shell(ShellAction::Dialog(None)));
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
