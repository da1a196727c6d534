//! A window without a display, for benchmarks: layout and tessellation, without painting.
//!
//! egui runs as in the real window, but without its test harness. The harness would add an accessibility tree and a
//! copy of that tree to every frame.

use eframe::egui::{
    ClippedPrimitive, Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2, ViewportId,
};
use tandem::{
    app::{OpenedFiles, State},
    archive::Collection,
    file::Source,
    jobs::Desktop,
    settings::{RecoveryStore, Store},
    ui::{App, Launch},
};

/// The program's window at 1280 × 800, with one match open.
pub struct Window {
    /// The egui context.
    pub context: Context,
    /// The program.
    pub app: App,
    frame: eframe::Frame,
    /// The time since the window opened, in seconds.
    time: f64,
}

impl Window {
    /// Opens the match `text`, and runs frames until the layout no longer changes. `accessible` simulates a screen
    /// reader.
    pub fn of(text: &[u8], accessible: bool) -> Self {
        let list = Collection::of(Source::from_bytes("match.bpgn", text));
        let context = Context::default();
        if accessible {
            context.enable_accesskit();
        }
        let launch = Launch {
            opened: Some(OpenedFiles::complete("match.bpgn", list)),
            files: Vec::new(),
            cache: None,
            unpack: tandem::file::UnpackLimits::DEFAULT,
            fetch_base: None,
            game: None,
            at: None,
            greet: false,
            store: Store::nowhere(),
            recovery: RecoveryStore::nowhere(),
            progress: tandem::settings::ProgressStore::nowhere(),
            desktop: Desktop::None,
        };
        let app = App::new(&eframe::CreationContext::_new_kittest(context.clone()), launch);
        let mut window = Self { context, app, frame: eframe::Frame::_new_kittest(), time: 0.0 };
        window.settle();
        window
    }

    /// Runs frames until the layout no longer changes.
    pub fn settle(&mut self) {
        for _ in 0..20 {
            self.frame(Vec::new());
        }
    }

    /// Returns the state of the program.
    pub fn state(&self) -> &State {
        self.app.state()
    }

    /// Runs one frame with `events`. Returns what it draws.
    pub fn frame(&mut self, events: Vec<Event>) -> Vec<ClippedPrimitive> {
        self.time += 1.0 / 60.0;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            events,
            focused: true,
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(1.0);
        }
        let (app, frame) = (&mut self.app, &mut self.frame);
        let mut output = self.context.run_ui(input, |ui| {
            eframe::App::logic(app, ui.ctx(), frame);
            eframe::App::ui(app, ui, frame);
        });
        // The frame is not painted.
        output.textures_delta.clear();
        self.context.tessellate(output.shapes, output.pixels_per_point)
    }

    /// Runs one frame in which `key` is pressed. Returns what it draws.
    pub fn press(&mut self, key: Key) -> Vec<ClippedPrimitive> {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.frame([true, false].map(event).to_vec())
    }

    /// Steps forward by one ply. At the end of the match, goes back to the start.
    pub fn step(&mut self) -> Vec<ClippedPrimitive> {
        let open = self.state().match_document();
        let plies = open.map_or(0, |open| open.played().plies.len());
        self.press(if self.state().playhead().moment() >= plies {
            Key::Home
        } else {
            Key::ArrowRight
        })
    }
}
