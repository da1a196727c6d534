//! [`JobKind`]: the kinds of background jobs.

use super::{
    Action, AnalysisAction, BeliefEnd, Effect, EngineAction, ExerciseAction, ImportingAction,
    LibraryAction, OpenFile, PictureAction, Save, SavingAction, SearchAction, SearchPage,
    engine::stop_scoring,
};
use crate::{
    app::{Cx, Session, State, analysis, exercises, importing, library, pictures, saving},
    kriegspiel::NoBelief,
    rules::Color,
    text::capital,
};

/// The kind of a job. An [`Effect`] starts a job of one kind; cancellation is by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Loads files into a list. A new job replaces the running one.
    Read,
    /// Downloads matches. A new job replaces the running one.
    Download,
    /// Loads a record. A new job replaces the running one.
    Record,
    /// Filters and sorts a long list. A new job replaces the running one.
    List,
    /// Runs a query over all matches for this page. A new job replaces the running one.
    Search(SearchPage),
    /// Finds exercises. A new job replaces the running one.
    Exercises,
    /// Calculates the belief of this player of Kriegspiel. A new job replaces the running one.
    Know(Color),
    /// Determines the referee's possible answers to a try. A new job replaces the running one.
    TryMove,
    /// Searches a plan for a Kriegspiel problem. A new job replaces the running one.
    Plan,
    /// Analyses the moments of the open match. A new job replaces the running one.
    Analyse,
    /// Analyses a position of a variation. A new job replaces the running one.
    Judge,
    /// Runs an engine on the current position. A new job replaces the running one.
    Guess,
    /// Runs an engine on every moment of the open match. A new job replaces the running one.
    Score,
    /// Looks for installed engines.
    FindEngines,
    /// Shows a system dialog for a file to open or a picture to save.
    Dialog,
    /// Shows a system dialog for the destination of the open file.
    PathDialog,
    /// Saves a file or a match.
    Save,
    /// Exports the listed matches.
    Export,
    /// Exports a picture or pages.
    Picture,
    /// Loads unsaved changes of an earlier session.
    Recover,
    /// Writes recovery data while the window is open.
    Recovery,
    /// Writes the settings. New settings replace those not written yet.
    Settings,
    /// Plays sounds while the window is open.
    Sound,
    /// Reads the desktop's settings.
    Desktop,
}

impl Action {
    /// Returns the kind of the job that this action completes, if the state awaits such jobs.
    pub(super) const fn answers(&self) -> Option<JobKind> {
        Some(match self {
            Self::Library(LibraryAction::Opened(_) | LibraryAction::Grown(_)) => JobKind::Read,
            Self::Importing(ImportingAction::Reported(report)) if report.end.is_some() => {
                JobKind::Download
            }
            Self::Library(LibraryAction::RecordRead(_)) => JobKind::Record,
            Self::Library(LibraryAction::Listed(_)) => JobKind::List,
            Self::Search(SearchAction::QueryProgress(told)) => JobKind::Search(told.page),
            Self::Exercises(ExerciseAction::Gathered(_)) => JobKind::Exercises,
            Self::Analysis(AnalysisAction::Reported(_)) => JobKind::Analyse,
            Self::Analysis(AnalysisAction::PositionJudged(_)) => JobKind::Judge,
            Self::Pictures(PictureAction::Drawn(_)) => JobKind::Picture,
            Self::Saving(SavingAction::PathAsked(..)) => JobKind::PathDialog,
            Self::Engine(EngineAction::Scored(scored)) if !scored.is_going => JobKind::Score,
            Self::JobFailed(kind, _) => *kind,
            _ => return None,
        })
    }
}

/// Returns the kinds of jobs that the state awaits. A job no longer awaited is cancelled.
pub(super) fn awaited(state: &State) -> Vec<JobKind> {
    let file = state.library.file();
    let is = |of: fn(&OpenFile) -> bool| file.is_some_and(of);
    let reads = state.library.reading.is_some() || is(|file| file.reading.is_some());
    [
        (JobKind::Read, reads),
        (JobKind::Download, state.import.is_downloading()),
        (JobKind::Record, state.awaits_record()),
        (JobKind::List, is(|file| file.filter.pending)),
        (JobKind::Exercises, state.exercise().is_some_and(|round| round.walked.is_some())),
        (JobKind::Analyse, analysis::awaits_analysis(state)),
        (JobKind::Judge, analysis::awaits_position(state)),
        (JobKind::Score, state.is_scoring()),
        (JobKind::PathDialog, is(|file| file.path_dialog)),
        (JobKind::Picture, pictures::is_drawing(state)),
    ]
    .into_iter()
    .chain(SearchPage::ALL.map(|page| {
        let runs = state.search.of(page).walked.is_some();
        (JobKind::Search(page), runs)
    }))
    .filter_map(|(kind, awaited)| awaited.then_some(kind))
    .collect()
}

/// Tracks whether a save dialog for the open file is shown.
pub(super) fn note_path_dialog(
    session: &mut Session,
    answered: Option<JobKind>,
    effects: &[Effect],
) {
    if let Some(file) = session.library.file_mut() {
        let asks = |effect: &Effect| matches!(effect, Effect::AskForPath { .. });
        let answered = answered == Some(JobKind::PathDialog);
        file.path_dialog = (file.path_dialog && !answered) || effects.iter().any(asks);
    }
}

/// Cancels the jobs that were awaited `before` and no longer are, except for the one that has just `answered`.
pub(super) fn cancel_unawaited(
    state: &State,
    before: Vec<JobKind>,
    answered: Option<JobKind>,
) -> impl Iterator<Item = Effect> {
    let now = awaited(state);
    let gone = before.into_iter();
    gone.filter(move |kind| !now.contains(kind) && Some(*kind) != answered).map(Effect::Cancel)
}

/// Handles a panic of a job: its result is no longer awaited.
pub(super) fn job_failed(cx: &mut Cx<'_>, kind: JobKind, title: &str) {
    match kind {
        JobKind::Read => reading_failed(cx),
        JobKind::Download => importing::update_importing(cx, ImportingAction::Stop),
        JobKind::Record => library::record_failed(cx),
        JobKind::List => {
            if let Some(file) = cx.library.file_mut() {
                file.filter.pending = false;
            }
        }
        JobKind::Exercises => exercises::update_exercises(cx, ExerciseAction::Stop),
        JobKind::Know(seat) => {
            if let Some(game) = cx.game_mut()
                && let Some(known) = &mut game.known[seat as usize]
            {
                known.end = BeliefEnd::Ended(NoBelief::Stopped);
            }
        }
        JobKind::TryMove => {
            if let Some(game) = cx.game_mut() {
                game.problem.trial = None;
            }
        }
        JobKind::Plan => {
            if let Some(game) = cx.game_mut() {
                game.problem.search = None;
            }
        }
        JobKind::Picture => pictures::drawing_ends(cx),
        JobKind::Analyse => analysis::analysis_failed(cx),
        JobKind::Score => stop_scoring(cx),
        JobKind::Save => {
            if let Some(file) = cx.library.file_mut() {
                file.save = Save::Idle;
            }
        }
        JobKind::PathDialog => saving::drop_follow_up(cx),
        _ => {}
    }
    cx.warn(format!(
        "{} failed because of an internal error. Nothing else is affected.",
        capital(title)
    ));
}

fn reading_failed(cx: &mut Cx<'_>) {
    cx.library.reading = None;
    if let Some(file) = cx.library.file_mut() {
        file.reading = None;
        file.wanted = None;
    }
}
