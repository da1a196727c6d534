//! Effects as jobs, without a window: dialogs are doubles, files and settings are real in a temporary folder.

#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};
use tandem::{
    app::{
        Action, ArchiveQuery, Command, DeferredAction, Dialog, Effect, EngineTask, Field,
        FileAnswer, JobKind, JobReport, LibraryAction, NotesAction, OpenedFiles, Panel,
        QueryResult, SavingAction, SearchAction, SearchPage, ShellAction, State, Switch,
    },
    archive::Collection,
    file::{Source, UnpackLimits},
    jobs::{Desktop, DialogResult, Dialogs, FileChoice, FileDialog, Jobs, Services},
    search::WalkProgress,
    settings::{ChangedRecord, Recovery, RecoveryStore, Settings, Store},
};
use tempfile::TempDir;

/// A timeout that only failing tests reach.
const LIMIT: Duration = Duration::from_secs(60);

pub(super) const MATCH: &str = "[WhiteA \"Anna\"]\n[BlackA \"Ben\"]\n[WhiteB \"Carla\"]\n[BlackB \"Dan\"]\n\
                     [Result \"*\"]\n\n1A. e4 1a. e5 1B. d4 *\n";

/// A dialog that stays open until the test closes it.
struct DialogDouble {
    shown: Sender<FileDialog>,
    closed: Mutex<Receiver<DialogResult>>,
}

impl Dialogs for DialogDouble {
    fn show(&self, dialog: &FileDialog) -> DialogResult {
        let _ = self.shown.send(dialog.clone());
        let closed = self.closed.lock().expect("no test has failed here");
        closed.recv().unwrap_or(DialogResult::Cancelled)
    }
}

/// The program without its window.
pub(super) struct Headless {
    // Dropped first, while the folder still exists.
    pub(super) jobs: Jobs,
    pub(super) state: State,
    shown: Receiver<FileDialog>,
    close: Sender<DialogResult>,
    folder: TempDir,
}

impl Headless {
    /// Returns the next answer of a job other than the analysis of the match.
    fn answer(&mut self) -> Option<Action> {
        loop {
            let answer = self.jobs.wait(LIMIT);
            if !matches!(answer, Some(Action::Analysis(_) | Action::Job(..))) {
                return answer;
            }
        }
    }

    pub(super) fn new() -> Self {
        Self::with_cache(None)
    }

    /// Starts with a cache folder of this name.
    pub(super) fn with_cache(cache: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (tell_shown, shown) = channel();
        let (close, closed) = channel();
        let world = Services {
            store: Store::at(folder.path().join("settings.ron")),
            recovery: RecoveryStore::at(folder.path().join("recovery")),
            progress: tandem::settings::ProgressStore::at(folder.path().join("puzzles.json")),
            cache: cache.map(|name| folder.path().join(name)),
            unpack: UnpackLimits::DEFAULT,
            // Nothing listens there, so that no test reaches a website.
            fetch_base: Some("http://127.0.0.1:1".to_owned()),
            dialogs: Arc::new(DialogDouble { shown: tell_shown, closed: Mutex::new(closed) }),
            desktop: Desktop::None,
            engine_folders: Vec::new(),
        };
        Self {
            jobs: Jobs::new(world, || {}),
            state: State::new(Settings::default()),
            shown,
            close,
            folder,
        }
    }

    /// Starts with an open file that contains `text`.
    pub(super) fn of(text: &str) -> Self {
        let mut headless = Self::new();
        headless.open(text);
        headless
    }

    pub(super) fn open(&mut self, text: &str) {
        let path = self.path("match.bpgn");
        std::fs::write(&path, text).expect("should be writable");
        self.update(Action::Library(LibraryAction::Open(path)));
        self.wait("the file is read", |state| {
            let file = state.library.file();
            file.is_some_and(|file| !file.is_loading())
        });
    }

    /// Returns how many moments match `question`.
    fn ask(&mut self, question: &str) -> usize {
        self.state.search.form.set_query(question.to_owned());
        self.update(Action::Search(SearchAction::Start));
        self.wait("it is answered", |state| {
            !state.jobs.is_running(JobKind::Search(SearchPage::Moments))
        });
        match self.state.search.page_state(SearchPage::Moments).answer {
            QueryResult::Moments(_, count) => count,
            _ => 0,
        }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("should be readable")
    }

