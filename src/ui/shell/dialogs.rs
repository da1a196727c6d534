//! Dialogs over the window.

use super::guide::guide_ui;
use crate::{
    app::{Dialog, Keymap, State},
    ui::{
        importing::importing_ui,
        kriegspiel::{composer_ui, new_game_ui, new_problem_ui},
        new_match::new_match_ui,
        outbox::SendAction as _,
        palette::palette_ui,
        pictures::{picture_top, picture_ui, share_ui},
        playback::{choices_ui, correct_ui, merge_ui, play_move, play_move_ui, sheets_ui},
        puzzles::puzzle_sheet_ui,
        regions,
        saving::{changed_ui, differences_ui, recover_ui, replace_ui, save_path_ui, unsaved_ui},
        settings::settings_ui,
        theme::{self, Tokens},
        widgets::{Icon, Stage, bounds, icon_button},
    },
};
use eframe::egui::{
    Align2, Color32, Context, Frame, Id, Key, LayerId, Margin, Memory, Modal, Popup, Rect,
    RichText, ScrollArea, Stroke, Ui, UiBuilder, Vec2, pos2, vec2,
};

/// The width of a dialog's frame, plus the part of the window that stays visible around the dialog, in points.
const WINDOW_MARGIN: f32 = 48.0;

fn title_id() -> Id {
    Id::unique("dialog title")
}

/// Shows `dialog`. Escape or a click outside closes it.
pub fn dialog_ui(ctx: &Context, stage: &mut Stage<'_>, state: &State, dialog: &mut Dialog) {
    let mut frame = Frame::popup(&ctx.global_style()).inner_margin(Margin::same(16));
    let mut modal = Modal::new(Id::unique("dialog"));
    modal.area = modal.area.accessible_name(dialog.name());
    if let (Dialog::Picture(_), Some(top)) = (&*dialog, picture_top(ctx)) {
        modal.area = modal.area.anchor(Align2::CENTER_TOP, vec2(0.0, top));
    }
    if matches!(dialog, Dialog::NewMatch(_) | Dialog::Composer | Dialog::Import | Dialog::Sheets) {
        // If a dialog grows, it extends downwards only, so that nothing moves under the pointer.
        let top = (ctx.content_rect().height() * 0.06).max(WINDOW_MARGIN / 2.0);
        modal.area = modal.area.anchor(Align2::CENTER_TOP, vec2(0.0, top));
    }
    // Moves can be typed and made on the boards in turn.
    let leaves_boards = matches!(dialog, Dialog::PlayMove { .. });
    if leaves_boards {
        frame = frame.inner_margin(Margin::same(play_move::MARGIN));
        let window = ctx.content_rect();
        modal.area = match play_move::place(ctx) {
            Some(place) => {
                let offset = place.center_top() - window.center_top();
                modal.area.anchor(Align2::CENTER_TOP, offset)
            }
            None => modal.area.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -WINDOW_MARGIN / 4.0)),
        };
    }
    if matches!(dialog, Dialog::Settings(..)) {
        // The boards behind the dialog show the settings.
        modal = modal.backdrop_color(Color32::TRANSPARENT);
    }
    let content = |ui: &mut Ui| {
        // Gives widgets a border, so that they are visible on every panel.
        ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, stage.tokens.dim);
        // In a small window the content scrolls.
        let height = (ctx.content_rect().height() - WINDOW_MARGIN).max(40.0);
        ScrollArea::vertical()
            .id_salt("dialog")
            .max_height(height)
            .min_scrolled_height(height)
            .show(ui, |ui| {
                ui.data_mut(|data| data.remove::<String>(title_id()));
                content_ui(ui, stage, state, dialog);
            });
        report_frame(ui);
        if needs_close_button(dialog) && close_ui(ui, &stage.tokens, &state.shell.keymap) {
            ui.close_dialog();
        }
    };
    let should_close = if leaves_boards {
        let Modal { area, .. } = modal;
        let layer = area.layer();
        area.show(ctx, |ui| frame.show(ui, content));
        keep_focus(ctx, layer);
        !Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(Key::Escape))
    } else {
        modal.frame(frame).show(ctx, content).should_close()
    };
    if should_close && !ctx.has_sent() {
        ctx.close_dialog();
    }
}

/// Keeps the keyboard in a dialog that is not modal, also after a move on the boards.
fn keep_focus(ctx: &Context, layer: LayerId) {
    let entries = regions::focusable(ctx, layer);
    let focused = ctx.memory(Memory::focused);
    if Popup::is_any_open(ctx) || focused.is_some_and(|id| entries.contains(&id)) {
        return;
    }
    let is_back = ctx.input(|input| input.modifiers.shift);
    let next = if is_back { entries.last() } else { entries.first() };
    if let Some(&next) = next {
        ctx.memory_mut(|memory| memory.request_focus(next));
    }
}

/// Returns whether the dialog needs a close button in its corner, because no other button closes it.
const fn needs_close_button(dialog: &Dialog) -> bool {
    matches!(
        dialog,
        Dialog::Settings(..) | Dialog::Guide(_) | Dialog::About | Dialog::PlayMove { .. }
    )
}

