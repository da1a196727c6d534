//! The settings dialog. Changes take effect immediately.

use crate::{
    app::{
        COMMANDS, Command, CommandInfo, KeyChoice, Menu, SettingsAction, SettingsPage, State,
        Switch,
    },
    diagram::PieceSet,
    platform,
    rules::{Color, Piece, Role},
    settings::{BoardColors, KEEP_MEGABYTES, Settings, Theme},
    ui::{
        art::{Pieces, load_texture},
        engine::engine_settings_ui,
        keys,
        outbox::{SendAction as _, SendOnClick as _},
        shell::dialog_head,
        theme::{Shade, Tokens},
        widgets::{
            Stage, cached, command_check_box, draft_field, error_label, low_button, number_field,
            subheading,
        },
    },
};
use eframe::egui::{
    Align, Button, CornerRadius, DragValue, Id, Layout, Mesh, Rect, RichText, ScrollArea, Sense,
    Ui, WidgetInfo, accesskit, vec2,
};

/// Shows a page of the settings. If `rebinding` is a command, the next key press becomes its shortcut.
pub fn settings_ui(
    ui: &mut Ui,
    stage: &Stage<'_>,
    state: &State,
    page: &mut SettingsPage,
    rebinding: &mut Option<Command>,
) {
    dialog_head(ui, 460.0, "Settings");
    ui.horizontal_wrapped(|ui| {
        for (other, name) in [
            (SettingsPage::Appearance, "Appearance"),
            (SettingsPage::Matches, "Matches"),
            (SettingsPage::Engine, "Engine"),
            (SettingsPage::Keys, "Keyboard"),
        ] {
            let is_supported = match other {
                SettingsPage::Engine => Command::Switch(Switch::Engine).is_supported(),
                SettingsPage::Keys => !state.shell.has_touch_only,
                SettingsPage::Appearance | SettingsPage::Matches => true,
            };
            if !is_supported {
                continue;
            }
            if ui.selectable_value(page, other, name).clicked() {
                *rebinding = None;
            }
        }
    });
    ui.separator();
    let height = (ui.ctx().content_rect().height() - 180.0).clamp(80.0, 460.0);
    // All pages have the same height, so that the tabs stay in place.
    // Each page has a scroll position of its own.
    let area = ScrollArea::vertical().id_salt(*page as u8).max_height(height).auto_shrink(false);
    let mut settings = state.settings.clone();
    area.show(ui, |ui| match *page {
        SettingsPage::Appearance => appearance_ui(ui, state, &mut settings, stage.art.name()),
        SettingsPage::Matches => matches_ui(ui, state, &mut settings),
        SettingsPage::Engine => {
            engine_settings_ui(ui, &state.engine, &mut settings.engine_setup);
        }
        SettingsPage::Keys => keys_ui(ui, state, rebinding),
    });
    if settings != state.settings {
        ui.send(SettingsAction::Change(Box::new(settings)));
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(subheading(text));
}

/// Shows the theme, the board colours and the pieces. The boards behind the dialog change immediately.
fn appearance_ui(ui: &mut Ui, state: &State, settings: &mut Settings, set: &str) {
    heading(ui, "Theme");
    theme_ui(ui, &state.settings);
    command_check_box(ui, state, Command::Switch(Switch::HighContrast));
    text_size_ui(ui, settings);
    heading(ui, "Board");
    squares_ui(ui, &state.settings);
    heading(ui, "Pieces");
    pieces_ui(ui, set);
    heading(ui, "Show on the boards");
    command_check_box(ui, state, Command::Switch(Switch::Coordinates));
    command_check_box(ui, state, Command::Switch(Switch::Motion));
    if state.shell.reduced_motion {
        let words = "Off because your system asks for reduced motion.";
        ui.label(RichText::new(words).small());
    }
}

/// Shows the choice between the light, the dark and the system's theme.
pub fn theme_ui(ui: &mut Ui, settings: &Settings) {
    for (name, theme) in [("System", Theme::System), ("Light", Theme::Light), ("Dark", Theme::Dark)]
    {
        ui.radio(settings.theme == theme, name).on_click(|| SettingsAction::Theme(theme));
    }
}

/// Shows the choice of the text size.
fn text_size_ui(ui: &mut Ui, settings: &mut Settings) {
    heading(ui, "Text size");
    ui.horizontal_wrapped(|ui| {
        // The spacing is small, so that all sizes fit on one line.
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for percent in [80, 90, 100, 110, 125, 150, 175, 200] {
            ui.selectable_value(&mut settings.text_percent, percent, format!("{percent} %"));
        }
    });
}

/// Shows the board colours, each with a sample.
pub fn squares_ui(ui: &mut Ui, settings: &Settings) {
    for boards in BoardColors::ALL {
        let on = settings.boards == boards;
        ui.horizontal(|ui| {
            swatch_ui(ui, boards);
            ui.radio(on, boards.name()).on_click(|| SettingsAction::BoardColors(boards));
        });
    }
}

/// Returns the colours of a sample of `boards`. Squares have the same colours in high contrast.
fn swatch_tokens(ui: &Ui, boards: BoardColors) -> Tokens {
    Tokens::of(Shade { dark: ui.visuals().dark_mode, high_contrast: false }, boards)
}

fn swatch_ui(ui: &mut Ui, boards: BoardColors) {
    const SQUARE: f32 = 11.0;
    let (rect, _) = ui.allocate_exact_size(vec2(4.0 * SQUARE, 2.0 * SQUARE), Sense::hover());
    let tokens = swatch_tokens(ui, boards);
    for (column, row) in (0_u8..4).flat_map(|column| [(column, 0_u8), (column, 1)]) {
        let at = rect.min + vec2(f32::from(column), f32::from(row)) * SQUARE;
        let color = if (column + row) % 2 == 0 { tokens.light_square } else { tokens.dark_square };
        let square = Rect::from_min_size(at, vec2(SQUARE, SQUARE));
        ui.painter().rect_filled(square, CornerRadius::ZERO, color);
    }
}

/// Shows the piece sets, each with a preview.
pub fn pieces_ui(ui: &mut Ui, set: &str) {
    for name in PieceSet::NAMES {
        ui.horizontal(|ui| {
            set_picture_ui(ui, name);
            ui.radio(set == name, name).on_click(|| SettingsAction::Pieces(name));
        });
    }
}

/// Shows the white knight and the black queen of a set, from a cached texture.
fn set_picture_ui(ui: &mut Ui, name: &str) {
    const SIDE: f32 = 24.0;
    let (rect, _) = ui.allocate_exact_size(vec2(2.0 * SIDE, SIDE), Sense::hover());
    let id = Id::unique(("picture of pieces", name));
    let texture = cached(ui, id, (), |()| {
        Some(load_texture(ui.ctx(), name, &PieceSet::load(name).ok()?.atlas(48)))
    });
    let Some(texture) = texture else { return };
    let squares = swatch_tokens(ui, BoardColors::default());
    let mut pieces = Pieces { mesh: Mesh::with_texture(texture.id()) };
    let mut square = Rect::from_min_size(rect.min, vec2(SIDE, SIDE));
    for (color, role, background) in [
        (Color::White, Role::Knight, squares.dark_square),
        (Color::Black, Role::Queen, squares.light_square),
    ] {
        ui.painter().rect_filled(square, CornerRadius::ZERO, background);
        pieces.put(Piece { color, role }, square, 1.0);
        square = square.translate(vec2(SIDE, 0.0));
    }
    ui.painter().add(pieces.mesh);
}

fn matches_ui(ui: &mut Ui, state: &State, settings: &mut Settings) {
    heading(ui, "My names");
    draft_field(ui, "My names", &mut settings.my_names, "raven, Gnejs");
    let meaning =
        "Your seat is at the bottom, and “me” stands for you in the filter and in searches";
    ui.label(RichText::new(meaning).small());
    if platform::HAS_DISK {
        draft_field(ui, "My matches", &mut settings.my_file, "mine.bpgn");
        ui.label(RichText::new("File for “Get my new chess.com matches”").small());
    }
    let mut last_heading = "";
    for switch in Switch::ALL {
        let command = Command::Switch(*switch);
        let Some(name) = switch.heading() else { continue };
        if !command.is_supported() {
            continue;
        }
        if name != last_heading {
            heading(ui, name);
            last_heading = name;
            if name == "Playing" {
                command_check_box(ui, state, Command::SkipWaits);
            }
        }
        command_check_box(ui, state, command);
    }
    page_ui(ui, state, &mut settings.page);
    if !platform::HAS_DISK {
        return;
    }
    heading(ui, "Large and compressed files");
    let name = "Cache size";
    ui.horizontal(|ui| {
        number_field(ui, name, &mut settings.keep_mb, |megabytes| {
            DragValue::new(megabytes).range(KEEP_MEGABYTES).speed(100).suffix(" MB")
        });
        ui.label("Cache size (0 = off)");
    });
}

/// Shows the field for the address of Tandem on the web, to which links lead and which announces new versions.
fn page_ui(ui: &mut Ui, state: &State, page: &mut String) {
    heading(ui, "Tandem on the web");
    let hint = if platform::HAS_DISK { "https://…" } else { "This page" };
    draft_field(ui, "Web address", page, hint);
    ui.label(RichText::new("Copied links lead to this copy of Tandem").small());
    let updates = Command::Switch(Switch::Updates);
    if updates.is_supported() {
        command_check_box(ui, state, updates);
        let sent = "Sends this address nothing but the version you have";
        ui.label(RichText::new(sent).small());
    }
}

/// Shows every command with its shortcut, which can be changed.
fn keys_ui(ui: &mut Ui, state: &State, rebinding: &mut Option<Command>) {
    if let Some(command) = *rebinding
        && let Some(key) = keys::consume_shortcut(ui.ctx())
    {
        if key.key != "Escape" || key.ctrl || key.shift {
            ui.send(SettingsAction::SetKey(command, KeyChoice::Key(key)));
        }
        *rebinding = None;
    }
    for menu in Menu::ALL {
        heading(ui, menu.name());
        let infos = COMMANDS.iter().filter(|info| info.menu == menu);
        for info in infos.filter(|info| info.command.is_supported()) {
            key_ui(ui, state, info, rebinding);
        }
    }
    ui.add_space(6.0);
    let can_reset = !state.settings.keys.is_empty();
    let reset = ui.add_enabled(can_reset, Button::new("Reset all shortcuts"));
    reset.on_click(|| SettingsAction::ResetKeys);
}

fn key_ui(ui: &mut Ui, state: &State, info: &CommandInfo, rebinding: &mut Option<Command>) {
    let keymap = &state.shell.keymap;
    let command = info.command;
    let is_rebinding = *rebinding == Some(command);
    let key = keymap.key(command);
    ui.horizontal(|ui| {
        ui.label(info.name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_chosen = state.settings.keys.contains_key(info.id);
            let reset = ui.add_enabled(is_chosen, low_button(ui, "Reset"));
            reset.on_click(|| SettingsAction::SetKey(command, KeyChoice::Default));
            let none = ui.add_enabled(key.is_some(), low_button(ui, "Clear"));
            none.on_click(|| SettingsAction::SetKey(command, KeyChoice::None));
            let words = match key {
                _ if is_rebinding => "Press any key…".to_owned(),
                Some(key) => key.text(),
                None => "–".to_owned(),
            };
            let name = format!("Shortcut for {}: {words}", info.name);
            let button = Button::new(words).selected(is_rebinding).min_size(vec2(104.0, 22.0));
            let button = ui.add(button);
            button.widget_info(|| WidgetInfo::labeled(accesskit::Role::Button, true, &name));
            if button.on_hover_text(format!("Change the shortcut for “{}”", info.name)).clicked()
            {
                *rebinding = if is_rebinding { None } else { Some(command) };
            }
        });
    });
    if let Some(other) = keymap.conflict(command) {
        let words = format!("“{}” uses the same key.", other.info().name);
        error_label(ui, RichText::new(words).small());
    }
}
