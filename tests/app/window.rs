//! [`Window`]: the program in a harness, with a folder of its own for settings and files.

#![expect(
    clippy::disallowed_methods,
    reason = "writes the files that the program is to open, and gives up waiting at some time"
)]

use crate::renderer::CpuRenderer;
use eframe::egui::{self, Event, Key, Modifiers, Pos2, Rect, ViewportId, accesskit::Role, vec2};
use egui_kittest::{
    Harness, Node,
    kittest::{NodeT as _, Queryable as _},
};
use image::RgbaImage;
use std::{
    path::{Path, PathBuf},
    sync::Once,
    time::{Duration, Instant},
};
use tandem::{
    app::{Action, Command, JobKind, LibraryAction, Opened, State, Switch},
    archive::Collection,
    file::Source,
    jobs::Desktop,
    settings::{RecoveryStore, Settings, Store},
    ui::{App, Launch},
};
use tempfile::TempDir;

/// A short match with clocks and ratings: three rows in the list of moves, A A B, A B, A.
pub const SHORT: &str = "\
[Event \"App test\"]
[Date \"2026.11.01\"]
[WhiteA \"Anna\"][WhiteAElo \"2001\"]
[BlackA \"Ben\"][BlackAElo \"2002\"]
[WhiteB \"Carla\"][WhiteBElo \"2003\"]
[BlackB \"Dan\"][BlackBElo \"2004\"]
[TimeControl \"300+0\"]
[Result \"*\"]

1A. e4{299} 1a. d5{298} 1B. Nf3{299} 2A. exd5{297} 1b. Nc6{296} 2a. Qxd5{295} *
";

/// The standard's match of version 1.2: 132 plies, a promotion, sits, mate.
pub const SAMPLE: &str = include_str!("../../assets/samples/bpgn-1.2.bpgn");

/// Ctrl, as Linux reports it.
pub const CTRL: Modifiers =
    Modifiers { alt: false, ctrl: true, shift: false, mac_cmd: false, command: true };

/// The time between two frames, in seconds.
pub const DT_S: f32 = 0.1;

/// How long another thread is waited for. It decides how late a broken test fails, and nothing else: a thread on a busy
/// machine may take a hundred times as long as on an idle one.
const PATIENCE: Duration = Duration::from_mins(5);

/// The program in a harness.
pub struct Window {
    pub harness: Harness<'static, App>,
    folder: TempDir,
}

impl Window {
    /// With the match `text` as a file `match.bpgn`.
    pub fn of(text: &str) -> Self {
        Self::sized(text, 1280.0, 800.0)
    }

    /// With `text`, in a window of the given size.
    pub fn sized(text: &str, width: f32, height: f32) -> Self {
        Self::showing(text, None, width, height)
    }

    /// With `text`, at the ply that is named.
    pub fn at(text: &str, ply: &str) -> Self {
        Self::showing(text, Some(ply), 1280.0, 800.0)
    }

    fn showing(text: &str, ply: Option<&str>, width: f32, height: f32) -> Self {
        Self::launched(Some(opened(text, ply)), width, height)
    }

    /// With `text` and what `write` puts at the path of the settings file.
    pub fn with_settings(text: &str, write: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(&folder.path().join("settings.ron"));
        Self::launched_in(folder, Some(opened(text, None)), false, 1280.0, 800.0)
    }

    /// With `text`, at the ply that is named, and what is exact about it.
    pub fn with_tactics(text: &str, ply: Option<&str>, width: f32, height: f32) -> Self {
        let mut window = Self::showing(text, ply, width, height);
        window.switch_tactics_on();
        window
    }

    /// Switches the tactics on, and waits until all moments are judged.
    pub fn switch_tactics_on(&mut self) {
        let ctx = self.harness.ctx.clone();
        let switch = Action::Do(Command::Switch(Switch::Tactics));
        self.harness.state_mut().update(switch, &ctx);
        self.wait("the match is judged", |window| {
            let shown = window.state().shown_match();
            shown.is_some_and(|shown| shown.analysis.report().is_some())
        });
    }

    /// Without a match.
    pub fn empty() -> Self {
        Self::launched(None, 1280.0, 800.0)
    }

    fn launched(opened: Option<Opened>, width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::launched_in(folder, opened, false, width, height)
    }

    /// As a newcomer sees it, with the sample.
    pub fn greeting() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::launched_in(folder, Some(opened(SAMPLE, None)), true, 1280.0, 800.0)
    }

    /// The same once more.
    pub fn greeting_again(self) -> Self {
        drop(self.harness);
        Self::launched_in(self.folder, Some(opened(SAMPLE, None)), true, 1280.0, 800.0)
    }

    /// The program ends as it stands, and starts again.
    pub fn restarted(self) -> Self {
        self.restarted_after(|| {})
    }

    /// The same, when something has happened in between.
    pub fn restarted_after(self, between: impl FnOnce()) -> Self {
        drop(self.harness);
        between();
        Self::launched_in(self.folder, None, false, 1280.0, 800.0)
    }

    /// Ends the program, and tells how much that was not saved it would offer when it starts again.
    pub fn offers_when_started_again(self) -> usize {
        // What the window has told to its threads is done when it is gone.
        drop(self.harness);
        let (offered, errors) = recovery_in(&self.folder).orphans();
        assert!(errors.is_empty(), "{errors:?}");
        offered.len()
    }

    fn launched_in(
        folder: TempDir,
        opened: Option<Opened>,
        greet: bool,
        width: f32,
        height: f32,
    ) -> Self {
        without_global_pool();
        keep_without_tactics(&folder);
        let launch = Launch {
            opened,
            files: Vec::new(),
            game: None,
            at: None,
            greet,
            store: Store::at(folder.path().join("settings.ron")),
            cache: Some(folder.path().join("cache")),
            recovery: recovery_in(&folder),
            desktop: Desktop::None,
        };
        let harness = Harness::builder()
            .with_size(vec2(width, height))
            .with_step_dt(DT_S)
            .with_max_steps(12)
            .renderer(CpuRenderer::default())
            .build_eframe(move |cc| App::new(cc, launch));
        Self { harness, folder }
    }

    /// Holds the jobs of a kind where they look whether they are cancelled, once they have looked `passes` times.
    pub fn hold(&mut self, kind: JobKind, passes: usize) {
        self.harness.state_mut().jobs().hold(kind, passes);
    }

    /// Lets them go.
    pub fn release(&mut self, kind: JobKind) {
        self.harness.state_mut().jobs().release(kind);
    }

    /// Whether a job of this kind is held.
    pub fn is_held(&mut self, kind: JobKind) -> bool {
        self.harness.state_mut().jobs().held(kind) > 0
    }

    /// Waits until a job of this kind is held.
    pub fn wait_held(&mut self, kind: JobKind) {
        let start = Instant::now();
        while !self.is_held(kind) {
            assert!(start.elapsed() < PATIENCE, "waited in vain: {kind:?} is held");
            self.harness.step();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// What the window shows.
    pub fn state(&self) -> &State {
        self.harness.state().state()
    }

    /// How many plies have been played.
    pub fn moment(&self) -> usize {
        self.state().playhead().moment()
    }

    /// The match time in milliseconds.
    pub fn time(&self) -> u32 {
        self.state().playhead().time()
    }

    /// Lets what was asked for happen: to the end, or one frame an event where time runs.
    pub fn settle(&mut self) {
        self.harness.step();
        if !self.state().is_playing() {
            self.harness.run();
        }
    }

    /// Paints one frame so many seconds after the last.
    pub fn frame_after(&mut self, seconds: f64) {
        let now = self.harness.ctx.input(|input| input.time);
        self.harness.input_mut().time = Some(now + seconds);
        self.harness.step();
        self.harness.input_mut().time = None;
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.keys(Modifiers::NONE, key);
    }

    /// Presses a key with Ctrl or Shift.
    pub fn keys(&mut self, modifiers: Modifiers, key: Key) {
        if modifiers.is_none() {
            self.harness.key_press(key);
        } else {
            self.harness.key_press_modifiers(modifiers, key);
        }
        self.settle();
    }

    /// Types into what has the keyboard: each letter as a key and as text, as a window system sends it.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = match letter {
                ' ' => Some(Key::Space),
                letter => Key::from_name(&letter.to_uppercase().to_string()),
            };
            if letter == '\n' {
                self.harness.key_press(Key::Enter);
                continue;
            }
            if let Some(key) = key {
                self.harness.key_down(key);
            }
            self.harness.event(Event::Text(letter.to_string()));
            if let Some(key) = key {
                self.harness.key_up(key);
            }
        }
        self.settle();
    }

    /// Clicks on what is called exactly `name`.
    pub fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.settle();
    }

    /// Clicks on the one at `place` of the things that are called `name`.
    pub fn click_nth(&mut self, name: &str, place: usize) {
        let node = self.harness.get_all_by_label(name).nth(place);
        node.unwrap_or_else(|| panic!("no {name} at {place}")).click();
        self.settle();
    }

    /// Presses what is called exactly `name` as a screen reader does, wherever it is scrolled to.
    pub fn press(&mut self, name: &str) {
        self.harness.get_by_label(name).click_accesskit();
        self.settle();
    }

    /// Gives the keyboard to what is called `name`.
    pub fn focus(&mut self, name: &str) {
        self.field(name).focus();
        self.settle();
    }

    /// Whether what is called `name` has the keyboard.
    pub fn is_focused(&self, name: &str) -> bool {
        self.field(name).is_focused()
    }

    /// Types `text` in place of what the field `name` holds.
    pub fn fill(&mut self, name: &str, text: &str) {
        self.focus(name);
        self.keys(CTRL, Key::A);
        self.type_text(text);
    }

    /// Clicks on the only thing whose name holds `part`.
    pub fn click_containing(&mut self, part: &str) {
        self.harness.get_by_label_contains(part).click();
        self.settle();
    }

    /// Chooses an entry of a menu, sub-menus before it: `["View", "Theme", "Light"]`.
    pub fn menu(&mut self, path: &[&str]) {
        for (depth, name) in path.iter().enumerate() {
            // A word of a menu may stand elsewhere in the window too; the menu was opened last.
            let node = self.harness.get_all_by_label(name).last();
            let node = node.unwrap_or_else(|| panic!("no {name} in the menu"));
            if depth > 0 && depth + 1 < path.len() {
                node.hover();
                self.settle();
                self.harness.run_steps(4);
            } else {
                node.click();
                self.settle();
            }
        }
    }

    /// Whether something is called exactly `name`.
    pub fn has(&self, name: &str) -> bool {
        self.harness.query_all_by_label(name).next().is_some()
    }

    /// Whether the name of something holds `part`.
    pub fn has_containing(&self, part: &str) -> bool {
        let mut found = self.harness.query_all_by_label_contains(part);
        found.next().is_some()
    }

    /// How many things have a name that holds `part`.
    pub fn count_containing(&self, part: &str) -> usize {
        self.harness.query_all_by_label_contains(part).count()
    }

    /// What the only field called `name` holds.
    pub fn value(&self, name: &str) -> String {
        let node = self.field(name).accesskit_node();
        node.value().unwrap_or_default()
    }

    /// The field called `name`, beside which the same words may stand as a label.
    fn field<'w>(&'w self, name: &'w str) -> Node<'w> {
        let mut nodes = self.harness.get_all_by_label(name);
        let is_field = |node: &Node<'_>| {
            let role = node.accesskit_node().role();
            matches!(role, Role::TextInput | Role::MultilineTextInput)
        };
        nodes.find(is_field).unwrap_or_else(|| panic!("no field {name}"))
    }

    /// Drags from the middle of what is called `from` to the middle of what is called `to`.
    pub fn drag(&mut self, from: &str, to: &str) {
        self.drag_at(self.rect(from).center(), self.rect(to).center());
    }

    /// Drags from one place to another.
    pub fn drag_at(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.settle();
        self.harness.drag_at(from);
        self.settle();
        for part in [0.3, 0.7, 1.0] {
            self.harness.hover_at(from.lerp(to, part));
            self.settle();
        }
        self.harness.drop_at(to);
        self.settle();
    }

    /// The bytes of the match that is shown.
    pub fn text(&self) -> String {
        let open = self.state().open.as_ref().expect("a match is open");
        String::from_utf8_lossy(open.content.text()).into_owned()
    }

    /// Every name in the window.
    pub fn names(&self) -> Vec<String> {
        let name = |node: Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        let root = self.harness.root();
        root.children_recursive().filter_map(name).collect()
    }

    /// Where the only thing called `name` is.
    pub fn rect(&self, name: &str) -> Rect {
        self.harness.get_by_label(name).rect()
    }

    /// Where the dialog called `name` is.
    pub fn dialog(&self, name: &str) -> Rect {
        let harness = &self.harness;
        harness.get_by_role_and_label(Role::Dialog, name).rect()
    }

    /// Where the only thing is whose name begins so.
    pub fn rect_containing(&self, part: &str) -> Rect {
        self.harness.get_by_label_contains(part).rect()
    }

    /// Turns the wheel by so many notches at a place; forward is towards oneself.
    pub fn wheel(&mut self, at: Pos2, notches: f32) {
        self.harness.hover_at(at);
        self.harness.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(0.0, -notches),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.settle();
        // egui spreads a notch over some frames.
        self.harness.run_steps(6);
    }

    /// Lets frames pass until `done`, as the worker is another thread.
    ///
    /// # Panics
    /// After [`PATIENCE`].
    pub fn wait(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            self.harness.step();
            if done(self) {
                self.settle();
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("waited in vain: {what}");
    }

    /// Waits until the settings that are kept on the disk are such as `is` says.
    pub fn wait_kept(&mut self, what: &str, is: impl Fn(&Settings) -> bool) {
        let store = Store::at(self.folder.path().join("settings.ron"));
        self.wait(what, |_| {
            let (settings, error) = store.load();
            assert!(error.is_none(), "{error:?}");
            is(&settings)
        });
    }

    /// Writes a file into the window's folder.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("should be writable");
        path
    }

    /// A path in the window's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens a file as a person without a file dialog does, and waits until it has been read.
    pub fn open_by_path(&mut self, path: &str) {
        self.menu(&["File", "Open by path…"]);
        self.harness.event(Event::Text(path.to_owned()));
        self.settle();
        self.key(Key::Enter);
        self.wait("the file is read", |window| window.state().library.reading.is_none());
    }

    /// Does what `action` asks for.
    pub fn update(&mut self, action: Action) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().update(action, &ctx);
        self.settle();
    }

    /// Opens files as one list, as they are dropped on the window, and waits until they have been read.
    pub fn open_all(&mut self, paths: Vec<PathBuf>) {
        self.update(Action::Library(LibraryAction::OpenAll(paths)));
        self.wait("the files are read", |window| {
            let file = window.state().library.file();
            window.state().library.reading.is_none()
                && file.is_some_and(|file| file.reading.is_none())
        });
    }

    /// The pixels of the last frame within `place`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a picture, of whole pixels"
    )]
    pub fn pixels(&mut self, place: Rect) -> RgbaImage {
        let image = self.harness.render().expect("should be paintable");
        let size = (image.width() as f32, image.height() as f32);
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1));
        let place = place.intersect(whole).round();
        image::imageops::crop_imm(
            &image,
            place.min.x as u32,
            place.min.y as u32,
            place.width() as u32,
            place.height() as u32,
        )
        .to_image()
    }

    /// How long until the next frame that the window asks for.
    pub fn repaint_delay(&self) -> Duration {
        self.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
    }
}

