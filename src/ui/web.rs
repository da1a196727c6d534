//! The window in a browser page: the functions that the program calls in the page, and those that the page calls.
//!
//! The scripts in `packaging/web` are the page's side. The page passes the bytes of files that the user chooses; egui
//! passes those of dropped files. Both are stored in [the memory of the page](crate::file::memory), and in the browser's
//! database, so that they can be opened again after a reload. Of the files that the program writes, its own (settings,
//! for example) go to the browser's storage. The others are written to the opened file where the browser allows that, and
//! are offered as downloads elsewhere.

use super::{App, Launch, keys};
use crate::{
    app::{
        Action, Arrival, Effect, FileAnswer, KeyContext, KeyHandler, KeyPress, Keymap,
        LibraryAction, OpenedFiles, PlaybackAction, SettingsAction, ShellAction, Shortcut, State,
        WindowEffect, key_handler,
    },
    archive::{Collection, RecordId},
    clock::{SystemTime as Clock, UNIX_EPOCH as EPOCH},
    file::{Source, UnpackLimits, memory},
    formats::MatchLink,
    jobs::{Desktop, run_next_job, schedule_with},
    parallel::set_pause,
    settings::{ProgressStore, RecoveryStore, Store},
    timeline::{Moment, PlayheadCommand as Play},
};
use eframe::egui;
use serde::{Deserialize, Serialize};
use std::{
    cell::{Cell, RefCell},
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use wasm_bindgen::{JsCast as _, prelude::wasm_bindgen};

/// The folder of the program's own files. A path in it is a key in the browser's storage.
const OWN_FOLDER: &str = "tandem";

#[wasm_bindgen(raw_module = "./page.js")]
extern "C" {
    /// Returns the program's own files: names and contents alternate.
    fn stored() -> Vec<String>;
    /// Stores one of the program's own files, or removes it if `contents` is `None`. Returns whether there was room.
    fn store(name: &str, contents: Option<&str>) -> bool;
    /// Writes a file that the browser lets the page write. Offers every other one for download.
    fn save(path: &str, bytes: &[u8]);
    /// Stops the page from writing the file that was opened under this path: the program has got another one.
    fn forget_handle(path: &str);
    /// Shows the browser's dialog for files, or for a folder. The page then calls [`files_chosen`].
    fn choose_files(folder: bool);
    /// Makes the page call [`run_job`] when it is idle.
    fn schedule_job();
    /// Suspends the running job until the page has been painted.
    fn pause_job();
    /// Returns the part of the page's URL after `#`.
    fn fragment() -> String;
    /// Returns the page's URL without `#` and what follows it.
    fn address() -> String;
    fn set_title(title: &str);
    /// Reads the browser's clipboard. The page then calls [`pasted`] or [`paste_failed`].
    fn read_clipboard();
    /// Fills the screen with the page, or returns it to the window.
    fn toggle_full_screen();
    fn wants_less_motion() -> bool;
    /// Returns whether the device has a touch screen and no other pointer.
    fn has_touch_only() -> bool;
    /// Shows why the program cannot continue.
    fn fail(reason: &str);
}

#[wasm_bindgen(raw_module = "./files.js")]
extern "C" {
    /// Returns the paths of the files that earlier pages have kept.
    fn kept_names() -> Vec<String>;
    /// Returns when such a file was written, as milliseconds since 1970.
    fn kept_modified(index: usize) -> u64;
    /// Returns the bytes of such a file, once.
    fn take_kept(index: usize) -> Vec<u8>;
    /// Keeps a file for later pages.
    fn keep(path: &str, bytes: &[u8], modified: u64);
}

#[wasm_bindgen(raw_module = "./place.js")]
extern "C" {
    /// Returns a [`StartingPlace`] as JSON.
    fn starting_place() -> String;
    /// Makes the page's address and history follow a [`Place`], as JSON.
    fn show_place(place: &str);
}

#[derive(Default)]
struct Inbox {
    actions: Vec<Action>,
    window: Option<egui::Context>,
    /// What the window shows.
    shown: Option<Place>,
    /// The shortcuts that the browser must leave to the program.
    keymap: Keymap,
    /// Where the browser's Back or Forward leads, once the files are open.
    returning: Option<Return>,
}

/// What the window shows, for the page's address and history.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    /// The number of the opened file.
    opened: u64,
    /// The open files; empty if their bytes are not in files that the page has.
    paths: Vec<String>,
    /// Whether a match in the page's address is open.
    is_link: bool,
    game: RecordId,
    moment: Moment,
    /// The name of the ply before the moment.
    at: Option<String>,
    is_playing: bool,
}

