//! A panic in a job of each kind: a notice, no state that still waits for the job, and the job can be started again.

#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::effects::{Headless, MATCH, large};
use std::time::{Duration, Instant};
use tandem::{
    app::{
        Action, Command, ComposerSheet, Dialog, Effect, EngineAction, Field, ImportingAction,
        JobKind, KriegspielAction, LibraryAction, NotesAction, Panel, PictureAction,
        PlaybackAction, PuzzleAction, SaveTarget, SavingAction, SearchAction, SearchPage,
        SetUpBoard, SettingsAction, ShellAction, Switch,
    },
    rules::Color,
    settings::{ChangedRecord, Recovery, RecoveryStore},
};

/// A timeout that only failing tests reach.
const LIMIT: Duration = Duration::from_secs(60);

const GAME: &str = include_str!("../../../assets/samples/kriegspiel.pgn");
const PROBLEM: &str = include_str!("../../../assets/samples/kriegspiel-problem.pgn");
/// A match whose result its mate contradicts, which only a replay shows.
const DOUBTFUL: &str = "[Event \"x\"]\n[Result \"0-1\"]\n\n\
    1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. Nf6 4A. Qxf7 0-1\n\n";

/// How a job of one kind is started.
struct Case {
    /// The text of the open file.
    text: String,
    /// What happens before the job.
    before: fn(&mut Headless),
    start: fn(&mut Headless),
    /// How the user starts the job again after the panic.
    again: fn(&mut Headless),
}

impl Case {
    fn new(text: &str, start: fn(&mut Headless)) -> Self {
        Self { text: text.to_owned(), before: |_| {}, start, again: start }
    }

    fn before(self, before: fn(&mut Headless)) -> Self {
        Self { before, ..self }
    }

    fn again(self, again: fn(&mut Headless)) -> Self {
        Self { again, ..self }
    }
}

/// Returns the kind after `kind`, so that the compiler demands a place for every kind.
fn next(kind: JobKind) -> Option<JobKind> {
    use JobKind::*;
    Some(match kind {
        Read => Download,
        Download => Record,
        Record => CheckFiles,
        CheckFiles => List,
        List => Endings,
        Endings => Search(SearchPage::Moments),
        Search(SearchPage::Moments) => Search(SearchPage::Openings),
        Search(SearchPage::Openings) => Search(SearchPage::Players),
        Search(SearchPage::Players) => Search(SearchPage::Missed),
        Search(SearchPage::Missed) => Search(SearchPage::Book),
        Search(SearchPage::Book) => Puzzles,
        Puzzles => CalculateBelief(Color::White),
        CalculateBelief(Color::White) => CalculateBelief(Color::Black),
        CalculateBelief(Color::Black) => TryMove,
        TryMove => Plan,
        Plan => Compose,
        Compose => Analyse,
        Analyse => AnalysePosition,
        AnalysePosition => Review,
        Review => Reply,
        Reply => Evaluate,
        Evaluate => Score,
        Score => FindEngines,
        FindEngines => Version,
        Version => Dialog,
        Dialog => PathDialog,
        PathDialog => Save,
        Save => Export,
        Export => Picture,
        Picture => Recover,
        Recover => Recovery,
        Recovery => LoadProgress,
        LoadProgress => SaveProgress,
        SaveProgress => Settings,
        Settings => Sound,
        Sound => Desktop,
        Desktop => return None,
    })
}

