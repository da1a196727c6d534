//! What a step through a match costs the window beside an engine and with many variations:
//! `cargo bench --bench steps [-- ENGINE]`.
//!
//! Both windows of a pair take turns, step by step, in one run, and what is told is the processor time of this thread, so
//! that other work on the machine changes little. ENGINE is the path of a UCI engine that knows bughouse; without it,
//! nothing is said of engines. A frame is layout and tessellation, without painting.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "this is about processor time, and tells what it has seen"
)]

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;
#[path = "generate/with_variations.rs"]
mod with_variations;

use eframe::egui::{
    ClippedPrimitive, Context, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2,
    RawInput, Rect, TouchPhase, Vec2, pos2, vec2,
};
use std::{path::PathBuf, time::Duration};
use tandem::{
    app::{Action, Command, EngineAction, Opened, Panel, ShellAction, Switch},
    archive::Collection,
    file::Source,
    jobs::Desktop,
    rules::BoardId,
    settings::{RecoveryStore, Store},
    ui::{App, Launch},
};

/// So many steps of each window.
const STEPS: usize = 300;

/// So many variations, of ten plies each.
const VARIATIONS: usize = 2000;

fn main() {
    let rich = with_variations::text(VARIATIONS);
    for fewer in [0, VARIATIONS / 10] {
        println!("{fewer} variations, and {VARIATIONS}:");
        let mut pair = [Window::of(&with_variations::text(fewer)), Window::of(&rich)];
        tell(
            "  a notch of the wheel over the list",
            &mut pair,
            Window::scroll,
        );
        tell("  a ply forward", &mut pair, Window::step);
    }
    let engine = std::env::args().nth(1).filter(|it| !it.starts_with("--"));
    let Some(engine) = engine else { return };
    let plain = with_variations::text(0);
    let mut pair = [Window::of(&plain), Window::of(&plain)];
    for window in &mut pair {
        // The same panel, so that the engine is all that differs.
        window.update(Action::Shell(ShellAction::Show(Panel::Engine)));
    }
    pair[1].update(Action::Engine(EngineAction::Use(Some(PathBuf::from(
        engine,
    )))));
    pair[1].update(Action::Do(Command::Switch(Switch::Engine)));
    pair[1].wait_for_lines();
    println!("without an engine, and with one that searches:");
    tell("  a ply forward", &mut pair, |window| {
        let triangles = window.step();
        // A person looks at a moment for a while, and the engine says something of it.
        std::thread::sleep(Duration::from_millis(60));
        triangles
    });
    let said = pair[1].said;
    println!("  the engine had said something in {said} of {STEPS} frames");
    assert!(said > 0, "the engine says something");
}

/// Has both windows do the same in turn, and tells what a frame of each costs on average: Linux tells the time in
/// steps of some milliseconds, so that single frames cannot be compared.
fn tell(what: &str, pair: &mut [Window; 2], act: impl Fn(&mut Window) -> Vec<ClippedPrimitive>) {
    let mut costs = [Duration::ZERO; 2];
    for _ in 0..STEPS {
        for (window, cost) in pair.iter_mut().zip(&mut costs) {
            let before = thread_time();
            let triangles = act(window);
            *cost += thread_time().saturating_sub(before);
            assert!(!triangles.is_empty());
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some hundred steps")]
    let [first, second] = costs.map(|cost| cost.as_secs_f64() * 1e3 / STEPS as f64);
    println!(
        "{what}: {first:.3} ms and {second:.3} ms a frame, {:.2} times",
        second / first
    );
}

/// The processor time of this thread, as Linux tells it.
fn thread_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The window without a window.
struct Window {
    context: Context,
    app: App,
    frame: eframe::Frame,
    /// Seconds since it opened.
    time: f64,
    /// Whether the wheel turns back.
    back: bool,
    turned: u32,
    /// In how many frames an engine had something to say.
    said: usize,
}

impl Window {
    /// With the match `text`, painted often enough for everything to have settled.
    fn of(text: &[u8]) -> Self {
        let list = Collection::of(Source::from_bytes("match.bpgn", text));
        let context = Context::default();
        let launch = Launch {
            opened: Some(Opened::whole("match.bpgn", list)),
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
            back: false,
            turned: 0,
            said: 0,
        };
        // Tactics are worked out on another thread, and are no part of this.
        window.update(Action::Do(Command::Switch(Switch::Tactics)));
        for _ in 0..20 {
            window.frame(Vec::new());
        }
        window
    }

    fn update(&mut self, action: Action) {
        let context = self.context.clone();
        self.app.update(action, &context);
    }

    fn frame(&mut self, events: Vec<Event>) -> Vec<ClippedPrimitive> {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            events,
            focused: true,
            ..RawInput::default()
        };
        let (app, frame) = (&mut self.app, &mut self.frame);
        let mut output = self.context.run_ui(input, |ui| {
            eframe::App::logic(app, ui.ctx(), frame);
            eframe::App::ui(app, ui, frame);
        });
        // Nothing is painted.
        output.textures_delta.clear();
        let state = self.app.state();
        let position = state.position();
        let said = |id: &BoardId| state.guess_of(*id, &position).is_some();
        self.said += usize::from(BoardId::ALL.iter().any(said));
        self.context
            .tessellate(output.shapes, output.pixels_per_point)
    }

    /// A ply forward, from the start again at the end.
    fn step(&mut self) -> Vec<ClippedPrimitive> {
        let state = self.app.state();
        let open = state.match_document();
        let plies = open.map_or(0, |open| open.played().plies.len());
        let key = if state.playhead().moment() >= plies {
            Key::Home
        } else {
            Key::ArrowRight
        };
        self.frame([true, false].map(|pressed| press(key, pressed)).to_vec())
    }

    /// The wheel over the list of moves, down and after a while up again.
    fn scroll(&mut self) -> Vec<ClippedPrimitive> {
        self.turned += 1;
        if self.turned.is_multiple_of(60) {
            self.back = !self.back;
        }
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, if self.back { 3.0 } else { -3.0 }),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        };
        self.frame(vec![Event::PointerMoved(pos2(1100.0, 300.0)), wheel])
    }

    /// Waits until an engine has said something about both boards.
    fn wait_for_lines(&mut self) {
        for _ in 0..2000 {
            self.frame(Vec::new());
            let state = self.app.state();
            if let Some(failed) = &state.engine.failed {
                panic!("{failed}");
            }
            let position = state.position();
            if BoardId::ALL
                .iter()
                .all(|id| state.guess_of(*id, &position).is_some())
            {
                self.said = 0;
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the engine says nothing");
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
