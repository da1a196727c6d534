//! The engine of the window, without a window: real jobs and an engine double.

use super::double::{Double, check_ends, wait_until};
use std::{fs, os::unix::fs::symlink, sync::Arc, time::Duration};
use tandem::{
    app::{
        Action, BoardEngines, Command, Effect, EngineAction, EngineTask, JobKind, LibraryAction,
        OpenedFiles, PlaybackAction, ReportRow, ReportState, SettingsAction, State, Switch,
        analysis,
    },
    archive::Collection,
    engine::{MatchScores, engines_in},
    file::{Source, UnpackLimits},
    jobs::{Desktop, DialogResult, Dialogs, FileDialog, Jobs, Services},
    rules::{BoardId, ByBoard, Color, Move, Seat, Square},
    settings::{EngineSetup, RecoveryStore, Settings, Store},
    timeline::PlayheadCommand,
};

/// A timeout that only failing tests reach.
const LIMIT: Duration = Duration::from_secs(120);

const MATCH: &str = "[WhiteA \"Anna\"]\n[BlackA \"Ben\"]\n[WhiteB \"Carla\"]\n[BlackB \"Dan\"]\n\
                     [Result \"*\"]\n\n1A. e4 1a. f6 *\n";

/// Returns a transcript that answers every search with the same move for the side to move at the start.
fn answers(score: i32, line: &str) -> String {
    let best = line.split(' ').next().unwrap_or_default();
    format!(
        "< info depth 5 score cp {score} nodes 1000 nps 5000 pv {line}\n< bestmove {best}\n> go\n"
    )
}

/// Returns a transcript for a search that runs until it is stopped.
fn endless(line: &str) -> String {
    let best = line.split(' ').next().unwrap_or_default();
    format!(
        "< info depth 5 score cp 45 nodes 19000 nps 5000 pv {line}\n> stop\n< bestmove {best}\n> go\n"
    )
}

struct NoDialogs;

impl Dialogs for NoDialogs {
    fn show(&self, _: &FileDialog) -> DialogResult {
        DialogResult::Unavailable
    }
}

/// The program without its window, with a match and an engine.
struct Program {
    // Dropped first, while the folder still exists.
    jobs: Jobs,
    state: State,
    double: Double,
    folder: tempfile::TempDir,
}

impl Program {
    fn with(output: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::again(Double::searching(output), folder)
    }

    /// Starts the program again with the same folder.
    fn again(double: Double, folder: tempfile::TempDir) -> Self {
        let setup = EngineSetup { path: Some(double.path()), ..EngineSetup::default() };
        Self::with_setup(double, setup, folder)
    }

    /// Starts the program with these settings of the engine.
    fn with_setup(double: Double, engine_setup: EngineSetup, folder: tempfile::TempDir) -> Self {
        let world = Services {
            store: Store::nowhere(),
            recovery: RecoveryStore::at(folder.path().join("recovery")),
            progress: tandem::settings::ProgressStore::at(folder.path().join("puzzles.json")),
            cache: Some(folder.path().join("cache")),
            unpack: UnpackLimits::DEFAULT,
            fetch_base: None,
            dialogs: Arc::new(NoDialogs),
            desktop: Desktop::None,
            engine_folders: vec![folder.path().join("engines")],
        };
        let settings = Settings { tactics: false, engine_setup, ..Settings::default() };
        let mut program =
            Self { jobs: Jobs::new(world, || {}), state: State::new(settings), double, folder };
        let list = Collection::of(Source::from_bytes("/x/match.bpgn", MATCH));
        let opened = OpenedFiles::complete("/x/match.bpgn", list);
        program.update(Action::Library(LibraryAction::OpenedFiles(Box::new(opened))));
        program
    }

    fn update(&mut self, action: Action) -> Vec<Effect> {
        let effects = self.state.update(action);
        for effect in &effects {
            // Effects for the window are ignored.
            let _ = self.jobs.run(effect.clone());
        }
        effects
    }

    fn command(&mut self, command: Command) -> Vec<Effect> {
        self.update(Action::RunCommand(command))
    }

