//! The buttons of a player, the speed, and who is ahead on the diagonals.

use crate::{
    rules::{BySeat, Color},
    timeline::{Basis, Command as Play, Diagonal, Reading, SPEEDS},
    ui::{
        theme::{self, Tokens},
        widgets::{Icon, Stage, icon_button},
    },
    view::{Action, Command, OpenMatch, State, basis_text, duration_text, gap_text},
};
use eframe::egui::{
    Align, Button, Layout, RichText, Ui,
    text::{LayoutJob, TextFormat},
};

/// Room for the match time and how long the match lasts, in points.
const TIMES_WIDTH: f32 = 130.0;

/// Shows the buttons on the left and the times on the right.
pub fn transport_ui(
    ui: &mut Ui,
    stage: &Stage<'_>,
    state: &State,
    open: &OpenMatch,
    clocks: &BySeat<Reading>,
    actions: &mut Vec<Action>,
) {
    let tokens = &stage.tokens;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let playing = state.playhead.is_playing();
        let play = if playing { Icon::Pause } else { Icon::Play };
        for (icon, width, command, accent) in [
            (Icon::Start, 30.0, Command::Start, None),
            (Icon::Back, 30.0, Command::StepBack, None),
            (play, 44.0, Command::PlayPause, Some(tokens.text)),
            (Icon::Forward, 30.0, Command::StepForward, None),
            (Icon::End, 30.0, Command::End, None),
        ] {
            let name = match icon {
                Icon::Play => state.keymap.beside("Play", &[command]),
                Icon::Pause => state.keymap.beside("Pause", &[command]),
                _ => state.keymap.tooltip(command),
            };
            if icon_button(ui, tokens, icon, width, &name, accent).clicked() {
                actions.push(Action::Do(command));
            }
        }
        speed_ui(ui, state, actions);
        // The times need their room first; the switch is in the menu too.
        if ui.available_width() > TIMES_WIDTH + 80.0 {
            let skip = Button::new("Skip waits").selected(state.playhead.skips_waits());
            let skip = ui.add(skip);
            let words = "Cut every wait over 3 s to 1 s";
            let skip = skip.on_hover_text(state.keymap.beside(words, &[Command::SkipWaits]));
            if skip.clicked() {
                actions.push(Action::Do(Command::SkipWaits));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            times_ui(ui, tokens, state, open);
            diagonals_ui(ui, tokens, open, clocks);
        });
    });
}

fn speed_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let text = speed_text(state.playhead.speed_index());
    let button = Button::new(RichText::new(text)).min_size(eframe::egui::vec2(40.0, 28.0));
    let (response, _) =
        eframe::egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
            for index in (0..).take(SPEEDS.len()) {
                let on = state.playhead.speed_index() == index;
                if ui.radio(on, speed_text(index)).clicked() {
                    actions.push(Action::Play(Play::Speed(index)));
                }
            }
        });
    let keys = [Command::Slower, Command::Faster];
    response.on_hover_text(state.keymap.beside("Speed", &keys));
}

/// `¼×`, `1×`, `16×`.
fn speed_text(index: u8) -> String {
    let speed = SPEEDS[usize::from(index).min(SPEEDS.len() - 1)];
    if speed == 0.25 {
        "¼×".to_owned()
    } else if speed == 0.5 {
        "½×".to_owned()
    } else {
        format!("{speed:.0}×")
    }
}

fn times_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &OpenMatch) {
    let mut job = LayoutJob::default();
    let font = theme::regular(theme::TEXT);
    job.append(
        &duration_text(state.playhead.time()),
        0.0,
        TextFormat::simple(font.clone(), tokens.text),
    );
    job.append(
        &format!(" / {}", duration_text(open.track.end)),
        0.0,
        TextFormat::simple(font, tokens.dim),
    );
    let basis = open.document.timeline().basis;
    let said = match basis {
        Basis::Estimated(_) => Some("estimated"),
        Basis::Nothing if !open.track.ticks.is_empty() => Some("no clocks"),
        _ => None,
    };
    ui.label(job)
        .on_hover_text(format!("Match time: {}", basis_text(basis)));
    if let Some(said) = said.filter(|_| ui.available_width() > 60.0) {
        ui.label(RichText::new(said).color(tokens.dim).size(theme::SMALL))
            .on_hover_text(format!("Match time: {}", basis_text(basis)));
    }
}

/// Who is ahead on each diagonal, the white clocks' first; left out where there is no room.
fn diagonals_ui(ui: &mut Ui, tokens: &Tokens, open: &OpenMatch, clocks: &BySeat<Reading>) {
    let font = theme::regular(theme::TEXT);
    let mut job = LayoutJob::default();
    let mut words = Vec::new();
    for color in [Color::White, Color::Black] {
        let Some(diagonal) = Diagonal::of(clocks, color) else {
            return;
        };
        let name = &open.header.seats[diagonal.ahead].name;
        let other = &open.header.seats[diagonal.ahead.diagonal()].name;
        let gap = gap_text(diagonal.by_ms);
        let level = diagonal.by_ms == 0;
        if !job.is_empty() {
            job.append("  ·  ", 0.0, TextFormat::simple(font.clone(), tokens.dim));
        }
        let team = tokens.team(diagonal.ahead.team());
        let (text, ink) = if level {
            ("level".to_owned(), tokens.dim)
        } else {
            (format!("{name} {gap}"), team)
        };
        job.append(&text, 0.0, TextFormat::simple(font.clone(), ink));
        words.push(if level {
            format!("{name} and {other} are level")
        } else {
            format!("{name} is {gap} ahead of {other}")
        });
    }
    let galley = ui.painter().layout_job(job.clone());
    if galley.size().x <= ui.available_width() {
        let words = words.join("\n");
        ui.label(job).on_hover_text(format!(
            "Diagonals: opponents who never meet; who is ahead can sit\n{words}"
        ));
    }
}
