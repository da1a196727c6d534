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

/// Between two things in the row, in points.
const GAP: f32 = 6.0;

/// Widths of a button that steps, of that which plays, of the speed and of the switch beside it, in points.
const STEP: f32 = 30.0;
const PLAY: f32 = 44.0;
const SPEED: f32 = 40.0;
const SKIP: f32 = 84.0;

/// What there is room for beside the buttons that step and play. The rest is in the menu too.
#[derive(Clone, Copy)]
struct Room {
    /// The buttons that go to the start and to the end.
    ends: bool,
    speed: bool,
    skip: bool,
    /// How long the match lasts.
    end: bool,
}

impl Room {
    /// In `width` points, where the match time takes `time` of them and how long the match lasts `end`.
    fn of(width: f32, time: f32, end: f32) -> Self {
        let mut left = width - (2.0 * (STEP + GAP) + PLAY + 2.0 * GAP + time);
        let mut takes = |width: f32| {
            let fits = left >= width;
            if fits {
                left -= width;
            }
            fits
        };
        Self {
            end: takes(end),
            speed: takes(SPEED + GAP),
            ends: takes(2.0 * (STEP + GAP)),
            skip: takes(SKIP + GAP),
        }
    }
}

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
    let [time, end] = times(state, open).map(|text| {
        let font = theme::regular(theme::TEXT);
        let galley = ui.painter().layout_no_wrap(text, font, tokens.text);
        galley.size().x
    });
    let room = Room::of(ui.available_width(), time, end);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let playing = state.playhead.is_playing();
        let play = if playing { Icon::Pause } else { Icon::Play };
        for (icon, width, command, accent) in [
            (Icon::Start, STEP, Command::Start, None),
            (Icon::Back, STEP, Command::StepBack, None),
            (play, PLAY, Command::PlayPause, Some(tokens.text)),
            (Icon::Forward, STEP, Command::StepForward, None),
            (Icon::End, STEP, Command::End, None),
        ] {
            if matches!(icon, Icon::Start | Icon::End) && !room.ends {
                continue;
            }
            let name = match icon {
                Icon::Play => state.keymap.beside("Play", &[command]),
                Icon::Pause => state.keymap.beside("Pause", &[command]),
                _ => state.keymap.tooltip(command),
            };
            if icon_button(ui, tokens, icon, width, &name, accent).clicked() {
                actions.push(Action::Do(command));
            }
        }
        if room.speed {
            speed_ui(ui, state, actions);
        }
        if room.skip {
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
            times_ui(ui, tokens, state, open, room.end);
            diagonals_ui(ui, tokens, open, clocks);
        });
    });
}

fn speed_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let text = speed_text(state.playhead.speed_index());
    let button = Button::new(RichText::new(text)).min_size(eframe::egui::vec2(SPEED, 28.0));
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

/// The match time, and how long the match lasts.
fn times(state: &State, open: &OpenMatch) -> [String; 2] {
    let time = duration_text(state.playhead.time());
    [time, format!(" / {}", duration_text(open.track.end))]
}

/// Shows the match time, and how long the match lasts where there is room for it.
fn times_ui(ui: &mut Ui, tokens: &Tokens, state: &State, open: &OpenMatch, ends: bool) {
    let mut job = LayoutJob::default();
    let font = theme::regular(theme::TEXT);
    let [time, end] = times(state, open);
    job.append(&time, 0.0, TextFormat::simple(font.clone(), tokens.text));
    if ends {
        job.append(&end, 0.0, TextFormat::simple(font, tokens.dim));
    }
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
