//! [`Window`]: the program in a test harness, with its own folder for settings and files.

#![expect(
    clippy::disallowed_methods,
    reason = "writes the files that the program is to open, and gives up waiting at some time"
)]

use crate::renderer::CpuRenderer;
use eframe::egui::{
    self, Event, Key, Modifiers, Pos2, Rect, ViewportId,
    accesskit::{Role, Toggled},
    vec2,
};
use egui_kittest::{
    Harness, Node,
    kittest::{NodeT as _, Queryable as _},
};
use image::RgbaImage;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tandem::{
    app::{
        Action, Command, JobKind, LibraryAction, OpenedFiles, Panel, SettingsAction, State, Switch,
    },
    archive::Collection,
    file::Source,
    jobs::Desktop,
    settings::{RecoveryStore, Settings, Store},
    ui::{App, Launch},
};
use tempfile::TempDir;

/// A short match with clocks and ratings. Its move list has three rows: A A B, A B, A.
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

/// The match in the standard of version 1.2: 132 plies, with a promotion, sits and a mate.
pub const SAMPLE: &str = include_str!("../../assets/samples/bpgn-1.2.bpgn");

/// The modifiers of Ctrl, as reported on Linux.
pub const CTRL: Modifiers =
    Modifiers { alt: false, ctrl: true, shift: false, mac_cmd: false, command: true };

/// The time between two frames, in seconds.
pub const DT_S: f32 = 0.1;

/// The timeout when waiting for other threads. It only determines when a broken test fails; a busy machine may be a
/// hundred times slower than an idle one.
const PATIENCE: Duration = Duration::from_mins(5);

/// The program in a test harness.
pub struct Window {
    pub harness: Harness<'static, App>,
    folder: TempDir,
}

impl Window {
    /// Opens the match `text` as a file `match.bpgn`.
    pub fn of(text: &str) -> Self {
        Self::sized(text, 1280.0, 800.0)
    }

    /// Opens `text` in a window of the given size.
    pub fn sized(text: &str, width: f32, height: f32) -> Self {
        Self::showing(text, None, width, height)
    }

    /// Opens `text` at the named ply.
    pub fn at(text: &str, ply: &str) -> Self {
        Self::showing(text, Some(ply), 1280.0, 800.0)
    }

    /// Opens `text` at the named ply, in a window of the given size.
    pub fn showing(text: &str, ply: Option<&str>, width: f32, height: f32) -> Self {
        Self::launched(Some(opened(text, ply)), width, height)
    }

    /// Opens `text` in a window whose settings file is created by `write`.
    pub fn with_settings(text: &str, write: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(&folder.path().join("settings.ron"));
        Self::launched_in(folder, Some(opened(text, None)), false, 1280.0, 800.0)
    }

    /// Opens `text` at the named ply, with the tactics of all moments.
    pub fn with_tactics(text: &str, ply: Option<&str>, width: f32, height: f32) -> Self {
        let mut window = Self::showing(text, ply, width, height);
        window.switch_tactics_on();
        window
    }

    /// Turns on tactics, and waits until all moments are analysed.
    pub fn switch_tactics_on(&mut self) {
        let ctx = self.harness.ctx.clone();
        let switch = Action::RunCommand(Command::Switch(Switch::Tactics));
        self.harness.state_mut().update(switch, &ctx);
        self.wait("the match is judged", |window| {
            let shown = window.state().match_state();
            shown.is_some_and(|shown| shown.analysis.report.is_some())
        });
    }

    /// Opens a window without a match.
    pub fn empty() -> Self {
        Self::empty_of(1280.0, 800.0)
    }

    /// Opens a window of the given size without a match.
    pub fn empty_of(width: f32, height: f32) -> Self {
        Self::launched(None, width, height)
    }

    fn launched(opened: Option<OpenedFiles>, width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::launched_in(folder, opened, false, width, height)
    }

    /// Opens `text` in a window that uses the server at `base` in place of chess.com.
    pub fn at_site(text: &str, base: &str, width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let base = Some(base.to_owned());
        Self::launched_at(folder, Some(opened(text, None)), false, (width, height), base)
    }

    /// Opens the sample, as at the first start of the program.
    pub fn greeting() -> Self {
        Self::greeting_of(1280.0, 800.0)
    }

    /// Opens the sample in a window of the given size, as at the first start of the program.
    pub fn greeting_of(width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::launched_in(folder, Some(opened(SAMPLE, None)), true, width, height)
    }

    /// Starts the program again after its first start.
    pub fn restart_greeting(self) -> Self {
        drop(self.harness);
        Self::launched_in(self.folder, Some(opened(SAMPLE, None)), true, 1280.0, 800.0)
    }

    /// Ends the program abruptly, and starts it again.
    pub fn restarted(self) -> Self {
        self.restarted_after(|| {})
    }

