//! The CPU time of a frame: layout and tessellation, without painting.
//!
//! The window is 1280 × 800, with both boards and a list of 400 plies. A key press per frame changes the moment.

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

/// Opens a window with a match of `plies` plies.
fn open(plies: usize, accessible: bool) -> Window {
    let recipe = Recipe { plies: (plies, plies), ..Recipe::with_size(1) };
    let mut text = Vec::new();
    write_matches(&recipe, &mut text).expect("memory takes everything");
    Window::of(&text, accessible)
}

/// A frame without changes.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn still(bencher: Bencher<'_, '_>) {
    let mut window = open(400, false);
    bencher.bench_local(|| black_box(window.frame(Vec::new())));
}

/// One ply forward per frame.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping(bencher: Bencher<'_, '_>) {
    let mut window = open(400, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// One ply forward per frame with a screen reader.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_with_screen_reader(bencher: Bencher<'_, '_>) {
    let mut window = open(400, true);
    bencher.bench_local(|| black_box(window.step()));
}

/// One ply forward per frame with ten times as many plies. The time of a frame must not depend on the length of the
/// list.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_through_4000_plies(bencher: Bencher<'_, '_>) {
    let mut window = open(4000, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// One edit per frame: an annotation of the last ply is added or removed, and the screen is updated.
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