/// What the page opens when it is loaded.
#[derive(Default, Deserialize)]
struct StartingPlace {
    #[serde(default)]
    paths: Vec<PathBuf>,
    /// The number of the match, counted from 1.
    game: Option<usize>,
    at: Option<String>,
    /// Why a file cannot be opened.
    error: Option<String>,
}

struct Return {
    paths: Vec<String>,
    game: RecordId,
    moment: Moment,
}

/// The name of a match that is in the page's address.
const LINK_NAME: &str = "link.bpgn";

thread_local! {
    static INBOX: RefCell<Inbox> = RefCell::default();
    static PRINT: Cell<Option<Print>> = const { Cell::new(None) };
}

/// A function that returns the output of a subcommand for a file. The arguments are the subcommand and the path.
pub type Print = fn(&str, &Path) -> Vec<u8>;

/// Queues `action` for the next frame, and requests that frame.
fn post(action: Action) {
    INBOX.with_borrow_mut(|inbox| {
        inbox.actions.push(action);
        if let Some(window) = &inbox.window {
            window.request_repaint();
        }
    });
}

/// Returns the actions that the page has requested since the last frame.
pub(super) fn actions() -> Vec<Action> {
    INBOX.with_borrow_mut(|inbox| std::mem::take(&mut inbox.actions))
}

/// Runs the job that has waited longest. Called by the page.
#[wasm_bindgen]
pub fn run_job() {
    run_next_job();
}

/// Stores a file that the user has chosen. Called by the page.
#[wasm_bindgen]
pub fn put_file(name: &str, bytes: Vec<u8>) {
    put(Path::new(name), bytes);
}

/// Stores a file in memory, and keeps it for later pages. A file that is as before is not written again, so that
/// unsaved changes still belong to it.
fn put(path: &Path, bytes: Vec<u8>) {
    forget_handle(&path.to_string_lossy());
    if memory::metadata(path).is_ok_and(|file| file.bytes() == bytes) {
        return;
    }
    let now = Clock::now().duration_since(EPOCH).unwrap_or_default();
    // The clocks of browsers count milliseconds.
    let modified = UNIX_EPOCH + Duration::from_millis(now.as_millis().try_into().unwrap_or(0));
    keep(&path.to_string_lossy(), &bytes, since_1970_ms(modified));
    memory::put(path, bytes, modified);
}

fn since_1970_ms(time: SystemTime) -> u64 {
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    since_1970.as_millis().try_into().unwrap_or(0)
}

/// Goes back or forward to a place that the page has shown. `opened` is the number of the opened file, or 0 if an
/// earlier page has opened it. Called by the page.
#[wasm_bindgen]
pub fn return_to(opened: u32, paths: Vec<String>, game: usize, moment: usize) {
    let target = Return { paths, game, moment };
    let (is_open, same_match) = INBOX.with_borrow(|inbox| {
        let Some(shown) = &inbox.shown else { return (false, false) };
        let same_files = !target.paths.is_empty() && shown.paths == target.paths;
        (same_files || shown.opened == u64::from(opened), shown.game == game)
    });
    if is_open && same_match {
        post(Action::Playback(PlaybackAction::Play(Play::GoTo(moment))));
    } else if is_open {
        post(Action::Library(LibraryAction::ShowAt(game, Arrival::Moment(moment))));
    } else if !target.paths.is_empty() {
        let paths = target.paths.iter().map(PathBuf::from).collect();
        INBOX.with_borrow_mut(|inbox| inbox.returning = Some(target));
        post(Action::Library(LibraryAction::OpenAll(paths)));
    }
}

