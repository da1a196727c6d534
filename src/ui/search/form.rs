//! The form below the search query. Each field writes its term into the query, and thereby shows the syntax to the
//! user.

use crate::{
    app::{FieldKind, FileSession, LibraryAction, SearchForm},
    archive::FilterForm,
    rules::{Reserve, role_name},
    search::SearchQueryForm,
    ui::{
        keys,
        outbox::SendAction as _,
        widgets::{check_box, grid_line, grid_row, name_choice, small},
    },
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

const BY_HINT: &str = "Whose move, sit or think it is. “Player” below lists the matches of a player instead, with the moves of all four";

const LOSS_HINT: &str = "What the next move costs its team, as the review estimates it. Reviewing a match takes a few \
                         seconds, so add other conditions";

/// Shows the fields for the query, and related fields for the filter of the match list.
pub(super) fn form_ui(ui: &mut Ui, search: &mut SearchForm, file: Option<&FileSession>) {
    let before = SearchQueryForm::of(search.query());
    let mut form = before.clone();
    ui.label(small("In one position"));
    let grid = |name: &str| Grid::new(name).num_columns(2).spacing([10.0, 4.0]);
    grid("fields of the query").show(ui, |ui| query_fields_ui(ui, &mut form));
    if form != before {
        search.set_query(form.text());
    }
    let Some(file) = file else { return };
    ui.add_space(4.0);
    ui.label(small("Match filter"));
    let before = FilterForm::of(&file.filter.words);
    let mut filter = before.clone();
    grid("fields of the filter").show(ui, |ui| {
        let player = ("Match player", "gnejs", 130.0);
        grid_row(ui, "Player", |ui| field_ui(ui, player, &mut filter.player, |c| c != '"'));
        grid_row(ui, "Result", |ui| choice_ui(ui, "Match result", &RESULTS, &mut filter.result));
        let date = ("Match date", "2006..2008", 130.0);
        grid_row(ui, "Date", |ui| field_ui(ui, date, &mut filter.date, |c| !c.is_whitespace()));
    });
    if filter != before {
        ui.send(LibraryAction::Filter(filter.text()));
    }
}

fn query_fields_ui(ui: &mut Ui, form: &mut SearchQueryForm) {
    grid_line(ui, "Drop", |ui| drop_ui(ui, form));
    grid_row(ui, "", |ui| check_box(ui, &mut form.mate, "Gives mate"));
    let on_board = ("Pieces on the board", "Nf6,Qh6,-e4", 130.0);
    let is_piece = |c: char| c.is_ascii_alphanumeric() || "-,".contains(c);
    grid_row(ui, "Pieces", |ui| field_ui(ui, on_board, &mut form.pieces, is_piece));
    let reserve = ("Pieces in reserve", "QNN", 80.0);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    grid_row(ui, "In reserve", |ui| field_ui(ui, reserve, &mut form.reserve, is_letter));
    seconds_ui(ui, "Sit", &mut form.sit);
    seconds_ui(ui, "Think", &mut form.think);
    let by = ("Player of the move, sit or think", "gnejs", 130.0);
    ui.label("By player").on_hover_text(BY_HINT);
    field_ui(ui, by, &mut form.by, |c| c != '"');
    ui.end_row();
    grid_row(ui, "To move", |ui| choice_ui(ui, "Side to move", &TURNS, &mut form.turn));
    grid_row(ui, "Forced mate", |ui| choice_ui(ui, "Forced mate", &MATES, &mut form.mate_in));
    let choices: Vec<Choice> = std::iter::once(("", "Any")).chain(pieces()).collect();
    grid_row(ui, "Mating piece", |ui| choice_ui(ui, "Mating piece", &choices, &mut form.wanted));
    grid_row(ui, "", |ui| check_box(ui, &mut form.missed, "Missed mate"));
    let hint = "A capture hands over the piece that mates";
    grid_row(ui, "", |ui| check_box(ui, &mut form.fatal, "Decisive loss").on_hover_text(hint));
    ui.label("Loses more than").on_hover_text(LOSS_HINT);
    ui.horizontal(|ui| {
        let percent = ("Estimated loss, %", "30", 40.0);
        field_ui(ui, percent, &mut form.loss, |c| c.is_ascii_digit() || c == '.');
        ui.label("%, estimated").on_hover_text(LOSS_HINT);
    });
    ui.end_row();
    // The board only restricts the other terms, so at least one of those is needed.
    let has_terms = !form.text().is_empty();
    grid_row(ui, "Board", |ui| {
        let choice = |ui: &mut Ui| choice_ui(ui, "Search board", &BOARDS, &mut form.board);
        ui.add_enabled_ui(has_terms, choice)
    });
}

/// Shows the field for the seconds that a turn must last, in a row with the label `word`: `Sit longer than`.
fn seconds_ui(ui: &mut Ui, word: &str, seconds: &mut String) {
    grid_line(ui, &format!("{word} longer than"), |ui| {
        let name = format!("{word}, seconds");
        field_ui(ui, (&name, "20", 40.0), seconds, |c| c.is_ascii_digit() || c == '.');
        ui.label("s");
    });
}

fn drop_ui(ui: &mut Ui, form: &mut SearchQueryForm) {
    let shown = match (form.drop, form.piece.as_str()) {
        (false, _) => "None",
        (true, "") => "Any piece",
        (true, letter) => piece_name(letter),
    };
    let combo_box = ComboBox::from_id_salt("drop").width(84.0).selected_text(shown);
    let choice = combo_box.show_ui(ui, |ui| {
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
    name_choice(&choice.response, "Dropped piece", shown);
    ui.label("on");
    let square = ("Drop square", "f7", 36.0);
    field_ui(ui, square, &mut form.square, |c| c.is_ascii_alphanumeric());
    form.drop |= !form.square.is_empty();
}

/// Returns the letter and the name of each piece that can be dropped.
fn pieces() -> impl Iterator<Item = Choice> {
    ["P", "N", "B", "R", "Q"].into_iter().zip(Reserve::ROLES.map(role_name))
}

fn piece_name(letter: &str) -> &'static str {
    let mut pieces = pieces();
    let found = pieces.find(|(other, _)| other.eq_ignore_ascii_case(letter));
    found.map_or("No piece", |(_, name)| name)
}

/// Shows the choice `name`. If the query has a value that is not in `choices`, the value is shown as written.
fn choice_ui(ui: &mut Ui, name: &str, choices: &[Choice], value: &mut String) {
    let matching = choices.iter().find(|(written, _)| written == value);
    let shown = matching.map_or_else(|| value.clone(), |(_, words)| (*words).to_owned());
    let combo_box = ComboBox::from_id_salt(name).width(100.0).selected_text(&shown);
    let choice = combo_box.show_ui(ui, |ui| {
        for (written, words) in choices {
            if ui.selectable_label(value == written, *words).clicked() {
                (*written).clone_into(value);
            }
        }
    });
    name_choice(&choice.response, name, &shown);
}

/// Shows a field `width` points wide, in which Enter runs the query. Removes characters that `is_allowed` rejects, so
/// that the text remains a single term.
fn field_ui(
    ui: &mut Ui,
    (name, hint, width): (&str, &str, f32),
    value: &mut String,
    is_allowed: fn(char) -> bool,
) {
    let edit = TextEdit::singleline(value).hint_text(hint).desired_width(width);
    let field = ui.add(edit.id_salt(("form of the search", name)));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    if field.has_focus() {
        keys::mark_field(ui.ctx(), field.id, FieldKind::SearchQuery);
    }
    if field.changed() {
        value.retain(is_allowed);
    }
}
