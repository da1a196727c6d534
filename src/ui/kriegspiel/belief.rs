//! The Belief panel: how many positions a player considers possible, how the announcements reduced them, and the choice
//! of the heat map.

use crate::{
    app::{
        BeliefStatus, Command, GameState, JobKind, JobStatuses, KriegspielAction, PlayerBelief,
        Side, Step,
    },
    kriegspiel::BeliefError,
    rules::{Role, role_name},
    text::{capital, grouped, plural, sentence, to_u32},
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        theme::{self, Tokens},
        widgets::{error_label, note_ui, progress_ui, small, subheading},
    },
};
use eframe::egui::{
    Button, CornerRadius, Grid, Label, Rect, RichText, Sense, Ui, WidgetInfo, accesskit, pos2, vec2,
};

const PLOT_HEIGHT: f32 = 56.0;

/// The bars that fit into the plot before the end of a game; then the plot makes room for as many again.
const PLOTTED_MOMENTS: usize = 40;

/// Shows the belief of the player whose view is selected.
pub fn belief_ui(ui: &mut Ui, tokens: &Tokens, jobs: &JobStatuses, game: &GameState) {
    if game.moment_view.side == Side::Referee {
        let words = "The referee sees everything. Switch to a player’s view to see what that player can \
             know.";
        note_ui(ui, words);
        ui.horizontal(|ui| {
            for (name, command) in [("White", Command::AsWhite), ("Black", Command::AsBlack)] {
                ui.button(format!("{name}’s view")).on_click(|| command);
            }
        });
        return;
    }
    let Some(belief) = game.belief() else { return };
    let plies = game.moment_view.step.plies;
    count_ui(ui, belief, plies);
    work_ui(ui, jobs, game, belief);
    ui.add_space(4.0);
    kinds_ui(ui, game);
    ui.add_space(4.0);
    // The width of the bars must not reveal how many plies follow.
    let moment_count = if game.hides_result() {
        (plies + 1).next_multiple_of(PLOTTED_MOMENTS)
    } else {
        game.views.steps.plies() + 1
    };
    plot_ui(ui, tokens, belief, plies, moment_count);
    ui.add_space(6.0);
    narrowing_ui(ui, tokens, belief, plies);
}

fn count_ui(ui: &mut Ui, belief: &PlayerBelief, plies: usize) {
    // The text always takes one line, so that the buttons below do not move.
    let (title, about) = match belief.after(plies) {
        None if matches!(belief.end, BeliefStatus::Working) => {
            ("Calculating…".to_owned(), "Working through the game from move 1.")
        }
        None => ("No estimate".to_owned(), "The calculation ended before this move."),
        Some(ply) if ply.chances.is_exact() => {
            let noun = plural(ply.positions as u64, "possible position", "possible positions");
            (
                format!("{} {noun}", grouped(ply.positions)),
                "Exact: all positions that match the announcements.",
            )
        }
        Some(ply) => (
            format!("A sample of {} positions", grouped(ply.positions)),
            "More than 2,000,000 positions; probabilities are estimates from here on.",
        ),
    };
    ui.label(RichText::new(title).font(theme::semibold(15.0)));
    let about = RichText::new(about).weak().size(theme::SMALL + 1.0);
    ui.add(Label::new(about).wrap());
}

/// Shows the progress of the calculation, or why it ended.
fn work_ui(ui: &mut Ui, jobs: &JobStatuses, game: &GameState, belief: &PlayerBelief) {
    let recalculate_ui = |ui: &mut Ui| {
        ui.button("Recalculate").on_click(|| KriegspielAction::RestartBelief);
    };
    match &belief.end {
        BeliefStatus::Done(_) => {}
        BeliefStatus::Working => {
            let kind = JobKind::CalculateBelief(belief.hearing.seat);
            let progress = jobs.progress(kind).cloned().unwrap_or_default();
            progress_ui(ui, &game.belief_progress(&progress), |ui| {
                ui.button("Stop").on_click(|| KriegspielAction::StopBelief);
            });
        }
        BeliefStatus::Ended(BeliefError::Stopped) => {
            ui.horizontal(|ui| {
                ui.weak("Stopped.");
                recalculate_ui(ui);
            });
        }
        BeliefStatus::Ended(why) => {
            error_label(ui, sentence(&why.to_string()));
            if matches!(why, BeliefError::SampleLost { .. }) {
                note_ui(ui, "The moves before it keep their estimates.");
            }
            if let BeliefError::Impossible { ply, .. } | BeliefError::SampleLost { ply, .. } = why
                && ui.button("Go to this move").clicked()
            {
                ui.send(KriegspielAction::GoTo(Step::after(ply + 1)));
            }
        }
    }
}