    /// Performs `action` and starts its jobs.
    pub(super) fn update(&mut self, action: Action) {
        for effect in self.state.update(action) {
            // Effects for the window are ignored.
            let _ = self.jobs.run(effect);
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        self.update(Action::RunCommand(command));
    }

    /// Takes answers until `done`. `what` is for the message of a failure.
    pub(super) fn wait(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        while !done(&self.state) {
            let action = self.jobs.wait(LIMIT);
            self.update(action.unwrap_or_else(|| panic!("waited in vain: {what}")));
        }
    }

    fn shown(&self) -> FileDialog {
        self.shown.recv_timeout(LIMIT).expect("a dialog is shown")
    }

    pub(super) fn close(&self, chosen: DialogResult) {
        self.close.send(chosen).expect("the dialogs are there");
    }
}

#[test]
fn saving_and_searching_work_with_an_open_dialog() {
    let mut program = Headless::of(MATCH);
    program.command(Command::Open);
    program.shown();

    program.update(Action::Notes(NotesAction::Type(Field::Comment(0), "an opening".to_owned())));
    program.command(Command::Save);
    program.wait("the file is saved", |state| !state.is_unsaved());
    assert!(program.read("match.bpgn").contains("{C:an opening}"));

    program.command(Command::Show(Panel::Search));
    program.state.search.form.set_query("Pe4".to_owned());
    program.update(Action::Search(SearchAction::Start));
    program.wait("it is found", |state| {
        matches!(&state.search.page_state(SearchPage::Moments).answer, QueryResult::Moments(_, 1..))
    });

    program.command(Command::Switch(Switch::Coordinates));
    let store = Store::at(program.path("settings.ron"));
    let kept = program.state.settings.coordinates;
    while store.load().0.coordinates != kept {
        std::thread::yield_now();
    }

    // The dialog is still open, and is answered only now.
    std::fs::write(program.path("other.bpgn"), MATCH).expect("should be writable");
    program.close(DialogResult::Paths(vec![program.path("other.bpgn")]));
    let other = program.path("other.bpgn");
    program.wait("the other file is shown", |state| {
        state.library.file().is_some_and(|file| file.path == other)
    });
}

/// Returns the file in the folder `cache` whose name ends with `what`.
fn kept(cache: &Path, what: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(cache).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|end| end == what))
}

/// Starts with a file large enough for a cache: 40 times `text`, which begins with `1A. e4`.
fn with_large_file(text: &str) -> Headless {
    let comment = "words and words ".repeat(28_000);
    let record = text.replace("1A. e4", &format!("1A. e4 {{C:{comment}}}"));
    let mut program = Headless::with_cache(Some("cache"));
    program.open(&format!("{record}\n").repeat(40));
    program.command(Command::Show(Panel::Search));
    program
}

#[test]
fn mates_of_a_large_file_are_cached() {
    let missed = MATCH.replace(
        "1A. e4 1a. e5 1B. d4",
        "1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Bb3 4a. Nd4 5A. Qxf7#",
    );
    let mut program = with_large_file(&missed);
    let cache = program.path("cache");
    assert_eq!(kept(&cache, "mates3"), None, "nothing was asked yet");
    assert_eq!(program.ask("missed-mate"), 40);
    let path = kept(&cache, "mates3").expect("it is kept");
    let whole = std::fs::read(&path).expect("should be readable");
    assert_eq!(program.ask("missed-mate"), 40);
    assert_eq!(program.ask("mate-in:1"), 80);
    // A damaged cache is recomputed.
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("should be writable");
    assert_eq!(program.ask("missed-mate"), 40);
    assert_eq!(std::fs::read(&path).expect("should be readable"), whole);
}

#[test]
fn mate_search_reports_progress() {
    let mut program = Headless::of(MATCH);
    program.command(Command::Show(Panel::Search));
    let progress = |question: &str, kept: usize| {
        let query = ArchiveQuery::Moments(Box::new(question.parse().expect("a query")));
        query.progress(WalkProgress { records: 64, total: 100, cached: kept }).detail
    };
    let words = "Searched 64 of 100 matches";
    assert_eq!(progress("missed-mate", 0), words);
    let words = "Searched 64 of 100 matches, 32 of them in an earlier search";
    assert_eq!(progress("mate-in:2 [p]", 32), words);
    assert_eq!(progress("mate", 0), "", "that takes no time");
    program.state.search.form.set_query("fatal".to_owned());
    program.state.update(Action::Search(SearchAction::Start));
    program.state.update(Action::Search(SearchAction::Stop));
    let stopped = "Stopped after 0 of 1 match";
    assert_eq!(
        program.state.search.page_state(SearchPage::Moments).stopped_text().as_deref(),
        Some(stopped)
    );
}

