//! A frame of the window, as far as the processor makes it: layout and tessellation, no painting.
//!
//! The whole window at 1280 × 800, both boards and a match of 400 plies in the list, and a key pressed in
//! every frame so that the moment changes. `egui` is run as the window runs it, without a harness: a test
//! harness would add the tree for screen readers and its own copy of it to every frame.

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;

use divan::{Bencher, black_box};
use eframe::egui::{
    ClippedPrimitive, Context, Event, FullOutput, Key, Modifiers, Pos2, RawInput, Rect, Vec2,
    ViewportId,
};
use matches::{Recipe, write_matches};
use tandem::{
    app::Opened,
    archive::Collection,
    file::Source,
    jobs::Desktop,
    settings::{RecoveryStore, Store},
    ui::{App, Launch},
};

fn main() {
    divan::main();
}

/// The window without a window.
struct Window {
    context: Context,
    app: App,
    frame: eframe::Frame,
    /// Seconds since it opened.
    time: f64,
}

impl Window {
    /// With a match of `plies` plies, painted often enough for everything to have settled.
    fn open(plies: usize, accessible: bool) -> Self {
        let recipe = Recipe {
            plies: (plies, plies),
            ..Recipe::of_bytes(1)
        };
        let mut text = Vec::new();
        write_matches(&recipe, &mut text).expect("memory takes everything");
        let list = Collection::of(Source::from_bytes("match.bpgn", text));
        let opened = Opened::whole("match.bpgn", list);
        let context = Context::default();
        if accessible {
            context.enable_accesskit();
        }
        let launch = Launch {
            opened: Some(opened),
            files: Vec::new(),
            cache: None,
            game: None,
            at: None,
            greet: false,
            store: Store::nowhere(),
            recovery: RecoveryStore::nowhere(),
            desktop: Desktop::None,
        };
        let app = App::new(
            &eframe::CreationContext::_new_kittest(context.clone()),
            launch,
        );
        let mut window = Self {
            context,
            app,
            frame: eframe::Frame::_new_kittest(),
            time: 0.0,
        };
        for _ in 0..20 {
            window.frame(None);
        }
        window
    }

    /// One frame, in which `key` is pressed, and its triangles.
    fn frame(&mut self, key: Option<Key>) -> Vec<ClippedPrimitive> {
        let output = self.layout(key);
        self.context
            .tessellate(output.shapes, output.pixels_per_point)
    }

    fn layout(&mut self, key: Option<Key>) -> FullOutput {
        self.time += 1.0 / 60.0;
        let events = key
            .into_iter()
            .flat_map(|key| [true, false].map(|down| press(key, down)));
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            events: events.collect(),
            focused: true,
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(1.0);
        }
        let (app, frame) = (&mut self.app, &mut self.frame);
        self.context.run_ui(input, |ui| {
            eframe::App::logic(app, ui.ctx(), frame);
            eframe::App::ui(app, ui, frame);
        })
    }

    /// Steps forward through the match, a ply a frame, from the start again at its end.
    fn step(&mut self) -> Vec<ClippedPrimitive> {
        let state = self.app.state();
        let plies = state
            .match_document()
            .map_or(0, |open| open.played().plies.len());
        let key = if state.playhead().moment() >= plies {
            Key::Home
        } else {
            Key::ArrowRight
        };
        self.frame(Some(key))
    }
}

fn press(key: Key, pressed: bool) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// Nothing changes.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn still(bencher: Bencher<'_, '_>) {
    let mut window = Window::open(400, false);
    bencher.bench_local(|| black_box(window.frame(None)));
}

/// A ply forward in every frame.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping(bencher: Bencher<'_, '_>) {
    let mut window = Window::open(400, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// The same while a screen reader listens.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_with_screen_reader(bencher: Bencher<'_, '_>) {
    let mut window = Window::open(400, true);
    bencher.bench_local(|| black_box(window.step()));
}

/// Ten times as many plies: the list must not make a frame grow.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn stepping_through_4000_plies(bencher: Bencher<'_, '_>) {
    let mut window = Window::open(4000, false);
    bencher.bench_local(|| black_box(window.step()));
}

/// An edit in every frame, undone in every second one: an annotation of the last ply, with all that follows
/// from it on the screen.
#[divan::bench(sample_count = 400, sample_size = 1)]
fn editing(bencher: Bencher<'_, '_>) {
    let mut window = Window::open(400, false);
    window.frame(Some(Key::End));
    let text = |window: &Window| {
        let open = window.app.state().open.as_ref();
        open.map_or(0, |open| open.content.text().len())
    };
    let before = text(&window);
    window.frame(Some(Key::Num1));
    assert_eq!(text(&window), before + 5, "{{A:!}} is written");
    bencher.bench_local(|| black_box(window.frame(Some(Key::Num1))));
}
