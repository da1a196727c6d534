//! Tactics of the open match: computed in the background and dropped with the match.

use std::{ops::ControlFlow, sync::Arc};
use tandem::{
    app::{
        Action, AnalysedMoment, AnalysisAction, AnalysisJob, Command, Effect, Field, JobKind,
        JobReport, LibraryAction, NotesAction, OpenedFiles, PlaybackAction, ReportState, State,
        Switch, analyse_position, analysis, palette,
    },
    archive::Collection,
    file::Source,
    settings::Settings,
    timeline::PlayheadCommand::GoTo,
};

/// The standard's match of version 1.2.
const MATE: &str = include_str!("../../assets/samples/bpgn-1.2.bpgn");

fn opened(text: &str) -> Action {
    let list = Collection::of(Source::from_bytes("/x/match.bpgn", text));
    let opened = OpenedFiles::complete("/x/match.bpgn", list);
    Action::Library(LibraryAction::OpenedFiles(Box::new(opened)))
}

fn job(effects: &[Effect]) -> Option<Arc<AnalysisJob>> {
    let mut jobs = effects.iter().filter_map(|effect| match effect {
        Effect::Analyse(job) => Some(Arc::clone(job)),
        _ => None,
    });
    let job = jobs.next();
    assert!(jobs.next().is_none(), "one job a match");
    job
}

fn is_cancelled(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Cancel(JobKind::Analyse)))
}

/// Passes the results of the job to the state.
fn answer(state: &mut State, job: &AnalysisJob) -> Vec<Effect> {
    let mut judged = Vec::new();
    let tactics = job
        .run(|moment: AnalysedMoment| {
            judged.push(moment);
            ControlFlow::Continue(())
        })
        .expect("nobody breaks it off");
    let report = Box::new(job.ledger(&tactics));
    let mut effects = state.update(Action::Analysis(AnalysisAction::AnalysedMoment(judged)));
    effects.extend(state.update(Action::Analysis(AnalysisAction::Reported(report))));
    effects
}

fn shown(state: &State) -> &tandem::app::Analysis {
    &state.match_state().expect("a match").analysis
}

#[test]
fn opened_match_is_analysed_once() {
    let mut state = State::new(Settings::default());
    let job = job(&state.update(opened(MATE))).expect("a job");
    assert!(shown(&state).is_running());
    assert_eq!(shown(&state).progress(), (0, 136));
    let effects = state.update(Action::RunCommand(Command::StepForward));
    assert!(self::job(&effects).is_none(), "it goes on");
    let effects = answer(&mut state, &job);
    assert!(effects.is_empty(), "it has ended by itself: {effects:?}");
    assert_eq!(shown(&state).progress(), (136, 136));
    assert!(shown(&state).report.is_some());
    assert!(shown(&state).at(135).is_some());
    assert!(shown(&state).at(136).is_none());
}