fn case(kind: JobKind) -> Case {
    match kind {
        JobKind::Read => Case::new(MATCH, open_again),
        JobKind::Download => Case::new(MATCH, download),
        JobKind::Record => record_case(),
        JobKind::CheckFiles => Case::new(MATCH, |program| {
            program.update(Action::Library(LibraryAction::WindowFocused));
        }),
        JobKind::List => Case::new(&"[Event \"x\"]\n\n1A. e4 *\n\n".repeat(10_001), |program| {
            program.update(Action::Library(LibraryAction::Filter("x".to_owned())));
        })
        .before(|program| idle(program, JobKind::List)),
        JobKind::Endings => Case::new(&DOUBTFUL.repeat(4000), open_again)
            .before(|program| idle(program, JobKind::Endings)),
        JobKind::Search(page) => search_case(page),
        JobKind::Puzzles => Case::new(MATCH, |program| program.command(Command::PuzzlesOfList)),
        JobKind::CalculateBelief(color) => belief_case(color),
        JobKind::TryMove => Case::new(PROBLEM, try_move),
        JobKind::Plan => Case::new(PROBLEM, |program| program.command(Command::Solve)),
        JobKind::Compose => compose_case(),
        JobKind::Analyse => Case::new(MATCH, open_again)
            .before(|program| idle(program, JobKind::Analyse))
            .again(accept_offer),
        JobKind::AnalysePosition => Case::new(MATCH, |program| {
            program.update(Action::Playback(PlaybackAction::PlayTyped("a4".to_owned())));
        })
        .again(accept_offer),
        JobKind::Review => Case::new(MATCH, |program| program.command(Command::Review)),
        JobKind::Reply => Case::new(MATCH, |program| program.command(Command::PlayFromHere)),
        JobKind::Evaluate => {
            Case::new(MATCH, |program| program.command(Command::Switch(Switch::Engine)))
                .again(|program| program.update(Action::Engine(EngineAction::Restart)))
        }
        JobKind::Score => Case::new(MATCH, |program| program.command(Command::AnalyseMatch))
            .before(|program| {
                program.command(Command::Switch(Switch::Engine));
                idle(program, JobKind::Score);
            }),
        JobKind::FindEngines => Case::new(MATCH, |program| {
            program.update(Action::Engine(EngineAction::Detect));
        })
        .again(accept_offer),
        JobKind::Version => Case::new(MATCH, look_for_version),
        JobKind::Dialog => Case::new(MATCH, |program| program.command(Command::Open)),
        JobKind::PathDialog => Case::new(MATCH, |program| program.command(Command::SaveAs)),
        JobKind::Save => Case::new(MATCH, |program| program.command(Command::Save))
            .before(|program| comment(program, "mine")),
        JobKind::Export => Case::new(MATCH, |program| {
            let to = program.path("list.bpgn");
            program.update(Action::Saving(SavingAction::ReplacePath(SaveTarget::Matches, to)));
        }),
        JobKind::Picture => Case::new(MATCH, |program| {
            program.update(Action::Pictures(PictureAction::Save));
        })
        .before(open_export),
        JobKind::Recover => Case::new(MATCH, |program| {
            program.update(Action::Saving(SavingAction::Recover(
                program.state.saving.recoverable[0].0.clone(),
            )));
        })
        .before(offer_recovery),
        JobKind::Recovery => Case::new(MATCH, |program| comment(program, "one"))
            .before(recovery_has_started)
            .again(|program| comment(program, "two")),
        JobKind::LoadProgress => {
            Case::new(MATCH, |program| program.command(Command::ReviewDuePuzzles))
        }
        JobKind::SaveProgress => Case::new(MATCH, import_progress).before(progress_is_loaded),
        JobKind::Settings => {
            Case::new(MATCH, |program| program.command(Command::Switch(Switch::Coordinates)))
        }
        JobKind::Sound => Case::new(MATCH, |program| program.command(Command::StepForward))
            .before(|program| switch_on(program, Switch::Sounds)),
        JobKind::Desktop => Case::new(MATCH, |program| {
            let path = program.path("match.bpgn");
            assert!(program.jobs.run(Effect::ShowFile(path)).is_none());
        }),
    }
}

fn switch_on(program: &mut Headless, switch: Switch) {
    if !switch.is_on(&program.state.settings) {
        program.command(Command::Switch(switch));
    }
}

/// Switches the check for a new version on, at an address where nothing listens.
fn look_for_version(program: &mut Headless) {
    let mut settings = program.state.settings.clone();
    settings.page = "http://127.0.0.1:1".to_owned();
    program.update(Action::Settings(SettingsAction::Change(Box::new(settings))));
    if Switch::Updates.is_on(&program.state.settings) {
        program.command(Command::Switch(Switch::Updates));
    }
    program.command(Command::Switch(Switch::Updates));
}

fn record_case() -> Case {
    Case::new(&large(), |program| {
        program.update(Action::Library(LibraryAction::Choose(5)));
    })
    .before(|program| {
        idle(program, JobKind::Record);
    })
}

fn try_move(program: &mut Headless) {
    let text = "Bxh5".to_owned();
    program.update(Action::Kriegspiel(KriegspielAction::ShowSolver));
    let mut forms = program.state.take_forms();
    forms.game.typed_try = text;
    program.state.put_forms(forms);
    program.update(Action::Kriegspiel(KriegspielAction::TryTyped));
}

fn compose_case() -> Case {
    Case::new(PROBLEM, |program| {
        let mut sheet = ComposerSheet::default();
        let board = SetUpBoard::read_fen("7k/8/5K2/8/8/8/8/R7 w - -").expect("a board");
        sheet.sketch_mut().board = board;
        program.command(Command::NewProblem);
        let change = KriegspielAction::ChangeComposer(Box::new(sheet));
        program.update(Action::Kriegspiel(change));
    })
    .again(|program| {
        program.update(Action::Kriegspiel(KriegspielAction::RestartComposing));
    })
}

