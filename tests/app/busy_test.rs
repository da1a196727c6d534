//! The window during a job: it filters, sorts, saves, opens another file, cancels the job and closes. A gate holds jobs
//! at their cancellation checks, so that the tests do not depend on time.

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::Key;
use std::path::PathBuf;
use tandem::{
    app::{
        Action, BookAction, Command, JobKind, JobProgress, JobReport, LibraryAction, PictureAction,
        SaveTarget, SavingAction, SearchAction, SearchPage, Switch,
    },
    archive::CellValue,
    parallel::MAX_SERIAL,
};

/// The number of matches: more than a walk has in flight at a time.
const MATCHES: usize = 6_000;

/// The number of the only match with a seventh ply, played by `Solo`.
const SOLO: usize = 5_000;

fn record(number: usize) -> String {
    if number == SOLO {
        return SHORT.replace("Anna", "Solo").replace(" *\n", " 3A. Nc3 *\n") + "\n";
    }
    format!("[WhiteA \"Anna\"]\n[BlackA \"Ben\"]\n[Round \"{number}\"]\n\n1A. e4 1a. e5 *\n\n")
}

fn archive(matches: usize) -> String {
    (1..=matches).map(record).collect()
}

/// A window with an archive, and the path of another file to open.
struct Busy {
    window: Window,
    path: PathBuf,
    other: PathBuf,
}

impl Busy {
    fn with(matches: usize) -> Self {
        let mut window = Window::empty();
        let path = window.file("archive.bpgn", archive(matches).as_bytes());
        let other = window.file("other.bpgn", format!("{SHORT}\n{SHORT}").as_bytes());
        window.open_all(vec![path.clone()]);
        window.wait("it is listed", |window| {
            window.state().file().is_some_and(|file| file.filter.rows.len() == matches)
        });
        Self { window, path, other }
    }

    /// Starts a job of this kind, which is held before it does anything.
    fn begin(&mut self, kind: JobKind, begin: impl FnOnce(&mut Window)) {
        self.begin_after(0, kind, begin);
    }

    /// Starts a job of this kind, which is held in the middle of its walk, with all its threads waiting.
    fn begin_walk(&mut self, kind: JobKind, begin: impl FnOnce(&mut Window)) {
        self.begin_after(1, kind, begin);
    }

    fn begin_after(&mut self, passes: usize, kind: JobKind, begin: impl FnOnce(&mut Window)) {
        self.window.close_gate(kind, passes);
        begin(&mut self.window);
        self.window.wait_held(kind);
    }

    fn library(&mut self, action: LibraryAction) {
        self.window.update(Action::Library(action));
    }

    /// Types a filter letter by letter, and sorts the list.
    fn filters_and_sorts(&mut self) {
        let (mut typed, name) = (String::new(), "Solo");
        for letter in name.chars() {
            typed.push(letter);
            self.library(LibraryAction::Filter(typed.clone()));
        }
        self.shows(1);
        assert!(self.window.has_containing(&format!("Match {SOLO}: Solo")));
        self.library(LibraryAction::Filter(String::new()));
        self.shows(MATCHES);
        assert!(!self.window.has_containing(&format!("Match {SOLO}: Solo")));
        self.library(LibraryAction::Sort(CellValue::Plies));
        assert!(self.window.has_containing(&format!("Match {SOLO}: Solo")), "it is the longest");
        self.library(LibraryAction::Sort(CellValue::Number));
    }

    fn shows(&self, listed: usize) {
        let grouped = |number: usize| match (number / 1000, number % 1000) {
            (0, number) => number.to_string(),
            (thousands, rest) => format!("{thousands},{rest:03}"),
        };
        let words = format!("{} of {} matches", grouped(listed), grouped(MATCHES));
        assert!(self.window.has(&words), "no {words}");
    }

    /// Annotates a ply and saves the file.
    fn saves(&mut self) {
        self.edits();
        self.window.keys(CTRL, Key::S);
        self.window.wait("it is saved", |window| !window.state().is_unsaved());
    }

