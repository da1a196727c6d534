//! [`PuzzleAction`]: user actions in puzzles, and results of their jobs.

use super::{
    FindingPlaces, PuzzleSearchJob, PuzzleSheetChoice, PuzzleStage, PuzzleState, PuzzleTab, Round,
    sheet::print_set, words,
};
use crate::{
    analysis::puzzles::{FoundPuzzles, Kind, Puzzle, PuzzleFilter},
    app::{
        Arrival, Center, Cx, Dialog, Effect, JobKind, JobReport, LibraryAction, Offer, SaveTarget,
    },
    archive::{RecordId, RowNumber},
    rules::{Move, Reserve, Seat},
    settings::{Progress, ProgressFileError, PuzzleScore, SetChoice, StoreError},
    text::{Day, count_text, grouped, plural, sentence},
    timeline::Moment,
};
use std::{collections::BTreeMap, path::PathBuf};

#[derive(Debug)]
pub enum PuzzleAction {
    /// Answer the question with the button at this index. For the question whether to move or to sit (wait for a
    /// piece), 0 means to move and 1 means to sit. For other questions, the index is a kind of piece, from pawn (0) to
    /// queen.
    Answer(u8),
    /// Play a move on the boards of the puzzle.
    Play(Seat, Move),
    /// Go to this step of the solution.
    GoTo(usize),
    /// Follow the possible next step with this index.
    Branch(usize),
    Show(PuzzleTab),
    /// Choose which puzzles belong to the set.
    Choose(Box<SetChoice>),
    /// Plot the progress in puzzles of this kind; `None` for all kinds.
    Plot(Option<Kind>),
    /// Find puzzles in these matches. The map limits the search to some moments of each match; `None` searches all
    /// moments.
    Seek(Vec<RowNumber>, Option<BTreeMap<RecordId, Vec<Moment>>>),
    /// Pose these findings of these matches, the reasons for this number of mistakes, as puzzles.
    Drill {
        rows: Vec<RowNumber>,
        findings: FindingPlaces,
        mistakes: usize,
    },
    Stop,
    /// Print the set with these options.
    Print(Box<PuzzleSheetChoice>),
    /// Puzzles were found.
    FoundPuzzles(Box<FoundPuzzles>),
    /// Loading the progress has ended. After an error, the progress is empty.
    ProgressLoaded(Box<Progress>, Option<StoreError>),
    /// Importing a progress file has ended. Holds the progress or an error message; `None` if the file dialog was
    /// cancelled.
    ProgressImported(Option<Result<Box<Progress>, ProgressFileError>>),
}

pub(in crate::app) fn update_puzzles(cx: &mut Cx<'_>, action: PuzzleAction) {
    match action {
        PuzzleAction::Answer(index) => choose_answer(cx, index),
        PuzzleAction::Play(seat, mv) => play(cx, seat, mv),
        PuzzleAction::GoTo(at) => with_solving(cx, |it, puzzle| it.go_to(puzzle, at)),
        PuzzleAction::Branch(at) => with_solving(cx, |it, puzzle| it.branch(puzzle, at)),
        PuzzleAction::Show(tab) => cx.puzzles_mut().tab = tab,
        PuzzleAction::Plot(kind) => cx.puzzles_mut().plotted = kind,
        PuzzleAction::Choose(choice) => {
            let day = today(cx);
            // The filter belongs to this set only.
            let kept = SetChoice { filter: PuzzleFilter::default(), ..(*choice).clone() };
            cx.change_settings(|settings| settings.puzzle_set = kept);
            cx.puzzles_mut().choose(*choice, day);
        }
        PuzzleAction::Seek(rows, moments) => seek_puzzles(cx, rows, moments),
        PuzzleAction::Drill { rows, findings, mistakes } => {
            let job = search_job(cx, rows, None);
            start(cx, PuzzleSearchJob { findings: Some(findings), ..job });
            if let Some(round) = &mut cx.puzzles_mut().round {
                round.drilled = Some(mistakes);
            }
        }
        PuzzleAction::Stop => cx.cancel([JobKind::Puzzles]),
        PuzzleAction::Print(choice) => print_set(cx, *choice),
        PuzzleAction::FoundPuzzles(gathered) => {
            let day = today(cx);
            let puzzles = cx.puzzles_mut();
            if let Some(round) = puzzles.round.as_mut().or(puzzles.paused.as_mut()) {
                round.take(*gathered, puzzles.progress.as_ref(), day);
            }
        }
        PuzzleAction::ProgressLoaded(progress, failed) => apply_progress(cx, *progress, failed),
        PuzzleAction::ProgressImported(None) => {}
        PuzzleAction::ProgressImported(Some(Err(error))) => {
            cx.warn(sentence(&error.to_string()));
        }
        PuzzleAction::ProgressImported(Some(Ok(imported))) => {
            cx.puzzles_mut().progress.get_or_insert_default().merge(*imported);
            if cx.puzzles.is_loaded {
                save_progress(cx);
            } else {
                cx.run(Effect::LoadProgress);
            }
            cx.notify("Imported the puzzle progress.".to_owned());
        }
    }
}