fn belief_case(color: Color) -> Case {
    let case = Case::new(
        GAME,
        match color {
            Color::White => |program| program.command(Command::AsWhite),
            Color::Black => |program| program.command(Command::AsBlack),
        },
    );
    case.before(|program| program.command(Command::Show(Panel::Belief)))
        .again(|program| program.update(Action::Kriegspiel(KriegspielAction::RestartBelief)))
}

fn search_case(page: SearchPage) -> Case {
    let case = Case::new(
        MATCH,
        match page {
            SearchPage::Moments => |program: &mut Headless| {
                program.state.search.form.set_query("Pe4".to_owned());
                program.update(Action::Search(SearchAction::Start));
            },
            SearchPage::Openings => |program: &mut Headless| {
                program.state.search.form.page = SearchPage::Openings;
                program.update(Action::Search(SearchAction::Refresh));
            },
            SearchPage::Players => |program: &mut Headless| {
                program.state.search.form.page = SearchPage::Players;
                program.update(Action::Search(SearchAction::Refresh));
            },
            SearchPage::Missed => |program: &mut Headless| {
                program.state.search.form.page = SearchPage::Missed;
                program.update(Action::Search(SearchAction::CountMissed));
            },
            SearchPage::Book => |program: &mut Headless| program.command(Command::Book),
        },
    );
    let case = case.before(|program| program.command(Command::Show(Panel::Search)));
    match page {
        SearchPage::Moments | SearchPage::Missed => case,
        SearchPage::Openings | SearchPage::Players | SearchPage::Book => case.again(accept_offer),
    }
}

fn open_again(program: &mut Headless) {
    let path = program.path("match.bpgn");
    program.update(Action::Library(LibraryAction::Open(path)));
}

fn download(program: &mut Headless) {
    switch_on(program, Switch::Downloads);
    let address = "https://www.chess.com/game/live/158858846803".to_owned();
    program.update(Action::Importing(ImportingAction::Open(address)));
    program.update(Action::Importing(ImportingAction::Start));
}

fn open_export(program: &mut Headless) {
    program.command(Command::Export);
    let path = program.path("picture.png");
    let Some(Dialog::Picture(mut choice)) = program.state.shell.dialog.clone() else {
        panic!("no dialog");
    };
    choice.path = path.to_string_lossy().into_owned();
    program.update(Action::Shell(ShellAction::Dialog(Some(Dialog::Picture(choice)))));
}

fn progress_is_loaded(program: &mut Headless) {
    program.update(Action::Puzzles(PuzzleAction::ProgressLoaded(Box::default(), None)));
}

fn import_progress(program: &mut Headless) {
    let imported = PuzzleAction::ProgressImported(Some(Ok(Box::default())));
    program.update(Action::Puzzles(imported));
}

/// Waits until the job of the recovery data has handled a message, because a panic at its start would lose no message.
fn recovery_has_started(program: &mut Headless) {
    let folder = program.path("recovery");
    comment(program, "zero");
    let has_comment = |file: std::fs::DirEntry| {
        std::fs::read(file.path()).is_ok_and(|data| String::from_utf8_lossy(&data).contains("zero"))
    };
    let is_written = wait(program, |_| {
        std::fs::read_dir(&folder).is_ok_and(|files| files.flatten().any(has_comment))
    });
    assert!(is_written, "no recovery data");
}

fn comment(program: &mut Headless, words: &str) {
    program.update(Action::Notes(NotesAction::Type(Field::Comment(0), words.to_owned())));
}

fn accept_offer(program: &mut Headless) {
    let notices = &program.state.shell.notices;
    let index = notices.iter().position(
        |notice| matches!(notice.offers.as_slice(), [offer] if offer.name() == "Try again"),
    );
    let index = index.expect("an offer to try again");
    program.update(Action::Shell(ShellAction::Accept(index, 0)));
}

fn offer_recovery(program: &mut Headless) {
    let folder = program.path("recovery");
    let record = ChangedRecord {
        file: 0,
        range: Default::default(),
        bytes: MATCH.replace("Anna", "Zoe").into_bytes(),
    };
    let recovery = Recovery { records: vec![record], ..Recovery::default() };
    RecoveryStore::at(&folder).save(&recovery).expect("should be writable");
    let (found, _) = RecoveryStore::at(&folder).orphans();
    program.update(Action::Saving(SavingAction::RecoveryFound(found)));
}

