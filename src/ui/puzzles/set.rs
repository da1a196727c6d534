//! The choice of the puzzle set and its filter.

use super::plot::command_ui;
use crate::{
    analysis::{
        ledger::Theme,
        puzzles::{Kind, Level},
    },
    app::{Command, PuzzleAction, Round, State},
    text::{grouped, plural},
    ui::{
        outbox::SendAction as _,
        theme,
        widgets::{check_box, low_button, small},
    },
};
use eframe::egui::{RichText, TextEdit, Ui, WidgetInfo, accesskit::Role};

/// The choices for the length of the solution: a name, and the minimum and maximum number of moves.
const LENGTHS: [(&str, (u8, Option<u8>)); 5] = [
    ("Any", (0, None)),
    ("1", (1, Some(1))),
    ("2", (2, Some(2))),
    ("3", (3, Some(3))),
    ("4 or more", (4, None)),
];

/// A minimum and a maximum rating.
type Range = (Option<u16>, Option<u16>);

/// The choices for the rating: a name and its range.
const RATINGS: [(&str, Range); 4] = [
    ("Any", (None, None)),
    ("Below 1700", (None, Some(1699))),
    ("1700–2099", (Some(1700), Some(2099))),
    ("2100 and up", (Some(2100), None)),
];

pub(super) fn set_ui(ui: &mut Ui, state: &State, round: &Round) {
    let mut choice = round.choice.clone();
    let filter = &mut choice.filter;
    let (count, found) = (grouped(round.set.len()), grouped(round.found.len()));
    let puzzles = plural(round.found.len(), "puzzle", "puzzles");
    ui.label(RichText::new(format!("{count} of {found} {puzzles}")).font(theme::semibold(15.0)));
    if round.merged > 0 {
        let duplicates = plural(round.merged, "duplicate", "duplicates");
        ui.label(small(format!("{} {duplicates} merged", grouped(round.merged))));
    }
    let head = |ui: &mut Ui, words: &str| {
        ui.add_space(8.0);
        ui.weak(words);
    };
    head(ui, "Kind");
    kinds_ui(ui, &mut filter.kinds, round);
    head(ui, "Difficulty");
    let levels = Level::ALL.map(|level| (level.name(), Some(level)));
    choice_ui(ui, &mut filter.level, [("Any", None)].into_iter().chain(levels));
    head(ui, "Theme");
    let themes = Theme::ALL.into_iter().filter(|&theme| round.has_theme(theme));
    let themes = themes.map(|theme| (theme.name(), Some(theme)));
    choice_ui(ui, &mut filter.theme, [("Any", None)].into_iter().chain(themes));
    head(ui, "Moves to mate");
    let mut lengths = (filter.min_length, filter.max_length);
    choice_ui(ui, &mut lengths, LENGTHS);
    (filter.min_length, filter.max_length) = lengths;
    head(ui, "Rating");
    let mut ratings = (filter.min_rating, filter.max_rating);
    choice_ui(ui, &mut ratings, RATINGS);
    (filter.min_rating, filter.max_rating) = ratings;
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
    command_ui(ui, state, Command::PrintPuzzles);
    command_ui(ui, state, Command::ExportPuzzles);
    if choice != round.choice {
        ui.send(PuzzleAction::Choose(Box::new(choice)));
    }
}

/// Shows a check box for each kind of puzzle, and a button that chooses only that kind. Changes `chosen`, which is empty if
/// all kinds are chosen.
fn kinds_ui(ui: &mut Ui, chosen: &mut Vec<Kind>, round: &Round) {
    for kind in Kind::ALL {
        ui.horizontal(|ui| {
            let name = format!("{} ({})", kind.name(), grouped(round.count_of_kind(kind)));
            let mut is_chosen = chosen.is_empty() || chosen.contains(&kind);
            if check_box(ui, &mut is_chosen, &name).changed() {
                let was_chosen = |it: &Kind| chosen.is_empty() || chosen.contains(it);
                let kinds = Kind::ALL.into_iter();
                let kinds: Vec<Kind> = kinds
                    .filter(|it| if *it == kind { is_chosen } else { was_chosen(it) })
                    .collect();
                *chosen = if kinds.len() < Kind::ALL.len() { kinds } else { Vec::new() };
            }
            let only = ui.add(low_button(ui, "Only"));
            let words = format!("Only {}", kind.name());
            only.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
            if only.clicked() {
                *chosen = vec![kind];
            }
        });
    }
    if ui.add_enabled(!chosen.is_empty(), low_button(ui, "All kinds")).clicked() {
        chosen.clear();
    }
}

/// Shows a button for each of `options`, a name and a value. A click makes the value the `chosen` one.
fn choice_ui<T: PartialEq>(
    ui: &mut Ui,
    chosen: &mut T,
    options: impl IntoIterator<Item = (&'static str, T)>,
) {
    ui.horizontal_wrapped(|ui| {
        for (name, value) in options {
            ui.selectable_value(chosen, value, name);
        }
    });
}
