//! The cost of a step through a match, during an engine search and with many variations: `cargo bench --bench steps [--
//! ENGINE]`.
//!
//! Two windows are compared, of which only one has the engine or the variations. The windows step in turn, so
//! background load has little effect on the difference of their CPU times. ENGINE is the path of a UCI engine that
//! supports bughouse; without ENGINE, the comparison of engine searches is skipped. A frame is layout and tessellation,
//! without painting.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "measures CPU time, and prints"
)]

#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;
#[path = "window/mod.rs"]
mod window;
#[path = "generate/with_variations.rs"]
mod with_variations;

use eframe::egui::{
    ClippedPrimitive, Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2,
};
use std::{path::PathBuf, time::Duration};
use tandem::{
    app::{Action, Command, Panel, SettingsAction, ShellAction, Switch},
    rules::BoardId,
};
use window::Window;

/// The number of steps in each window.
const STEPS: usize = 300;

/// The number of variations, of ten plies each.
const VARIATIONS: usize = 2000;

fn main() {
    let rich = with_variations::text(VARIATIONS);
    for fewer in [0, VARIATIONS / 10] {
        println!("{fewer} variations, and {VARIATIONS}:");
        let mut pair = [Measured::of(&with_variations::text(fewer)), Measured::of(&rich)];
        print_result("  a notch of the wheel over the list", &mut pair, Measured::scroll);
        print_result("  a ply forward", &mut pair, Measured::step);
    }
    let engine = std::env::args().nth(1).filter(|it| !it.starts_with("--"));
    let Some(engine) = engine else { return };
    let plain = with_variations::text(0);
    let mut pair = [Measured::of(&plain), Measured::of(&plain)];
    for window in &mut pair {
        // Both windows show the same panel, so only the engine differs.
        window.update(Action::Shell(ShellAction::Show(Panel::Engine)));
    }
    let mut settings = pair[1].window.state().settings.clone();
    settings.engine_setup.path = Some(PathBuf::from(engine));
    pair[1].update(Action::Settings(SettingsAction::Change(Box::new(settings))));
    pair[1].update(Action::RunCommand(Command::Switch(Switch::Engine)));
    pair[1].wait_for_lines();
    println!("without an engine, and with one that searches:");
    print_result("  a ply forward", &mut pair, |window| {
        let triangles = window.step();
        // Waits for a result of the engine, like a user who looks at a moment for a while.
        std::thread::sleep(Duration::from_millis(60));
        triangles
    });
    let evaluated_frames = pair[1].evaluated_frames;
    println!("  the engine had said something in {evaluated_frames} of {STEPS} frames");
    assert!(evaluated_frames > 0, "the engine says something");
}

/// Steps both windows in turn, and prints the mean CPU time per frame of each. Linux counts CPU time in steps of
/// milliseconds, so single frames cannot be compared.
fn print_result(
    what: &str,
    pair: &mut [Measured; 2],
    act: impl Fn(&mut Measured) -> Vec<ClippedPrimitive>,
) {
    let mut costs = [Duration::ZERO; 2];
    for _ in 0..STEPS {
        for (window, cost) in pair.iter_mut().zip(&mut costs) {
            let before = thread_time();
            let triangles = act(window);
            *cost += thread_time().saturating_sub(before);
            assert!(!triangles.is_empty());
        }
    }
    let [first, second] = costs.map(|cost| cost.as_secs_f64() * 1e3 / STEPS as f64);
    println!("{what}: {first:.3} ms and {second:.3} ms a frame, {:.2} times", second / first);
}

/// Returns the CPU time of this thread, as reported by Linux.
fn thread_time() -> Duration {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedstat.split(' ').next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// One window of a pair.
struct Measured {
    window: Window,
    /// Whether the wheel currently scrolls up.
    back: bool,
    turned: u32,
    /// The number of frames in which an evaluation was shown.
    evaluated_frames: usize,
}

impl Measured {
    /// Opens the match `text`.
    fn of(text: &[u8]) -> Self {
        let mut measured =
            Self { window: Window::of(text, false), back: false, turned: 0, evaluated_frames: 0 };
        // Tactics would run on another thread, which is not measured.
        measured.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
        measured.window.settle();
        measured
    }

    fn update(&mut self, action: Action) {
        let context = self.window.context.clone();
        self.window.app.update(action, &context);
    }

    /// Returns whether the engine has evaluated the position, for each board.
    fn evaluations(&self) -> [bool; 2] {
        let state = self.window.state();
        let position = state.position();
        BoardId::ALL.map(|id| state.evaluation_of(id, &position).is_some())
    }

    /// Steps forward by one ply. At the end of the match, goes back to the start.
    fn step(&mut self) -> Vec<ClippedPrimitive> {
        let triangles = self.window.step();
        self.evaluated_frames += usize::from(self.evaluations().contains(&true));
        triangles
    }

    /// Scrolls the move list, down at first and later up again.
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
        let pointer = Event::PointerMoved(pos2(1100.0, 300.0));
        self.window.frame(vec![pointer, wheel])
    }

    /// Waits until the engine has evaluated both boards.
    fn wait_for_lines(&mut self) {
        for _ in 0..2000 {
            self.window.frame(Vec::new());
            if let Some(failed) = &self.window.state().engine.failed {
                panic!("{failed}");
            }
            if self.evaluations() == [true, true] {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the engine says nothing");
    }
}
