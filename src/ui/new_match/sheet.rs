//! The new-match dialog: players, tags and starting position.

use super::editor::boards_ui;
use crate::{
    app::{Action, NewMatch, Start},
    rules::{BoardId, ByBoard, FISCHER_RANDOM_STARTS, STANDARD_START, Seat},
    ui::{
        outbox::SendAction as _,
        shell::{cancel_button, dialog_title, dialog_width, is_new},
        theme::Tokens,
        widgets::{Stage, check_box, error_label, name_field, small},
    },
};
use eframe::egui::{
    Align2, Button, Color32, DragValue, Grid, Key, Response, RichText, Sense, Stroke, TextEdit, Ui,
    WidgetInfo, accesskit::Role, vec2,
};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

const WIDTH: f32 = 930.0;

/// The width of everything beside a player's name: seat, rating and gaps, in points.
const AROUND_NAME: f32 = 148.0;

/// The minimum width of a player's name beside that of the partner board's player, in points.
const MIN_NAME: f32 = 120.0;

/// The height of a field including its margins, in points.
const FIELD_HEIGHT: f32 = 26.0;

/// Shows the dialog.
pub fn new_match_ui(ui: &mut Ui, stage: &mut Stage<'_>, sheet: &mut NewMatch) {
    dialog_width(ui, WIDTH);
    dialog_title(ui, "New match");
    ui.add_space(4.0);
    let tokens = stage.tokens;
    let mut fields = players_ui(ui, &tokens, sheet);
    ui.add_space(4.0);
    fields.extend(ui.scope(|ui| about_ui(ui, sheet)).inner);
    if is_new(ui) {
        fields[0].request_focus();
    }
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let mut create = enter && fields.iter().any(Response::lost_focus);
    ui.add_space(6.0);
    let old_start = sheet.start;
    ui.horizontal_wrapped(|ui| {
        for start in Start::ALL {
            ui.radio_value(&mut sheet.start, start, start.name());
        }
    });
    let chooses_random = sheet.start != old_start && sheet.start == Start::FischerRandom;
    if chooses_random && sheet.numbers == ByBoard::new(STANDARD_START, STANDARD_START) {
        // Both boards still have the number of the standard position, so random ones replace it.
        sheet.numbers = ByBoard::from_fn(|_| random_start());
    }
    if sheet.start == Start::FischerRandom {
        numbers_ui(ui, sheet);
    }
    if sheet.start != Start::Standard {
        boards_ui(ui, stage, sheet);
    }
    let errors = sheet.errors();
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        create |= ui.add_enabled(errors.is_empty(), Button::new("Create")).clicked();
        cancel_button(ui);
        let words = "Play the moves on the boards, or type them with their clocks (Play move…).";
        ui.label(small(words));
    });
    // Errors are below the buttons, so that the buttons do not move.
    for words in errors.iter().chain(&sheet.ignored_parts()) {
        error_label(ui, words);
    }
    if create && errors.is_empty() {
        ui.send(Action::BeginMatch);
    }
}

fn field_ui(ui: &mut Ui, name: &str, hint: &str, width: f32, text: &mut String) -> Response {
    let field = TextEdit::singleline(text)
        .id_salt(name)
        .hint_text(hint)
        .margin(vec2(6.0, 4.0))
        .align(Align2::LEFT_CENTER);
    // Without a size, the field would be as narrow as the column of the grid.
    let response = ui.add_sized([width, FIELD_HEIGHT], field);
    name_field(&response, name, text);
    response
}

/// Shows the fields for names and ratings, one board below the other. Returns the fields.
fn players_ui(ui: &mut Ui, tokens: &Tokens, sheet: &mut NewMatch) -> Vec<Response> {
    let mut fields = Vec::new();
    let in_half = ui.available_width() / 2.0 - AROUND_NAME;
    let narrow = in_half < MIN_NAME;
    let in_row = (ui.available_width() - AROUND_NAME).clamp(60.0, 260.0);
    let name_width = if narrow { in_row } else { in_half };
    Grid::new("players").num_columns(if narrow { 3 } else { 6 }).spacing([8.0, 4.0]).show(
        ui,
        |ui| {
            for row in [[Seat::WhiteA, Seat::BlackA], [Seat::WhiteB, Seat::BlackB]] {
                for seat in row {
                    seat_ui(ui, tokens, seat);
                    let name = format!("Name of {}", seat.name());
                    let text = &mut sheet.tags.names[seat];
                    fields.push(field_ui(ui, &name, "Name", name_width, text));
                    let name = format!("Rating of {}", seat.name());
                    let text = &mut sheet.tags.ratings[seat];
                    fields.push(field_ui(ui, &name, "Rating", 56.0, text));
                    if narrow {
                        ui.end_row();
                    }
                }
                if !narrow {
                    ui.end_row();
                }
            }
        },
    );
    fields
}

/// Shows the name of a seat after a disc in the colour of its pieces.
fn seat_ui(ui: &mut Ui, tokens: &Tokens, seat: Seat) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (place, _) = ui.allocate_exact_size(vec2(11.0, 11.0), Sense::hover());
        let fill = if seat.color().is_white() { Color32::WHITE } else { Color32::BLACK };
        ui.painter().circle(place.center(), 5.0, fill, Stroke::new(1.0, tokens.dim));
        ui.label(RichText::new(seat.name()).color(tokens.team(seat.team())));
    });
}

/// Shows event, date and time control; returns the fields.
fn about_ui(ui: &mut Ui, sheet: &mut NewMatch) -> Vec<Response> {
    // Centres the labels beside the fields.
    ui.spacing_mut().interact_size.y = FIELD_HEIGHT;
    let fields = [
        ("Event", "Event", 190.0, &mut sheet.tags.event),
        ("Date", "2026.11.22", 90.0, &mut sheet.tags.date),
        ("Time control", "300+0", 70.0, &mut sheet.tags.time_control),
    ];
    let show = |ui: &mut Ui| {
        let field = |(name, hint, width, text): (&str, &str, f32, &mut String)| {
            ui.weak(name);
            field_ui(ui, name, hint, width, text)
        };
        fields.into_iter().map(field).collect()
    };
    ui.horizontal_wrapped(show).inner
}

/// Shows the number of the Chess960 position on each board, or one number for both.
fn numbers_ui(ui: &mut Ui, sheet: &mut NewMatch) {
    ui.horizontal_wrapped(|ui| {
        let boards: &[BoardId] = if sheet.same { &[BoardId::A] } else { &BoardId::ALL };
        for &id in boards {
            let name = match (sheet.same, id) {
                (true, _) => "Position number, both boards",
                (false, BoardId::A) => "Position number, board A",
                (false, BoardId::B) => "Position number, board B",
            };
            ui.label(name);
            let value = DragValue::new(&mut sheet.numbers[id]).range(0..=FISCHER_RANDOM_STARTS - 1);
            let response = ui.add(value);
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
            let button = ui.button("Random");
            let spoken = format!("Random: {name}");
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
            if button.clicked() {
                sheet.numbers[id] = random_start();
            }
        }
        check_box(ui, &mut sheet.same, "Same on both boards");
    });
}

/// Returns the number of a random Chess960 position. All numbers have the same probability, up to a relative error
/// of 2^-54.
fn random_start() -> u16 {
    // The system seeds the hasher with random numbers.
    let number = RandomState::new().build_hasher().finish();
    u16::try_from(number % u64::from(FISCHER_RANDOM_STARTS)).unwrap_or(0)
}
