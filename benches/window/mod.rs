//! The window without a window, for what measures it: layout and tessellation, no painting.
//!
//! `egui` is run as the window runs it, without a harness: a test harness would add the tree for screen readers and its
//! own copy of it to every frame.

use eframe::egui::{
    ClippedPrimitive, Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2, ViewportId,
};
use tandem::{
    app::{Opened, State},
    archive::Collection,
    file::Source,
    jobs::Desktop,
    settings::{RecoveryStore, Store},
    ui::{App, Launch},
};

/// The whole window at 1280 × 800, with one match.
pub struct Window {
    /// The toolkit.
    pub context: Context,
    /// What it shows.
    pub app: App,
    frame: eframe::Frame,
    /// Seconds since it opened.
    time: f64,
}

impl Window {
    /// With the match `text`, painted often enough for everything to have settled; where it is `accessible`, a screen
    /// reader listens.
    pub fn of(text: &[u8], accessible: bool) -> Self {
        let list = Collection::of(Source::from_bytes("match.bpgn", text));
        let context = Context::default();
        if accessible {
            context.enable_accesskit();
        }
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
        let app = App::new(&eframe::CreationContext::_new_kittest(context.clone()), launch);
        let mut window = Self { context, app, frame: eframe::Frame::_new_kittest(), time: 0.0 };
        window.settle();
        window
    }

    /// Paints often enough for everything to have settled.
    pub fn settle(&mut self) {
        for _ in 0..20 {
            self.frame(Vec::new());
        }
    }

    /// Everything that it shows.
    pub fn state(&self) -> &State {
        self.app.state()
    }

    /// One frame, in which `events` come, and its triangles.
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
        // Nothing is painted.
        output.textures_delta.clear();
        self.context.tessellate(output.shapes, output.pixels_per_point)
    }

    /// One frame, in which `key` is pressed, and its triangles.
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

    /// A ply forward, from the start again at the end.
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
