//! The start page, shown while no file is open: what the program does, some commands, and the recent files.

use crate::{
    app::{Command, Guide, LibraryAction, SAMPLE, SettingsAction, Shortcut, State},
    document::Document,
    file::{FileRange, Source},
    platform,
    replay::Point,
    settings::short_path,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::{self, Tokens},
        widgets::{Stage, diagram_height, diagram_ui, row_response, small, truncated},
    },
};
use eframe::egui::{
    Align, Button, CursorIcon, Id, Layout, RichText, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo,
    accesskit::Role, pos2, text::LayoutJob, vec2,
};
use std::{path::Path, sync::Arc};

/// The maximum width of the page, in points.
const WIDTH: f32 = 560.0;

/// The minimum margins left and right of the page, in points.
const MARGIN: f32 = 24.0;

/// The height of a recent file in the list, in points.
const ROW: f32 = 44.0;

/// The maximum side of the boards of the sample match, in points.
const SAMPLE_SIDE: f32 = 232.0;

/// The gap between the boards of the sample match, in points.
const SAMPLE_GAP: f32 = 8.0;

/// The position of the sample match, in plies before the end. In that position, both players on board B have pieces to
/// drop.
const SAMPLE_PLIES_LEFT: usize = 30;

/// Shows the page. While a file is being opened, the page shows its path instead of the hint about pasting.
pub fn start_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    let whole = ui.available_rect_before_wrap();
    ScrollArea::vertical().id_salt("start").auto_shrink(false).show(ui, |ui| {
        let width = WIDTH.min(whole.width() - 2.0 * MARGIN).max(120.0);
        let left = whole.left() + ((whole.width() - width) / 2.0).max(MARGIN);
        let top = ui.cursor().top() + (whole.height() * 0.07).clamp(16.0, 56.0);
        let place = ui.max_rect().with_min_x(left).with_max_x(left + width).with_min_y(top);
        let page = ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            page_ui(ui, stage, state);
        });
        ui.advance_cursor_after_rect(page.response.rect);
    });
}

fn page_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    let tokens = &stage.tokens.clone();
    ui.label(RichText::new("Tandem").font(theme::semibold(22.0)));
    ui.weak(
        "Bughouse is played by two teams on two boards: a captured piece goes to the partner. \
         Tandem replays a match on both boards with all four clocks. Annotate it, analyse it, and \
         save it without changing anything else in the file.",
    );
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for command in [Command::Open, Command::Import, Command::NewMatch, Command::OpenSample] {
            command_ui(ui, tokens, state, command);
        }
    });
    match state.library.requested() {
        Some(path) => ui.weak(format!("Opening {}…", short_path(path))),
        None => ui.weak(paste_words(state)),
    };
    ui.add_space(16.0);
    if state.settings.recent.is_empty() {
        sample_ui(ui, stage, state);
        ui.add_space(16.0);
    }
    if platform::HAS_DISK {
        recent_ui(ui, tokens, state);
    }
    ui.add_space(16.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        for command in [Command::Palette, Command::Keys, Command::Guide(Guide::Bughouse)] {
            let info = command.info();
            let words = with_key(tokens, state, command, theme::SMALL + 1.0);
            let link = ui.add(Button::new(words).frame(false));
            link.widget_info(|| WidgetInfo::labeled(Role::Button, true, info.name));
            link.on_click(|| command);
        }
    });
}

/// Shows both boards of the sample match. A click opens the match.
fn sample_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State) {
    let id = Id::unique("sample");
    let document = ui.data_mut(|data| {
        let document = data.get_temp_mut_or_insert_with(id, || {
            let range = FileRange::new(0, SAMPLE.len() as u64);
            Arc::new(Document::open(Source::from_bytes("", SAMPLE), range))
        });
        Arc::clone(document)
    });
    let side = ((ui.available_width() - SAMPLE_GAP) / 2.0).min(SAMPLE_SIDE);
    let size = vec2(2.0 * side + SAMPLE_GAP, diagram_height(side));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let boards = (state.board_order(), state.shell.flipped);
    let moment = document.played().plies.len().saturating_sub(SAMPLE_PLIES_LEFT);
    diagram_ui(ui, stage, boards, &document, &Point::Match(moment), (rect.min, side));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Boards of the sample match"));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    response.on_hover_text_at_pointer("Open the sample match").on_click(|| Command::OpenSample);
    ui.weak("The sample match. Above and below each board: the pieces to drop.");
}

/// Returns the hint that matches can also be pasted and, where the window receives them, dropped.
fn paste_words(state: &State) -> String {
    let key = match state.shell.keymap.key(Command::Paste) {
        Some(key) => format!(" ({})", key.text()),
        None => String::new(),
    };
    if state.shell.ignores_drops {
        return format!("Or paste a match or position{key}.");
    }
    format!("Or drop a file here, or paste a match or position{key}.")
}

/// Returns the name of `command`, followed by its shortcut in the colour of secondary text.
fn with_key(tokens: &Tokens, state: &State, command: Command, size: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.append(command.info().name, 0.0, theme::regular_text(size, tokens.text));
    if let Some(key) = state.shell.keymap.key(command).map(Shortcut::text) {
        job.append(&key, 8.0, theme::regular_text(size, tokens.dim));
    }
    job
}

fn command_ui(ui: &mut Ui, tokens: &Tokens, state: &State, command: Command) {
    let name = command.info().name;
    let words = with_key(tokens, state, command, theme::TEXT);
    let button = ui.add(Button::new(words).min_size(vec2(112.0, 34.0)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    button.on_click(|| command);
}

fn recent_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    let recent = &state.settings.recent;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Recent files").font(theme::semibold(theme::TEXT + 1.0)));
        if recent.is_empty() {
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let clear = ui.add(Button::new(small("Clear list")).frame_when_inactive(false));
            clear.on_click(|| SettingsAction::ForgetRecent);
        });
    });
    if recent.is_empty() {
        ui.weak("Files that you open are listed here.");
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    for path in recent {
        if file_ui(ui, tokens, path) {
            ui.send(LibraryAction::Open(path.clone()));
        }
    }
}

/// Shows the name of a recent file above its folder. Returns whether it was clicked.
fn file_ui(ui: &mut Ui, tokens: &Tokens, path: &Path) -> bool {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let folder = path.parent().map(short_path).unwrap_or_default();
    let (_, place) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let hit = place.expand2(vec2(12.0, 0.0));
    let response = row_response(ui, tokens, Id::unique("recent").with(path), hit, false);
    let words = format!("{name}, {folder}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    let line = |text: &str, font, ink| truncated(ui.painter(), text, font, ink, place.width());
    let lines = [
        line(&name, theme::semibold(theme::TEXT), tokens.text),
        line(&folder, theme::regular(theme::SMALL + 1.0), tokens.dim),
    ];
    let height: f32 = lines.iter().map(|line| line.size().y).sum();
    let mut at = pos2(place.left(), place.center().y - height / 2.0);
    for line in lines {
        let line_height = line.size().y;
        ui.painter().galley(at, line, tokens.text);
        at.y += line_height;
    }
    response.on_hover_text(path.to_string_lossy()).clicked()
}
