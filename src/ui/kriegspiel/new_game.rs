//! The dialogs for a new game of Kriegspiel and a new problem.

use crate::{
    app::{KriegspielAction, NewProblem, kriegspiel::new_game_error},
    document::NewGameTags,
    kriegspiel::{Rules, notation::Filtered},
    rules::Color,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::{cancel_button, dialog_title, dialog_width, is_new},
        theme::Tokens,
        widgets::{error_label, name_field, small},
    },
};
use eframe::egui::{
    Align, Button, DragValue, Key, Label, Layout, Response, RichText, TextEdit, Ui, WidgetInfo,
    accesskit::Role, vec2,
};

/// The width of the labels before the fields, in points.
const LABEL_WIDTH: f32 = 90.0;

/// The views from which the user can record a game.
const VIEWS: [(Filtered, &str); 3] = [
    (Filtered::No, "Referee"),
    (Filtered::For(Color::White), "White player"),
    (Filtered::For(Color::Black), "Black player"),
];

/// Shows the dialog for a new game.
pub fn new_game_ui(ui: &mut Ui, tags: &mut NewGameTags) {
    dialog_width(ui, 520.0);
    dialog_title(ui, "New game of Kriegspiel");
    ui.add_space(4.0);
    let is_opened = is_new(ui);
    let name_width = (ui.available_width() - LABEL_WIDTH - 130.0).clamp(60.0, 200.0);
    for (index, player) in ["White", "Black"].into_iter().enumerate() {
        labelled_ui(ui, player, |ui| {
            let field = field_ui(ui, player, "Name", name_width, &mut tags.names[index]);
            if is_opened && index == 0 {
                field.request_focus();
            }
            let name = format!("Rating of {player}");
            field_ui(ui, &name, "Rating", 60.0, &mut tags.ratings[index]);
        });
    }
    labelled_ui(ui, "Event", |ui| {
        field_ui(ui, "Event", "Event", name_width, &mut tags.event);
        field_ui(ui, "Date", "2026.11.22", 90.0, &mut tags.date);
    });
    labelled_ui(ui, "Recorded by", |ui| {
        for (view, name) in VIEWS {
            ui.radio_value(&mut tags.filtered, view, name);
        }
    });
    labelled_ui(ui, "Rules", |ui| {
        for set in Rules::SETS {
            ui.radio_value(&mut tags.rules, set.rules, set.name);
        }
    });
    labelled_ui(ui, "Position", |ui| {
        let hint = "Starting position, or a FEN; k on a8, c8";
        let width = (ui.available_width() - 20.0).clamp(60.0, 360.0);
        field_ui(ui, "Position", hint, width, &mut tags.fen);
    });
    let error = new_game_error(tags);
    if let Some(error) = &error {
        error_label(ui, error);
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let begin = ui.add_enabled(error.is_none(), Button::new("Create"));
        if error.is_none() && (begin.clicked() || enter_in_form(ui)) {
            ui.send(KriegspielAction::BeginGame);
        }
        cancel_button(ui);
    });
}

/// Shows `contents` to the right of `label`, in several rows if the dialog is narrow.
fn labelled_ui(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let height = ui.spacing().interact_size.y;
        let layout = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(LABEL_WIDTH, height), layout, |ui| {
            ui.set_min_width(LABEL_WIDTH);
            ui.label(label);
        });
        ui.horizontal_wrapped(contents);
    });
}

/// Returns whether Enter was pressed while no button has the focus, which would be pressed by it.
fn enter_in_form(ui: &Ui) -> bool {
    let in_text = ui.ctx().text_edit_focused() || ui.ctx().memory(|it| it.focused().is_none());
    in_text && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Shows the dialog that makes a problem out of the current moment.
pub fn new_problem_ui(ui: &mut Ui, tokens: &Tokens, sheet: &mut NewProblem) {
    dialog_width(ui, 420.0);
    dialog_title(ui, "Create problem");
    let player = sheet.seat.fold_wb("White", "Black");
    let words = format!(
        "Saves the game up to here, as {player} heard it, to a new file that asks whether \
         {player} can force mate. The problem is solved before it is saved."
    );
    ui.add(Label::new(RichText::new(words).color(tokens.text)).wrap());
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let name = "Mate within half-moves";
        ui.label("Mate within");
        let depth = ui.add(DragValue::new(&mut sheet.depth).range(NewProblem::DEPTHS));
        depth.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
        ui.label(if sheet.depth == 1 { "half-move" } else { "half-moves" });
    });
    ui.label(small("In half-moves: 1 is mate in 1, 3 is mate in 2."));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.button("Create").on_click(|| KriegspielAction::MakeProblem);
        ui.button("Collect")
            .on_hover_text("Add it to New problem…, which creates one file of several problems")
            .on_click(|| KriegspielAction::CollectProblem);
        cancel_button(ui);
    });
}

/// Shows a text field `width` points wide with the accessible name `name`.
pub(super) fn field_ui(
    ui: &mut Ui,
    name: &str,
    hint: &str,
    width: f32,
    text: &mut String,
) -> Response {
    let field = TextEdit::singleline(text)
        .id_salt(name)
        .hint_text(hint)
        .desired_width(width)
        .margin(vec2(6.0, 4.0));
    let response = ui.add(field);
    name_field(&response, name, text);
    response
}
