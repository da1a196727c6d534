//! The settings, with live effect.

use crate::{
    app::{
        Action, COMMANDS, Command, CommandInfo, Dialog, KeyChoice, Menu, SettingsAction,
        SettingsPage, ShellAction, State, Switch,
    },
    diagram::PieceSet,
    settings::{BoardColors, Theme},
    ui::{
        engine::engine_settings_ui,
        keys,
        shell::dialog_width,
        theme::{self, Tokens},
        widgets::Stage,
    },
};
use eframe::egui::{
    Align, Button, DragValue, Layout, RichText, ScrollArea, Ui, WidgetInfo, accesskit::Role, vec2,
};

/// What can be switched of how matches are shown and saved, under its headings.
const SWITCHES: &[(&str, &[Command])] = &[
    (
        "List of moves",
        &[
            Command::Switch(Switch::MoveClocks),
            Command::Switch(Switch::Figurines),
        ],
    ),
    ("Clocks", &[Command::Switch(Switch::Tenths)]),
    (
        "Playing",
        &[Command::SkipWaits, Command::Switch(Switch::Sounds)],
    ),
    (
        "Boards",
        &[
            Command::Switch(Switch::Flip),
            Command::Switch(Switch::SwitchBoards),
        ],
    ),
    (
        "Analysis",
        &[
            Command::Switch(Switch::Tactics),
            Command::Switch(Switch::TacticArrows),
            Command::Switch(Switch::Flow),
        ],
    ),
    ("Saving", &[Command::Switch(Switch::KeepBackup)]),
];

/// Shows a page of the settings; `asked` is the command whose key is being chosen.
pub fn settings_ui(
    ui: &mut Ui,
    stage: &Stage<'_>,
    state: &State,
    page: SettingsPage,
    asked: Option<Command>,
    actions: &mut Vec<Action>,
) {
    dialog_width(ui, 460.0);
    ui.heading("Settings");
    ui.horizontal_wrapped(|ui| {
        for (other, name) in [
            (SettingsPage::Looks, "Looks"),
            (SettingsPage::Matches, "Matches"),
            (SettingsPage::Engine, "Engine"),
            (SettingsPage::Keys, "Keys"),
        ] {
            if ui.selectable_label(page == other, name).clicked() {
                let dialog = Dialog::Settings(other, None);
                actions.push(Action::Shell(ShellAction::Dialog(Some(dialog))));
            }
        }
    });
    ui.separator();
    let height = (ui.ctx().content_rect().height() - 180.0).clamp(80.0, 460.0);
    ScrollArea::vertical()
        .max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| match page {
            SettingsPage::Looks => looks_ui(ui, state, stage.art.name(), actions),
            SettingsPage::Matches => matches_ui(ui, state, actions),
            SettingsPage::Engine => engine_settings_ui(ui, &stage.tokens, state, actions),
            SettingsPage::Keys => keys_ui(ui, &stage.tokens, state, asked, actions),
        });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).font(theme::semibold(theme::TEXT)));
}

/// Theme, squares and pieces; the boards behind the dialog follow at once.
fn looks_ui(ui: &mut Ui, state: &State, set: &str, actions: &mut Vec<Action>) {
    heading(ui, "Theme");
    theme_ui(ui, state, actions);
    heading(ui, "Squares");
    squares_ui(ui, state, actions);
    heading(ui, "Pieces");
    pieces_ui(ui, set, actions);
    heading(ui, "On the boards");
    switch(ui, state, Command::Switch(Switch::Coordinates), actions);
    switch(ui, state, Command::Switch(Switch::Motion), actions);
    if state.shell.less_motion {
        let words = "The system asks for less motion, so that pieces stand still.";
        ui.label(RichText::new(words).size(theme::SMALL));
    }
}

/// Light, dark, or as the system is.
pub fn theme_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for (name, theme) in [
        ("As the system", Theme::System),
        ("Light", Theme::Light),
        ("Dark", Theme::Dark),
    ] {
        if ui.radio(state.settings.theme == theme, name).clicked() {
            actions.push(Action::Settings(SettingsAction::Theme(theme)));
        }
    }
}

/// The colours of the squares.
pub fn squares_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for boards in BoardColors::ALL {
        let on = state.settings.boards == boards;
        if ui.radio(on, boards.name()).clicked() {
            actions.push(Action::Settings(SettingsAction::BoardColors(boards)));
        }
    }
}

