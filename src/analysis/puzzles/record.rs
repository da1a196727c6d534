//! [`puzzles_of_record`]: finds the puzzles of a record.

use super::{Difficulty, Origin, Puzzle, PuzzleTag, Task, key::find_task, merge::merged_puzzles};
use crate::{
    analysis::{report::MatchTactics, tactics::Solver},
    notation::Record,
    replay::Match,
    rules::{BoardId, BySeat, Seat},
    timeline::{Moment, Timeline},
};
use std::{ops::ControlFlow, sync::Arc};

#[derive(Clone, Debug, Default)]
pub struct RecordPuzzles {
    /// The puzzles, in the order of their moments.
    pub puzzles: Vec<Puzzle>,
    /// The number of near-duplicates that were merged.
    pub merged: usize,
    /// Whether the record has a `Puzzle` tag that is invalid or names a puzzle that the position does not have.
    pub is_rejected: bool,
}

/// Returns the puzzles of the record with index `index` and bytes `text`. A record with a `Puzzle` tag has only the
/// puzzle of the tag. Otherwise, returns the puzzles at `moments`; for `None`, returns those at all moments and merges
/// near-duplicates. The record must be a match, not a game of Kriegspiel.
#[must_use]
pub fn puzzles_of_record(
    index: usize,
    text: &[u8],
    moments: Option<&[Moment]>,
    solver: &mut Solver,
) -> RecordPuzzles {
    let record = Record::parse(text);
    let played = Match::replay(&record, text);
    let timeline = Timeline::of(&played);
    let origin = Arc::new(Origin::of(&record, text, index));
    if let Some(tag) = PuzzleTag::of(&record, text) {
        return puzzles_of_tag(tag.ok(), &played, &timeline, &origin, solver);
    }
    let Some(moments) = moments else {
        let tactics = MatchTactics::by(solver, &played, 0, |_, _| ControlFlow::Continue(()));
        let (puzzles, merged) =
            merged_puzzles(&played, &timeline, &tactics.unwrap_or_default(), origin);
        return RecordPuzzles { puzzles, merged, is_rejected: false };
    };
    let mut puzzles = Vec::new();
    for &moment in moments.iter().filter(|&&moment| moment <= played.plies.len()) {
        let position = played.position_after(moment);
        let both = solver.both(&position);
        for id in BoardId::ALL {
            for task in Task::tasks_of(&both[id]) {
                let seat = position.turn(id);
                let source = (&played, &timeline, &origin);
                puzzles.push(puzzle_at(source, moment, seat, task));
            }
        }
    }
    RecordPuzzles { puzzles, merged: 0, is_rejected: false }
}

/// Returns the puzzle that `tag` names. `tag` is `None` for an invalid tag. Sets [`RecordPuzzles::is_rejected`] if the
/// tag is invalid or the position has no such puzzle.
fn puzzles_of_tag(
    tag: Option<PuzzleTag>,
    played: &Match,
    timeline: &Timeline,
    origin: &Arc<Origin>,
    solver: &mut Solver,
) -> RecordPuzzles {
    let position = &played.set_up.position;
    // An unreadable position was replaced by the standard starting position, which has no puzzles.
    let task = tag.and_then(|tag| Some((tag, find_task(position, tag.seat, tag.kind, solver)?)));
    let Some((tag, task)) = task else {
        return RecordPuzzles { is_rejected: true, ..RecordPuzzles::default() };
    };
    let mut puzzle = puzzle_at((played, timeline, origin), 0, tag.seat, task);
    puzzle.missed = tag.missed;
    RecordPuzzles { puzzles: vec![puzzle], ..RecordPuzzles::default() }
}

fn puzzle_at(
    (played, timeline, origin): (&Match, &Timeline, &Arc<Origin>),
    moment: Moment,
    seat: Seat,
    task: Task,
) -> Puzzle {
    let position = played.position_after(moment);
    let clocks = timeline.clocks(moment, timeline.time_of(moment));
    let clock = |seat| match timeline.has_clocks() {
        true => clocks[seat].ms,
        false => played.set_up.clocks_ms[seat],
    };
    let own_next = played.plies.get(moment).filter(|ply| ply.seat == seat);
    Puzzle {
        origin: Arc::clone(origin),
        moment,
        after: moment.checked_sub(1).map(|last| played.plies[last].name()),
        seat,
        difficulty: Difficulty::of(&position, seat, &task),
        missed: own_next
            .is_some_and(|ply| task.mate(None).is_some_and(|m| !m.first.contains(&ply.mv))),
        task,
        position,
        clocks_ms: BySeat::from_fn(clock),
    }
}
