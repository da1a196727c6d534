//! The longest pause of the window while a job runs: `cargo bench --bench pauses [-- MEGABYTES [FOLDER]]`.
//!
//! While a file is indexed, searched, saved or imported, a simulated user filters, sorts and steps, one action per
//! frame. A pause is the time of an action and its frame on the UI thread, without painting. Pauses are measured as
//! wall time, which includes waiting for a core, and as CPU time of the thread.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "measures the disk and the clock, and prints"
)]

#[path = "generate/archive.rs"]
mod archive;
#[path = "generate/board_files.rs"]
mod board_files;
#[path = "generate/boards.rs"]
mod boards;
#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;
#[path = "window/mod.rs"]
#[allow(dead_code, reason = "other benches press keys")]
mod window;

use matches::{Recipe, write_matches};
use std::{
    error::Error,
    fs::File,
    io::BufWriter,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tandem::{
    app::{Action, Command, JobKind, LibraryAction, SearchAction, SearchPage, State},
    archive::CellValue,
};
use window::Window;

/// The time after which a search is cancelled.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two frames; there are about 125 per second.
const FRAME_INTERVAL: Duration = Duration::from_millis(8);

/// The number of imported matches.
const PAIRS: u64 = 2000;

/// The filters that the user types, one after the other, between sorting and stepping.
const FILTERS: [&str; 6] = ["P", "P5", "P55", "P5", "elo>2200", ""];

fn main() -> Result<(), Box<dyn Error>> {
    let year = archive::create_year_archive()?;
    let folder = tempfile::tempdir()?;
    let short = folder.path().join("20.bpgn");
    write_matches(&Recipe::archive(20_000_000), &mut BufWriter::new(File::create(&short)?))?;
    let boards = folder.path().join("boards");
    std::fs::create_dir(&boards)?;
    board_files::make(&boards, PAIRS)?;

    let mut busy = Busy::new();
    let listing = busy.open(&year.path);
    println!("listing of {} MB: {listing}", year.written.bytes / 1_000_000);
    println!("its {} matches, no other job: {}", year.written.matches, busy.idle());
    println!("search for `mate` in 1 GB: {}", busy.search("mate"));
    println!("save of one change in the same: {}", busy.save());
    busy.open(&short);
    println!("search for `missed-mate` in 20 MB: {}", busy.search("missed-mate"));
    println!("import of {PAIRS} pairs: {}", busy.open(&boards));
    Ok(())
}

/// A window whose user acts while a job runs.
struct Busy {
    window: Window,
    frames: usize,
    /// The longest wall time of a frame, and the action in it.
    longest: (Duration, String),
    busiest: (Duration, String),
}

impl Busy {
    fn new() -> Self {
        let window = Window::of(b"1A. e4 *\n", false);
        Self { window, frames: 0, longest: <_>::default(), busiest: <_>::default() }
    }

    /// Applies an action and draws its frame.
    fn act(&mut self, action: Option<Action>) {
        let what = action.as_ref().map_or("nothing".to_owned(), name_of);
        let (clock, processor) = (Instant::now(), thread_time());
        if let Some(action) = action {
            let context = self.window.context.clone();
            self.window.app.update(action, &context);
        }
        self.window.frame(Vec::new());
        let took = (clock.elapsed(), thread_time().saturating_sub(processor));
        self.frames += 1;
        if took.0 > self.longest.0 {
            self.longest = (took.0, what.clone());
        }
        if took.1 > self.busiest.0 {
            self.busiest = (took.1, what);
        }
    }

    /// Applies `first`, then actions of the user as long as `runs` returns true. Returns the longest pauses as text.
    fn measure(&mut self, first: Action, runs: impl Fn(&State) -> bool) -> String {
        (self.frames, self.longest, self.busiest) = <_>::default();
        self.act(Some(first));
        let mut step = 0;
        while runs(self.window.state()) {
            self.act(Some(action(step)));
            step += 1;
            std::thread::sleep(FRAME_INTERVAL);
        }
        // Handles the last result of the job.
        self.act(None);
        let ((long, long_what), (busy, busy_what)) = (&self.longest, &self.busiest);
        let ms = |duration: &Duration| duration.as_secs_f64() * 1e3;
        format!(
            "{:.1} ms ({long_what}), CPU time {:.1} ms ({busy_what}), {} frames",
            ms(long),
            ms(busy),
            self.frames
        )
    }

    fn open(&mut self, path: &Path) -> String {
        let open = Action::Library(LibraryAction::OpenAll(vec![PathBuf::from(path)]));
        let report = self.measure(open, |state| {
            let whole = state.file().is_some_and(|file| !file.is_loading());
            state.library.requested().is_some() || !whole
        });
        self.settle();
        report
    }

    /// Measures actions of the user while no job runs.
    fn idle(&mut self) -> String {
        let end = Instant::now() + Duration::from_secs(2);
        let report = self.measure(action(0), |_| Instant::now() < end);
        self.settle();
        report
    }

    fn search(&mut self, question: &str) -> String {
        let ask = |action| Action::Search(action);
        let end = Instant::now() + SEARCH_TIMEOUT;
        let report = self.measure(ask(SearchAction::Run(question.to_owned())), |state| {
            let kind = JobKind::Search(SearchPage::Moments);
            state.jobs.is_running(kind) && Instant::now() < end
        });
        self.act(Some(ask(SearchAction::Stop)));
        self.settle();
        report
    }

    fn save(&mut self) -> String {
        // Some matches of an archive have no moves.
        for id in 0..20 {
            self.act(Some(Action::Library(LibraryAction::Choose(id))));
            self.settle();
            self.act(Some(Action::RunCommand(Command::Start)));
            self.act(Some(Action::RunCommand(Command::StepForward)));
            if self.window.state().playhead().moment() > 0 {
                break;
            }
        }
        self.act(Some(Action::RunCommand(Command::Glyph(1))));
        assert!(self.window.state().is_unsaved(), "a ply is annotated");
        let report = self.measure(Action::RunCommand(Command::Save), |state| state.is_unsaved());
        self.settle();
        report
    }

    /// Resets the list to all rows in file order, and waits for all jobs.
    fn settle(&mut self) {
        self.act(Some(Action::Library(LibraryAction::Filter(String::new()))));
        for _ in 0..100 {
            self.act(None);
            std::thread::sleep(FRAME_INTERVAL);
        }
    }
}

/// Returns the action number `step` of the user.
fn action(step: usize) -> Action {
    let library = match step % 10 {
        at @ 0..6 => LibraryAction::Filter(FILTERS[at].to_owned()),
        6 => LibraryAction::Sort(CellValue::Plies),
        7 => LibraryAction::Sort(CellValue::Number),
        _ => return Action::RunCommand(Command::StepForward),
    };
    Action::Library(library)
}

fn name_of(action: &Action) -> String {
    match action {
        Action::Library(LibraryAction::Filter(words)) => format!("filter `{words}`"),
        Action::Library(LibraryAction::Sort(by)) => format!("sort by {by:?}"),
        Action::Library(LibraryAction::OpenAll(_)) => "open".to_owned(),
        other => {
            let name = format!("{other:?}");
            name.chars().take(30).collect()
        }
    }
}

/// Returns the CPU time of this thread, as reported by Linux.
fn thread_time() -> Duration {
    let report = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = report.split(' ').next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
