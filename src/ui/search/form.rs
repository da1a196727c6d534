//! The form below the search query. Each field writes its term into the query, and thereby shows the syntax to the
//! user.

use super::table::small;
use crate::{
    app::{FileSession, LibraryAction, SearchAction},
    archive::FilterForm,
    rules::{Role as Kind, role_name},
    search::SearchQueryForm,
    ui::widgets::check_box,
    ui::{keys, outbox::SendAction as _},
};
use eframe::egui::{ComboBox, Grid, TextEdit, Ui, WidgetInfo, accesskit::Role};

/// A value in the syntax of the query or filter, and its label.
type Choice = (&'static str, &'static str);

const BOARDS: [Choice; 3] = [("", "Either"), ("A", "Only A"), ("B", "Only B")];
const TURNS: [Choice; 3] = [("", "Either"), ("w", "White"), ("b", "Black")];
const MATES: [Choice; 5] = [
    ("", "Any"),
    ("1", "In 1 move"),
    ("2", "In 2 moves"),
    ("3", "In 3 moves"),
    ("4", "In 4 moves"),
];
const RESULTS: [Choice; 5] =
    [("", "Any"), ("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "½-½"), ("*", "None")];

/// Shows the fields for the query, and related fields for the filter of the match list.
pub(super) fn form_ui(ui: &mut Ui, (query, file): (&str, Option<&FileSession>)) {
    let before = SearchQueryForm::of(query);
    let mut form = before.clone();
    small(ui, "In one position");
    Grid::new("fields of the query")
        .num_columns(2)
        .spacing([10.0, 4.0])
        .show(ui, |ui| query_fields_ui(ui, &mut form));
    if form != before {
        ui.send(SearchAction::Type(form.text()));
    }
    let Some(file) = file else { return };
    ui.add_space(4.0);
    small(ui, "Match filter");
    let before = FilterForm::of(&file.filter.words);
    let mut filter = before.clone();
    Grid::new("fields of the filter").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        ui.label("Player");
        let player = ("Match player", "gnejs", 130.0);
        field_ui(ui, player, &mut filter.player, |c| c != '"');
        ui.end_row();
        ui.label("Result");
        choice_ui(ui, "Match result", &RESULTS, &mut filter.result);
        ui.end_row();
        ui.label("Date");
        let date = ("Match date", "2006..2008", 130.0);
        field_ui(ui, date, &mut filter.date, |c| !c.is_whitespace());
        ui.end_row();
    });
    if filter != before {
        ui.send(LibraryAction::Filter(filter.text()));
    }
}

fn query_fields_ui(ui: &mut Ui, form: &mut SearchQueryForm) {
    ui.label("Drop");
    ui.horizontal(|ui| drop_ui(ui, form));
    ui.end_row();
    ui.label("");
    check_box(ui, &mut form.mate, "Gives mate");
    ui.end_row();
    ui.label("Pieces");
    let pieces = ("Pieces on the board", "Nf6,Qh6,-e4", 130.0);
    field_ui(ui, pieces, &mut form.pieces, |c| c.is_ascii_alphanumeric() || "-,".contains(c));
    ui.end_row();
    ui.label("In reserve");
    let reserve = ("Pieces in reserve", "QNN", 80.0);
    field_ui(ui, reserve, &mut form.reserve, |c| c.is_ascii_alphabetic());
    ui.end_row();
    ui.label("Sit longer than");
    ui.horizontal(|ui| {
        let seconds = ("Sit, seconds", "20", 40.0);
        field_ui(ui, seconds, &mut form.sit, |c| c.is_ascii_digit() || c == '.');
        ui.label("s");
    });
    ui.end_row();
    ui.label("To move");
    choice_ui(ui, "Side to move", &TURNS, &mut form.turn);
    ui.end_row();
    ui.label("Forced mate");
    choice_ui(ui, "Forced mate", &MATES, &mut form.mate_in);
    ui.end_row();
    ui.label("Mating piece");
    piece_ui(ui, "Mating piece", "Any", &mut form.wanted);
    ui.end_row();
    ui.label("");
    check_box(ui, &mut form.missed, "Missed mate");
    ui.end_row();
    ui.label("");
    check_box(ui, &mut form.fatal, "Decisive loss")
        .on_hover_text("A capture hands over the piece that mates");
    ui.end_row();
    ui.label("Board");
    // The board only restricts the other terms, so at least one of those is needed.
    let has_terms = !form.text().is_empty();
    ui.add_enabled_ui(has_terms, |ui| {
        choice_ui(ui, "Search board", &BOARDS, &mut form.board);
    });
    ui.end_row();
}