    /// Ends the program abruptly, calls `between`, and starts it again.
    pub fn restarted_after(self, between: impl FnOnce()) -> Self {
        drop(self.harness);
        between();
        Self::launched_in(self.folder, None, false, 1280.0, 800.0)
    }

    /// Ends the program abruptly, and starts it again with the match `text`.
    pub fn restarted_with(self, text: &str) -> Self {
        drop(self.harness);
        Self::launched_in(self.folder, Some(opened(text, None)), false, 1280.0, 800.0)
    }

    /// Opens the match `text` in place of the open one.
    pub fn open_match(&mut self, text: &str) {
        self.update(Action::Library(LibraryAction::OpenedFiles(Box::new(opened(text, None)))));
        self.settle();
    }

    /// Ends the program. Returns the number of unsaved changes that the next start would offer.
    pub fn recovery_offers_after_restart(self) -> usize {
        // When the window is dropped, its threads finish their work.
        drop(self.harness);
        let (offered, errors) = recovery_in(&self.folder).orphans();
        assert!(errors.is_empty(), "{errors:?}");
        offered.len()
    }

    fn launched_in(
        folder: TempDir,
        opened: Option<OpenedFiles>,
        greet: bool,
        width: f32,
        height: f32,
    ) -> Self {
        Self::launched_at(folder, opened, greet, (width, height), None)
    }

    fn launched_at(
        folder: TempDir,
        opened: Option<OpenedFiles>,
        greet: bool,
        (width, height): (f32, f32),
        fetch_base: Option<String>,
    ) -> Self {
        save_settings_without_tactics(&folder);
        let launch = Launch {
            opened,
            files: Vec::new(),
            game: None,
            at: None,
            greet,
            store: Store::at(folder.path().join("settings.ron")),
            cache: Some(folder.path().join("cache")),
            unpack: tandem::file::UnpackLimits::DEFAULT,
            fetch_base,
            recovery: recovery_in(&folder),
            progress: tandem::settings::ProgressStore::at(folder.path().join("puzzles.json")),
            desktop: Desktop::None,
        };
        let harness = Harness::builder()
            .with_size(vec2(width, height))
            .with_step_dt(DT_S)
            // On a busy machine, results of jobs arrive between the frames of an animation and start others.
            .with_max_steps(40)
            .renderer(CpuRenderer::default())
            .build_eframe(move |cc| App::new(cc, launch));
        Self { harness, folder }
    }

    /// Holds the jobs of a kind at their cancellation checks, once `passes` checks have passed.
    pub fn close_gate(&mut self, kind: JobKind, passes: usize) {
        self.harness.state_mut().jobs().runner().close_gate(kind, passes);
    }

    /// Resumes the jobs that are held.
    pub fn open_gate(&mut self, kind: JobKind) {
        self.harness.state_mut().jobs().runner().open_gate(kind);
    }

    /// Returns whether a job of this kind is held.
    pub fn is_held(&mut self, kind: JobKind) -> bool {
        self.harness.state_mut().jobs().runner().blocked_jobs(kind) > 0
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

    /// Returns the application state.
    pub fn state(&self) -> &State {
        self.harness.state().state()
    }

    /// Returns the current moment.
    pub fn moment(&self) -> usize {
        self.state().playhead().moment()
    }

    /// Returns the current match time, in milliseconds.
    pub fn time(&self) -> u32 {
        self.state().playhead().time()
    }

    /// Returns the title of the window.
    pub fn title(&self) -> String {
        self.harness.root().accesskit_node().label().unwrap_or_default()
    }

    /// Returns whether the title marks unsaved changes.
    pub fn is_unsaved(&self) -> bool {
        self.title().starts_with('•')
    }

    /// Returns whether there is a button that pauses the playback.
    pub fn is_playing(&self) -> bool {
        self.harness.query_all_by_label_contains("Pause (").next().is_some()
    }

    /// Returns whether Black of board A is below.
    pub fn is_flipped(&self) -> bool {
        let top = |square| {
            let mut nodes = self.harness.query_all_by_label_contains(square);
            nodes.next().expect("a square").rect().top()
        };
        top("board A, a1,") < top("board A, a8,")
    }

    /// Returns the name of the open dialog.
    pub fn open_dialog(&self) -> Option<String> {
        self.harness.query_all_by_role(Role::Dialog).next()?.accesskit_node().label()
    }

    /// Returns the name of the selected tab, without the number of its entries.
    pub fn tab(&self) -> String {
        let mut tabs = self.harness.query_all_by_role(Role::Tab).map(|tab| tab.accesskit_node());
        let selected = tabs.find(|tab| tab.toggled() == Some(Toggled::True));
        let name = selected.and_then(|tab| tab.label()).expect("a selected tab");
        name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned()
    }

    /// Runs frames until the window is idle. During playback, only the frames of pending events are run.
    pub fn settle(&mut self) {
        self.harness.step();
        if !self.state().is_playing() {
            self.harness.run();
        }
    }

    /// Paints a frame, `seconds` after the last one.
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

    /// Presses a key with modifiers.
    pub fn keys(&mut self, modifiers: Modifiers, key: Key) {
        if modifiers.is_none() {
            self.harness.key_press(key);
        } else {
            self.harness.key_press_modifiers(modifiers, key);
        }
        self.settle();
    }

    /// Types `text` in the focused widget, each character both as a key and as text, as a window system does.
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

    /// Opens the list of all notices, if there are more than the one in the menu bar.
    pub fn list_notices(&mut self) {
        let names = self.names();
        let more = names.iter().find(|name| {
            name.strip_suffix(" more").is_some_and(|count| count.parse::<usize>().is_ok())
        });
        if let Some(more) = more.cloned() {
            self.click(&more);
        }
    }

    /// Clicks the only widget called `name`.
    pub fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.settle();
    }