    fn edits(&mut self) {
        self.window.update(Action::RunCommand(Command::StepForward));
        self.window.update(Action::RunCommand(Command::Glyph(1)));
        let title = self.window.state().title();
        assert!(title.starts_with('•'), "{title}: {:?}", self.window.names());
    }

    fn opens_another(&mut self) {
        self.library(LibraryAction::OpenAll(vec![self.other.clone()]));
        self.window.wait("the other file is shown", |window| window.has("2 of 2 matches"));
    }
}

fn ask(window: &mut Window, action: SearchAction) {
    window.update(Action::Search(action));
}

/// Starts a search on this page.
fn search(window: &mut Window, page: SearchPage) {
    window.update(Action::RunCommand(Command::Show(tandem::app::Panel::Search)));
    if SearchPage::TABS.contains(&page) {
        window.click(page.name());
    }
    match page {
        SearchPage::Moments => ask(window, SearchAction::Run("missed-mate".to_owned())),
        SearchPage::Openings => {}
        SearchPage::Players => ask(window, SearchAction::Player(Some("Anna".to_owned()))),
        SearchPage::Missed => ask(window, SearchAction::CountMissed),
        SearchPage::Book => ask(window, SearchAction::Book(BookAction::Player(None))),
    }
}

#[test]
fn window_stays_responsive_during_a_search() {
    for page in SearchPage::ALL {
        let kind = JobKind::Search(page);
        let mut busy = Busy::with(MATCHES);
        busy.begin_walk(kind, |window| search(window, page));
        busy.filters_and_sorts();
        busy.saves();
        assert!(busy.window.is_held(kind), "{page:?}: it has gone on for all that");
        busy.opens_another();
        // The same with another file open.
        drop(busy);
    }
}

#[test]
fn blocked_search_can_be_stopped_and_closed() {
    let kind = JobKind::Search(SearchPage::Moments);
    let mut busy = Busy::with(MATCHES);
    busy.begin_walk(kind, |window| search(window, SearchPage::Moments));
    busy.window.click("Stop");
    assert!(busy.window.has_containing("Stopped after"));
    while busy.window.is_held(kind) {
        std::thread::yield_now();
    }
    // The window closes during the next job.
    busy.begin_walk(kind, |window| ask(window, SearchAction::Start));
    assert_eq!(busy.window.recovery_offers_after_restart(), 0);
}

#[test]
fn window_stays_responsive_during_a_load() {
    let mut busy = Busy::with(MATCHES);
    let path = busy.path.clone();
    busy.begin(JobKind::Read, |window| {
        window.update(Action::Library(LibraryAction::OpenAll(vec![path])));
    });
    busy.filters_and_sorts();
    busy.saves();
    assert!(busy.window.is_held(JobKind::Read));
    busy.window.open_gate(JobKind::Read);
    busy.opens_another();
}

#[test]
fn window_stays_responsive_during_a_save() {
    let mut busy = Busy::with(MATCHES);
    busy.edits();
    busy.begin(JobKind::Save, |window| window.keys(CTRL, Key::S));
    busy.filters_and_sorts();
    busy.window.key(Key::ArrowRight);
    assert_eq!(busy.window.moment(), 2);
    assert!(busy.window.is_held(JobKind::Save) && busy.window.is_unsaved());
    busy.window.open_gate(JobKind::Save);
    busy.window.wait("it is saved", |window| !window.state().is_unsaved());
    busy.opens_another();
}

#[test]
fn window_stays_responsive_during_an_export() {
    let mut busy = Busy::with(MATCHES);
    let to = busy.window.path("export.bpgn");
    busy.begin_walk(JobKind::Export, |window| {
        let path = SavingAction::SavePath(SaveTarget::Matches, to.clone());
        window.update(Action::Saving(path));
    });
    busy.filters_and_sorts();
    busy.saves();
    busy.opens_another();
    assert!(busy.window.is_held(JobKind::Export));
    busy.window.open_gate(JobKind::Export);
    busy.window.wait("it is exported", |_| to.exists());
}

#[test]
fn window_stays_responsive_while_a_picture_is_drawn() {
    let mut busy = Busy::with(MATCHES);
    busy.begin(JobKind::Picture, |window| {
        window.update(Action::RunCommand(Command::Export));
        window.update(Action::Pictures(PictureAction::Save));
    });
    busy.window.key(Key::Escape);
    busy.filters_and_sorts();
    busy.saves();
    busy.opens_another();
}

