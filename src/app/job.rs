//! [`JobKind`]: what runs beside the window.

use super::{
    Action, AnalysisAction, AskPage, Effect, EngineAction, ExerciseAction, KnownEnd, LibraryAction,
    OpenFile, PictureAction, Save, SavingAction, SearchAction, engine::stop_scoring,
    issues::capital,
};
use crate::{
    app::{Cx, Session, State, analysis, exercises, library, pictures, saving},
    kriegspiel::NoBelief,
    rules::Color,
};

/// What a job works on. An [`Effect`] starts a job of one kind; by its kind a job is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Files are read into a list. A new one replaces the one before.
    Read,
    /// One record is read. A new one replaces the one before.
    Record,
    /// A long list is filtered and sorted. A new one replaces the one before.
    List,
    /// All matches are searched for what this page shows. A new one replaces the one before.
    Search(AskPage),
    /// Exercises are looked for. A new one replaces the one before.
    Exercises,
    /// What a player of Kriegspiel can know is worked out, for this seat. A new one replaces the one before.
    Know(Color),
    /// The referee's answers to a move that is tried. A new one replaces the one before.
    TryMove,
    /// A plan for a Kriegspiel problem. A new one replaces the one before.
    Plan,
    /// The moments of the match that is open are judged. A new one replaces the one before.
    Analyse,
    /// The position of a variation is judged. A new one replaces the one before.
    Judge,
    /// An engine is asked about what is shown. A new one replaces the one before.
    Guess,
    /// An engine is asked about every moment of the match that is open. A new one replaces the one before.
    Score,
    /// Engines are looked for.
    FindEngines,
    /// A dialog of the system asks for what to open, or for a picture's file.
    Dialog,
    /// A dialog of the system asks for a path to save what is open to.
    PathDialog,
    /// A file or a match is saved.
    Save,
    /// The matches that are listed are exported.
    Export,
    /// A picture or pages are drawn.
    Picture,
    /// Unsaved changes of another time are read.
    Recover,
    /// Unsaved changes are kept against a crash, as long as the window is open.
    Recovery,
    /// The settings are written. New ones replace those that have not been yet.
    Settings,
    /// Sounds are played, as long as the window is open.
    Sound,
    /// The settings of the desktop are looked up.
    Desktop,
}

impl Action {
    /// The kind of the job that answers with this, where the state awaits such a job.
    pub(super) const fn answers(&self) -> Option<JobKind> {
        Some(match self {
            Self::Library(LibraryAction::Opened(_) | LibraryAction::Grown(_)) => JobKind::Read,
            Self::Library(LibraryAction::RecordRead(_)) => JobKind::Record,
            Self::Library(LibraryAction::Listed(_)) => JobKind::List,
            Self::Search(SearchAction::Told(told)) => JobKind::Search(told.page),
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

/// The kinds of jobs whose answers the state waits for. When it waits no longer for one that has not answered, that
/// job is cancelled.
pub(super) fn awaited(state: &State) -> Vec<JobKind> {
    let file = state.library.file();
    let is = |of: fn(&OpenFile) -> bool| file.is_some_and(of);
    let reads = state.library.reading.is_some() || is(|file| file.reading.is_some());
    [
        (JobKind::Read, reads),
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
    .chain(AskPage::ALL.map(|page| {
        let runs = state.search.of(page).walked.is_some();
        (JobKind::Search(page), runs)
    }))
    .filter_map(|(kind, awaited)| awaited.then_some(kind))
    .collect()
}

/// Notes whether a dialog asks for a path to save what is open to.
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

/// Cancels those of the jobs awaited `before` that are awaited no longer, but for the one that has just `answered`.
pub(super) fn cancel_unawaited(
    state: &State,
    before: Vec<JobKind>,
    answered: Option<JobKind>,
) -> impl Iterator<Item = Effect> {
    let now = awaited(state);
    let gone = before.into_iter();
    gone.filter(move |kind| !now.contains(kind) && Some(*kind) != answered).map(Effect::Cancel)
}

/// A job has stopped because of a fault in the program: what waited for it waits no longer.
pub(super) fn job_failed(cx: &mut Cx<'_>, kind: JobKind, title: &str) {
    match kind {
        JobKind::Read => reading_failed(cx),
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
                known.end = KnownEnd::Ended(NoBelief::Stopped);
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
    cx.say(format!(
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