#[test]
fn moves_of_a_large_file_are_cached_after_a_query() {
    let mut program = with_large_file(MATCH);
    let cache = program.path("cache");
    let moves = || kept(&cache, "moves");
    assert_eq!(moves(), None, "nothing was asked yet");
    assert_eq!(program.ask("Pe4"), 40);
    while moves().is_none() {
        std::thread::yield_now();
    }
    assert_eq!(program.ask("Pe4 turn:b"), 40);
    assert_eq!(program.ask("Pe4,pe5"), 40);
    // A damaged cache only costs time.
    let path = moves().expect("they are kept");
    std::fs::write(&path, "something else").expect("should be writable");
    assert_eq!(program.ask("Pe4,pe5"), 40);
}

#[test]
fn file_dialog_starts_in_the_folder_of_the_file() {
    let mut program = Headless::of(MATCH);
    program.command(Command::SaveMatch);
    let dialog = program.shown();
    assert_eq!(dialog.choice, FileChoice::SaveFile);
    assert_eq!(dialog.folder.as_deref(), Some(program.folder.path()));
    assert_eq!(dialog.name, "match.bpgn");
    assert_eq!(dialog.title, "Save a copy of this match");
    let copy = program.path("copy.bpgn");
    program.close(DialogResult::Paths(vec![copy]));
    program.wait("the copy is told", |state| !state.shell.notices.is_empty());
    assert_eq!(program.read("copy.bpgn"), MATCH);
}

#[test]
fn several_files_or_a_folder_can_be_chosen() {
    let mut program = Headless::of(MATCH);
    let paths = ["one.bpgn", "two.bpgn"].map(|name| program.path(name));
    for path in &paths {
        std::fs::write(path, MATCH).expect("should be writable");
    }
    program.command(Command::Open);
    assert_eq!(program.shown().choice, FileChoice::Files);
    program.close(DialogResult::Paths(paths.to_vec()));
    program.wait("both are shown", |state| {
        state.library.file().is_some_and(|file| file.matches() == 2)
    });
    program.command(Command::OpenFolder);
    assert_eq!(program.shown().choice, FileChoice::Folder);
    program.close(DialogResult::Paths(vec![program.folder.path().to_owned()]));
    program.wait("all three are shown", |state| {
        state.library.file().is_some_and(|file| file.matches() == 3)
    });
}

#[test]
fn path_is_typed_without_a_system_dialog() {
    let mut program = Headless::of(MATCH);
    program.command(Command::Open);
    program.close(DialogResult::Unavailable);
    program.wait("a path is asked for", |state| state.shell.dialog == Some(Dialog::Import));
    program.update(Action::Shell(ShellAction::Dialog(None)));
    program.command(Command::SaveAs);
    program.close(DialogResult::Unavailable);
    program.wait("a path is asked for", |state| {
        matches!(state.shell.dialog, Some(Dialog::SavePath(..)))
    });
}

#[test]
fn open_match_is_analysed() {
    let mut program = Headless::of(MATCH);
    program.wait("there is a report", |state| {
        let shown = state.match_state();
        shown.is_some_and(|shown| shown.analysis.report.is_some())
    });
    let analysis = |state: &State| state.match_state().map(|shown| shown.analysis.progress());
    assert_eq!(analysis(&program.state), Some((4, 4)));
}

#[test]
fn the_second_dialog_opens_when_the_first_is_closed() {
    let mut program = Headless::of(MATCH);
    program.command(Command::Open);
    program.command(Command::OpenFolder);
    assert_eq!(program.shown().choice, FileChoice::Files);
    assert!(program.shown.try_recv().is_err(), "one after the other");
    program.close(DialogResult::Cancelled);
    assert_eq!(program.shown().choice, FileChoice::Folder);
    program.close(DialogResult::Cancelled);
    for _ in 0..2 {
        let answer = program.answer();
        assert!(matches!(
            answer,
            Some(Action::Library(LibraryAction::OpenDialogClosed(FileAnswer::Cancelled)))
        ));
    }
}

#[test]
fn result_of_a_cancelled_dialog_is_dropped() {
    let mut program = Headless::of(MATCH);
    program.command(Command::SaveAs);
    program.shown();
    assert!(program.jobs.run(Effect::Cancel(JobKind::PathDialog)).is_none());
    program.close(DialogResult::Paths(vec![program.path("late.bpgn")]));
    program.command(Command::Open);
    program.shown();
    program.close(DialogResult::Cancelled);
    let answer = program.answer();
    assert!(
        matches!(
            answer,
            Some(Action::Library(LibraryAction::OpenDialogClosed(FileAnswer::Cancelled)))
        ),
        "{answer:?}"
    );
}