/// Plays a move on the boards of the puzzle. The field for typed moves stays open until the puzzle has ended, and names
/// the reason why a move is wrong.
fn play(cx: &mut Cx<'_>, seat: Seat, mv: Move) {
    with_solving(cx, |it, puzzle| it.play(puzzle, seat, mv));
    let Some((_, solving)) = cx.solving() else { return };
    let is_field = |dialog: &Dialog| matches!(dialog, Dialog::PlayMove { .. });
    if !solving.awaits_answer() {
        return cx.close_dialog_if(is_field);
    }
    let reason = if solving.was_wrong { solving.feedback.clone() } else { String::new() };
    if let Some(Dialog::PlayMove { error, .. }) = cx.dialog_mut() {
        *error = reason;
    }
}

/// Returns the current day, or the default day if the window has not set the date.
fn today(cx: &Cx<'_>) -> Day {
    cx.shell.today.parse().unwrap_or_default()
}

/// After a search has ended, warns of skipped puzzles (see [`Round::rejected`]).
pub(in crate::app) fn report_skipped(cx: &mut Cx<'_>) {
    let rejected = cx.puzzle().map_or(0, |round| round.rejected);
    if rejected > 0 {
        cx.warn(format!(
            "{} skipped: the stated solution doesn’t work in the position.",
            count_text(rejected, "puzzle", "puzzles")
        ));
    }
}

/// Stores the loaded progress, merged with results that earlier versions of the program saved in the settings.
fn apply_progress(cx: &mut Cx<'_>, mut progress: Progress, failed: Option<StoreError>) {
    let earlier = cx.settings.exercises;
    if !earlier.is_empty() {
        progress.merge_earlier(earlier);
        cx.change_settings(|settings| settings.exercises = PuzzleScore::default());
    }
    // Results and imports that arrived before the progress file was loaded.
    let unsaved = cx.puzzles_mut().progress.take();
    let is_changed = unsaved.is_some() || !earlier.is_empty();
    if let Some(unsaved) = unsaved {
        progress.merge(unsaved);
    }
    cx.puzzles_mut().progress = Some(progress);
    cx.puzzles_mut().is_loaded = true;
    cx.puzzles_mut().forbids_saving = failed.as_ref().is_some_and(StoreError::forbids_saving);
    if is_changed {
        save_progress(cx);
    }
    if let Some(why) = failed {
        cx.warn(sentence(&why.to_string()));
    }
    if std::mem::take(&mut cx.puzzles_mut().reviews) {
        review_due(cx);
    }
}

/// Stops waiting for the stored progress, after a panic in the job.
pub(in crate::app) fn forget_progress(cx: &mut Cx<'_>) {
    cx.puzzles_mut().reviews = false;
}

fn save_progress(cx: &mut Cx<'_>) {
    if let Some(progress) = cx.puzzles.progress.clone()
        && !cx.puzzles.forbids_saving
    {
        cx.run(Effect::SaveProgress(Box::new(progress)));
    }
}

pub(in crate::app) fn puzzles_of_match(cx: &mut Cx<'_>) {
    let Some(file) = cx.file() else { return };
    let row = RowNumber::try_from(file.record.id).unwrap_or_default();
    seek_puzzles(cx, vec![row], None);
}

pub(in crate::app) fn puzzles_of_list(cx: &mut Cx<'_>) {
    let rows = cx.file().map(|file| file.filter.rows.clone());
    seek_puzzles(cx, rows.unwrap_or_default(), None);
}

/// Starts the puzzles that are due for review today.
pub(in crate::app) fn review_due(cx: &mut Cx<'_>) {
    if !cx.puzzles.is_loaded {
        cx.puzzles_mut().reviews = true;
        return cx.run(Effect::LoadProgress);
    }
    let day = today(cx);
    let review = cx.puzzles.progress.as_ref().map(|progress| progress.due(day)).unwrap_or_default();
    if review.is_empty() {
        return cx.notify("No puzzles to review today.".to_owned());
    }
    start(cx, PuzzleSearchJob { review, ..search_job(cx, Vec::new(), None) });
}

fn seek_puzzles(
    cx: &mut Cx<'_>,
    rows: Vec<RowNumber>,
    moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
) {
    if cx.library.file().is_some() {
        start(cx, search_job(cx, rows, moments));
    }
}

