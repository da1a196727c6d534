//! The playback buttons, the speed and the match time.

use crate::{
    app::{Command, Keymap, MatchState, PlaybackAction, basis_text, duration_text},
    timeline::{Basis, PlayheadCommand as Play, SPEEDS},
    ui::{
        outbox::SendOnClick as _,
        sizes::take_room,
        theme::{self, Tokens},
        widgets::{Icon, Stage, icon_button, small},
    },
};
use eframe::egui::{
    Align, Button, Layout, Ui, containers::menu::MenuButton, text::LayoutJob, vec2,
};

const GAP: f32 = 6.0;

/// The width of a button that steps or jumps, in points.
const STEP_WIDTH: f32 = 30.0;

/// The width of the play button, in points.
const PLAY_WIDTH: f32 = 44.0;

/// The width of the speed button, in points.
const SPEED_WIDTH: f32 = 40.0;

/// The width of the button that skips idle time, in points.
const SKIP_WIDTH: f32 = 84.0;

/// Shows the buttons on the left and the match time on the right.
pub fn transport_ui(ui: &mut Ui, stage: &Stage<'_>, keymap: &Keymap, open: &MatchState) {
    let tokens = &stage.tokens;
    let font = theme::regular(theme::TEXT);
    let width = |text| ui.painter().layout_no_wrap(text, font.clone(), tokens.text).size().x;
    let [time, end] = time_texts(open).map(width);
    let step = ui.spacing().interact_size.y.max(STEP_WIDTH);
    let needed = 2.0 * (step + GAP) + PLAY_WIDTH + 2.0 * GAP + time;
    let mut room = ui.available_width() - needed;
    // What does not fit is left out; the menu has all of it too.
    let mut take_room = |width| take_room(&mut room, width);
    let has_duration = take_room(end);
    let has_speed = take_room(SPEED_WIDTH + GAP);
    let has_ends = take_room(2.0 * (step + GAP));
    let has_skip = take_room(SKIP_WIDTH + GAP);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let playing = open.moment_view.playhead.is_playing();
        let play = if playing { Icon::Pause } else { Icon::Play };
        for (icon, width, command, accent) in [
            (Icon::Start, step, Command::Start, None),
            (Icon::Back, step, Command::StepBack, None),
            (play, PLAY_WIDTH, Command::PlayPause, Some(tokens.text)),
            (Icon::Forward, step, Command::StepForward, None),
            (Icon::End, step, Command::End, None),
        ] {
            if matches!(icon, Icon::Start | Icon::End) && !has_ends {
                continue;
            }
            let name = match icon {
                Icon::Play => keymap.beside("Play", &[command]),
                Icon::Pause => keymap.beside("Pause", &[command]),
                _ => keymap.tooltip(command),
            };
            icon_button(ui, tokens, icon, width, &name, accent).on_click(|| command);
        }
        if has_speed {
            speed_ui(ui, keymap, open.moment_view.playhead.speed_index());
        }
        if has_skip {
            let on = open.moment_view.playhead.skips_waits();
            let words = keymap.beside("Shorten waits over 3 s to 1 s", &[Command::SkipWaits]);
            let skip = ui.add(Button::new("Skip idle time").selected(on)).on_hover_text(words);
            skip.on_click(|| Command::SkipWaits);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            times_ui(ui, tokens, open, has_duration);
        });
    });
}

fn speed_ui(ui: &mut Ui, keymap: &Keymap, speed: u8) {
    let button =
        Button::new(speed_text(speed)).min_size(vec2(SPEED_WIDTH.max(theme::least_side(ui)), 28.0));
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for index in (0..).take(SPEEDS.len()) {
            let choice = ui.radio(speed == index, speed_text(index));
            choice.on_click(|| PlaybackAction::Play(Play::Speed(index)));
        }
    });
    response.on_hover_text(keymap.beside("Speed", &[Command::Slower, Command::Faster]));
}

/// Returns the speed as text: `¼×`, `1×`, `16×`.
fn speed_text(index: u8) -> String {
    let speed = SPEEDS[usize::from(index).min(SPEEDS.len() - 1)];
    match speed {
        0.25 => "¼×".to_owned(),
        0.5 => "½×".to_owned(),
        _ => format!("{speed:.0}×"),
    }
}

fn time_texts(open: &MatchState) -> [String; 2] {
    let precision = open.document.timeline().precision;
    let time = duration_text(open.moment_view.playhead.time(), precision);
    [time, format!(" / {}", duration_text(open.track.end, precision))]
}

/// Formats the moment whose clocks a variation shows: `Clocks as of 24a`. If the match has no clocks: `Variation: no
/// clocks`.
fn variation_clocks(open: &MatchState) -> String {
    let document = &open.document;
    let place = open.moment_view.attempt.variation.as_ref();
    if !document.timeline().has_clocks() {
        return "Variation: no clocks".to_owned();
    }
    let branches_off_at =
        place.map_or(0, |place| document.variations().branches_off_at(&place.path));
    match branches_off_at.checked_sub(1).and_then(|last| document.played().plies.get(last)) {
        Some(ply) => format!("Clocks as of {}", ply.name()),
        None => "Clocks as of the start".to_owned(),
    }
}

/// Shows the match time and, if `shows_duration`, the duration of the match. In a variation, instead shows the moment
/// whose clocks are on the screen.
fn times_ui(ui: &mut Ui, tokens: &Tokens, open: &MatchState, shows_duration: bool) {
    if open.moment_view.attempt.variation.is_some() {
        let tooltip = "Variations have no clock times and play at one move per second.";
        ui.weak(variation_clocks(open)).on_hover_text(tooltip);
        return;
    }
    let mut job = LayoutJob::default();
    let [time, end] = time_texts(open);
    job.append(&time, 0.0, theme::regular_text(theme::TEXT, tokens.text));
    if shows_duration {
        job.append(&end, 0.0, theme::regular_text(theme::TEXT, tokens.dim));
    }
    let basis = open.track.basis;
    let remark = match basis {
        Basis::Estimated(_) => Some("estimated"),
        Basis::Nothing if !open.track.ticks.is_empty() => Some("no clocks"),
        _ => None,
    };
    let tooltip = format!("Match time: {}", basis_text(basis));
    ui.label(job).on_hover_text(&tooltip);
    if let Some(remark) = remark
        && ui.available_width() > 60.0
    {
        ui.label(small(remark)).on_hover_text(tooltip);
    }
}
