//! The user's progress in puzzles: reviews, totals, and a plot by week.

use crate::{
    analysis::puzzles::Kind,
    app::{Command, PuzzleAction, State, palette, score_text},
    settings::{Progress, WeekScore},
    text::{Day, MONTH_NAMES, plural},
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::small,
    },
};
use eframe::egui::{
    Align2, Button, CornerRadius, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};

const WEEKS: u32 = 12;

const HEIGHT: f32 = 150.0;

pub(super) fn progress_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    let nothing = Progress::default();
    let progress = state.puzzles.progress.as_ref().unwrap_or(&nothing);
    let day: Day = state.shell.today.parse().unwrap_or_default();
    let (due, later) = (progress.due(day).len(), progress.scheduled(day));
    let words = match due {
        0 => "No puzzles to review today".to_owned(),
        due => format!("{due} {} to review today", plural(due as u64, "puzzle", "puzzles")),
    };
    ui.label(RichText::new(words).font(theme::semibold(15.0)));
    if later > 0 {
        ui.label(small(format!("{later} scheduled for later.")));
    }
    ui.label(small("Failed puzzles come back after 1, 3, 7, 21, 60 and 180 days."));
    command_ui(ui, state, Command::ReviewDuePuzzles);
    ui.add_space(8.0);
    let plotted = state.puzzles.plotted;
    ui.horizontal_wrapped(|ui| {
        let kinds = std::iter::once(None).chain(Kind::ALL.map(Some));
        for kind in kinds {
            let name = kind.map_or("All", Kind::name);
            ui.selectable_label(plotted == kind, name).on_click(|| PuzzleAction::Plot(kind));
        }
    });
    ui.label(small(score_text(progress.score(plotted))));
    ui.add_space(6.0);
    ui.weak("First-try rate by week");
    plot_ui(ui, tokens, &progress.weeks(plotted, day, WEEKS));
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        command_ui(ui, state, Command::ExportProgress);
        command_ui(ui, state, Command::ImportProgress);
    });
}

pub(super) fn command_ui(ui: &mut Ui, state: &State, command: Command) {
    let button = ui.add_enabled(palette::can(state, command), Button::new(command.info().name));
    button.on_click(|| command);
}

/// Plots the puzzles solved on the first try, in per cent, as a line over bars for the number of puzzles tried.
fn plot_ui(ui: &mut Ui, tokens: &Tokens, weeks: &[WeekScore]) {
    let size = vec2(ui.available_width(), HEIGHT);
    let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken_plot(weeks)));
    let plot = Rect::from_min_max(
        pos2(whole.left() + 44.0, whole.top() + 8.0),
        pos2(whole.right() - 22.0, whole.bottom() - 18.0),
    );
    let painter = ui.painter_at(whole);
    let font = theme::regular(theme::SMALL);
    for percent in [0.0, 50.0, 100.0] {
        let y = plot.bottom() - plot.height() * percent / 100.0;
        painter.line_segment([pos2(plot.left(), y), pos2(plot.right(), y)], (1.0, tokens.line));
        let at = pos2(plot.left() - 6.0, y);
        let words = format!("{percent} %");
        painter.text(at, Align2::RIGHT_CENTER, words, font.clone(), tokens.dim);
    }
    let max_tried = weeks.iter().map(|week| week.score.tried()).max().unwrap_or(0).max(1);
    let part = |one: u32, of: u32| one as f32 / of.max(1) as f32;
    let step = plot.width() / weeks.len().max(1) as f32;
    let mut points: Vec<Pos2> = Vec::new();
    let mut center = plot.left() + step / 2.0;
    for (index, week) in weeks.iter().enumerate() {
        let tried = week.score.tried();
        let height = plot.height() * 0.4 * part(tried, max_tried);
        let bar = Rect::from_min_max(
            pos2(center - step * 0.32, plot.bottom() - height),
            pos2(center + step * 0.32, plot.bottom()),
        );
        painter.rect_filled(bar, CornerRadius::ZERO, tokens.ghost);
        if tried > 0 {
            let rate = part(week.score.at_once, tried);
            points.push(pos2(center, plot.bottom() - plot.height() * rate));
        }
        if index % 4 == 3 {
            let (_, month, day) = week.monday.date();
            let at = pos2(center, plot.bottom() + 4.0);
            let words = format!("{day} {:.3}", MONTH_NAMES[month as usize - 1]);
            painter.text(at, Align2::CENTER_TOP, words, font.clone(), tokens.dim);
        }
        center += step;
    }
    painter.add(Shape::line(points.clone(), Stroke::new(2.0, tokens.text)));
    for point in points {
        painter.circle_filled(point, 3.0, tokens.text);
    }
    ui.label(small("Line: solved on the first try · Bars: puzzles tried"));
}

/// Returns the values of the plot as text for screen readers.
fn spoken_plot(weeks: &[WeekScore]) -> String {
    let tried = weeks.iter().filter(|week| week.score.tried() > 0);
    let descriptions = tried.map(|week| {
        let (score, monday) = (week.score, week.monday);
        format!("week of {monday}: {} of {} on the first try", score.at_once, score.tried())
    });
    let descriptions: Vec<String> = descriptions.collect();
    if descriptions.is_empty() {
        "No puzzles tried yet".to_owned()
    } else {
        descriptions.join("; ")
    }
}