#[test]
fn last_setting_is_on_disk_after_closing() {
    let mut program = Headless::of(MATCH);
    // The dialog stays open.
    program.command(Command::Open);
    program.command(Command::Switch(Switch::Coordinates));
    program.update(Action::Notes(NotesAction::Type(Field::Comment(0), "not saved".to_owned())));
    let coordinates = program.state.settings.coordinates;
    let Headless { jobs, folder, .. } = program;
    drop(jobs);
    let (settings, error) = Store::at(folder.path().join("settings.ron")).load();
    assert!(error.is_none());
    assert_eq!(settings.coordinates, coordinates);
    let (found, errors) = RecoveryStore::at(folder.path().join("recovery")).orphans();
    assert!(errors.is_empty());
    let [(_, recovery)] = found.as_slice() else { panic!("{found:?}") };
    let kept = String::from_utf8_lossy(&recovery.records[0].bytes).into_owned();
    assert!(kept.contains("{C:not saved}"), "{kept}");
}

#[test]
fn job_panic_is_reported_once_and_blocks_nothing() {
    let mut program = Headless::of(MATCH);
    program.update(Action::Notes(NotesAction::Type(Field::Comment(0), "an opening".to_owned())));
    // The job is not started; its failure is reported instead.
    assert!(matches!(
        program.state.update(Action::RunCommand(Command::Save))[..],
        [Effect::Save(_)]
    ));
    program.update(Action::Job(JobKind::Save, JobReport::Panicked("saving")));
    let said: Vec<&str> = program.state.shell.notices.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(said, ["Saving failed because of an internal error. Nothing else is affected."]);
    program.command(Command::Save);
    program.wait("the file is saved", |state| !state.is_unsaved());
    assert!(program.read("match.bpgn").contains("{C:an opening}"));
}

#[test]
fn engine_that_is_switched_off_is_not_running() {
    let mut state = Headless::of(MATCH).state.clone();
    let is_running = |state: &State| state.jobs.is_running(JobKind::Evaluate);
    state.update(Action::RunCommand(Command::Switch(Switch::Engine)));
    assert!(is_running(&state));
    let effects = state.update(Action::RunCommand(Command::Switch(Switch::Engine)));
    assert!(!is_running(&state));
    // A cancellation after the end of the engine would cancel that end.
    let is_engine =
        |effect: &Effect| matches!(effect, Effect::Engine(_) | Effect::Cancel(JobKind::Evaluate));
    let effects: Vec<&Effect> = effects.iter().filter(|effect| is_engine(effect)).collect();
    assert!(matches!(effects[..], [Effect::Engine(EngineTask::End)]), "{effects:?}");
}

#[test]
fn unawaited_jobs_are_cancelled() {
    let mut program = Headless::of(MATCH);
    program.state.update(Action::RunCommand(Command::Show(Panel::Search)));
    program.state.search.form.set_query("Pe4".to_owned());
    let asked = program.state.update(Action::Search(SearchAction::Start));
    assert!(matches!(asked[..], [Effect::ArchiveQuery(_)]), "{asked:?}");
    let stopped = program.state.update(Action::Search(SearchAction::Stop));
    let search = JobKind::Search(SearchPage::Moments);
    assert!(matches!(stopped[..], [Effect::Cancel(kind)] if kind == search), "{stopped:?}");
    let again = program.state.update(Action::Search(SearchAction::Stop));
    assert!(again.is_empty(), "it was cancelled once: {again:?}");

    let growing = OpenedFiles {
        is_partial: true,
        ..OpenedFiles::complete(
            "other.bpgn",
            Collection::of(Source::from_bytes("other.bpgn", MATCH)),
        )
    };
    program.state.update(Action::Library(LibraryAction::OpenedFiles(Box::new(growing))));
    let closed = program.state.update(Action::RunCommand(Command::CloseFile));
    let is_cancel = |effect: &Effect| matches!(effect, Effect::Cancel(JobKind::Read));
    assert!(closed.iter().any(is_cancel), "{closed:?}");
}

#[test]
fn save_path_is_not_reused_for_another_file() {
    let mut program = Headless::of(MATCH);
    let other = program.path("other.bpgn");
    std::fs::write(&other, MATCH).expect("should be writable");
    program.command(Command::SaveAs);
    program.shown();
    program.update(Action::Library(LibraryAction::Open(other.clone())));
    program.wait("the other file is shown", |state| {
        let file = state.library.file();
        file.is_some_and(|file| file.path == other)
    });
    program.close(DialogResult::Paths(vec![program.path("late.bpgn")]));
    program.command(Command::SaveAs);
    assert_eq!(program.shown().name, "other.bpgn");
    program.close(DialogResult::Paths(vec![program.path("copy.bpgn")]));
    let copy = program.path("copy.bpgn");
    program.wait("the other file is saved", |state| {
        let file = state.library.file();
        file.is_some_and(|file| file.path == copy)
    });
    assert!(!program.path("late.bpgn").exists());
}