#[test]
fn window_stays_responsive_during_analysis() {
    let mut busy = Busy::with(MATCHES);
    busy.begin_walk(JobKind::Analyse, |window| {
        window.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    });
    busy.filters_and_sorts();
    assert!(busy.window.is_held(JobKind::Analyse));
    busy.saves();
    busy.opens_another();
}

#[test]
fn window_stays_responsive_during_a_puzzle_search() {
    let mut busy = Busy::with(MATCHES);
    busy.begin_walk(JobKind::Puzzles, |window| {
        window.update(Action::RunCommand(Command::PuzzlesOfList));
    });
    busy.window.update(Action::RunCommand(Command::LeavePuzzles));
    busy.filters_and_sorts();
    busy.saves();
    busy.opens_another();
}

#[test]
fn window_stays_responsive_while_a_problem_is_solved() {
    let quiet: String = (1..)
        .zip("abcdefgh".chars())
        .map(|(number, file)| format!("{number}. {file}3 {{(:)}} ?? {{(:0)}}\n"))
        .collect();
    let mut window = Window::of(&format!("[Filtered \"white\"]\n[depth \"3\"]\n\n{quiet}"));
    let kinds = [
        JobKind::CalculateBelief(tandem::rules::Color::White),
        JobKind::CalculateBelief(tandem::rules::Color::Black),
    ];
    kinds.into_iter().for_each(|kind| window.close_gate(kind, 0));
    window.menu(&["Kriegspiel", "Solve"]);
    window.wait("the work has begun", |window| {
        window.has_containing("Calculating possible positions")
    });
    window.click("Stop solving");
    let other = window.file("other.bpgn", format!("{SHORT}\n{SHORT}").as_bytes());
    window.open_all(vec![other]);
    assert!(window.has("2 of 2 matches"));
}

#[test]
fn long_list_keeps_its_rows_until_the_latest_filter_is_done() {
    let matches = MAX_SERIAL + 1;
    let mut busy = Busy::with(matches);
    let shown = |busy: &Busy| busy.window.state().file().map(|file| file.filter.rows.len());
    busy.begin(JobKind::List, |window| {
        window.update(Action::Library(LibraryAction::Filter("S".to_owned())));
    });
    assert!(busy.window.has("10,001 of 10,001 matches"), "the rows that were there");
    for typed in ["So", "Sol", "Anna", "Solo"] {
        busy.library(LibraryAction::Filter(typed.to_owned()));
        assert_eq!(shown(&busy), Some(matches), "{typed}");
    }
    busy.window.open_gate(JobKind::List);
    busy.window.wait("the list is filtered", |window| {
        let rows = window.state().file().map(|file| file.filter.rows.len());
        assert!(rows == Some(matches) || rows == Some(1), "only the latest words: {rows:?}");
        window.has("1 of 10,001 matches")
    });
    busy.saves();
    busy.opens_another();
}

#[test]
fn an_export_shows_its_progress_and_can_be_cancelled() {
    let mut busy = Busy::with(MATCHES);
    let to = busy.window.path("export.bpgn");
    busy.begin_walk(JobKind::Export, |window| {
        let path = SavingAction::SavePath(SaveTarget::Matches, to.clone());
        window.update(Action::Saving(path));
    });
    let report = |done| {
        let detail = format!("Exporting… {} %", 100 * done / MATCHES);
        let progress = JobProgress::new(done, MATCHES, detail);
        Action::Job(JobKind::Export, JobReport::Progress(progress))
    };
    busy.window.update(report(MATCHES / 4));
    assert_eq!(Painted::of(&busy.window).count("Exporting… 25 %"), 1);
    busy.window.update(report(MATCHES / 2));
    assert_eq!(Painted::of(&busy.window).count("Exporting… 50 %"), 1);
    busy.window.click("Cancel export");
    busy.window.open_gate(JobKind::Export);
    busy.window.settle();
    assert!(!busy.window.has("Dismiss"));
    assert!(!to.exists());
}
