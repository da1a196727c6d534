//! Opening statistics: the moves played in a position with their frequency, results and time.

use super::{
    BoardPattern, Score, Selection, WalkError, Walked,
    cached_match::CachedMatch,
    mailbox::{Mailbox, squares_of},
    ply_word::PlyWord,
    reachable_squares::{ReachableSquares, fragile_pieces_remain, may_match_single_board},
    time_used::TimeUsed,
    walk::{Answered, QueryInput, walk},
};
use crate::{
    notation::{GameResult, Record},
    replay::{Match, SetUp},
    rules::{Bitboard, Board, BoardId, ByBoard, Move, Position, Role, Seat, Square},
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// A move played in the position.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// SAN.
    pub san: String,
    /// The move.
    pub mv: Move,
    /// The results of the team that played it.
    pub score: Score,
    /// The total time spent on it, in milliseconds, where known from clocks.
    pub used_ms: u64,
    /// The number of plies with a known time.
    pub timed: u32,
}

impl NextMove {
    /// Returns the mean time in milliseconds.
    #[must_use]
    pub fn mean_ms(&self) -> Option<u64> {
        self.used_ms.checked_div(u64::from(self.timed))
    }
}

/// Returns the moves played wherever a board has the pieces, castling rights and side to move of `board`, with any
/// reserves and on either board. A match counts once per board, at the first occurrence. `on_chunk` is called after each
/// chunk with the partial result, most frequent first, and may cancel.
///
/// # Errors
/// Disk errors, or cancellation.
pub fn openings(
    selection: &Selection<'_>,
    board: &Board,
    mut on_chunk: impl FnMut(Walked, &[NextMove]) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let target = Wanted::of(board);
    let mut all: BTreeMap<String, NextMove> = BTreeMap::new();
    walk(
        selection,
        |record: &mut Record, _, input, found: &mut Vec<NextMove>| match input {
            QueryInput::Kept(cached) => target.search_cached_match(cached, found),
            QueryInput::Text(text) => {
                target.search_record(record, text, found);
                Answered::Yes
            }
            QueryInput::NoMatch => Answered::Yes,
        },
        |walked, found| {
            for next in found {
                match all.get_mut(&next.san) {
                    Some(known) => {
                        known.score.join(next.score);
                        known.used_ms += next.used_ms;
                        known.timed += next.timed;
                    }
                    None => {
                        all.insert(next.san.clone(), next);
                    }
                }
            }
            let mut moves: Vec<NextMove> = all.values().cloned().collect();
            moves.sort_by_key(|next| std::cmp::Reverse(next.score.games()));
            on_chunk(walked, &moves)
        },
    )
}

struct Wanted<'b> {
    board: &'b Board,
    pattern: BoardPattern,
    squares: [u8; 64],
    /// The starting position.
    usual: Mailbox,
}

impl<'b> Wanted<'b> {
    fn of(board: &'b Board) -> Self {
        let mut pattern = BoardPattern::default();
        for square in Square::ALL {
            pattern.set_square(square, board.piece_at(square));
        }
        pattern.set_turn(board.turn());
        Self {
            board,
            pattern,
            squares: squares_of(board.pieces()),
            usual: Mailbox::of(&Position::default()),
        }
    }

    fn is(&self, board: &Board) -> bool {
        board.pieces() == self.board.pieces()
            && board.turn() == self.board.turn()
            && board.castling() == self.board.castling()
    }

    /// Returns the indices and seats of the next plies in a match.
    fn next_plies(&self, cached: &CachedMatch<'_>) -> ByBoard<Option<(usize, Seat)>> {
        let mut position = self.usual.clone();
        let is = |position: &Mailbox, id: BoardId| {
            position.turn(id) == self.board.turn()
                && position.castling(id) == self.board.castling()
                && position.has_squares(id, &self.squares)
        };
        // Lost castling rights never return.
        let may_match = |position: &Mailbox, id: BoardId| {
            position.castling(id).is_superset(self.board.castling())
        };
        let mut next = ByBoard::default();
        let mut here = ByBoard::from_fn(|id| is(&position, id));
        let mut candidates = ByBoard::from_fn(|id| may_match(&position, id));
        for (index, &ply) in cached.plies().iter().enumerate() {
            let ply = PlyWord::from_bytes(ply);
            let id = ply.board();
            if here[id] {
                next[id] = Some((index, Seat::new(id, position.turn(id))));
                here[id] = false;
                candidates[id] = false;
            }
            position.play(ply);
            if candidates[id] {
                here[id] = is(&position, id);
                candidates[id] = may_match(&position, id);
            }
            if !(candidates[BoardId::A]
                | candidates[BoardId::B]
                | here[BoardId::A]
                | here[BoardId::B])
            {
                break;
            }
        }
        next
    }

