//! The window in a browser page: the functions that the program calls in the page, and those that the page calls.
//!
//! `packaging/web/page.js` is the page's side. The page passes the bytes of files that the user chooses; egui passes
//! those of dropped files. Both are stored in [the memory of the page](crate::file::memory). Of the files that the
//! program writes, its own (settings, for example) go to the browser's storage; all others are offered as downloads.

use super::{App, Launch};
use crate::{
    app::{Action, Effect, FileAnswer, LibraryAction, OpenedFiles, SettingsAction, ShellAction},
    archive::Collection,
    file::{Source, memory},
    formats::MatchLink,
    jobs::{Desktop, run_next_job, schedule_with},
    parallel::set_pause,
    settings::{ProgressStore, RecoveryStore, Store},
};
use eframe::egui;
use std::{
    cell::{Cell, RefCell},
    io,
    path::{Path, PathBuf},
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
    /// Offers a file for download.
    fn download(name: &str, bytes: &[u8]);
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
    fn wants_less_motion() -> bool;
    /// Returns whether the device has a touch screen and no other pointer.
    fn has_touch_only() -> bool;
    /// Shows why the program cannot continue.
    fn fail(reason: &str);
}

#[derive(Default)]
struct Inbox {
    actions: Vec<Action>,
    window: Option<egui::Context>,
}

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
    memory::put(Path::new(name), bytes);
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
            let list = Collection::of(Source::from_bytes("link.bpgn", link.text));
            Some(OpenedFiles { at: link.at, ..OpenedFiles::complete("link.bpgn", list) })
        }
        Err(error) => {
            post(Action::Shell(ShellAction::ShowError(error.to_string())));
            None
        }
    }
}

/// Shows the browser's dialog if `effect` asks for files or a folder. Returns whether a dialog was shown. An action
/// delivers the result.
pub(super) fn shows_file_dialog(effect: &Effect) -> bool {
    let is_dialog = matches!(effect, Effect::AskForFile | Effect::AskForFolder);
    if is_dialog {
        choose_files(matches!(effect, Effect::AskForFolder));
    }
    is_dialog
}

/// Reads files dropped on the page, and opens them once their bytes have arrived. Returns `None`.
pub(super) fn dropped_paths(files: Vec<egui::DroppedFileHandle>) -> Option<Vec<PathBuf>> {
    wasm_bindgen_futures::spawn_local(async move {
        let mut names = Vec::with_capacity(files.len());
        for file in files {
            let path = file.path().to_owned();
            match file.bytes_async().await {
                Ok(bytes) => {
                    memory::put(&path, bytes);
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
fn written(path: &Path, bytes: Option<&[u8]>) -> io::Result<()> {
    let name = path.to_string_lossy();
    if !path.starts_with(OWN_FOLDER) {
        if let Some(bytes) = bytes {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            download(&name, bytes);
        }
        return Ok(());
    }
    let text = bytes.map(String::from_utf8_lossy);
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
        memory::put(Path::new(&file[0]), file[1].clone().into_bytes());
    }
    memory::watch(written);
    schedule_with(schedule_job);
    set_pause(pause_job);
    wasm_bindgen_futures::spawn_local(async move {
        if let Err(reason) = start(sample).await {
            fail(&reason);
        }
    });
}

async fn start(sample: OpenedFiles) -> Result<(), String> {
    let document = web_sys::window().and_then(|window| window.document());
    let canvas = document.and_then(|document| document.get_element_by_id("canvas"));
    let canvas = canvas.and_then(|canvas| canvas.dyn_into().ok());
    let canvas = canvas.ok_or("the page has no canvas")?;
    let options = eframe::WebOptions { dithering: false, ..eframe::WebOptions::default() };
    let create = move |cc: &eframe::CreationContext<'_>| {
        INBOX.with_borrow_mut(|inbox| inbox.window = Some(cc.egui_ctx.clone()));
        let app: Box<dyn eframe::App> = Box::new(App::new(cc, launch(sample)));
        Ok(app)
    };
    let started = eframe::WebRunner::new().start(canvas, options, Box::new(create)).await;
    // This panic hook shows the error in the page. It replaces egui's hook, which writes only to the console.
    std::panic::set_hook(Box::new(|info| fail(&info.to_string())));
    started.map_err(|error| format!("the browser does not support WebGL ({error:?})"))
}

fn launch(sample: OpenedFiles) -> Launch {
    if wants_less_motion() {
        post(Action::Settings(SettingsAction::LessMotion));
    }
    let linked = linked(&fragment());
    // The guide explains keys, and would cover half of a phone's screen.
    let greet = linked.is_none() && !has_touch_only();
    Launch {
        opened: Some(linked.unwrap_or(sample)),
        files: Vec::new(),
        game: None,
        at: None,
        greet,
        store: Store::at(Path::new(OWN_FOLDER).join("settings.ron")),
        cache: None,
        fetch_base: None,
        recovery: RecoveryStore::at(Path::new(OWN_FOLDER).join("recovery")),
        progress: ProgressStore::at(Path::new(OWN_FOLDER).join("puzzles.json")),
        desktop: Desktop::None,
    }
}
