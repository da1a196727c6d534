//! Opening statistics: the moves played in a position, with their results and the time spent on them.

use super::{
    Score, Selection, WalkProgress,
    cached_match::CachedMatch,
    ply_word::PlyWord,
    time_used::TimeUsed,
    walk::{QueryInput, RecordOutcome, walk},
};
use crate::{
    archive::{ListedResult, Row, RowFilter, WalkError},
    notation::Record,
    replay::{Match, SetUp},
    rules::{Board, BoardId, ByBoard, Color, Move, Position, Seat},
};
use std::{collections::BTreeMap, ops::ControlFlow};

#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    pub san: String,
    pub mv: Move,
    /// The number of matches with the move. A match with the move on both boards counts once.
    pub matches: u32,
    /// The results and times of the move on each board.
    pub boards: ByBoard<MoveTally>,
}

impl NextMove {
    /// Returns the results and times on `board`, or on both boards if `board` is `None`.
    pub fn tally(&self, board: Option<BoardId>) -> MoveTally {
        let mut tally = MoveTally::default();
        for id in BoardId::ALL.into_iter().filter(|id| board.is_none_or(|only| only == *id)) {
            tally.join(self.boards[id]);
        }
        tally
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTally {
    /// The results of the team that played the move, one for each time the move was played.
    pub score: Score,
    /// The total time spent on the move, in milliseconds, as far as clocks show it.
    pub used_ms: u64,
    /// The number of times the move was played with a known time.
    pub timed: u32,
}

impl MoveTally {
    const fn join(&mut self, other: Self) {
        self.score.join(other.score);
        self.used_ms += other.used_ms;
        self.timed += other.timed;
    }

    /// Returns the mean time in milliseconds, or `None` if no time is known.
    pub fn mean_ms(&self) -> Option<u64> {
        self.used_ms.checked_div(u64::from(self.timed))
    }
}

/// The boards on which a player has the pieces of one color. The player is the one that `filter` requires.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerBoards {
    pub filter: RowFilter,
    pub color: Color,
}

impl PlayerBoards {
    /// Returns for each board of the match `row` whether the player has `color` there.
    fn of_row(&self, row: &Row<&str>) -> ByBoard<bool> {
        ByBoard::from_fn(|id| self.filter.is_required_player(row.player(Seat::new(id, self.color))))
    }
}

/// Collects the moves played in the position of `board`, on either board of a match. The pieces, the castling rights
/// and the side to move must be equal; the reserves may differ. If the position occurs several times on a board of a
/// match, only the first time counts. With `player`, only the boards of that player count. Contradicted results are
/// recognised in matches whose endings are known. Calls `on_chunk` after each
/// chunk with the partial result, most frequent move first; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn openings(
    selection: &Selection<'_>,
    board: &Board,
    player: Option<&PlayerBoards>,
    mut on_chunk: impl FnMut(WalkProgress, &[NextMove]) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let target = Target::of(board);
    let mut all: BTreeMap<String, NextMove> = BTreeMap::new();
    walk(
        selection,
        |record: &mut Record, id, input, found: &mut Vec<NextMove>| {
            let result = selection.index.result(id);
            let of_player = player.and_then(|it| Some(it.of_row(&selection.index.row(id)?)));
            let boards = of_player.unwrap_or_else(|| ByBoard::from_fn(|_| true));
            match input {
                _ if !boards[BoardId::A] && !boards[BoardId::B] => RecordOutcome::Done,
                QueryInput::Cached(cached) => {
                    let Some(played) = target.search_cached_match(cached, boards) else {
                        return RecordOutcome::NeedsText;
                    };
                    target.add_match(found, &played, result);
                    RecordOutcome::Done
                }
                QueryInput::Text(text) => {
                    target.add_match(found, &target.search_record(record, text, boards), result);
                    RecordOutcome::Done
                }
                QueryInput::Game(_) | QueryInput::NoMatch => RecordOutcome::Done,
            }
        },
        |walked, found| {
            for next in found {
                match all.get_mut(&next.san) {
                    Some(known) => {
                        known.matches += next.matches;
                        for id in BoardId::ALL {
                            known.boards[id].join(next.boards[id]);
                        }
                    }
                    None => {
                        all.insert(next.san.clone(), next);
                    }
                }
            }
            let mut moves: Vec<NextMove> = all.values().cloned().collect();
            moves.sort_by_key(|next| std::cmp::Reverse(next.tally(None).score.games()));
            on_chunk(walked, &moves)
        },
    )
}

/// The position whose moves are collected.
struct Target<'b> {
    board: &'b Board,
    standard_start: Position,
}

/// A move played in the position, and its time in milliseconds; `None` if unknown.
type PlayedMove = (Move, Option<u32>);