    fn search_cached_match(&self, cached: &CachedMatch<'_>, found: &mut Vec<NextMove>) -> Answered {
        let next = self.next_plies(cached);
        let used = ByBoard::from_fn(|id| next[id].map(|(index, _)| cached.used_ms(index)));
        if used.iter().any(|used| *used == Some(None)) {
            return Answered::ByText;
        }
        for id in BoardId::ALL {
            let Some((index, seat)) = next[id] else {
                continue;
            };
            let ply = PlyWord::from_bytes(cached.plies()[index]);
            let role = self.board.pieces().role_at(ply.from());
            let used_ms = used[id].flatten().flatten();
            if let Some(mv) = ply.mv(role.unwrap_or(Role::Pawn)) {
                self.add(found, mv, (seat, cached.result()), used_ms);
            }
        }
        Answered::Yes
    }

    /// Adds a move played by `seat` with the result of its match.
    fn add(
        &self,
        found: &mut Vec<NextMove>,
        mv: Move,
        (seat, result): (Seat, Option<GameResult>),
        used_ms: Option<u32>,
    ) {
        let place = found.iter().position(|next| next.mv == mv);
        let place = place.unwrap_or_else(|| {
            found.push(NextMove {
                san: self.board.san(mv).to_string(),
                mv,
                score: Score::default(),
                used_ms: 0,
                timed: 0,
            });
            found.len() - 1
        });
        let next = &mut found[place];
        next.score.add(seat.team(), result);
        next.used_ms += used_ms.map_or(0, u64::from);
        next.timed += u32::from(used_ms.is_some());
    }

    fn search_record(&self, record: &mut Record, text: &[u8], found: &mut Vec<NextMove>) {
        record.parse_into(text);
        let plies = &record.plies[..record.readable_plies()];
        let set_up = SetUp::of_record(record, text);
        let reach = ReachableSquares::of(plies);
        // The squares that no piece can return to; a board that cannot match any more is skipped.
        let candidates = ByBoard::from_fn(|id: BoardId| {
            let start = &set_up.position.boards[id];
            let fragile = reach.fragile(&self.pattern, id);
            let may_match_pattern = reach.may_match_pattern(&self.pattern, id, start)
                && may_match_single_board(plies, id, start, &self.pattern, fragile);
            may_match_pattern.then_some(fragile)
        });
        if candidates.iter().any(Option::is_some) {
            self.replay(record, text, &set_up, candidates, found);
        }
    }

    fn replay(
        &self,
        record: &Record,
        text: &[u8],
        set_up: &SetUp,
        mut candidates: ByBoard<Option<Bitboard>>,
        found: &mut Vec<NextMove>,
    ) {
        let result = record.result(text);
        let mut here = ByBoard::from_fn(|id: BoardId| {
            candidates[id].is_some() && self.is(&set_up.position.boards[id])
        });
        let mut used = TimeUsed::of(set_up);
        Match::walk(record, text, |position, ply| {
            let Some(ply) = ply else {
                return ControlFlow::Continue(());
            };
            let id = ply.seat.board();
            let used_ms = used.record(ply.seat, ply.clock);
            if here[id] {
                here[id] = false;
                candidates[id] = None;
                self.add(found, ply.mv, (ply.seat, result), used_ms);
            } else if let Some(fragile) = candidates[id] {
                let board = &position.boards[id];
                here[id] = self.is(board);
                if !here[id] && !fragile_pieces_remain(&self.pattern, fragile, board) {
                    candidates[id] = None;
                }
            }
            if candidates.iter().any(Option::is_some) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
}