/// The piece set.
pub fn pieces_ui(ui: &mut Ui, set: &str, actions: &mut Vec<Action>) {
    for name in PieceSet::NAMES {
        if ui.radio(set == name, name).clicked() {
            actions.push(Action::Settings(SettingsAction::Pieces(name)));
        }
    }
}

fn matches_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for (name, commands) in SWITCHES {
        heading(ui, name);
        for command in *commands {
            switch(ui, state, *command, actions);
        }
    }
    heading(ui, "Large and packed files");
    let kept = state.settings.keep_mb;
    let mut keep_mb = kept;
    ui.horizontal(|ui| {
        let field = DragValue::new(&mut keep_mb)
            .range(0..=1_000_000)
            .speed(100)
            .suffix(" MB");
        let field = ui.add(field);
        field.widget_info(|| {
            WidgetInfo::labeled(
                Role::SpinButton,
                true,
                "Room for indexes and unpacked files",
            )
        });
        ui.label("for indexes and unpacked files; 0 keeps none");
    });
    if keep_mb != kept {
        actions.push(Action::Settings(SettingsAction::KeepMegabytes(keep_mb)));
    }
}

/// A command that switches something, as a box to tick.
fn switch(ui: &mut Ui, state: &State, command: Command, actions: &mut Vec<Action>) {
    let mut ticked = state.is_on(command).unwrap_or_default();
    let ticking = ui.checkbox(&mut ticked, command.info().name);
    let ticking = ticking.on_hover_text(state.shell.keymap.tooltip(command));
    if ticking.changed() {
        actions.push(Action::Do(command));
    }
}

/// Every command with its key, which can be chosen anew.
fn keys_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    asked: Option<Command>,
    actions: &mut Vec<Action>,
) {
    if let Some(command) = asked
        && let Some(key) = keys::taken(ui.ctx())
    {
        if key.key != "Escape" || key.ctrl || key.shift {
            actions.push(Action::Settings(SettingsAction::SetKey(
                command,
                KeyChoice::Key(key),
            )));
        }
        actions.push(page(None));
    }
    for menu in Menu::ALL {
        heading(ui, menu.name());
        for info in COMMANDS.iter().filter(|info| info.menu == menu) {
            key_ui(
                ui,
                tokens,
                state,
                info,
                asked == Some(info.command),
                actions,
            );
        }
    }
    ui.add_space(6.0);
    let changed = !state.settings.keys.is_empty();
    if ui
        .add_enabled(changed, Button::new("Give every command its usual key"))
        .clicked()
    {
        actions.push(Action::Settings(SettingsAction::UsualKeys));
    }
}

fn page(asked: Option<Command>) -> Action {
    Action::Shell(ShellAction::Dialog(Some(Dialog::Settings(
        SettingsPage::Keys,
        asked,
    ))))
}

fn key_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    info: &CommandInfo,
    asked: bool,
    actions: &mut Vec<Action>,
) {
    let command = info.command;
    let key = state.shell.keymap.key(command);
    ui.horizontal(|ui| {
        ui.label(info.name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let chosen = state.settings.keys.contains_key(info.id);
            let usual = ui.add_enabled(chosen, Button::new("Usual").small());
            if usual.clicked() {
                actions.push(Action::Settings(SettingsAction::SetKey(
                    command,
                    KeyChoice::Usual,
                )));
            }
            let none = ui.add_enabled(key.is_some(), Button::new("None").small());
            if none.clicked() {
                actions.push(Action::Settings(SettingsAction::SetKey(
                    command,
                    KeyChoice::None,
                )));
            }
            let words = match key {
                _ if asked => "Press a key…".to_owned(),
                Some(key) => key.text(),
                None => "–".to_owned(),
            };
            let name = format!("Key of {}: {words}", info.name);
            let button = Button::new(words)
                .selected(asked)
                .min_size(vec2(104.0, 22.0));
            let button = ui.add(button);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if button
                .on_hover_text(format!("Choose a key for “{}”", info.name))
                .clicked()
            {
                actions.push(page((!asked).then_some(command)));
            }
        });
    });
    if let Some(other) = state.shell.keymap.clash(command) {
        let words = format!("“{}” has the same key.", other.info().name);
        ui.label(
            RichText::new(words)
                .color(tokens.warning)
                .size(theme::SMALL),
        );
    }
}