/// The search for the position in one match.
struct MatchSearch<'t> {
    target: &'t Board,
    /// Whether the position is on the board now.
    here: ByBoard<bool>,
    /// Whether the position may still occur on the board.
    may_follow: ByBoard<bool>,
    /// The move played in the position, and its time in milliseconds.
    played: ByBoard<Option<PlayedMove>>,
}

impl<'t> MatchSearch<'t> {
    /// Begins at `start`, on those of its boards that are `true` in `boards`.
    fn at(start: &Position, target: &'t Board, boards: ByBoard<bool>) -> Self {
        let (here, played) = (ByBoard::default(), ByBoard::default());
        let mut search = Self { target, here, may_follow: boards, played };
        BoardId::ALL.into_iter().for_each(|id| search.look(id, &start.boards[id]));
        search
    }

    /// Compares the position with `board`, the current one on board `id`.
    fn look(&mut self, id: BoardId, board: &Board) {
        let Self { target, here, may_follow, .. } = self;
        here[id] = may_follow[id]
            && board.pieces() == target.pieces()
            && board.turn() == target.turn()
            && board.castling() == target.castling();
        // Lost castling rights never return.
        may_follow[id] &= board.castling().is_superset(target.castling());
    }

    /// Goes on by `mv`, which took `used_ms` and led to `after` on board `id`. Breaks at the last move of interest.
    fn play(
        &mut self,
        id: BoardId,
        mv: Move,
        used_ms: Option<u32>,
        after: &Board,
    ) -> ControlFlow<()> {
        if self.here[id] {
            self.played[id] = Some((mv, used_ms));
            (self.here[id], self.may_follow[id]) = (false, false);
        } else {
            self.look(id, after);
        }
        match self.may_follow.iter().any(|may_follow| *may_follow) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

impl<'b> Target<'b> {
    fn of(board: &'b Board) -> Self {
        Self { board, standard_start: Position::default() }
    }

    /// Returns the moves played in the position of a cached match, or `None` if the cache does not suffice.
    fn search_cached_match(
        &self,
        cached: &CachedMatch<'_>,
        boards: ByBoard<bool>,
    ) -> Option<ByBoard<Option<PlayedMove>>> {
        let mut position = self.standard_start.clone();
        let mut search = MatchSearch::at(&position, self.board, boards);
        for (index, &ply) in cached.plies().iter().enumerate() {
            let ply = PlyWord::from_bytes(ply);
            let id = ply.board();
            let used_ms = if search.here[id] { cached.used_ms(index) } else { Some(None) };
            let (used_ms, mv) = (used_ms?, ply.play_on(&mut position)?);
            if search.play(id, mv, used_ms, &position.boards[id]).is_break() {
                break;
            }
        }
        Some(search.played)
    }

    /// Adds a match with `result` and, for each board, the move played in the position and its time in milliseconds.
    fn add_match(
        &self,
        found: &mut Vec<NextMove>,
        played: &ByBoard<Option<PlayedMove>>,
        result: ListedResult,
    ) {
        for id in BoardId::ALL {
            let Some((mv, used_ms)) = played[id] else { continue };
            let next = self.entry_of(found, mv);
            let other = played[id.other()].map(|(other, _)| other);
            // A match with the move on both boards counts once.
            next.matches += u32::from(id == BoardId::A || other != Some(mv));
            let tally = &mut next.boards[id];
            tally.score.add(Seat::new(id, self.board.turn()).team(), result);
            tally.used_ms += used_ms.map_or(0, u64::from);
            tally.timed += u32::from(used_ms.is_some());
        }
    }

    /// Returns the entry of `mv` in `found`. Adds the entry if it is missing.
    fn entry_of<'f>(&self, found: &'f mut Vec<NextMove>, mv: Move) -> &'f mut NextMove {
        let place = found.iter().position(|next| next.mv == mv).unwrap_or_else(|| {
            found.push(NextMove {
                san: self.board.san(mv).to_string(),
                mv,
                matches: 0,
                boards: ByBoard::default(),
            });
            found.len() - 1
        });
        &mut found[place]
    }

    fn search_record(
        &self,
        record: &mut Record,
        text: &[u8],
        boards: ByBoard<bool>,
    ) -> ByBoard<Option<PlayedMove>> {
        record.parse_into(text);
        let set_up = SetUp::of_record(record, text);
        if set_up.unreadable.is_some() {
            return ByBoard::default();
        }
        let mut search = MatchSearch::at(&set_up.position, self.board, boards);
        let mut used = TimeUsed::of(&set_up);
        Match::walk(record, set_up.position.clone(), |position, ply| {
            let Some(ply) = ply else { return ControlFlow::Continue(()) };
            let (id, used_ms) = (ply.seat.board(), used.record(ply.seat, ply.clock));
            search.play(id, ply.mv, used_ms, &position.boards[id])
        });
        search.played
    }
}
