//! [`Puzzles`]: the current round of puzzles, and the user's progress.

use super::{PuzzleSearchJob, PuzzleSheetChoice, PuzzleState};
use crate::{
    analysis::ledger::Theme,
    analysis::puzzles::{FoundPuzzles, Kind, Puzzle, PuzzleKey, daily, order_for_solving},
    app::Notice,
    settings::{Progress, PuzzleOutcome, SetChoice},
    text::Day,
};
use std::{collections::HashSet, sync::Arc};

#[derive(Clone, Debug, Default)]
pub struct Puzzles {
    /// The current round of puzzles; `None` if the match is shown.
    pub round: Option<Round>,
    /// The round that was left, and can be resumed.
    pub paused: Option<Round>,
    /// The progress over all rounds; `None` until progress is loaded or imported, or a puzzle is answered.
    pub progress: Option<Progress>,
    /// Whether loading the progress file has ended, with or without success.
    pub(super) is_loaded: bool,
    /// Whether saving is forbidden because the progress file could not be read. Saving would overwrite that file.
    pub(super) forbids_saving: bool,
    /// Whether to start a review once the progress is loaded.
    pub(in crate::app) reviews: bool,
    pub tab: PuzzleTab,
    /// The options of the last print-out of a set.
    pub sheet: PuzzleSheetChoice,
    /// The kind of puzzle whose progress is plotted; `None` for all kinds.
    pub plotted: Option<Kind>,
}

/// The tabs of the panel beside a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleTab {
    /// The question, the answers and the hints.
    #[default]
    Puzzle,
    /// The filter of the set.
    Set,
    Progress,
}

impl PuzzleTab {
    /// All tabs with their names, from left to right.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Puzzle, "Puzzle"), (Self::Set, "Set"), (Self::Progress, "Progress")];
}

/// The number of puzzles in a daily set.
const PUZZLES_PER_DAY: usize = 10;

/// A set of puzzles, and the search that fills it.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// All puzzles found, in match order.
    pub found: Vec<Puzzle>,
    /// The puzzles of the set, from easy to hard. Puzzles that are found later are inserted after the current puzzle.
    pub set: Arc<[Puzzle]>,
    /// The puzzles that have an outcome in this round.
    done: HashSet<PuzzleKey>,
    /// The index of the current puzzle in the set.
    current_index: usize,
    solving: Option<PuzzleState>,
    pub choice: SetChoice,
    /// The number of duplicate puzzles that the search merged.
    pub merged: usize,
    /// The number of skipped puzzles: records that claim to be puzzles but have no solution, and puzzles to review that
    /// no longer have a solution.
    pub rejected: usize,
    /// The number of mistakes that the puzzles come from; `None` if they are not those of the book of mistakes.
    pub drilled: Option<usize>,
    /// The search that finds the puzzles; `None` before it starts.
    pub(in crate::app) search: Option<Box<PuzzleSearchJob>>,
    /// The notices of the match, restored when the puzzles are left.
    pub(in crate::app) stashed: Vec<Notice>,
}

impl Puzzles {
    pub(in crate::app) fn choose(&mut self, choice: SetChoice, day: Day) {
        if let Some(round) = &mut self.round {
            round.choice = choice;
            round.current_index = 0;
            round.solving = None;
            round.set = Arc::default();
            round.select(self.progress.as_ref(), day);
        }
    }
}

impl Round {
    /// Creates a round without puzzles. `choice` determines which found puzzles belong to the set; `stashed` are the
    /// notices of the match.
    pub(in crate::app) fn new(choice: SetChoice, stashed: Vec<Notice>) -> Self {
        Self { choice, stashed, ..Self::default() }
    }

    pub fn count_of_kind(&self, kind: Kind) -> usize {
        self.found.iter().filter(|puzzle| puzzle.task.kind() == kind).count()
    }

    pub fn has_theme(&self, theme: Theme) -> bool {
        self.found.iter().any(|puzzle| puzzle.themes.contains(theme))
    }