    fn engine(&mut self, action: EngineAction) -> Vec<Effect> {
        self.update(Action::Engine(action))
    }

    /// Switches evaluations on. The live engine is another process, which is left alone.
    fn switch_on_for_match(&mut self) {
        self.state.engine.failed = Some("left alone".to_owned());
        self.update(Action::RunCommand(Command::Switch(Switch::Engine)));
    }

    /// Changes the engine settings as the settings dialog does.
    fn set_up(&mut self, change: impl FnOnce(&mut EngineSetup)) -> Vec<Effect> {
        let mut settings = self.state.settings.clone();
        change(&mut settings.engine_setup);
        self.update(Action::Settings(SettingsAction::Change(Box::new(settings))))
    }

    /// Takes answers until `done`. `what` is for the message of a failure.
    #[track_caller]
    fn wait(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        while !done(&self.state) {
            let action = self.jobs.wait(LIMIT);
            let action = action.unwrap_or_else(|| panic!("waited in vain: {what}"));
            self.update(action);
        }
    }

    fn line(&self, id: BoardId) -> Option<String> {
        line(&self.state, id)
    }

    /// Returns the moves of the best line on a board.
    fn moves(&self, id: BoardId) -> Vec<Move> {
        let guess = self.state.evaluation_of(id, &self.state.position());
        guess.expect("a line").lines[0].moves.clone()
    }

    /// Returns the number of plies of the match itself.
    fn plies(&self) -> usize {
        let open = self.state.match_document().expect("a match");
        open.played().plies.len()
    }

    fn text(&self) -> Vec<u8> {
        let open = self.state.open.as_ref().expect("a match");
        open.content.text().to_vec()
    }

    fn scores(&self) -> &MatchScores {
        let shown = self.state.match_state().expect("a match");
        &shown.evaluations.scores
    }
}

/// Returns the best line on a board as shown.
fn line(state: &State, id: BoardId) -> Option<String> {
    let guess = state.evaluation_of(id, &state.position())?;
    Some(guess.lines.first()?.san.join(" "))
}

fn starts_engine(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|it| matches!(it, Effect::Engine(EngineTask::Evaluate(_) | EngineTask::Score(_))))
}

#[test]
fn no_engine_runs_until_enabled() {
    let output = answers(45, "e2e4 e7e5") + &answers(30, "d2d4") + &answers(45, "e2e4 e7e5");
    let mut program = Program::with(&output);
    let go = |moment| Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(moment)));
    assert!(!starts_engine(&program.update(go(1))));
    assert!(!starts_engine(&program.update(go(0))));
    assert!(!program.double.path().with_file_name("process").exists());
    assert!(starts_engine(&program.command(Command::Switch(Switch::Engine))));
    program.wait("a line of each board", |state| {
        BoardId::ALL.iter().all(|id| line(state, *id).is_some())
    });
    assert_eq!(program.line(BoardId::A).as_deref(), Some("e4 e5"));
    let guess = program.state.evaluation_of(BoardId::A, &program.state.position());
    let guess = guess.unwrap();
    assert_eq!(guess.white.map(|it| (it * 100.0).round()), Some(51.0));
    // Each move of the line has the board after it.
    let boards = &guess.lines[0].boards;
    let pawns = |index: usize| {
        [Square::E2, Square::E4, Square::E5].map(|it| boards[index].piece_at(it).is_some())
    };
    assert_eq!(pawns(0), [false, true, false]);
    assert_eq!(pawns(1), [false, true, true]);
    let effects = program.command(Command::Switch(Switch::Engine));
    let has = |is_end: fn(&Effect) -> bool| effects.iter().any(is_end);
    // `End` replaces the search.
    assert!(has(|it| matches!(it, Effect::Engine(EngineTask::End))), "{effects:?}");
    assert!(!program.state.jobs.is_running(JobKind::Evaluate));
    assert_eq!(program.line(BoardId::A), None);
}