fn search_job(
    cx: &Cx<'_>,
    rows: Vec<RowNumber>,
    moments: Option<BTreeMap<RecordId, Vec<Moment>>>,
) -> PuzzleSearchJob {
    let file = cx.library.file();
    let changed = file.into_iter().flat_map(|file| file.changes.texts());
    PuzzleSearchJob {
        list: file.map(|file| file.list.clone()).unwrap_or_default(),
        moments,
        changed: changed.map(|(id, text)| (id, text.to_vec())).collect(),
        rows,
        findings: None,
        review: Vec::new(),
    }
}

fn start(cx: &mut Cx<'_>, job: PuzzleSearchJob) {
    let is_paused = |round: &Round| round.search.as_ref().is_some_and(|it| it.is_same(&job));
    if cx.puzzles.paused.as_ref().is_some_and(is_paused) {
        cx.close_dialog();
        return resume_puzzles(cx);
    }
    cx.leave_boards();
    cx.close_dialog();
    // A round that replaces another one takes over the notices that were set aside for the match.
    let stashed = match cx.puzzles_mut().round.take() {
        Some(round) => round.stashed,
        None => cx.notices().take_all(),
    };
    cx.puzzles_mut().paused = None;
    // The filter of the last set could hide all puzzles of this one. A review contains all puzzles that are due, and a
    // drill all mistakes.
    let choice = if job.review.is_empty() && job.findings.is_none() {
        SetChoice { filter: PuzzleFilter::default(), ..cx.settings.puzzle_set.clone() }
    } else {
        SetChoice::default()
    };
    let mut round = Round::new(choice, stashed);
    round.search = Some(Box::new(job.clone()));
    cx.puzzles_mut().round = Some(round);
    cx.puzzles_mut().tab = PuzzleTab::Puzzle;
    if !cx.puzzles.is_loaded {
        cx.run(Effect::LoadProgress);
    }
    let progress = PuzzleSearchJob::progress(0, job.rows.len());
    cx.run(Effect::FindPuzzles(Box::new(job)));
    // The search of the first match may take seconds.
    cx.apply_report(JobKind::Puzzles, JobReport::Progress(progress));
}

/// Puts down the held piece or cancels a promotion. If there is neither, takes back a wrong move. If there is no wrong
/// move either, leaves the puzzles, which can be resumed.
pub(in crate::app) fn step_back_in_puzzles(cx: &mut Cx<'_>) {
    let attempt = cx.moment_view_mut().map(|moment_view| &mut moment_view.attempt);
    let had_input =
        attempt.is_some_and(|it| it.hand.take().is_some() || it.promotion.take().is_some());
    let solving = cx.puzzles_mut().round.as_mut().and_then(Round::solving_mut);
    if !had_input && !solving.is_some_and(PuzzleState::take_back) {
        pause_puzzles(cx);
    }
}

/// Shows the match again. Keeps the puzzles, so that the command that started them resumes them. The search goes on.
fn pause_puzzles(cx: &mut Cx<'_>) {
    let is_empty = cx.puzzle().is_none_or(|round| round.found.is_empty());
    if is_empty {
        return cx.leave_puzzles();
    }
    let Some(mut round) = cx.puzzles_mut().round.take() else { return };
    cx.notices().restore(std::mem::take(&mut round.stashed));
    let place = round.place();
    cx.puzzles_mut().paused = Some(round);
    let text = match place {
        Some(place) => format!("Paused at {}.", place.to_lowercase()),
        None => "The puzzles are paused.".to_owned(),
    };
    cx.notify_with_offer(text, Offer::ResumePuzzles);
}

pub(in crate::app) fn step_puzzle(cx: &mut Cx<'_>, forward: bool) {
    cx.puzzles_mut().tab = PuzzleTab::Puzzle;
    if let Some(round) = &mut cx.puzzles_mut().round {
        round.step(forward);
    }
}

/// Steps through the solution of an ended puzzle.
pub(in crate::app) fn step_solution(cx: &mut Cx<'_>, forward: bool) {
    with_solving(cx, |it, puzzle| it.step(puzzle, forward));
}

pub(in crate::app) fn puzzle_hint(cx: &mut Cx<'_>) {
    with_solving(cx, PuzzleState::hint);
}

pub(in crate::app) fn puzzle_answer(cx: &mut Cx<'_>) {
    with_solving(cx, PuzzleState::show_solution);
}

/// Opens the save dialog for exporting the progress.
pub(in crate::app) fn export_progress(cx: &mut Cx<'_>) {
    cx.run(Effect::AskForPath {
        what: SaveTarget::Progress,
        suggested: Some(PathBuf::from("puzzles.json")),
        title: SaveTarget::Progress.title().to_owned(),
    });
}