    /// Clicks the widget called `name` with the right button.
    pub fn right_click(&mut self, name: &str) {
        self.harness.get_by_label(name).click_secondary();
        self.settle();
    }

    /// Clicks number `place` of the widgets called `name`.
    pub fn click_nth(&mut self, name: &str, place: usize) {
        let node = self.harness.get_all_by_label(name).nth(place);
        node.unwrap_or_else(|| panic!("no {name} at {place}")).click();
        self.settle();
    }

    /// Presses the widget called `name` as a screen reader does, even if it is scrolled out of view.
    pub fn press(&mut self, name: &str) {
        self.harness.get_by_label(name).click_accesskit();
        self.settle();
    }

    /// Moves the focus to the field called `name`.
    pub fn focus(&mut self, name: &str) {
        self.field(name).focus();
        self.settle();
    }

    /// Returns whether the field called `name` has the focus.
    pub fn is_focused(&self, name: &str) -> bool {
        self.field(name).is_focused()
    }

    /// Replaces the contents of the field `name` with `text`.
    pub fn fill(&mut self, name: &str, text: &str) {
        self.focus(name);
        self.keys(CTRL, Key::A);
        self.type_text(text);
    }

    /// Clicks the only widget whose name contains `part`.
    pub fn click_containing(&mut self, part: &str) {
        self.harness.get_by_label_contains(part).click();
        self.settle();
    }

    /// Chooses a menu entry by its path, such as `["View", "Theme", "Light"]`.
    pub fn menu(&mut self, path: &[&str]) {
        for (depth, name) in path.iter().enumerate() {
            // The name may occur elsewhere too; the menu was opened last.
            let node = self.harness.get_all_by_label(name).last();
            let node = node.unwrap_or_else(|| panic!("no {name} in the menu"));
            if depth > 0 && depth + 1 < path.len() {
                node.hover();
                self.settle();
                self.harness.run_steps(4);
                // In a narrow window, a submenu replaces its menu.
                if !self.has(path[depth + 1]) {
                    self.click_last(name);
                }
            } else {
                node.click();
                self.settle();
            }
        }
    }

    /// Clicks the last of the widgets called `name`.
    fn click_last(&mut self, name: &str) {
        let node = self.harness.get_all_by_label(name).last();
        node.unwrap_or_else(|| panic!("no {name}")).click();
        self.settle();
    }

    /// Returns whether there is a widget called exactly `name`.
    pub fn has(&self, name: &str) -> bool {
        self.harness.query_all_by_label(name).next().is_some()
    }

    /// Returns whether any name contains `part`.
    pub fn has_containing(&self, part: &str) -> bool {
        let mut found = self.harness.query_all_by_label_contains(part);
        found.next().is_some()
    }

    /// Returns the number of widgets whose name contains `part`.
    pub fn count_containing(&self, part: &str) -> usize {
        self.harness.query_all_by_label_contains(part).count()
    }

    /// Returns the contents of the field called `name`.
    pub fn value(&self, name: &str) -> String {
        let node = self.field(name).accesskit_node();
        node.value().unwrap_or_default()
    }

    /// Returns the rectangle of the field called `name`.
    pub fn rect_of_field(&self, name: &str) -> Rect {
        self.field(name).rect()
    }