#[test]
fn unresponsive_engine_is_disabled() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Program::again(Double::playing("! hang\n"), folder);
    program.command(Command::Switch(Switch::Engine));
    let number = program.double.path().with_file_name("process");
    assert!(wait_until(|| fs::read_to_string(&number).is_ok_and(|it| it.ends_with('\n'))));
    program.command(Command::Switch(Switch::Engine));
    check_ends(&program.double.number("process"));
    assert_eq!(program.state.engine.failed, None);
}

/// The program with an engine for each board.
fn with_two(first: &str, second: &Double) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let double = Double::searching(first);
    let setup = EngineSetup {
        path: Some(double.path()),
        two: true,
        second_path: Some(second.path()),
        ..EngineSetup::default()
    };
    Program::with_setup(double, setup, folder)
}

#[test]
fn two_engines_search_both_boards_at_once() {
    // Neither search ends, so that neither engine can wait for the other.
    let second = Double::searching(&endless("d2d4 d7d5").repeat(4));
    let mut program = with_two(&endless("e2e4 e7e5").repeat(4), &second);
    program.command(Command::Switch(Switch::Engine));
    program.wait("a line of each board", |state| {
        BoardId::ALL.iter().all(|id| line(state, *id).is_some())
    });
    assert_eq!(program.line(BoardId::A).as_deref(), Some("e4 e5"));
    assert_eq!(program.line(BoardId::B).as_deref(), Some("d4 d5"));
    let both = [program.double.received(), second.received()];
    assert!(both.iter().all(|received| received.contains("go nodes")), "{both:?}");
    // If no second engine is named, another copy of the first one searches board B. One engine searches the boards in
    // turn.
    let first = Some(program.double.path());
    let two = BoardEngines::Two(ByBoard::new(first.clone(), first.clone()));
    assert_eq!(asked(&program.set_up(|it| it.second_path = None)), Some(two));
    let one = BoardEngines::One(first);
    assert_eq!(asked(&program.set_up(|it| it.two = false)), Some(one));
}

/// Returns the engines that are used from now on.
fn asked(effects: &[Effect]) -> Option<BoardEngines> {
    effects.iter().find_map(|effect| match effect {
        Effect::Engine(EngineTask::Evaluate(job)) => Some(job.engines.clone()),
        _ => None,
    })
}

#[test]
fn one_failing_engine_ends_both_with_one_message() {
    let second = Double::searching("! die\n");
    let mut program = with_two(&endless("e2e4 e7e5").repeat(4), &second);
    program.command(Command::Switch(Switch::Engine));
    program.wait("the failure", |state| state.engine.failed.is_some());
    let why = program.state.engine.failed.clone().unwrap();
    assert!(why.ends_with(": the engine exited unexpectedly"), "{why}");
    assert!(why.starts_with(&second.path().display().to_string()), "{why}");
    assert_eq!(program.line(BoardId::B), None);
}

#[test]
fn missing_engines_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let double = Double::searching("");
    let mut program = Program::with_setup(double, EngineSetup::default(), folder);
    let none = "no engine found; install Fairy-Stockfish, or choose an engine file";
    program.command(Command::Switch(Switch::Engine));
    program.wait("the sentence", |state| state.engine.failed.is_some());
    assert_eq!(program.state.engine.failed.as_deref(), Some(none));
    program.command(Command::AnalyseMatch);
    program.wait("the same of the match", |state| !state.is_scoring());
    assert_eq!(program.state.jobs.error(JobKind::Score), Some(none));
    // Engines in the folder are found: programs, but no other files or folders.
    let engines = program.folder.path().join("engines");
    fs::create_dir_all(engines.join("fairy-stockfish-largeboard")).expect("a folder");
    let name = engines.join("fairy-stockfish");
    fs::write(&name, "no program").expect("a file");
    program.engine(EngineAction::Detect);
    assert!(engines_in(std::slice::from_ref(&engines)).is_empty());
    fs::remove_file(&name).expect("gone");
    let double = Double::searching(&answers(45, "e2e4 e7e5").repeat(4));
    // The double finds its transcript beside the link that starts it.
    let transcript = double.path().with_file_name("transcript");
    fs::copy(transcript, engines.join("transcript")).expect("a file");
    let script = fs::read_link(double.path()).expect("a link");
    symlink(script, &name).expect("a link");
    assert_eq!(engines_in(std::slice::from_ref(&engines)), [name]);
    assert!(starts_engine(&program.engine(EngineAction::Restart)));
    program.wait("a line", |state| line(state, BoardId::A).is_some());
}