/// Too large to be held in memory: a record of a megabyte, then 17 more.
pub(super) fn large() -> String {
    let filler = "[Site \"somewhere far away\"]\n".repeat(37_000);
    let record = MATCH.replacen("[WhiteA", &format!("{filler}[WhiteA"), 1) + "\n";
    record.repeat(18)
}

#[test]
fn a_record_of_a_large_file_is_read_by_a_job() {
    let mut program = Headless::of(&large());
    let is_read = |state: &State| {
        let file = state.library.file();
        let whole = file.is_some_and(|file| !file.is_loading() && file.matches() == 18);
        let open = state.open.as_ref();
        whole && open.is_some_and(|open| !state.is_loading_record() && open.content.is_scanned())
    };
    // The end of the scan does not cause a message.
    let wait = |program: &mut Headless| {
        while !is_read(&program.state) {
            if let Some(action) = program.jobs.wait(Duration::from_millis(1)) {
                program.update(action);
            }
        }
    };
    wait(&mut program);
    let list = &program.state.library.file().expect("a file").list;
    assert!(list.files[0].text.loaded().is_none());

    program.update(Action::Notes(NotesAction::Type(Field::Comment(0), "the first".to_owned())));
    program.update(Action::Notes(NotesAction::Leave(Field::Comment(0))));
    program.update(Action::Library(LibraryAction::Choose(17)));
    assert!(program.state.open.is_none(), "nothing is read in between");
    wait(&mut program);
    let open = program.state.open.as_ref().expect("a record");
    assert_eq!(open.content.text(), &large().as_bytes()[large().len() / 18 * 17..]);

    // The last change was in another record, which has to be read first.
    program.command(Command::Undo);
    wait(&mut program);
    let file = program.state.library.file().expect("a file");
    assert_eq!(file.record.id, 0);
    assert!(file.changes.is_clean());
    program.command(Command::Redo);
    program.command(Command::Save);
    program.wait("it is saved", |state| !state.is_unsaved());
    wait(&mut program);
    assert!(program.read("match.bpgn").contains("{C:the first}"));
}

#[test]
fn recovered_changes_do_not_mix_with_later_ones() {
    let mut program = Headless::of(MATCH);
    let recovery = program.path("recovery");
    let open = &program.state.library.file().expect("a file").list;
    let record = ChangedRecord {
        file: 0,
        range: open.index.range(0).expect("a record"),
        bytes: MATCH.replace("Anna", "Zoe").into_bytes(),
    };
    let left = Recovery {
        path: Some(open.files[0].path.clone()),
        fingerprint: open.files[0].fingerprint.clone(),
        records: vec![record],
        ..Recovery::default()
    };
    RecoveryStore::at(&recovery).save(&left).expect("should be writable");
    let (found, errors) = RecoveryStore::at(&recovery).orphans();
    assert!(errors.is_empty(), "{errors:?}");
    // The first letter is written at once, and the others later.
    for words in ["m", "mi", "mine"] {
        program.update(Action::Notes(NotesAction::Type(Field::Comment(0), words.to_owned())));
    }
    program.update(Action::Saving(SavingAction::RecoveryFound(found)));
    program.update(Action::Saving(SavingAction::Recover(
        program.state.saving.recoverable[0].0.clone(),
    )));
    assert!(matches!(
        program.state.shell.dialog,
        Some(Dialog::Unsaved(DeferredAction::Recover(_)))
    ));
    program.update(Action::Saving(SavingAction::DiscardUnsaved));
    program.wait("it is shown", |state| state.saving.recoverable.is_empty());
    let Headless { jobs, folder, .. } = program;
    drop(jobs);
    let (found, errors) = RecoveryStore::at(folder.path().join("recovery")).orphans();
    assert!(errors.is_empty(), "{errors:?}");
    let mut texts: Vec<String> = found
        .iter()
        .flat_map(|(_, recovery)| &recovery.records)
        .map(|record| String::from_utf8_lossy(&record.bytes).into_owned())
        .collect();
    texts.sort_by_key(|text| text.contains("Zoe"));
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains("{C:mine}"), "to the last letter: {texts:?}");
    assert!(texts[1].contains("Zoe"), "{texts:?}");
}
