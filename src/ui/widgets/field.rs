//! A text field for a part of the record, with an error message below it.

use super::{
    MIN_LONG_BYTES, error_label, in_reading_order_for_editing, long_text_ui, low_button, name_text,
    small,
};
use crate::{
    app::{Field, FieldKind, Focus, NotesAction, State, notes},
    text::has_right_to_left,
    ui::{
        keys,
        outbox::{SendAction as _, SendOnClick as _},
        theme::Tokens,
    },
};
use eframe::egui::{
    FontSelection, Id, Key, Response, RichText, TextBuffer, TextEdit, Ui, Vec2,
    accesskit::Role,
    text::{CCursorRange, LayoutJob},
    text_edit::TextEditOutput,
    vec2,
};

#[derive(Clone, Copy)]
pub struct FieldLook<'a> {
    /// The accessible name.
    pub name: &'a str,
    /// The text shown while the field is empty.
    pub hint: &'a str,
    /// The number of lines. Line breaks can be typed if there are several.
    pub rows: usize,
    /// The width, in points.
    pub width: f32,
}

/// Shows `field` of the record and, below it, an error if the text is invalid. Sends an action when the text changes,
/// and when the field gains or loses the focus.
pub fn field_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    field: &Field,
    look: FieldLook<'_>,
) -> Response {
    let response = field_without_error_ui(ui, tokens, state, field, look);
    field_error_ui(ui, state, field);
    response
}

/// If the text of `field` cannot be written to the record, shows the reason, with buttons for remedies.
pub fn field_error_ui(ui: &mut Ui, state: &State, field: &Field) {
    let shown = notes::field(state, field);
    if shown.error.is_empty() {
        return;
    }
    error_label(ui, RichText::new(&shown.error).small());
    ui.horizontal(|ui| {
        let words =
            if shown.text.contains('{') { "Replace { } with ( )" } else { "Replace } with )" };
        if shown.text.contains('}') && ui.add(low_button(ui, words)).clicked() {
            let text = shown.text.replace('{', "(").replace('}', ")");
            ui.send(NotesAction::Type(field.clone(), text));
            ui.send(NotesAction::Leave(field.clone()));
        }
        ui.add(low_button(ui, "Revert")).on_click(|| NotesAction::Revert(field.clone()));
    });
}

/// Returns whether `field` has the focus, is about to get it, or contains text that is not in the record.
pub fn is_field_active(ui: &Ui, state: &State, field: &Field) -> bool {
    let id = field_id(ui, state, field);
    gets_focus(state, field)
        || ui.memory(|memory| memory.has_focus(id))
        || notes::has_draft(state, field)
}

fn gets_focus(state: &State, field: &Field) -> bool {
    matches!(&state.shell.focus, Some(Focus::Field(wanted)) if wanted == field)
}

/// Returns the id of `field`. The id depends on the record and the moment, so that the cursor does not carry over to
/// another text.
fn field_id(ui: &Ui, state: &State, field: &Field) -> Id {
    let chosen = state.library.file().map_or(0, |file| file.record.id);
    ui.make_persistent_id(("field", field, chosen, state.noted_moment()))
}

/// Like [`field_ui`], but without the error. It is for fields in a row, where the errors are shown below the row.
pub fn field_without_error_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    field: &Field,
    look: FieldLook<'_>,
) -> Response {
    let shown = notes::field(state, field);
    let id = field_id(ui, state, field);
    if shown.text.len() > MIN_LONG_BYTES {
        return long_field_ui(ui, tokens, id, look.name, &shown.text);
    }
    let mut text = shown.text.clone();
    let is_multiline = look.rows > 1;
    let mut in_order = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
        let width = if is_multiline { width } else { f32::INFINITY };
        in_reading_order_for_editing(ui.painter(), field_job(ui, text.as_str(), width))
    };
    let edit = if is_multiline {
        TextEdit::multiline(&mut text).desired_rows(look.rows)
    } else {
        TextEdit::singleline(&mut text)
    };
    let edit = edit
        .id(id)
        .hint_text(look.hint)
        .desired_width(look.width)
        .min_size(Vec2::ZERO)
        .margin(vec2(6.0, 4.0));
    let edit = if has_right_to_left(&shown.text) { edit.layouter(&mut in_order) } else { edit };
    let output = edit.show(ui);
    keep_cursor_in_view(ui, &output);
    let is_cut = output.galley.size().x > output.text_clip_rect.width() + 1.0;
    let mut response = output.response.response;
    let kind = if look.rows > 1 { Role::MultilineTextInput } else { Role::TextInput };
    name_text(&response, kind, look.name, &shown.text);
    if gets_focus(state, field) {
        response.request_focus();
        response.scroll_to_me(None);
        if *field == Field::Clock {
            // Typing replaces a clock rather than extending it.
            let mut cursor = output.state.clone();
            cursor.cursor.set_char_range(Some(CCursorRange::select_all(&output.galley)));
            cursor.store(ui.ctx(), id);
        }
    }
    if response.has_focus() {
        keys::mark_field(ui.ctx(), response.id, FieldKind::Record);
    }
    if response.gained_focus() {
        ui.send(NotesAction::Enter(field.clone()));
    }
    if text != shown.text {
        ui.send(NotesAction::Type(field.clone(), text.clone()));
    }
    if response.lost_focus() {
        ui.send(NotesAction::Leave(field.clone()));
        let (enter, shift) = ui.input(|i| (i.key_pressed(Key::Enter), i.modifiers.shift));
        if enter && *field == Field::Clock {
            ui.send(if shift { NotesAction::PreviousClock } else { NotesAction::NextClock });
        }
    }
    if is_cut && !response.has_focus() {
        response = response.on_hover_text(text);
    }
    response
}

/// Returns the layout of the text of a field that is `width` points wide inside, as egui lays it out.
fn field_job(ui: &Ui, text: &str, width: f32) -> LayoutJob {
    let font = FontSelection::default().resolve(ui.style());
    let ink =
        ui.visuals().override_text_color.unwrap_or(ui.visuals().widgets.inactive.text_color());
    LayoutJob::simple(text.to_owned(), font, ink, width)
}

/// After the window was resized, scrolls to the cursor of a focused field, as egui does after typing.
fn keep_cursor_in_view(ui: &Ui, output: &TextEditOutput) {
    let response = &output.response.response;
    let Some(cursor) = output.cursor_range else { return };
    if !response.has_focus() {
        return;
    }
    let window = ui.ctx().content_rect().size();
    let id = response.id.with("window");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(id, window), window));
    if before != window {
        let place = output.galley.pos_from_cursor(cursor.primary);
        ui.scroll_to_rect(place.translate(output.galley_pos.to_vec2()).expand(4.0), None);
    }
}

/// Shows a text that is too long to lay out, and therefore cannot be edited.
fn long_field_ui(ui: &mut Ui, tokens: &Tokens, id: Id, name: &str, text: &str) -> Response {
    ui.scope(|ui| {
        let words = format!("{name}: {} bytes, too long to edit here.", text.len());
        ui.label(small(words));
        long_text_ui(ui, tokens, id, name, text);
    })
    .response
}
