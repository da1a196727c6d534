//! [`PuzzleFilter`]: selects puzzles. [`remove_repeated`] removes duplicates, and [`daily`] draws the puzzles of a day.

use super::{Kind, Level, Puzzle};
use crate::{analysis::ledger::Theme, text::Day};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Selects the puzzles of a set. The default admits all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleFilter {
    /// The kinds to admit; empty for all.
    pub kinds: Vec<Kind>,
    /// The level to admit; `None` for all.
    pub level: Option<Level>,
    /// The minimum number of moves to mate.
    pub min_length: u8,
    /// The maximum number of moves to mate; `None` for no limit.
    pub max_length: Option<u8>,
    /// A text that the name of the solving player must contain, ignoring case; empty for any player.
    pub player: String,
    /// Whether to admit only puzzles whose solution was missed in the match.
    pub missed: bool,
    /// The minimum rating of the solving player. Either limit on the rating excludes players without a rating.
    pub min_rating: Option<u16>,
    /// The maximum rating of the solving player.
    pub max_rating: Option<u16>,
    /// Whether to admit only puzzles whose solving player is in time trouble.
    pub time_trouble: bool,
    /// The theme to admit; `None` for all.
    pub theme: Option<Theme>,
}

impl PuzzleFilter {
    pub fn admits(&self, puzzle: &Puzzle) -> bool {
        let length = puzzle.task.length();
        let rating = puzzle.origin.ratings[puzzle.seat];
        let player = || puzzle.origin.players[puzzle.seat].to_lowercase();
        (self.kinds.is_empty() || self.kinds.contains(&puzzle.task.kind()))
            && self.level.is_none_or(|level| puzzle.difficulty.level() == level)
            && length >= self.min_length
            && self.max_length.is_none_or(|max| length <= max)
            && (!self.missed || puzzle.missed)
            && self.theme.is_none_or(|theme| puzzle.themes.contains(theme))
            && (!self.time_trouble || puzzle.is_time_trouble())
            && self.min_rating.is_none_or(|min| rating.is_some_and(|it| it >= min))
            && self.max_rating.is_none_or(|max| rating.is_some_and(|it| it <= max))
            && (self.player.is_empty() || player().contains(&self.player.trim().to_lowercase()))
    }
}

/// Removes the puzzles whose keys are in `seen` or occurred earlier in `puzzles`. Adds the keys of the remaining
/// puzzles to `seen`. Returns the number of removed puzzles. Puzzles that differ only on a board irrelevant to the
/// question have the same key.
pub fn remove_repeated(puzzles: &mut Vec<Puzzle>, seen: &mut HashSet<String>) -> usize {
    let before = puzzles.len();
    puzzles.retain(|puzzle| seen.insert(dedup_key(puzzle)));
    before - puzzles.len()
}

/// Returns the key of a puzzle for [`remove_repeated`]. The key holds the answers, and the boards relevant to the
/// question with the side to move.
fn dedup_key(puzzle: &Puzzle) -> String {
    let boards = if puzzle.task.is_about_sitting() {
        puzzle.key().position
    } else {
        let fen = puzzle.position.boards[puzzle.seat.board()].chess_fen();
        // Leave out the half-move clock and the move number.
        fen.split(' ').take(4).collect()
    };
    // The key does not name the board, so the same position on the other board is the same puzzle.
    format!("{boards} {:?}", puzzle.task)
}

/// Sorts puzzles from easy to hard, and equally hard ones by record and moment.
pub fn order_by_difficulty(puzzles: &mut [Puzzle]) {
    puzzles.sort_by_key(|puzzle| (puzzle.difficulty.score(), puzzle.origin.record, puzzle.moment));
}

/// Sorts puzzles for solving: by level, from easy to hard. Within a level, the kinds take turns, and so do the first
/// themes of each kind.
pub fn order_for_solving(puzzles: &mut Vec<Puzzle>) {
    order_by_difficulty(puzzles);
    take_turns(puzzles, |puzzle| (puzzle.task.kind(), puzzle.themes.iter().next()));
    take_turns(puzzles, |puzzle| puzzle.task.kind());
}

/// Sorts puzzles by level. Within a level, the groups take turns, and each group keeps its order.
fn take_turns<G: Ord>(puzzles: &mut Vec<Puzzle>, group: impl Fn(&Puzzle) -> G) {
    let mut turns: BTreeMap<(Level, G), usize> = BTreeMap::new();
    let mut with_turn = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles.drain(..) {
        let level = puzzle.difficulty.level();
        let turn = turns.entry((level, group(&puzzle))).or_default();
        *turn += 1;
        with_turn.push(((level, *turn), puzzle));
    }
    with_turn.sort_by_key(|(place, _)| *place);
    puzzles.extend(with_turn.into_iter().map(|(_, puzzle)| puzzle));
}

/// Chooses `count` puzzles from `puzzles`, spread over kinds and themes, and sorts them as in [`order_for_solving`]. Each kind with
/// its first theme is a group. The groups take turns; within a group, the puzzles are spread from easy to hard.
pub fn spread(mut puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    if count >= puzzles.len() {
        order_for_solving(&mut puzzles);
        return puzzles;
    }
    order_by_difficulty(&mut puzzles);
    let mut groups: BTreeMap<(Kind, Option<Theme>), Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        let group = (puzzle.task.kind(), puzzle.themes.iter().next());
        groups.entry(group).or_default().push(puzzle);
    }
    let mut groups: Vec<Vec<Puzzle>> = groups.into_values().collect();
    // The smallest groups choose first, since they may have too few.
    groups.sort_by_key(Vec::len);
    let (mut chosen, mut left) = (Vec::with_capacity(count), count);
    let mut groups_left = groups.len();
    for group in groups {
        let share = left.div_ceil(groups_left).min(group.len());
        let places = (0..share).map(|index| index * group.len() / share);
        chosen.extend(places.map(|place| group[place].clone()));
        left -= share;
        groups_left -= 1;
    }
    order_for_solving(&mut chosen);
    chosen
}

/// Draws the `count` puzzles of `day` from `puzzles` and sorts them as in [`order_for_solving`]. The draw depends only on `day`
/// and `puzzles`.
pub fn daily(puzzles: &[Puzzle], day: Day, count: usize) -> Vec<Puzzle> {
    let mut drawn: Vec<(u32, &Puzzle)> =
        puzzles.iter().map(|puzzle| (puzzle.key().shuffled(day.0), puzzle)).collect();
    drawn.sort_by_key(|(draw, _)| *draw);
    let mut drawn: Vec<Puzzle> =
        drawn.into_iter().take(count).map(|(_, puzzle)| puzzle.clone()).collect();
    order_for_solving(&mut drawn);
    drawn
}