/// Returns whether a key belongs to the program, so that the browser must not act on it. `key` and `code` are those of
/// a `KeyboardEvent`. Called by the page.
#[wasm_bindgen]
pub fn takes_key(key: &str, code: &str, ctrl: bool, shift: bool, alt: bool) -> bool {
    let named = |name| egui::Key::from_name(name);
    let typed = egui::Event::Text(key.to_owned());
    let physical_key = named(code);
    let Some(key) = named(key).or(physical_key) else { return false };
    // The browser's events for copying, cutting and pasting follow these keys.
    if ctrl && !shift && matches!(key, egui::Key::C | egui::Key::X | egui::Key::V) {
        return false;
    }
    let modifiers = egui::Modifiers { alt, ctrl, shift, mac_cmd: false, command: ctrl };
    let event = egui::Event::Key { key, physical_key, pressed: true, repeat: false, modifiers };
    let Some(press) = keys::press_of(&event) else { return false };
    let character = keys::character_of(Some(&typed));
    let press = KeyPress { character, ..press };
    INBOX.with_borrow(|inbox| {
        let handler = key_handler(press, &KeyContext::default(), &inbox.keymap);
        !matches!(handler, KeyHandler::View | KeyHandler::Ignored)
    })
}

/// Returns every shortcut, such as `Ctrl+Shift+ArrowLeft`. A test checks that the browser leaves them to the program.
#[wasm_bindgen]
pub fn shortcuts() -> Vec<String> {
    INBOX.with_borrow(|inbox| {
        let supported = inbox.keymap.keys().filter(|(_, command)| command.is_supported());
        supported.map(|(shortcut, _)| Shortcut::id(shortcut)).collect()
    })
}

/// Opens the text of the clipboard. Called by the page.
#[wasm_bindgen]
pub fn pasted(text: String) {
    post(Action::Library(LibraryAction::Pasted(text)));
}

/// Reports that the browser does not let the page read the clipboard. Called by the page.
#[wasm_bindgen]
pub fn paste_failed() {
    let words = if has_touch_only() {
        "the browser doesn’t let this page read the clipboard. Allow it in the browser’s settings"
    } else {
        "the browser doesn’t let this page read the clipboard. Allow it, or press Ctrl+V"
    };
    post(Action::Shell(ShellAction::ClipboardFailed(words.to_owned())));
}

/// Reports that a file cannot be written. Called by the page.
#[wasm_bindgen]
pub fn save_failed(words: String) {
    post(Action::Shell(ShellAction::ShowError(words)));
}

/// Handles an effect that only the page can perform. Returns whether it was one.
pub(super) fn performs(effect: &Effect) -> bool {
    match effect {
        Effect::AskForFile => choose_files(false),
        Effect::AskForFolder => choose_files(true),
        Effect::Window(WindowEffect::AskForClipboard) => read_clipboard(),
        Effect::Window(WindowEffect::FullScreen) => toggle_full_screen(),
        _ => return false,
    }
    true
}