    /// Returns the number of puzzles of the set that were solved, in this round or an earlier one.
    pub fn solved(&self, progress: Option<&Progress>) -> usize {
        let is_solved = |puzzle: &&Puzzle| {
            let tried = progress.and_then(|progress| progress.tried(&puzzle.key()));
            tried.is_some_and(|tried| tried.outcome != PuzzleOutcome::GaveUp)
        };
        self.set.iter().filter(is_solved).count()
    }

    /// Returns the number of the current puzzle, one-based; 0 if there is none.
    pub fn number(&self) -> usize {
        (self.current_index + 1).min(self.set.len())
    }

    pub fn now(&self) -> Option<(&Puzzle, &PuzzleState)> {
        Some((self.set.get(self.current_index)?, self.solving.as_ref()?))
    }

    pub(super) fn take(&mut self, gathered: FoundPuzzles, progress: Option<&Progress>, day: Day) {
        self.found.extend(gathered.puzzles);
        self.merged += gathered.merged;
        self.rejected += gathered.rejected;
        self.select(progress, day);
    }

    /// Selects the set from the puzzles found. The current puzzle and the puzzles before it stay. Exception: until the
    /// user begins to answer the first puzzle, an easier puzzle may replace that puzzle.
    fn select(&mut self, progress: Option<&Progress>, day: Day) {
        let solved = |puzzle: &Puzzle| {
            let tried = progress.and_then(|progress| progress.tried(&puzzle.key()));
            tried.is_some_and(|tried| tried.outcome == PuzzleOutcome::FirstTry)
        };
        let choice = &self.choice;
        let admitted = self.found.iter().filter(|puzzle| choice.filter.admits(puzzle));
        let admitted = admitted.filter(|puzzle| !choice.unsolved || !solved(puzzle));
        let mut set: Vec<Puzzle> = admitted.cloned().collect();
        if choice.daily {
            set = daily(&set, day, PUZZLES_PER_DAY);
        } else {
            order_for_solving(&mut set);
        }
        let level = |puzzle: &Puzzle| puzzle.difficulty.level();
        let is_first =
            self.current_index == 0 && self.solving.as_ref().is_some_and(PuzzleState::is_untouched);
        if is_first && set.first().map(level) < self.set.first().map(level) {
            self.solving = None;
        }
        let kept = if self.solving.is_some() { self.current_index + 1 } else { 0 };
        let kept_puzzles = &self.set[..kept.min(self.set.len())];
        let added = set.into_iter().filter(|puzzle| !kept_puzzles.contains(puzzle));
        self.set = kept_puzzles.iter().cloned().chain(added).collect();
        if self.solving.is_none() {
            self.go_to(0);
        }
    }

    /// Returns the index of the next or previous puzzle, or `None` if there is no such puzzle.
    pub fn beside(&self, forward: bool) -> Option<usize> {
        let at = self.current_index;
        let to = if forward { at + 1 } else { at.checked_sub(1)? };
        if to < self.set.len() { Some(to) } else { None }
    }

    /// Goes to the next or previous puzzle. Returns `false` if there is no such puzzle.
    pub fn step(&mut self, forward: bool) -> bool {
        self.beside(forward).is_some_and(|to| self.go_to(to))
    }

    /// Goes to the puzzle with index `at`. Returns `false` if there is no such puzzle.
    fn go_to(&mut self, at: usize) -> bool {
        let Some(puzzle) = self.set.get(at) else { return false };
        self.current_index = at;
        self.solving = Some(PuzzleState::of(puzzle));
        true
    }

    /// Applies `act` to the current puzzle. Returns the outcome if this is the puzzle's first outcome in this round.
    pub(super) fn act(
        &mut self,
        act: impl FnOnce(&mut PuzzleState, &Puzzle),
    ) -> Option<(PuzzleKey, PuzzleOutcome)> {
        let (puzzle, solving) = (self.set.get(self.current_index)?, self.solving.as_mut()?);
        act(solving, puzzle);
        let outcome = solving.outcome()?;
        let key = puzzle.key();
        self.done.insert(key.clone()).then_some((key, outcome))
    }

    pub(in crate::app) const fn solving_mut(&mut self) -> Option<&mut PuzzleState> {
        self.solving.as_mut()
    }
}
