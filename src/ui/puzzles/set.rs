//! The choice of the puzzle set and its filter.

use super::plot::command_ui;
use crate::{
    analysis::puzzles::{Kind, Level},
    app::{Command, PuzzleAction, Round, State},
    text::grouped,
    ui::{outbox::SendAction as _, theme, widgets::check_box},
};
use eframe::egui::{RichText, TextEdit, Ui, WidgetInfo, accesskit::Role};

/// The choices for the length of the solution: a name, and the minimum and maximum number of moves.
const LENGTHS: [(&str, u8, Option<u8>); 5] = [
    ("Any", 0, None),
    ("1", 1, Some(1)),
    ("2", 2, Some(2)),
    ("3", 3, Some(3)),
    ("4 or more", 4, None),
];

/// The choices for the rating: a name, the minimum and the maximum.
const RATINGS: [(&str, Option<u16>, Option<u16>); 4] = [
    ("Any", None, None),
    ("Below 1700", None, Some(1699)),
    ("1700–2099", Some(1700), Some(2099)),
    ("2100 and up", Some(2100), None),
];

pub(super) fn set_ui(ui: &mut Ui, state: &State, round: &Round) {
    let mut choice = round.choice.clone();
    let filter = &mut choice.filter;
    let dim = |words: String| RichText::new(words).small().weak();
    let (count, found) = (grouped(round.count()), grouped(round.found_count()));
    ui.label(RichText::new(format!("{count} of {found} puzzles")).font(theme::semibold(15.0)));
    if round.merged > 0 {
        ui.label(dim(format!("{} duplicates merged", grouped(round.merged))));
    }
    let head = |ui: &mut Ui, words: &str| {
        ui.add_space(8.0);
        ui.weak(words);
    };
    head(ui, "Kind");
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(filter.kinds.is_empty(), "All").clicked() {
            filter.kinds.clear();
        }
        for kind in Kind::ALL {
            let is_chosen = filter.kinds.contains(&kind);
            let words = format!("{} ({})", kind.name(), grouped(round.count_of_kind(kind)));
            if ui.selectable_label(is_chosen, words).clicked() {
                filter.kinds.retain(|it| *it != kind);
                if !is_chosen {
                    filter.kinds.push(kind);
                }
            }
        }
    });
    head(ui, "Difficulty");
    ui.horizontal_wrapped(|ui| {
        for level in std::iter::once(None).chain(Level::ALL.map(Some)) {
            let name = level.map_or("Any", Level::name);
            if ui.selectable_label(filter.level == level, name).clicked() {
                filter.level = level;
            }
        }
    });
    head(ui, "Moves to mate");
    ui.horizontal_wrapped(|ui| {
        for (name, min, max) in LENGTHS {
            let is_chosen = (filter.min_length, filter.max_length) == (min, max);
            if ui.selectable_label(is_chosen, name).clicked() {
                (filter.min_length, filter.max_length) = (min, max);
            }
        }
    });
    head(ui, "Rating");
    ui.horizontal_wrapped(|ui| {
        for (name, min, max) in RATINGS {
            let is_chosen = (filter.min_rating, filter.max_rating) == (min, max);
            if ui.selectable_label(is_chosen, name).clicked() {
                (filter.min_rating, filter.max_rating) = (min, max);
            }
        }
    });
    head(ui, "Player");
    let width = ui.available_width().min(220.0);
    let player = TextEdit::singleline(&mut filter.player).hint_text("Part of a name");
    let response = ui.add(player.desired_width(width));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Player"));
    ui.add_space(8.0);
    check_box(ui, &mut filter.missed, "Missed in the match");
    check_box(ui, &mut filter.time_trouble, "Time trouble (under 20 s)");
    check_box(ui, &mut choice.unsolved, "Only unsolved");
    check_box(ui, &mut choice.daily, "Puzzles of the day");
    ui.add_space(8.0);
    command_ui(ui, state, Command::ExportPuzzles);
    if choice != round.choice {
        ui.send(PuzzleAction::Choose(Box::new(choice)));
    }
}