/// Waits until the status of the jobs of this kind is that none is running.
fn idle(program: &mut Headless, kind: JobKind) {
    program.wait("the job has ended", |state| !state.jobs.is_running(kind));
}

/// Returns the number of notices about a panic.
fn panic_notices(program: &Headless) -> usize {
    let end = " failed because of an internal error. Nothing else is affected.";
    program.state.shell.notices.iter().filter(|notice| notice.text.ends_with(end)).count()
}

/// Takes answers of jobs until `done`. Returns whether it was done in time.
fn wait(program: &mut Headless, done: impl Fn(&mut Headless) -> bool) -> bool {
    let start = Instant::now();
    while !done(program) {
        if start.elapsed() > LIMIT {
            return false;
        }
        if let Some(action) = program.jobs.wait(Duration::from_millis(10)) {
            program.update(action);
        }
    }
    true
}

/// Makes a job of this kind panic. Returns what is wrong afterwards, if anything.
fn fault_after_panic(kind: JobKind) -> Result<(), &'static str> {
    let case = case(kind);
    let mut program = Headless::of(&case.text);
    (case.before)(&mut program);
    // An earlier job of this kind must not panic in its place. The job of the recovery data never ends.
    if kind != JobKind::Recovery
        && !wait(&mut program, |program| !program.jobs.runner().is_live(kind))
    {
        return Err("an earlier job has not ended");
    }
    program.jobs.runner().panic_next(kind);
    (case.start)(&mut program);
    if !wait(&mut program, |program| panic_notices(program) > 0) {
        return Err("no notice");
    }
    if program.state.jobs.is_running(kind) {
        return Err("it counts as running");
    }
    if program.jobs.runner().is_live(kind) {
        return Err("it was started without the user");
    }
    // The job is held as soon as it starts.
    program.jobs.runner().close_gate(kind, 0);
    (case.again)(&mut program);
    let is_started = wait(&mut program, |program| program.jobs.runner().blocked_jobs(kind) > 0);
    program.jobs.runner().open_gate(kind);
    if !is_started {
        return Err("it is not started again");
    }
    if !wait(&mut program, |program| !program.state.jobs.is_running(kind)) {
        return Err("it still counts as running after its end");
    }
    Ok(())
}

/// Returns whether jobs of this kind work for the open file, so that closing the file must cancel them. Puzzles must be
/// left before, and a search of the engine is replaced by the job that ends the engine.
fn works_for_file(kind: JobKind) -> bool {
    use JobKind::*;
    match kind {
        Record | List | Endings | Search(_) | CalculateBelief(_) | TryMove | Plan | Analyse
        | AnalysePosition | Review | Reply | Score | PathDialog | Picture => true,
        Read | Puzzles | Evaluate | Download | CheckFiles | Compose | FindEngines | Version
        | Dialog | Save | Export | Recover | Recovery | LoadProgress | SaveProgress | Settings
        | Sound | Desktop => false,
    }
}

/// Closes the file while a job of this kind works for it. Returns what is wrong afterwards, if anything.
fn fault_after_closing(kind: JobKind) -> Result<(), &'static str> {
    let case = case(kind);
    let mut program = Headless::of(&case.text);
    (case.before)(&mut program);
    program.jobs.runner().close_gate(kind, 0);
    (case.start)(&mut program);
    if !wait(&mut program, |program| program.jobs.runner().blocked_jobs(kind) > 0) {
        return Err("it is not started");
    }
    program.command(Command::CloseFile);
    if program.state.shell.dialog.is_some() {
        program.update(Action::Saving(SavingAction::DiscardUnsaved));
    }
    let is_live = program.jobs.runner().is_live(kind);
    let is_closed = program.state.library.file().is_none();
    program.jobs.runner().open_gate(kind);
    match (is_closed, is_live) {
        (false, _) => Err("the file is not closed"),
        (true, true) => Err("it is not cancelled with the file"),
        (true, false) => Ok(()),
    }
}

fn kinds() -> impl Iterator<Item = JobKind> {
    std::iter::successors(Some(JobKind::Read), |kind| next(*kind))
}

#[test]
fn closing_the_file_cancels_every_job_that_works_for_it() {
    let of_file = kinds().filter(|kind| works_for_file(*kind));
    let faults: Vec<_> = of_file
        .filter_map(|kind| fault_after_closing(kind).err().map(|fault| (kind, fault)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn job_of_every_kind_survives_a_panic_and_can_be_started_again() {
    let faults: Vec<_> = kinds()
        .filter_map(|kind| fault_after_panic(kind).err().map(|fault| (kind, fault)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
