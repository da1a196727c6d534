//! The welcome card, shown once: the parts of the window and the first steps.

use super::dialogs::dialog_width;
use crate::{
    app::{Action, Command, Keymap, ShellAction, Shortcut},
    ui::theme::{self, Tokens},
};
use eframe::egui::{Button, Grid, RichText, Ui, vec2};

/// The first commands with their explanations.
const FIRST: [(&[Command], &str); 5] = [
    (&[Command::PlayPause], "Watch at original speed"),
    (&[Command::StepBack, Command::StepForward], "Step forward and back"),
    (&[Command::EditComment], "Comment on this move"),
    (&[Command::Palette], "Search all commands"),
    (&[Command::Keys], "Keyboard shortcuts"),
];

/// Shows the card.
pub fn welcome_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap, actions: &mut Vec<Action>) {
    dialog_width(ui, 400.0);
    ui.heading("Welcome to Tandem");
    ui.label("Two boards, four players, one match. Here is a sample.");
    ui.add_space(8.0);
    Grid::new("first")
        .num_columns(2)
        .max_col_width((ui.available_width() - 90.0).max(60.0))
        .spacing([16.0, 6.0])
        .show(ui, |ui| {
            for (commands, words) in FIRST {
                let keys = commands.iter().filter_map(|command| keymap.key(*command));
                let keys: Vec<String> = keys.map(Shortcut::text).collect();
                // A command without a key has no line here: the menus have it.
                if keys.is_empty() {
                    continue;
                }
                ui.label(RichText::new(keys.join("  ")).font(theme::semibold(theme::TEXT)));
                ui.label(words);
                ui.end_row();
            }
        });
    ui.add_space(10.0);
    ui.horizontal_wrapped(|ui| {
        let watch = ui.add(Button::new("Watch this match").min_size(vec2(130.0, 28.0)));
        if ui.memory(|memory| memory.focused().is_none()) {
            watch.request_focus();
        }
        if watch.clicked() {
            actions.push(Action::Shell(ShellAction::Dialog(None)));
            actions.push(Action::Do(Command::PlayPause));
        }
        for (command, name) in
            [(Command::Import, "Import a match…"), (Command::Open, "Open a file…")]
        {
            if ui.add(Button::new(name).min_size(vec2(110.0, 28.0))).clicked() {
                actions.push(Action::Shell(ShellAction::Dialog(None)));
                actions.push(Action::Do(command));
            }
        }
    });
    ui.add_space(4.0);
    let words = "Import takes a link, a game number or a player’s name of chess.com. You can also \
                 drop a file on the window.";
    ui.label(RichText::new(words).color(tokens.dim).size(theme::SMALL));
}