#[test]
fn stale_engine_result_is_not_shown() {
    let mut program = Program::with(&answers(45, "e2e4 e7e5").repeat(2));
    program.command(Command::Switch(Switch::Engine));
    program.wait("a line", |state| line(state, BoardId::A).is_some());
    program.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1))));
    assert_eq!(program.line(BoardId::A), None);
    // Board B is unchanged.
    program.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(0))));
    assert_eq!(program.line(BoardId::A).as_deref(), Some("e4 e5"));
}

#[test]
fn failed_engine_is_reported_once_and_can_be_retried() {
    let mut program = Program::with("! die\n");
    program.command(Command::Switch(Switch::Engine));
    program.wait("the failure", |state| state.engine.failed.is_some());
    let why = program.state.engine.failed.clone().unwrap();
    assert!(why.ends_with(": the engine exited unexpectedly"), "{why}");
    let go = Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1)));
    assert!(!starts_engine(&program.update(go)), "it is left alone");
    assert!(starts_engine(&program.engine(EngineAction::Restart)));
    let missing = Some(program.folder.path().join("none"));
    assert!(starts_engine(&program.set_up(|it| it.path = missing)));
    program.wait("the next failure", |state| {
        let why = state.engine.failed.as_deref().unwrap_or_default();
        why.ends_with(": no engine at this path")
    });
}

