//! A frame of the window, as far as the processor makes it: layout and tessellation, no painting.
//!
//! The whole window at 1280 × 800, both boards and a match of 400 plies in the list, and a key pressed in
//! every frame so that the moment changes.

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;
#[path = "window/mod.rs"]
mod window;

use divan::{Bencher, black_box};
use eframe::egui::Key;
use matches::{Recipe, write_matches};
use window::Window;

fn main() {
    divan::main();
}

/// The window with a match of `plies` plies.
fn open(plies: usize, accessible: bool) -> Window {
    let recipe = Recipe { plies: (plies, plies), ..Recipe::of_bytes(1) };
    let mut text = Vec::new();
    write_matches(&recipe, &mut text).expect("memory takes everything");
    Window::of(&text, accessible)
}

/// Nothing changes.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn still(bencher: Bencher<'_, '_>) {
    let mut window = open(400, false);
    bencher.bench_local(|| black_box(window.frame(Vec::new())));
}

/// A ply forward in every frame.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping(bencher: Bencher<'_, '_>) {
    let mut window = open(400, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// The same while a screen reader listens.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_with_screen_reader(bencher: Bencher<'_, '_>) {
    let mut window = open(400, true);
    bencher.bench_local(|| black_box(window.step()));
}

/// Ten times as many plies: the list must not make a frame grow.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_through_4000_plies(bencher: Bencher<'_, '_>) {
    let mut window = open(4000, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// An edit in every frame, undone in every second one: an annotation of the last ply, with all that follows
/// from it on the screen.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn editing(bencher: Bencher<'_, '_>) {
    let mut window = open(400, false);
    window.press(Key::End);
    let text = |window: &Window| {
        let open = window.state().open.as_ref();
        open.map_or(0, |open| open.content.text().len())
    };
    let before = text(&window);
    window.press(Key::Num1);
    assert_eq!(text(&window), before + 5, "{{A:!}} is written");
    bencher.bench_local(|| black_box(window.press(Key::Num1)));
}