/// Shows the choice of the piece in the heat map.
fn kinds_ui(ui: &mut Ui, game: &GameState) {
    ui.weak("Probabilities on the board");
    let words = "Numbers: probability in per cent that the piece is on the square. Pieces shown on the \
         board are certain. Hover over a square for details.";
    ui.label(small(words));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        let kinds = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        for kind in [None].into_iter().chain(kinds.map(Some)) {
            let name = kind.map_or("any piece", role_name);
            let button = Button::new(capital(name)).selected(game.heat_kind == kind);
            ui.add(button).on_click(|| KriegspielAction::HeatKind(kind));
        }
    });
}

/// Plots a bar for each ply up to the current one: the number of positions possible after that ply, on a logarithmic
/// scale. A click goes to the ply.
fn plot_ui(ui: &mut Ui, tokens: &Tokens, belief: &PlayerBelief, plies: usize, moment_count: usize) {
    let name = "Positions after each move (log scale)";
    ui.weak("Positions after each move");
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), PLOT_HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(accesskit::Role::Image, true, name));
    let log = |positions: usize| (positions as f32).log10();
    let shown = belief.plies.iter().take(plies + 1);
    let top = shown.clone().map(|ply| log(ply.positions)).fold(1.0, f32::max);
    let step = rect.width() / moment_count as f32;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), tokens.card);
    for (index, ply) in shown.enumerate() {
        let left = rect.left() + step * index as f32;
        let height = (log(ply.positions) / top * (PLOT_HEIGHT - 6.0)).max(1.5);
        let bar = Rect::from_min_max(
            pos2(left + step * 0.1, rect.bottom() - height),
            pos2(left + step * 0.9, rect.bottom()),
        );
        let ink = match (index == plies, ply.chances.is_exact()) {
            (true, _) => tokens.text,
            (false, true) => tokens.second,
            (false, false) => tokens.dim,
        };
        painter.rect_filled(bar, CornerRadius::ZERO, ink);
    }
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let index = to_u32((at.x - rect.left()) / step) as usize;
        ui.send(KriegspielAction::GoTo(Step::after(index)));
    }
    response.on_hover_text(format!("{name}. Click to go there."));
}

/// Shows how the announcements of the last ply reduced the number of possible positions.
fn narrowing_ui(ui: &mut Ui, tokens: &Tokens, belief: &PlayerBelief, plies: usize) {
    let Some(ply) = plies.checked_sub(1) else {
        let is_known = belief.after(0).is_none_or(|start| start.positions == 1);
        let words = if is_known {
            "Before the first move, both players know the position."
        } else {
            "Before the first move, these are the places that the hidden pieces may have."
        };
        note_ui(ui, words);
        return;
    };
    let step = belief.after(plies).and_then(|it| it.step.as_ref());
    let Some(step) = step else { return };
    let title = subheading("What this move revealed");
    ui.label(title);
    Grid::new("narrowing").num_columns(2).spacing([14.0, 4.0]).show(ui, |ui| {
        let mut row = |words: &str, number: u64, (one, more), ink| {
            ui.label(RichText::new(words).color(ink));
            let number = format!("{} {}", grouped(number), plural(number, one, more));
            ui.weak(number);
            ui.end_row();
        };
        let positions = ("position", "positions");
        row("Before", step.before as u64, positions, tokens.dim);
        for (words, ways) in belief.narrowing(ply) {
            row(&words, ways, ("move possible", "moves possible"), tokens.text);
        }
        row("After", step.after as u64, positions, tokens.dim);
    });
    ui.label(small("Counts every legal move in every possible position."));
}
