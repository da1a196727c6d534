//! The Tags panel: a form for common tags, and a table of all others.

use crate::{
    app::{
        Content, Field, GameState, KriegspielAction, NotesAction, Side, State, derived_values,
        notes, tag_form, tag_hint, tag_rows,
    },
    document::{DocumentEdit, excerpt},
    notation::{KnownTag, TagValue},
    ui::{
        notes::result_ui,
        outbox::{SendAction as _, SendOnClick as _},
        shell::scroll,
        theme::Tokens,
        widgets::{
            FieldLook, Icon, error_label, field_ui, icon_button, low_button, note_ui, small,
            subheading,
        },
    },
};
use eframe::egui::{Align, Grid, Label, Layout, RichText, Ui, vec2};

/// The width of the labels beside the fields, in points.
const LABEL_WIDTH: f32 = 84.0;

const MAX_TAG_ROWS: usize = 100;

/// The maximum length of an accessible name, in bytes.
const MAX_NAME_LEN: usize = 80;

/// The width of the field of a rating, in points.
const RATING_WIDTH: f32 = 58.0;

/// The width of the field of a name beside which there is a rating, in points. In less room, the rating is below the name.
const MIN_NAME_WIDTH: f32 = 90.0;

pub fn tags_ui(ui: &mut Ui, tokens: &Tokens, state: &State, content: &Content) {
    scroll("tags", ui, |ui| {
        let mut form = tag_form(content);
        if state.game().is_some_and(GameState::hides_result) {
            form.retain(|tag| !matches!(tag, KnownTag::Result | KnownTag::EndTime));
        }
        form_ui(ui, tokens, state, &form);
        if content.as_match().is_some() {
            ui.add_space(8.0);
            ui.label(subheading("Result"));
            result_ui(ui, tokens, state);
        }
        ui.add_space(8.0);
        table_ui(ui, tokens, state, content);
        let Some(open) = content.as_match() else { return };
        ui.add_space(8.0);
        ui.label(subheading("Calculated"));
        Grid::new("worked out").num_columns(2).spacing([14.0, 6.0]).show(ui, |ui| {
            for (name, value) in derived_values(&open.document) {
                ui.weak(name);
                ui.add(Label::new(value).wrap().selectable(true));
                ui.end_row();
            }
        });
    });
}

fn form_ui(ui: &mut Ui, tokens: &Tokens, state: &State, form: &[KnownTag]) {
    let mut tags = form.iter().peekable();
    while let Some(tag) = tags.next() {
        let label = tag.label();
        // A player and the player's rating are on the same line, if there is room.
        let rating = tags.next_if(|tag| tag.value() == TagValue::Rating);
        ui.horizontal_top(|ui| {
            name_ui(ui, label);
            let gap = ui.spacing().item_spacing.x;
            let room = ui.available_width();
            let is_beside = rating.is_some() && room - RATING_WIDTH - gap >= MIN_NAME_WIDTH;
            let width = if is_beside { room - RATING_WIDTH - gap } else { room.max(60.0) };
            let rating_ui = |ui: &mut Ui| {
                if let Some(tag) = rating {
                    let name = format!("Rating of {label}");
                    ui.vertical(|ui| tag_field(ui, tokens, state, &name, *tag, RATING_WIDTH));
                }
            };
            ui.vertical(|ui| {
                tag_field(ui, tokens, state, label, *tag, width);
                if !is_beside {
                    rating_ui(ui);
                }
            });
            if is_beside {
                rating_ui(ui);
            }
        });
    }
}

fn name_ui(ui: &mut Ui, label: &str) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(LABEL_WIDTH, 24.0), layout, |ui| {
        ui.set_min_width(LABEL_WIDTH);
        ui.weak(label);
    });
}

fn tag_field(ui: &mut Ui, tokens: &Tokens, state: &State, label: &str, tag: KnownTag, width: f32) {
    let field = Field::Tag(tag.name());
    let look = FieldLook { name: label, hint: "", rows: 1, width };
    field_ui(ui, tokens, state, &field, look);
    if let Some(hint) = tag_hint(tag.name(), &notes::field(state, &field).text) {
        error_label(ui, RichText::new(hint).small());
    }
}

/// Shows that tags are hidden from a player. In a file with the referee's view, the text is shown whether or not there
/// are such tags, since even their existence could reveal something. In a file of one player, the text is shown only if
/// there are.
fn hidden_tags_ui(ui: &mut Ui, game: &GameState) {
    let is_filtered = game.views.is_filtered();
    let player = game.moment_view.side.name();
    let words = match (game.moment_view.side, is_filtered) {
        (Side::Seat(_), false) => {
            format!("Only the referee’s view shows tags that may reveal what {player} didn’t hear.")
        }
        (Side::Seat(_), true) if game.withholds_tags() => {
            format!("Tags that may reveal what {player} didn’t hear are hidden.")
        }
        _ => return,
    };
    note_ui(ui, words);
}

fn table_ui(ui: &mut Ui, tokens: &Tokens, state: &State, content: &Content) {
    ui.label(subheading("Other tags"));
    let mut rows = tag_rows(content);
    if state.hides_end() {
        rows.retain(|index| notes::field(state, &Field::TagName(*index)).text != "Termination");
    }
    if let Some(game) = state.game() {
        rows.retain(|index| game.shows_tag(*index));
        hidden_tags_ui(ui, game);
        if game.hides_answer() {
            // One of the hidden tags is the solution of the problem.
            ui.horizontal_wrapped(|ui| {
                ui.weak("The solution is hidden.");
                ui.add(low_button(ui, "View solution")).on_click(|| KriegspielAction::ShowAnswer);
            });
        }
    }
    for (row_index, &index) in rows.iter().enumerate().take(MAX_TAG_ROWS) {
        let (name_field, value_field) = (Field::TagName(index), Field::TagValue(index));
        let name = notes::field(state, &name_field).text;
        let name = excerpt(&name, MAX_NAME_LEN);
        ui.horizontal_top(|ui| {
            let label = format!("Name of tag {name}");
            let look = FieldLook { name: &label, hint: "Name", rows: 1, width: LABEL_WIDTH };
            ui.vertical(|ui| field_ui(ui, tokens, state, &name_field, look));
            let width = (ui.available_width() - 82.0).max(60.0);
            let look = FieldLook { name: &name, hint: "", rows: 1, width };
            ui.vertical(|ui| field_ui(ui, tokens, state, &value_field, look));
            ui.spacing_mut().item_spacing.x = 2.0;
            let swap = |&other: &usize| DocumentEdit::SwapTags { index, other };
            let above = row_index.checked_sub(1).map(|above| swap(&rows[above]));
            let below = rows.get(row_index + 1).map(swap);
            for (icon, words, edit) in [
                (Icon::Up, format!("Move {name} up"), above),
                (Icon::Down, format!("Move {name} down"), below),
                (Icon::Close, format!("Remove {name}"), Some(DocumentEdit::RemoveTag { index })),
            ] {
                if icon_button(ui, tokens, icon, 22.0, &words, None).clicked() {
                    ui.send_all(edit.map(NotesAction::Edit));
                }
            }
        });
    }
    if rows.len() > MAX_TAG_ROWS {
        let more = format!("And {} more; see the Text tab.", rows.len() - MAX_TAG_ROWS);
        ui.label(small(more));
    }
    let look =
        FieldLook { name: "New tag name", hint: "New tag name, then Enter", rows: 1, width: 220.0 };
    field_ui(ui, tokens, state, &Field::NewTag, look);
}