#[test]
fn clicked_line_becomes_a_variation_up_to_that_move() {
    let mut program = Program::with(&answers(45, "e2e4 e7e5 g1f3"));
    program.command(Command::Switch(Switch::Engine));
    program.wait("a line", |state| line(state, BoardId::A).is_some());
    let moves = program.moves(BoardId::A);
    program.engine(EngineAction::SaveLine(BoardId::A, moves[..2].to_vec()));
    let position = program.state.position();
    let board = position.bfen(BoardId::A);
    assert!(board.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/"), "{board}");
    assert!(program.state.attempt().variation.is_some());
    // A line of a position that is no longer shown changes nothing.
    program.engine(EngineAction::SaveLine(BoardId::A, moves));
    assert_eq!(program.state.position(), position);
}

#[test]
fn engine_moves_extend_a_variation() {
    // The engine first searches the board on which it plays, twice before it moves, with the other board in between.
    let both = answers(45, "d2d4 d7d5") + &answers(45, "e2e4");
    let mut program = Program::with(&both.repeat(4));
    program.command(Command::Switch(Switch::Engine));
    program.engine(EngineAction::PlayColor(BoardId::A, Some(Color::White)));
    program.wait("its move", |state| state.attempt().variation.is_some());
    let board = program.state.position().bfen(BoardId::A);
    assert!(board.contains(" b "), "{board}");
    // Leaving the variation ends the play.
    program.command(Command::LeaveVariation);
    program.update(Action::Playback(PlaybackAction::Play(PlayheadCommand::GoTo(1))));
    assert_eq!(program.state.engine.plays[BoardId::A], None);
    assert_eq!(program.plies(), 2);
}

#[test]
fn users_move_gets_a_reply() {
    let before = endless("d2d4 d7d5");
    // After 1. d4 the engine first searches board A, twice, with board B in between.
    let after = answers(-20, "d7d5 c2c4") + &answers(45, "e2e4");
    let double = Double::searching(&(before + &after.repeat(6)));
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Program::again(double, folder);
    program.engine(EngineAction::PlayColor(BoardId::A, Some(Color::Black)));
    program.command(Command::Switch(Switch::Engine));
    program.wait("a line", |state| line(state, BoardId::A).is_some());
    assert!(program.state.attempt().variation.is_none(), "it is the person's move");
    let text = program.text();
    program.update(Action::Playback(PlaybackAction::PlayTyped("1A. d4".to_owned())));
    assert!(program.state.attempt().variation.is_some());
    program.wait("the reply", |state| {
        let board = state.position().bfen(BoardId::A);
        board.starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR[] w")
    });
    // Both moves are in one variation; the match itself is unchanged.
    let place = program.state.attempt().variation.clone().expect("a variation");
    assert_eq!(place.plies, 2);
    assert_eq!(program.plies(), 2);
    assert_ne!(program.text(), text, "the variation is kept in the text");
}

/// A match of two plies has three moments. Board A is searched at each of them, board B once.
const SCORES: [(i32, &str); 4] = [(50, "d2d4"), (40, "d2d4"), (-30, "e7e5"), (1500, "d2d4")];

fn scores(count: usize) -> String {
    SCORES[..count].iter().map(|(cp, mv)| answers(*cp, mv)).collect()
}

#[test]
fn evaluation_of_a_match_is_cached_for_the_next_start() {
    let mut program = Program::with(&scores(4));
    program.switch_on_for_match();
    program.command(Command::AnalyseMatch);
    program.wait("the end", |state| !state.is_scoring());
    assert_eq!(program.scores().moments.len(), 3);
    let evaluations = &program.state.match_state().unwrap().evaluations;
    let rows = evaluations.mistakes.iter();
    let rows: Vec<_> = rows.map(|row| (row.ply.as_str(), row.words.as_str())).collect();
    assert_eq!(rows, [("1a f6 ??", "49 % → 18 %. Better: e5")]);
    // The report agrees, shows the evaluation separate from the exact results, and links to the moment before the ply.
    let report = analysis::evaluation_report(&program.state).expect("what the engine says");
    let row = ReportRow {
        moment: 1,
        text: "1a f6 ??: 49 % → 18 %. Better: e5".to_owned(),
        is_shown: false,
        has_several: false,
        line: None,
    };
    assert_eq!(report.seats[Seat::BlackA], [row]);
    assert!(report.seats[Seat::WhiteA].is_empty() && report.progress == (3, 3));
    assert!(report.source.ends_with(", 60000 nodes per position"), "{}", report.source);
    assert_eq!(analysis::report_state(&program.state), ReportState::SwitchedOff);
    let curve = evaluations.curve(&program.state.match_state().unwrap().track);
    assert_eq!(curve.len(), 3);
    assert!(curve[2].boards[0].unwrap() > 0.8 && curve[2].both.is_some());
    let Program { jobs, folder, .. } = program;
    drop(jobs);
    // After a restart, the evaluation is known without an engine.
    let mut program = Program::again(Double::playing("! die\n"), folder);
    program.switch_on_for_match();
    program.update(Action::Engine(EngineAction::Detect));
    program.wait("what was kept", |state| {
        state.match_state().unwrap().evaluations.scores.moments.len() == 3
    });
}

#[test]
fn stopped_search_resumes() {
    let mut program = Program::with(&(scores(3) + "! die\n"));
    program.switch_on_for_match();
    program.command(Command::AnalyseMatch);
    program.wait("the failure", |state| !state.is_scoring());
    let error = program.state.jobs.error(JobKind::Score).unwrap();
    assert!(error.ends_with(": the engine exited unexpectedly"));
    assert_eq!(program.scores().moments.len(), 2);
    // The restarted double must not be asked about the first two moments again.
    let rest = answers(1500, "d2d4") + &answers(0, "d2d4");
    program.double = Double::searching(&rest);
    let mut settings = program.state.settings.clone();
    settings.engine_setup.path = Some(program.double.path());
    let _ = program.state.update(Action::Settings(SettingsAction::Change(Box::new(settings))));
    program.state.engine.failed = Some("left alone".to_owned());
    program.command(Command::AnalyseMatch);
    program.wait("the end", |state| !state.is_scoring());
    assert_eq!(program.scores().moments.len(), 3);
    assert_eq!(program.state.jobs.error(JobKind::Score), None);
}
