//! A game of Kriegspiel: its board, the choice of the view, and the last announcement.

mod belief;
mod composer;
mod entry;
mod heard;
mod new_game;
mod notes;
mod problem;
mod side;
mod solution;

pub use belief::belief_ui;
pub use composer::composer_ui;
pub use entry::entry_ui;
pub use new_game::{new_game_ui, new_problem_ui};
pub use notes::game_notes_ui;
pub use problem::problem_ui;
pub use side::{ANNOUNCEMENTS_WITH_NOTES_FROM, announcements_ui, game_record_ui, hidden_panel_ui};

use crate::app::kriegspiel;
use heard::heard_ui;

use crate::{
    app::{Command, GameScene, GameState, Keymap, Region, Side, State, WindowLayout},
    rules::Color,
    text::dotted,
    ui::{
        outbox::SendOnClick as _,
        playback::promotion_ui,
        regions,
        sizes::{rect_of, take_room},
        theme::{self, Tokens},
        widgets::{
            GameHand, Icon, Stage, announce, game_bar_ui, game_board_ui, icon_button, marks_ui,
            square_rect, truncated,
        },
    },
};
use eframe::egui::{
    Align, Align2, Button, CornerRadius, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder,
    WidgetInfo, accesskit::Role, pos2, vec2,
};

/// The width of a button that steps by a ply, in points.
const STEP_WIDTH: f32 = 34.0;

/// The width of a button that steps by a try, in points.
const TRY_WIDTH: f32 = 48.0;

/// The gap between buttons, in points.
const GAP: f32 = 6.0;

/// Shows the game.
pub fn game_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, layout: &WindowLayout) {
    let (Some(game), Some(scene), Some(place)) =
        (state.game(), kriegspiel::game_scene(state), layout.boards.boards.first())
    else {
        return;
    };
    let keymap = &state.shell.keymap;
    let [header, buttons] = [layout.boards.header, layout.boards.transport].map(rect_of);
    let [board, caption] = [place.board, place.text].map(rect_of);
    if header.height() > 0.0 {
        ui.scope_builder(UiBuilder::new().max_rect(header), |ui| header_ui(ui, keymap, game));
    }
    let below = scene.board.below;
    for (seat, at) in [below.other(), below].into_iter().zip(place.seats) {
        let name = &game.views.header.names[usize::from(seat == Color::Black)];
        if !at.bar.is_empty() {
            game_bar_ui(ui, &stage.tokens, &scene, seat, name, rect_of(at.bar));
        }
    }
    let coordinates = state.settings.coordinates;
    let targets = game.trial_targets();
    let tryable_pieces = game.tryable_pieces();
    let hand = GameHand {
        tries: tryable_pieces.is_some(),
        picked: game.moment_view.picked,
        targets: &targets,
        trial: tryable_pieces
            .as_ref()
            .and(game.problem.trial.as_ref())
            .map(|trial| trial.attempt.squares())
            .or(game.moment_view.plan.as_ref().map(|plan| plan.tried)),
    };
    game_board_ui(ui, stage, &scene, board, coordinates, hand);
    marks_ui(ui, &stage.tokens, &scene.board, board, &game.moment_view.marks, None);
    if let (Some((_, to)), Side::Seat(seat)) = (game.moment_view.pending_promotion, scene.side) {
        let square = square_rect(&scene.board, board, to);
        promotion_ui(ui, stage, seat, square);
    }
    caption_ui(ui, &stage.tokens, &scene, caption);
    announce(ui, "just heard aloud", || game.last_announcement(&scene));
    regions::mark(ui.ctx(), Region::Transport, buttons);
    ui.scope_builder(UiBuilder::new().max_rect(buttons), |ui| {
        buttons_ui(ui, &stage.tokens, keymap, game);
    });
}

