//! The look of the window: small, in both themes, with its panels.

use crate::{open::app, renderer::CpuRenderer, snapshot::snapshot};
use eframe::egui::{Key, Modifiers, Theme};
use egui_kittest::Harness;
use tandem::{
    app::{Action, Command, Switch},
    settings::Store,
    ui::App,
};

use crate::open::{ANNOTATED, KRIEGSPIEL, SAMPLE};

/// The scholar's mate on board A, missed once and then played, with pawn moves on board B in between.
const TACTICS: &str = "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"][TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 1B. e4 {58} 2a. Nc6 {56} 1b. d5 {57} 3A. Qh5 {55} 2B. exd5 {56} 3a. Nf6 {50}\n\
    4A. Bb3 {53} 4a. P@d4 {40} 5A. Qxf7# {51} {Bo checkmated} 1-0\n";

fn window(theme: Theme, size: [f32; 2], text: &str, at: &str) -> Harness<'static, App> {
    let builder =
        Harness::builder().with_size(size).with_theme(theme).renderer(CpuRenderer::default());
    app(builder, text, Some(at), Store::nowhere())
}

#[test]
fn dark_in_the_middle_of_a_match() {
    let mut harness = window(Theme::Dark, [900.0, 600.0], SAMPLE, "25B");
    snapshot(&mut harness, "app_dark");
}

#[test]
fn light_with_a_diagram() {
    let mut harness = window(Theme::Light, [900.0, 600.0], ANNOTATED, "26a");
    snapshot(&mut harness, "app_light");
}

#[test]
fn flipped_and_switched_at_mate() {
    let mut harness = window(Theme::Dark, [760.0, 480.0], SAMPLE, "end");
    harness.key_press(Key::F);
    harness.key_press(Key::X);
    harness.run();
    snapshot(&mut harness, "app_flipped");
}

#[test]
fn several_matches_with_issues() {
    let text = format!("{SAMPLE}\n{ANNOTATED}\n[WhiteA \"x\"]\n1A. e4 1a. Ke4 *");
    let mut harness = window(Theme::Light, [900.0, 480.0], &text, "1A");
    for _ in 0..2 {
        harness.key_press(Key::PageDown);
    }
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
    harness.run();
    snapshot(&mut harness, "app_issues");
}

#[test]
fn commands_by_name() {
    let mut harness = window(Theme::Dark, [700.0, 420.0], SAMPLE, "10A");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run();
    snapshot(&mut harness, "app_commands");
}

#[test]
fn the_program_in_a_tiny_window() {
    let mut harness = window(Theme::Light, [360.0, 260.0], SAMPLE, "25B");
    snapshot(&mut harness, "app_tiny");
}

#[test]
fn exported_picture() {
    let mut harness = window(Theme::Light, [980.0, 620.0], SAMPLE, "25B");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    snapshot(&mut harness, "app_export");
}

/// Halfway between two moments: the moving piece, and the captured one on its path to the partner.
#[test]
fn flying_pieces() {
    let mut harness = window(Theme::Dark, [760.0, 480.0], SAMPLE, "13a");
    harness.key_down(Key::ArrowRight);
    harness.step();
    // Less time than passes between two frames in other tests.
    let now = harness.ctx.input(|input| input.time);
    harness.input_mut().time = Some(now + 0.04);
    harness.step();
    snapshot(&mut harness, "app_motion");
}

/// White's view of the game in the specification: unseen squares are veiled, and one of White's tries was illegal.
#[test]
fn kriegspiel_as_white_heard_it() {
    let mut harness = window(Theme::Dark, [900.0, 600.0], KRIEGSPIEL, "6");
    for key in [Key::W, Key::T] {
        harness.key_press(key);
        harness.run();
    }
    snapshot(&mut harness, "app_kriegspiel");
}

/// A phone in portrait orientation: the boards are one above the other.
#[test]
fn boards_over_each_other() {
    let mut harness = window(Theme::Light, [360.0, 640.0], SAMPLE, "25B");
    snapshot(&mut harness, "app_upright");
}

/// A tall window: the panel is below the boards.
#[test]
fn the_panel_below_the_boards() {
    let mut harness = window(Theme::Dark, [600.0, 860.0], SAMPLE, "25B");
    snapshot(&mut harness, "app_high");
}

/// The piece flow of a pawn, a mate, and the report on both.
#[test]
fn tactics_flow_and_report() {
    let mut harness = window(Theme::Light, [900.0, 600.0], TACTICS, "4a");
    let arrows = Action::RunCommand(Command::Switch(Switch::TacticArrows));
    let ctx = harness.ctx.clone();
    harness.state_mut().update(arrows, &ctx);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
    harness.run();
    snapshot(&mut harness, "app_tactics");
}