#[test]
fn visible_moment_is_analysed_first() {
    let mut state = State::new(Settings { tactics: false, ..Settings::default() });
    assert!(job(&state.update(opened(MATE))).is_none(), "switched off");
    state.update(Action::RunCommand(Command::End));
    let switch = Action::RunCommand(Command::Switch(Switch::Tactics));
    let job = job(&state.update(switch)).expect("a job");
    let mut order = Vec::new();
    let broken = job.run(|judged| {
        order.push(judged.moment);
        if order.len() < 24 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(broken.is_none());
    assert!(order.contains(&135), "{order:?}");
    assert!(order.iter().all(|&moment| moment > 100), "{order:?}");
}

#[test]
fn disabling_tactics_cancels_and_clears_the_analysis() {
    let mut state = State::new(Settings::default());
    let going = job(&state.update(opened(MATE)));
    assert!(going.is_some());
    let effects = state.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    assert!(is_cancelled(&effects), "{effects:?}");
    assert!(!state.settings.tactics);
    assert_eq!(shown(&state).progress(), (0, 0));
    assert!(state.hides_tactics());
    // Enabling tactics restarts the analysis.
    let effects = state.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    assert!(job(&effects).is_some());
    assert!(!state.hides_tactics());
}

#[test]
fn comments_keep_the_analysis_and_moves_reset_it() {
    let mut state = State::new(Settings::default());
    let first = job(&state.update(opened(MATE))).expect("a job");
    answer(&mut state, &first);
    let comment = NotesAction::Type(Field::Comment(0), "a comment".to_owned());
    let effects = state.update(Action::Notes(comment));
    assert!(job(&effects).is_none());
    assert!(shown(&state).report.is_some());
    state.update(Action::RunCommand(Command::End));
    state.update(Action::RunCommand(Command::StepBack));
    let effects = state.update(Action::RunCommand(Command::DeleteFrom));
    assert!(job(&effects).is_some(), "{effects:?}");
    assert!(shown(&state).report.is_none());
}

#[test]
fn opening_another_match_cancels_the_analysis() {
    let mut state = State::new(Settings::default());
    assert!(job(&state.update(opened(MATE))).is_some());
    // A match replaces the job; a game of Kriegspiel has no analysis.
    let effects = state.update(opened("1A. e4 *"));
    assert!(job(&effects).is_some() && !is_cancelled(&effects));
    let kriegspiel = include_str!("../../assets/samples/kriegspiel.pgn");
    let effects = state.update(opened(kriegspiel));
    assert!(job(&effects).is_none() && is_cancelled(&effects));
}

/// A pawn that changes boards twice: captured by 2A, dropped by 1b, captured by 2B.
const FLOW: &str = "[TimeControl \"60+0\"]\n\n1A. e4 {59} 1B. a3 {58} 1a. d5 {57} 2A. exd5 {55} 1b. P@e3 {38} 2B. fxe3 {50} *\n";

fn flow_text(state: &State, ply: usize) -> Option<String> {
    analysis::piece_flow(state, Some(ply)).map(|flow| flow.words)
}

#[test]
fn piece_flow_is_shown_from_capture_and_drop() {
    let mut state = State::new(Settings::default());
    state.update(opened(FLOW));
    let told = "Pawn captured by 2A, held 16 s, dropped by 1b on e3";
    assert_eq!(flow_text(&state, 3).as_deref(), Some(told));
    assert_eq!(flow_text(&state, 4).as_deref(), Some(told));
    let stays = "Pawn captured by 2B, never dropped";
    assert_eq!(flow_text(&state, 5).as_deref(), Some(stays));
    assert_eq!(flow_text(&state, 0), None);
    // Without a selected ply, the ply before the moment counts; during playback there is none.
    state.update(Action::RunCommand(Command::End));
    assert_eq!(analysis::piece_flow(&state, None).map(|flow| flow.words).as_deref(), Some(stays));
    state.update(Action::RunCommand(Command::StepBack));
    state.update(Action::RunCommand(Command::PlayPause));
    assert_eq!(analysis::piece_flow(&state, None), None);
}

#[test]
fn puzzle_hides_everything_that_reveals_its_solution() {
    let mut state = State::new(Settings::default());
    let job = job(&state.update(opened(MATE))).expect("a job");
    answer(&mut state, &job);
    let moment = (0..136).find(|&moment| {
        state.update(Action::Playback(PlaybackAction::Play(GoTo(moment))));
        analysis::visible_hints(&state).iter().any(Option::is_some)
    });
    assert!(moment.is_some(), "something is said somewhere");
    assert!(analysis::finished_report(&state).is_some());
    assert!(matches!(analysis::report_state(&state), ReportState::Ready(_)));
    let capture = (0..135).find(|&ply| flow_text(&state, ply).is_some()).expect("a capture");
    state.update(Action::RunCommand(Command::PuzzlesOfMatch));
    assert!(state.puzzle().is_some());
    assert!(state.hides_tactics());
    assert!(analysis::visible_hints(&state).iter().all(Option::is_none));
    assert!(analysis::finished_report(&state).is_none());
    assert!(matches!(analysis::report_state(&state), ReportState::Nothing(_)));
    assert_eq!(flow_text(&state, capture), None);
    assert!(!palette::can(&state, Command::ReportAsComments));
}

#[test]
fn report_shows_its_progress() {
    let mut state = State::new(Settings::default());
    assert!(matches!(analysis::report_state(&state), ReportState::Nothing(_)));
    let job = job(&state.update(opened(MATE))).expect("a job");
    assert_eq!(analysis::report_state(&state), ReportState::Progress(0, 136));
    state.update(Action::Job(
        JobKind::Analyse,
        JobReport::Panicked("the search for mates in this match"),
    ));
    assert!(matches!(analysis::report_state(&state), ReportState::Nothing(_)));
    assert!(!shown(&state).is_running());
    drop(job);
    state.update(Action::RunCommand(Command::Switch(Switch::Tactics)));
    assert_eq!(analysis::report_state(&state), ReportState::SwitchedOff);
}

#[test]
fn visible_variation_position_is_analysed() {
    let mut state = State::new(Settings::default());
    let text = "[WhiteA \"Ann\"]\n\n1A. e4 1a. e5 2A. Bc4 2a. Nc6 3A. Qh5 3a. g6 *\n";
    let job = job(&state.update(opened(text))).expect("a job");
    answer(&mut state, &job);
    state.update(Action::Playback(PlaybackAction::Play(GoTo(5))));
    let typed = PlaybackAction::PlayTyped("3a. Nf6".to_owned());
    let effects = state.update(Action::Playback(typed));
    let judges = |effects: &[Effect]| {
        let mut judged = effects.iter().filter_map(|effect| match effect {
            Effect::AnalysePosition(position) => Some(analyse_position(position)),
            _ => None,
        });
        judged.next()
    };
    let judged = judges(&effects).expect("it is judged");
    assert!(analysis::visible_hints(&state).iter().all(Option::is_none), "not yet");
    let effects = state.update(Action::Analysis(AnalysisAction::PositionAnalysed(judged)));
    let is_cancel = |effect: &Effect| matches!(effect, Effect::Cancel(JobKind::AnalysePosition));
    assert!(!effects.iter().any(is_cancel));
    let hints = analysis::visible_hints(&state);
    let hint = hints.iter().flatten().next().expect("a hint");
    assert_eq!(hint.text, "Ann mates in 1: Qxf7");
    // Leaving the variation shows the match again.
    let effects = state.update(Action::RunCommand(Command::LeaveVariation));
    assert!(judges(&effects).is_none());
    assert!(analysis::visible_hints(&state).iter().flatten().all(|hint| !hint.is_mate));
}