/// Shows the choice of the view, and the event and the result.
fn header_ui(ui: &mut Ui, keymap: &Keymap, game: &GameState) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (side, command) in
            Side::ALL.into_iter().zip([Command::AsReferee, Command::AsWhite, Command::AsBlack])
        {
            let is_available = game.views.rows(side).is_some();
            let button = Button::new(side.name()).selected(game.moment_view.side == side);
            let button = ui.add_enabled(is_available, button);
            let button = button
                .on_hover_text(keymap.tooltip(command))
                .on_disabled_hover_text("This view isn’t in the file");
            button.on_click(|| command);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let words = dotted([game.views.header.event.as_str(), game.visible_result()]);
            ui.add_space(4.0);
            if ui.available_width() > 60.0 {
                let words = RichText::new(words).size(theme::SMALL + 1.0);
                ui.add(Label::new(words.weak()).truncate());
            }
        });
    });
}

/// Shows the last announcement. An illegal try is highlighted.
fn caption_ui(ui: &Ui, tokens: &Tokens, scene: &GameScene, rect: Rect) {
    let painter = ui.painter_at(rect);
    let ink = if scene.is_illegal { tokens.warning } else { tokens.text };
    painter.rect_filled(rect.shrink2(vec2(0.0, 2.0)), CornerRadius::same(5), tokens.card);
    let font = theme::regular(theme::TEXT);
    let galley = truncated(&painter, &scene.caption, font, ink, rect.width() - 20.0);
    let elided = galley.elided;
    let at =
        Align2::LEFT_CENTER.anchor_size(pos2(rect.left() + 10.0, rect.center().y), galley.size());
    painter.galley(at.min, galley, ink);
    let response = ui.interact(rect, ui.make_persistent_id("just heard"), Sense::hover());
    let words = format!("Last announcement: {}", scene.caption);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if elided {
        response.on_hover_text(&scene.caption);
    }
}

/// Returns the current step, such as `Half-move 7 of 9 · try 1 of 2`. The totals are left out in the view of a player
/// who has not heard them yet.
fn place_text(game: &GameState) -> String {
    let (step, steps) = (game.moment_view.step, game.steps());
    let mut text = format!("Half-move {}", step.plies);
    let hides_totals = game.hides_result();
    if !hides_totals {
        text.push_str(&format!(" of {}", steps.plies()));
    }
    if step.tries > 0 {
        text.push_str(&format!(" · try {}", step.tries));
        if !hides_totals {
            text.push_str(&format!(" of {}", steps.tries(step.plies)));
        }
    }
    text
}

fn buttons_ui(ui: &mut Ui, tokens: &Tokens, keymap: &Keymap, game: &GameState) {
    let place = place_text(game);
    let font = theme::regular(theme::TEXT);
    let place = ui.painter().layout_no_wrap(place, font, tokens.dim);
    // Buttons that do not fit are left out; the menu has their commands too.
    let step = ui.spacing().interact_size.y.max(STEP_WIDTH);
    let mut room = ui.available_width() - 2.0 * (step + GAP);
    let by_try = take_room(&mut room, 2.0 * (TRY_WIDTH + GAP));
    let has_place = take_room(&mut room, place.size().x + GAP);
    let ends = take_room(&mut room, 2.0 * (step + GAP));
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (icon, command) in [
            (Icon::Start, Command::Start),
            (Icon::Back, Command::StepBack),
            (Icon::Forward, Command::StepForward),
            (Icon::End, Command::End),
        ] {
            if matches!(icon, Icon::Start | Icon::End) && !ends {
                continue;
            }
            let name = keymap.tooltip(command);
            icon_button(ui, tokens, icon, step, &name, None).on_click(|| command);
        }
        let buttons = [("‹ Try", Command::PreviousTry), ("Try ›", Command::NextTry)];
        let try_buttons = if by_try { &buttons[..] } else { &[] };
        for &(words, command) in try_buttons {
            let button = Button::new(words).min_size(vec2(TRY_WIDTH, 28.0));
            let name = keymap.tooltip(command);
            let button = ui.add(button).on_hover_text(&name);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            button.on_click(|| command);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if has_place {
                ui.label(place);
            }
        });
    });
}