/// Makes the page follow what the window shows. Must be called once per frame.
pub(super) fn follow(state: &State) {
    INBOX.with_borrow_mut(|inbox| {
        if inbox.keymap != state.shell.keymap {
            inbox.keymap = state.shell.keymap.clone();
        }
    });
    let Some(file) = state.library.file() else { return };
    let (opened, game, moment) = (file.opened, file.record.id, state.moment());
    let is_as_before = INBOX.with_borrow(|inbox| {
        let shown = inbox.shown.as_ref();
        shown.is_some_and(|it| (it.opened, it.game, it.moment) == (opened, game, moment))
    });
    // A match that is being read has no moment yet.
    if is_as_before || state.open.is_none() {
        return;
    }
    let has_bytes = file.read.paths.iter().all(|path| memory::metadata(path).is_ok());
    let paths = if has_bytes { file.read.paths.as_slice() } else { &[] };
    let place = Place {
        opened,
        paths: paths.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
        is_link: !has_bytes && file.path == Path::new(LINK_NAME),
        game,
        moment,
        at: state.open.as_ref().and_then(|open| open.content.ply_name(moment)),
        is_playing: state.is_playing(),
    };
    let target = INBOX.with_borrow_mut(|inbox| {
        inbox.returning.take_if(|it| it.paths == place.paths && it.game < file.matches())
    });
    if let Some(Return { game, moment, .. }) = target {
        post(Action::Library(LibraryAction::ShowAt(game, Arrival::Moment(moment))));
    }
    if let Ok(json) = serde_json::to_string(&place) {
        show_place(&json);
    }
    INBOX.with_borrow_mut(|inbox| inbox.shown = Some(place));
}

/// Opens files passed to [`put_file`]; `names` is empty if the user cancelled the dialog. Called by the page.
#[wasm_bindgen]
pub fn files_chosen(names: Vec<String>) {
    post(Action::Library(if names.is_empty() {
        LibraryAction::OpenDialogClosed(FileAnswer::Cancelled)
    } else {
        LibraryAction::OpenAll(names.into_iter().map(PathBuf::from).collect())
    }));
}

/// Opens the match in the page's URL after the URL has changed. `fragment` is the part after `#`. Called by the page.
#[wasm_bindgen]
pub fn open_link(fragment: &str) {
    if let Some(opened) = linked(fragment) {
        post(Action::Library(LibraryAction::OpenedFiles(Box::new(opened))));
    }
}

/// Returns the output of a subcommand for a file passed to [`put_file`]. A test compares it with the output of the
/// native program.
#[wasm_bindgen]
pub fn printed(subcommand: &str, name: &str) -> Vec<u8> {
    PRINT.get().map_or_else(Vec::new, |print| print(subcommand, Path::new(name)))
}

/// Returns the match of the link in `fragment`; `None` if there is no link. An invalid link is reported.
fn linked(fragment: &str) -> Option<OpenedFiles> {
    match MatchLink::from_fragment(fragment)? {
        Ok(link) => {
            let list = Collection::of(Source::from_bytes(LINK_NAME, link.text));
            Some(OpenedFiles { at: link.at, ..OpenedFiles::complete(LINK_NAME, list) })
        }
        Err(error) => {
            post(Action::Shell(ShellAction::ShowError(error.to_string())));
            None
        }
    }
}

/// Reads files dropped on the page, and opens them once their bytes have arrived. Returns `None`.
pub(super) fn dropped_paths(files: Vec<egui::DroppedFileHandle>) -> Option<Vec<PathBuf>> {
    wasm_bindgen_futures::spawn_local(async move {
        let mut names = Vec::with_capacity(files.len());
        for file in files {
            let path = file.path().to_owned();
            match file.bytes_async().await {
                Ok(bytes) => {
                    put(&path, bytes);
                    names.push(path);
                }
                Err(reason) => post(Action::Shell(ShellAction::ShowError(format!(
                    "{}: the file cannot be read ({reason})",
                    path.display()
                )))),
            }
        }
        if !names.is_empty() {
            post(Action::Library(LibraryAction::OpenAll(names)));
        }
    });
    None
}

/// Shows the title on the browser's tab.
pub(super) fn show_title(title: &str) {
    set_title(title);
}

/// Puts the page's URL before `text` if `text` is only the fragment of a link, which begins with `#m=`.
pub(super) fn full_address(text: String) -> String {
    if text.starts_with("#m=") { address() + &text } else { text }
}