/// Nothing of the program uses the pool that rayon has for everybody: from now on that panics.
fn without_global_pool() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let pool = rayon::ThreadPoolBuilder::new();
        let pool = pool.spawn_handler(|_| Err(std::io::Error::other("no global pool")));
        pool.build_global().expect_err("without threads there is no pool");
    });
}

/// Switches the tactics off, unless settings are there already. They are worked out by another thread, whose answers
/// come in any frame, so that no test could count frames; [`Window::with_tactics`] waits for them.
fn keep_without_tactics(folder: &TempDir) {
    let path = folder.path().join("settings.ron");
    if !path.exists() {
        let settings = Settings { tactics: false, ..Settings::default() };
        Store::at(path).save(&settings).expect("should be writable");
    }
}

/// Where the program keeps against a crash what is not saved, when its files are in `folder`.
fn recovery_in(folder: &TempDir) -> RecoveryStore {
    RecoveryStore::at(folder.path().join("recovery"))
}

/// `text` as a file that has been read, at the ply that is named.
fn opened(text: &str, ply: Option<&str>) -> Opened {
    let source = Source::from_bytes("match.bpgn", text.as_bytes());
    Opened { at: ply.map(str::to_owned), ..Opened::whole("match.bpgn", Collection::of(source)) }
}