/// Shows a close button in the upper right corner. For a finger it covers the margin too. Returns whether it was pressed.
fn close_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap) -> bool {
    let dialog = ui.min_rect();
    let inside = 28.0;
    let size = theme::least_side(ui).max(inside);
    let corner = pos2(dialog.right() - inside, dialog.top() - (size - inside));
    let corner = Rect::from_min_size(corner, Vec2::splat(size));
    let mut child = ui.new_child(UiBuilder::new().max_rect(corner));
    let name = keymap.beside_fixed("Close", "Esc");
    icon_button(&mut child, tokens, Icon::Close, size, &name, None).clicked()
}

/// Reports the bounds of the dialog to screen readers, since egui does not, and the title that it shows as its name.
fn report_frame(ui: &Ui) {
    let Some(area) = ui.stack().iter().find(|layer| layer.is_area_ui()) else { return };
    let rect = ui.min_rect();
    let title: Option<String> = ui.data(|data| data.get_temp(title_id()));
    ui.ctx().accesskit_node_builder(area.unique_id, |node| {
        node.set_bounds(bounds(rect));
        if let Some(title) = title {
            node.set_label(title);
        }
    });
}

/// Makes the dialog `width` points wide, or less in a narrow window.
pub fn dialog_width(ui: &mut Ui, width: f32) {
    let room = ui.ctx().content_rect().width() - WINDOW_MARGIN;
    ui.set_width(width.min(room.max(40.0)));
}

/// Shows the heading of a dialog that is `width` points wide, or less in a narrow window.
pub fn dialog_head(ui: &mut Ui, width: f32, words: impl Into<RichText>) {
    dialog_width(ui, width);
    dialog_title(ui, words);
}

/// Shows the heading of a dialog. The first heading is the name of the dialog for screen readers.
pub fn dialog_title(ui: &mut Ui, words: impl Into<RichText>) {
    let words = words.into();
    let title = words.text().to_owned();
    ui.data_mut(|data| {
        data.get_temp_mut_or_insert_with(title_id(), || title);
    });
    ui.heading(words);
}

/// Shows the button that closes a dialog without changing anything.
pub fn cancel_button(ui: &mut Ui) {
    if ui.button("Cancel").clicked() {
        ui.close_dialog();
    }
}

/// Returns whether the dialog has just opened.
pub fn is_new(ui: &Ui) -> bool {
    let id = ui.scope_id().with("frame");
    let frame = ui.ctx().cumulative_frame_nr();
    let before = ui.data_mut(|data| {
        let before = data.get_temp::<u64>(id);
        data.insert_temp(id, frame);
        before
    });
    before.is_none_or(|before| frame > before + 1)
}

fn content_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, dialog: &mut Dialog) {
    let tokens = &stage.tokens.clone();
    match dialog {
        Dialog::Import => importing_ui(ui, tokens, state, &mut stage.forms.import),
        Dialog::SavePath(what, path, error) => {
            save_path_ui(ui, state, *what, path, error.as_deref());
        }
        Dialog::Replace(what, path) => replace_ui(ui, *what, path),
        Dialog::Unsaved(then) => unsaved_ui(ui, state, then),
        Dialog::ChangedOnDisk(path) => changed_ui(ui, path),
        Dialog::Differences(_) => {
            let lines = state.file().map_or(&[][..], |file| file.save.differences());
            differences_ui(ui, tokens, lines);
        }
        Dialog::Recover => recover_ui(ui, &state.saving),
        Dialog::PlayMove { typed, error } => play_move_ui(ui, state, typed, error),
        Dialog::Palette(typed, chosen) => palette_ui(ui, state, typed, chosen),
        Dialog::Settings(page, rebinding) => settings_ui(ui, stage, state, page, rebinding),
        Dialog::Picture(choice) => picture_ui(ui, stage, state, choice),
        Dialog::PuzzleSheet(choice) => puzzle_sheet_ui(ui, stage, state, choice),
        Dialog::NewMatch(sheet) => new_match_ui(ui, stage, sheet),
        Dialog::NewGame(sheet) => new_game_ui(ui, sheet),
        Dialog::NewProblem(sheet) => new_problem_ui(ui, tokens, sheet),
        Dialog::Composer => composer_ui(ui, stage, state),
        Dialog::Merge { text, error } => merge_ui(ui, text, error),
        Dialog::Correct(correction) => correct_ui(ui, correction),
        Dialog::Sheets => sheets_ui(ui, state),
        Dialog::Variations => choices_ui(ui, tokens, state),
        Dialog::Guide(guide) => guide_ui(ui, tokens, &state.shell.keymap, *guide),
        Dialog::About => about_ui(ui),
        Dialog::Share => share_ui(ui, state),
    }
}

fn about_ui(ui: &mut Ui) {
    dialog_head(ui, 400.0, format!("Tandem {}", env!("CARGO_PKG_VERSION")));
    ui.label("Bughouse chess: two boards, four players, one match, replayed with its real clocks.");
    ui.add_space(6.0);
    for line in [
        "Free software under the GNU General Public License, version 3 or later.",
        "Pieces: “tandem” and “letters” made for this program (CC0); “cburnett” by Colin M. L. \
         Burnett, “merida” by Armando Hernández Marroquín and Felix Kling, “pirat” by Klaus Wolf \
         (GPL).",
        "Font: Inter by Rasmus Andersson and others (SIL Open Font License).",
        "Built on shakmaty by Niklas Fiekas (chess rules) and egui (user interface).",
    ] {
        ui.weak(line);
    }
}