/// Handles a file that the program has written to `path`, or deleted: stores it or offers it as a download.
fn written(path: &Path, file: Option<&memory::Metadata>) -> io::Result<()> {
    let name = path.to_string_lossy();
    if !path.starts_with(OWN_FOLDER) {
        if let Some(file) = file {
            keep(&name, file.bytes(), since_1970_ms(file.modified()?));
            save(&name, file.bytes());
        }
        return Ok(());
    }
    let text = file.map(|file| String::from_utf8_lossy(file.bytes()));
    if store(&name, text.as_deref()) {
        Ok(())
    } else {
        Err(io::Error::other("the browser's storage is full or switched off"))
    }
}

/// Opens the window in the canvas of the page, with the match in the page's URL, or with `sample` if the URL has none.
pub fn run(sample: OpenedFiles, print: Print) {
    PRINT.set(Some(print));
    std::panic::set_hook(Box::new(|info| fail(&info.to_string())));
    for file in stored().chunks_exact(2) {
        memory::put(Path::new(&file[0]), file[1].clone().into_bytes(), UNIX_EPOCH);
    }
    for (index, path) in kept_names().iter().enumerate() {
        let modified = UNIX_EPOCH + Duration::from_millis(kept_modified(index));
        memory::put(Path::new(path), take_kept(index), modified);
    }
    memory::watch(written);
    schedule_with(schedule_job);
    set_pause(pause_job);
    wasm_bindgen_futures::spawn_local(async move {
        if let Err(error) = start(sample).await {
            fail(&error.to_string());
        }
    });
}

#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error("the page has no canvas")]
    NoCanvas,
    #[error("the browser does not support WebGL ({0:?})")]
    NoWebGl(wasm_bindgen::JsValue),
}

async fn start(sample: OpenedFiles) -> Result<(), StartError> {
    let document = web_sys::window().and_then(|window| window.document());
    let canvas = document
        .and_then(|document| document.get_element_by_id("canvas"))
        .and_then(|canvas| canvas.dyn_into().ok())
        .ok_or(StartError::NoCanvas)?;
    let options = eframe::WebOptions { dithering: false, ..eframe::WebOptions::default() };
    let create = move |cc: &eframe::CreationContext<'_>| {
        INBOX.with_borrow_mut(|inbox| inbox.window = Some(cc.egui_ctx.clone()));
        let app: Box<dyn eframe::App> = Box::new(App::new(cc, launch(sample)));
        Ok(app)
    };
    let started = eframe::WebRunner::new().start(canvas, options, Box::new(create)).await;
    // This panic hook shows the error in the page. It replaces egui's hook, which writes only to the console.
    std::panic::set_hook(Box::new(|info| fail(&info.to_string())));
    started.map_err(StartError::NoWebGl)
}

fn launch(sample: OpenedFiles) -> Launch {
    if wants_less_motion() {
        post(Action::Settings(SettingsAction::LessMotion));
    }
    if has_touch_only() {
        post(Action::Shell(ShellAction::TouchOnly));
    }
    let place: StartingPlace = serde_json::from_str(&starting_place()).unwrap_or_default();
    if let Some(error) = place.error {
        post(Action::Shell(ShellAction::ShowError(error)));
    }
    let linked = linked(&fragment());
    // The guide explains keys, and would cover half of a phone's screen.
    let greet = linked.is_none() && place.paths.is_empty() && !has_touch_only();
    let (opened, files) = match linked {
        Some(linked) => (Some(linked), Vec::new()),
        None if place.paths.is_empty() => (Some(sample), Vec::new()),
        None => (None, place.paths),
    };
    Launch {
        opened,
        files,
        game: place.game,
        at: place.at,
        greet,
        store: Store::at(Path::new(OWN_FOLDER).join("settings.ron")),
        cache: None,
        unpack: UnpackLimits::DEFAULT,
        fetch_base: None,
        recovery: RecoveryStore::at(Path::new(OWN_FOLDER).join("recovery")),
        progress: ProgressStore::at(Path::new(OWN_FOLDER).join("puzzles.json")),
        desktop: Desktop::None,
    }
}