/// Answers the question with the button at `index`, as in [`PuzzleAction::Answer`].
pub(in crate::app) fn choose_answer(cx: &mut Cx<'_>, index: u8) {
    cx.puzzles_mut().tab = PuzzleTab::Puzzle;
    with_solving(cx, |it, puzzle| match (it.stage, Reserve::ROLES.get(usize::from(index))) {
        (PuzzleStage::Sit, _) if index < 2 => it.sit(puzzle, index == 1),
        (PuzzleStage::Name, Some(&role)) => it.name(puzzle, role),
        _ => {}
    });
}

/// Shows the match of the current puzzle at the moment of the puzzle. The puzzles can be resumed.
pub(in crate::app) fn show_match_of_puzzle(cx: &mut Cx<'_>) {
    let Some((puzzle, _)) = cx.solving() else { return };
    let (record, moment) = (puzzle.origin.record, puzzle.moment);
    pause_puzzles(cx);
    cx.show_center(Center::Boards);
    cx.request(LibraryAction::ShowAt(record, Arrival::Moment(moment)));
}

/// Returns to the puzzles that were left to look at a match.
pub(in crate::app) fn resume_puzzles(cx: &mut Cx<'_>) {
    let Some(mut round) = cx.puzzles_mut().paused.take() else { return };
    cx.leave_boards();
    round.stashed = cx.notices().take_all();
    // The offer to return has been accepted.
    round.stashed.retain(|notice| !notice.offers.contains(&Offer::ResumePuzzles));
    cx.puzzles_mut().round = Some(round);
}

/// Leaves the puzzles, and saves the moves of the current puzzle as a variation of its match.
pub(in crate::app) fn save_puzzle(cx: &mut Cx<'_>) {
    let Some((puzzle, solving)) = cx.solving() else { return };
    let (record, moment) = (puzzle.origin.record, puzzle.moment);
    let plies = solving.plies();
    cx.leave_puzzles();
    cx.request(LibraryAction::ShowAt(record, Arrival::Variation(moment, plies)));
}

/// Applies `act` to the current puzzle, and records the puzzle's first outcome in this round.
fn with_solving(cx: &mut Cx<'_>, act: impl FnOnce(&mut PuzzleState, &Puzzle)) {
    let day = today(cx);
    let puzzles = cx.puzzles_mut();
    if let Some((key, outcome)) = puzzles.round.as_mut().and_then(|round| round.act(act)) {
        puzzles.progress.get_or_insert_default().record_try(&key, outcome, day);
        // While the progress file is being loaded, it must not be overwritten.
        if puzzles.is_loaded {
            save_progress(cx);
        }
    }
}

impl Round {
    /// Returns the question of the current puzzle. Without a puzzle, returns the state of the search; `is_searching`
    /// says whether the search is running.
    pub fn question(&self, is_searching: bool) -> String {
        match self.now() {
            Some((puzzle, _)) => words::question(puzzle),
            None if is_searching => "Looking for puzzles…".to_owned(),
            None if !self.found.is_empty() => {
                "No puzzles match the filter. Change it under Set.".to_owned()
            }
            None => "No puzzles found: no forced mate within 3 moves, even with one more piece."
                .to_owned(),
        }
    }

    /// Returns how many puzzles the drilled mistakes gave and why there are not more; `None` without a drill, and if
    /// each mistake gave one.
    pub fn drill_text(&self) -> Option<String> {
        let (drilled, found) = (self.drilled?, self.found.len());
        let missing = drilled.checked_sub(found).filter(|missing| *missing > 0)?;
        let repeated = self.merged.min(missing);
        let without = missing - repeated;
        let mut reasons = Vec::new();
        if repeated > 0 {
            let verb = plural(repeated, "repeats", "repeat");
            reasons.push(format!("{} {verb} a position", grouped(repeated)));
        }
        if without > 0 {
            let verb = plural(without, "has", "have");
            reasons.push(format!(
                "{} {verb} none, as a defence or a piece lost to an attacker who was to move",
                grouped(without)
            ));
        }
        let puzzles = count_text(found, "puzzle", "puzzles");
        let mistakes = count_text(drilled, "mistake", "mistakes");
        Some(format!("{puzzles} from {mistakes}: {}.", reasons.join(", and ")))
    }

    /// Returns the place of the current puzzle, such as `Puzzle 3 of 12`; `None` without a puzzle.
    pub fn place(&self) -> Option<String> {
        let count = self.set.len();
        (count > 0).then(|| format!("Puzzle {} of {}", self.number(), grouped(count)))
    }
}

pub fn score_text(score: PuzzleScore) -> String {
    let PuzzleScore { at_once, later, shown } = score;
    format!("First try {at_once} · With mistakes or hints {later} · Gave up {shown}")
}
