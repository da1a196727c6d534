//! Which moves were played next in a position, how often, with what result and how much time.

use super::{
    BoardPattern, Score, Selection, WalkError, Walked,
    cached_match::CachedMatch,
    mailbox::{Mailbox, squares_of},
    ply_word::PlyWord,
    reach::{Reach, may_fit_alone, stands},
    used::Used,
    walk::{Answered, Asked, walk},
};
use crate::{
    notation::{GameResult, Record},
    replay::{Match, SetUp},
    rules::{Bitboard, Board, BoardId, ByBoard, Move, Position, Role, Seat, Square},
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// A move that was played next.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// As it is written.
    pub san: String,
    /// The move.
    pub mv: Move,
    /// How the matches ended for the team that played it.
    pub score: Score,
    /// What it took together, in milliseconds, where clocks tell.
    pub used_ms: u64,
    /// How many times clocks tell it.
    pub timed: u32,
}

impl NextMove {
    /// What it took in the mean, in milliseconds.
    #[must_use]
    pub fn mean_ms(&self) -> Option<u64> {
        self.used_ms.checked_div(u64::from(self.timed))
    }
}

/// The moves that were played where a board stands as `board` does: the same pieces, castling and turn, with whatever
/// in reserve, on either of the two boards. A match counts once a board, where it comes to the position first. `each`
/// is told of every piece that is done with all moves so far, the most frequent first, and may break off.
///
/// # Errors
/// What the disk says, or that it was broken off.
pub fn openings(
    selection: &Selection<'_>,
    board: &Board,
    mut each: impl FnMut(Walked, &[NextMove]) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    let wanted = Wanted::of(board);
    let mut all: BTreeMap<String, NextMove> = BTreeMap::new();
    walk(
        selection,
        |record: &mut Record, _, asked, found: &mut Vec<NextMove>| match asked {
            Asked::Kept(kept) => wanted.in_kept(kept, found),
            Asked::Text(text) => {
                wanted.in_record(record, text, found);
                Answered::Yes
            }
            Asked::NoMatch => Answered::Yes,
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
            each(walked, &moves)
        },
    )
}

struct Wanted<'b> {
    board: &'b Board,
    pattern: BoardPattern,
    squares: [u8; 64],
    /// What stands where a match begins as usual.
    usual: Mailbox,
}

impl<'b> Wanted<'b> {
    fn of(board: &'b Board) -> Self {
        let mut pattern = BoardPattern::default();
        for square in Square::ALL {
            pattern.ask(square, board.piece_at(square));
        }
        pattern.ask_turn(board.turn());
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

    /// Which plies of a match are played next, by their places, and from which seats.
    fn next_plies(&self, kept: &CachedMatch<'_>) -> ByBoard<Option<(usize, Seat)>> {
        let mut position = self.usual.clone();
        let is = |position: &Mailbox, id: BoardId| {
            position.turn(id) == self.board.turn()
                && position.castling(id) == self.board.castling()
                && position.shows(id, &self.squares)
        };
        // What may not castle any more never may again.
        let may_be = |position: &Mailbox, id: BoardId| {
            position.castling(id).is_superset(self.board.castling())
        };
        let mut next = ByBoard::default();
        let mut here = ByBoard::from_fn(|id| is(&position, id));
        let mut hopes = ByBoard::from_fn(|id| may_be(&position, id));
        for (index, &ply) in kept.plies().iter().enumerate() {
            let ply = PlyWord::of_bytes(ply);
            let id = ply.board();
            if here[id] {
                next[id] = Some((index, Seat::new(id, position.turn(id))));
                here[id] = false;
                hopes[id] = false;
            }
            position.play(ply);
            if hopes[id] {
                here[id] = is(&position, id);
                hopes[id] = may_be(&position, id);
            }
            if !(hopes[BoardId::A] | hopes[BoardId::B] | here[BoardId::A] | here[BoardId::B]) {
                break;
            }
        }
        next
    }

    fn in_kept(&self, kept: &CachedMatch<'_>, found: &mut Vec<NextMove>) -> Answered {
        let next = self.next_plies(kept);
        let used = ByBoard::from_fn(|id| next[id].map(|(index, _)| kept.used_ms(index)));
        if used.iter().any(|used| *used == Some(None)) {
            return Answered::ByText;
        }
        for id in BoardId::ALL {
            let Some((index, seat)) = next[id] else {
                continue;
            };
            let ply = PlyWord::of_bytes(kept.plies()[index]);
            let role = self.board.pieces().role_at(ply.from());
            let used_ms = used[id].flatten().flatten();
            if let Some(mv) = ply.mv(role.unwrap_or(Role::Pawn)) {
                self.add(found, mv, (seat, kept.result()), used_ms);
            }
        }
        Answered::Yes
    }

    /// Adds a move that was played by `seat`, and how the match ended.
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

    fn in_record(&self, record: &mut Record, text: &[u8], found: &mut Vec<NextMove>) {
        record.parse_into(text);
        let plies = &record.plies[..record.readable_plies()];
        let set_up = SetUp::of_record(record, text);
        let reach = Reach::of(plies);
        // The squares to which nothing comes back; of a board that cannot fit, none is asked any more.
        let hopes = ByBoard::from_fn(|id: BoardId| {
            let start = &set_up.position.boards[id];
            let fragile = reach.fragile(&self.pattern, id);
            let may_fit = reach.may_fit(&self.pattern, id, start)
                && may_fit_alone(plies, id, start, &self.pattern, fragile);
            may_fit.then_some(fragile)
        });
        if hopes.iter().any(Option::is_some) {
            self.replay(record, text, &set_up, hopes, found);
        }
    }

    fn replay(
        &self,
        record: &Record,
        text: &[u8],
        set_up: &SetUp,
        mut hopes: ByBoard<Option<Bitboard>>,
        found: &mut Vec<NextMove>,
    ) {
        let result = record.result(text);
        let mut here = ByBoard::from_fn(|id: BoardId| {
            hopes[id].is_some() && self.is(&set_up.position.boards[id])
        });
        let mut used = Used::of(set_up);
        Match::walk(record, text, |position, ply| {
            let Some(ply) = ply else {
                return ControlFlow::Continue(());
            };
            let id = ply.seat.board();
            let used_ms = used.take(ply.seat, ply.clock);
            if here[id] {
                here[id] = false;
                hopes[id] = None;
                self.add(found, ply.mv, (ply.seat, result), used_ms);
            } else if let Some(fragile) = hopes[id] {
                let board = &position.boards[id];
                here[id] = self.is(board);
                if !here[id] && !stands(&self.pattern, fragile, board) {
                    hopes[id] = None;
                }
            }
            if hopes.iter().any(Option::is_some) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
}