    /// Returns the field called `name`. A label may have the same name.
    fn field<'w>(&'w self, name: &'w str) -> Node<'w> {
        let mut nodes = self.harness.get_all_by_label(name);
        let is_field = |node: &Node<'_>| {
            let role = node.accesskit_node().role();
            matches!(role, Role::TextInput | Role::MultilineTextInput)
        };
        nodes.find(is_field).unwrap_or_else(|| panic!("no field {name}"))
    }

    /// Drags from the centre of the widget `from` to the centre of the widget `to`.
    pub fn drag(&mut self, from: &str, to: &str) {
        self.drag_at(self.rect(from).center(), self.rect(to).center());
    }

    /// Drags from one point to another.
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

    /// Returns the text of the open record.
    pub fn text(&self) -> String {
        let open = self.state().open.as_ref().expect("a match is open");
        String::from_utf8_lossy(open.content.text()).into_owned()
    }

    /// Returns every accessible name in the window.
    pub fn names(&self) -> Vec<String> {
        let name = |node: Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        };
        let root = self.harness.root();
        root.children_recursive().filter_map(name).collect()
    }

    /// Returns the rectangle of the only widget called `name`.
    pub fn rect(&self, name: &str) -> Rect {
        self.harness.get_by_label(name).rect()
    }

    /// Returns the rectangle of the dialog called `name`.
    pub fn dialog(&self, name: &str) -> Rect {
        let harness = &self.harness;
        harness.get_by_role_and_label(Role::Dialog, name).rect()
    }

    /// Returns the rectangle of the only widget whose name begins with `part`.
    pub fn rect_containing(&self, part: &str) -> Rect {
        self.harness.get_by_label_contains(part).rect()
    }

    /// Turns the wheel by `notches` at a point; positive is towards the user.
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
        // egui spreads a notch over several frames.
        self.harness.run_steps(6);
    }

    /// Runs frames until `done` holds, while other threads work.
    ///
    /// # Panics
    /// If `done` does not hold within [`PATIENCE`].
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

    /// Waits until the saved settings satisfy `is`.
    pub fn wait_settings_saved(&mut self, what: &str, is: impl Fn(&Settings) -> bool) {
        let store = Store::at(self.folder.path().join("settings.ron"));
        self.wait(what, |_| {
            let (settings, error) = store.load();
            assert!(error.is_none(), "{error:?}");
            is(&settings)
        });
    }

    /// Writes a file to the folder of the window. Returns its path.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("should be writable");
        path
    }

    /// Returns the path of a file in the folder of the window.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Opens a file by typing its path, and waits until it is loaded.
    pub fn open_by_path(&mut self, path: &str) {
        self.menu(&["File", "Import…"]);
        self.harness.event(Event::Text(path.to_owned()));
        self.settle();
        self.key(Key::Enter);
        self.wait("the file is read", |window| window.state().library.requested().is_none());
    }

    /// Opens a file as from the list of recent files, and waits until it is loaded.
    pub fn open_recent(&mut self, path: &Path) {
        self.update(Action::Library(LibraryAction::Open(path.to_owned())));
        self.wait("the file is read", |window| window.state().library.requested().is_none());
    }

    /// Changes the settings as the settings dialog does.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.state().settings.clone();
        change(&mut settings);
        self.update(Action::Settings(SettingsAction::Change(Box::new(settings))));
    }

    /// Shows `panel` beside the boards.
    pub fn show(&mut self, panel: Panel) {
        self.update(Action::RunCommand(Command::Show(panel)));
    }

    /// Applies `action` to the state.
    pub fn update(&mut self, action: Action) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().update(action, &ctx);
        self.settle();
    }

    /// Opens files as one list, like files dropped on the window, and waits until they are loaded.
    pub fn open_all(&mut self, paths: Vec<PathBuf>) {
        self.update(Action::Library(LibraryAction::OpenAll(paths)));
        self.wait("the files are read", |window| {
            let file = window.state().library.file();
            window.state().library.requested().is_none()
                && file.is_some_and(|file| !file.is_loading())
                && !window.state().jobs.is_running(JobKind::Endings)
        });
    }

    /// Returns the pixels in `place` in the last frame.
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

    /// Returns the delay after which the window requests its next frame.
    pub fn repaint_delay(&self) -> Duration {
        self.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
    }
}

/// Turns off tactics, unless a settings file exists. Their results would arrive from another thread in any frame, so
/// that tests could not count frames; [`Window::with_tactics`] waits for the results.
fn save_settings_without_tactics(folder: &TempDir) {
    let path = folder.path().join("settings.ron");
    if !path.exists() {
        let settings = Settings { tactics: false, ..Settings::default() };
        Store::at(path).save(&settings).expect("should be writable");
    }
}

/// Returns the store of recovery data for files in `folder`.
fn recovery_in(folder: &TempDir) -> RecoveryStore {
    RecoveryStore::at(folder.path().join("recovery"))
}

/// Returns `text` as a loaded file, at the named ply.
fn opened(text: &str, ply: Option<&str>) -> OpenedFiles {
    let source = Source::from_bytes("match.bpgn", text.as_bytes());
    OpenedFiles {
        at: ply.map(str::to_owned),
        ..OpenedFiles::complete("match.bpgn", Collection::of(source))
    }
}