fn drop_ui(ui: &mut Ui, form: &mut SearchQueryForm) {
    let shown = match (form.drop, form.piece.as_str()) {
        (false, _) => "None",
        (true, "") => "Any piece",
        (true, letter) => piece_name(letter),
    };
    let choice = ComboBox::from_id_salt("drop").width(84.0).selected_text(shown);
    let choice = choice.show_ui(ui, |ui| {
        if ui.selectable_label(!form.drop, "None").clicked() {
            form.drop = false;
            form.square.clear();
        }
        for (letter, name) in std::iter::once(("", "Any piece")).chain(pieces()) {
            let chosen = form.drop && form.piece == letter;
            if ui.selectable_label(chosen, name).clicked() {
                form.drop = true;
                letter.clone_into(&mut form.piece);
            }
        }
    });
    let name = format!("Dropped piece: {shown}");
    let info = || WidgetInfo::labeled(Role::ComboBox, true, &name);
    choice.response.widget_info(info);
    ui.label("on");
    let square = ("Drop square", "f7", 36.0);
    field_ui(ui, square, &mut form.square, |c| c.is_ascii_alphanumeric());
    form.drop |= !form.square.is_empty();
}

/// Returns the letter and the name of each piece that can be dropped.
fn pieces() -> impl Iterator<Item = Choice> {
    [
        ("P", Kind::Pawn),
        ("N", Kind::Knight),
        ("B", Kind::Bishop),
        ("R", Kind::Rook),
        ("Q", Kind::Queen),
    ]
    .into_iter()
    .map(|(letter, role)| (letter, role_name(role)))
}

fn piece_name(letter: &str) -> &'static str {
    let mut pieces = pieces();
    let found = pieces.find(|(other, _)| other.eq_ignore_ascii_case(letter));
    found.map_or("No piece", |(_, name)| name)
}

fn piece_ui(ui: &mut Ui, name: &str, none: &'static str, letter: &mut String) {
    let choices: Vec<Choice> = std::iter::once(("", none)).chain(pieces()).collect();
    choice_ui(ui, name, &choices, letter);
}

/// Shows the choice `name`. If the query has a value that is not in `choices`, the value is shown as written.
fn choice_ui(ui: &mut Ui, name: &str, choices: &[Choice], value: &mut String) {
    let matching = choices.iter().find(|(written, _)| written == value);
    let shown = matching.map_or_else(|| value.clone(), |(_, words)| (*words).to_owned());
    let choice =
        ComboBox::from_id_salt(name).width(100.0).selected_text(&shown).show_ui(ui, |ui| {
            for (written, words) in choices {
                if ui.selectable_label(value == written, *words).clicked() {
                    (*written).clone_into(value);
                }
            }
        });
    let name = format!("{name}: {shown}");
    let info = || WidgetInfo::labeled(Role::ComboBox, true, &name);
    choice.response.widget_info(info);
}

/// Shows a field `width` points wide, in which Enter runs the query. Removes characters that `is_allowed` rejects, so
/// that the text remains a single term.
fn field_ui(
    ui: &mut Ui,
    (name, hint, width): (&str, &str, f32),
    value: &mut String,
    is_allowed: fn(char) -> bool,
) {
    let field = ui.add(
        TextEdit::singleline(value)
            .id_salt(("form of the search", name))
            .hint_text(hint)
            .desired_width(width),
    );
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    if field.has_focus() {
        keys::mark_query_field(ui.ctx(), field.id);
    }
    if field.changed() {
        value.retain(is_allowed);
    }
}
