//! The order in which the plies of two boards were played.
//!
//! The time of a ply is the total time that both players of its board have used up to and including this ply. For ply
//! i, counted from 0, that is `2·base + increment·(i+1) − clock(i) − clock(i−1)`, where the clocks before the first ply
//! are `base`. In 41 real matches the two boards ended within 0.8 s of each other by this rule, so lag is not
//! estimated.

use super::{Games, MergeNote, has_clocks};
use crate::{
    import::board::BoardGame,
    rules::{Bfen, BoardId, ByBoard, Color, IllegalMove, Move, Numbers, Position, Role, Seat},
};

/// The maximum delay of a drop, in milliseconds. By the clocks, some drops precede the capture of their piece. Such a
/// drop is moved after the capture.
const MAX_LATE_MS: i32 = 2000;

/// The time assumed between two plies without clocks, in milliseconds.
const PLY_INTERVAL_MS: i32 = 1000;

pub(super) struct Order {
    /// The position before the first ply.
    pub start: Position,
    pub plies: Vec<OrderedPly>,
    /// For each board, the number of its plies that are in `plies`. The others cannot be played.
    pub placed: ByBoard<usize>,
}

pub(super) struct OrderedPly {
    pub board: BoardId,
    /// Number, move and clock as written: `12A. Nf3{119.6}`.
    pub text: String,
}

/// Merges the plies of both boards into one order. Adds notes on plies that do not fit.
pub(super) fn in_order(games: &Games<'_>, notes: &mut Vec<MergeNote>) -> Order {
    let start = starting_position(games, notes);
    let any_clocks = games.iter().flatten().any(|game| has_clocks(game));
    let has_order = games.iter().flatten().any(|game| !game.order.is_empty());
    let times = ByBoard::from_fn(|board| {
        games[board].map_or(Vec::new(), |game| {
            if has_order {
                let places = game.order.iter();
                places.map(|&place| i32::try_from(place).unwrap_or(i32::MAX)).collect()
            } else if any_clocks {
                times(game, board, &start, notes)
            } else {
                let ms = |ply| {
                    i32::try_from(ply).map_or(i32::MAX, |ply| ply.saturating_mul(PLY_INTERVAL_MS))
                };
                (0..game.plies.len()).map(ms).collect()
            }
        })
    });
    if !any_clocks && !has_order && games.iter().flatten().any(|game| !game.plies.is_empty()) {
        notes.push(MergeNote::NoClocks);
    }
    let mut merger = Merger {
        games,
        times,
        next: ByBoard::default(),
        ended: ByBoard::default(),
        max_late_ms: match (has_order, any_clocks) {
            (true, _) => 0,
            (false, true) => MAX_LATE_MS,
            (false, false) => i32::MAX,
        },
        position: start.clone(),
        start,
        plies: Vec::new(),
    };
    merger.run(notes);
    Order { start: merger.start, plies: merger.plies, placed: merger.next }
}

fn starting_position(games: &Games<'_>, notes: &mut Vec<MergeNote>) -> Position {
    let mut position = Position::default();
    for board in BoardId::ALL {
        let Some(fen) = games[board].and_then(|game| game.fen.as_deref()) else { continue };
        // A FEN of one board is parsed as board A.
        match Bfen::parse_numbers_as(fen, Numbers::Counts) {
            Ok(mut read) => {
                std::mem::swap(&mut position.boards[board], &mut read.position.boards[BoardId::A]);
                for color in Color::ALL {
                    position.reserves[Seat::new(board, color)] =
                        read.position.reserves[Seat::new(BoardId::A, color)];
                }
            }
            Err(error) => notes.push(MergeNote::Start(error)),
        }
    }
    position
}

/// Returns the time of each ply of a board in milliseconds, never decreasing.
pub(in crate::import) fn times(
    game: &BoardGame,
    board: BoardId,
    start: &Position,
    notes: &mut Vec<MergeNote>,
) -> Vec<i32> {
    let largest = game.plies.iter().filter_map(|ply| ply.clock_ms).max();
    let base = game.control.map(|control| control.initial_ms).or(largest).unwrap_or(0);
    let increment = game.control.map_or(0, |control| control.increment_ms);
    // The latest clocks of both sides.
    let mut left = [base, base];
    // The total time used by both sides.
    let mut used: i32 = 0;
    let mut has_reported = false;
    let mut times = Vec::with_capacity(game.plies.len());
    for (index, ply) in game.plies.iter().enumerate() {
        match ply.clock_ms {
            Some(clock) => {
                let spent = left[index % 2].saturating_sub(clock).saturating_add(increment);
                if spent < 0 && !has_reported {
                    has_reported = true;
                    let ply = name(start, board, index);
                    notes.push(MergeNote::RisingClock { ply });
                }
                used = used.saturating_add(spent.max(0));
                left[index % 2] = clock;
            }
            None => used = used.saturating_add(PLY_INTERVAL_MS),
        }
        times.push(used);
    }
    times
}

/// Returns the name of ply `index` on a board, such as `12A`.
pub(super) fn name(start: &Position, board: BoardId, index: usize) -> String {
    let black = usize::from(start.boards[board].turn() == Color::Black);
    let color = Color::from_white((index + black).is_multiple_of(2));
    format!("{}{}", (index + black) / 2 + 1, Seat::new(board, color).letter())
}

/// Formats a clock in seconds, such as `{119.6}`. Writes tenths, or thousandths if tenths are not exact.
pub(super) fn clock_text(ms: i32) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let ms = ms.unsigned_abs();
    if ms.is_multiple_of(100) {
        format!("{{{sign}{}.{}}}", ms / 1000, ms % 1000 / 100)
    } else {
        format!("{{{sign}{}.{:03}}}", ms / 1000, ms % 1000)
    }
}

struct Merger<'g> {
    games: &'g Games<'g>,
    times: ByBoard<Vec<i32>>,
    /// The index of the next ply on each board.
    next: ByBoard<usize>,
    /// Whether a board has reached a ply that cannot be played.
    ended: ByBoard<bool>,
    max_late_ms: i32,
    start: Position,
    position: Position,
    plies: Vec<OrderedPly>,
}

impl Merger<'_> {
    fn run(&mut self, notes: &mut Vec<MergeNote>) {
        while let Some(board) = self.next_board() {
            match self.resolve(board) {
                Ok(mv) => self.play(board, mv),
                Err(IllegalMove::EmptyReserve { role, .. }) => {
                    if !self.wait_for_piece(board, notes) {
                        self.lend(board, role, notes);
                    }
                }
                Err(why) => self.end(board, why, notes),
            }
        }
    }

    /// Returns the board whose next ply is earlier, or board A if both are at the same time. Returns `None` if no plies
    /// are left.
    fn next_board(&self) -> Option<BoardId> {
        let boards = BoardId::ALL.into_iter().filter(|&board| self.has_next(board));
        boards.min_by_key(|&board| (self.times[board][self.next[board]], board))
    }

    fn has_next(&self, board: BoardId) -> bool {
        !self.ended[board] && self.next[board] < self.times[board].len()
    }

    fn resolve(&self, board: BoardId) -> Result<Move, IllegalMove> {
        let seat = self.position.turn(board);
        let plies = self.games[board].map_or(&[][..], |game| &game.plies);
        self.position.resolve(seat, &plies[self.next[board]].san)
    }

    fn play(&mut self, board: BoardId, mv: Move) {
        let seat = self.position.turn(board);
        let san = self.position.boards[board].san(mv);
        self.position.play(seat, mv);
        let suffix = self.position.boards[board].claim().suffix();
        let clock_ms = self.games[board].and_then(|game| game.plies[self.next[board]].clock_ms);
        let clock = clock_ms.map_or(String::new(), clock_text);
        let text = format!("{}. {san}{suffix}{clock}", self.name(board));
        self.plies.push(OrderedPly { board, text });
        self.next[board] += 1;
    }

    /// Plays plies of the other board until the next drop on `board` has its piece, then plays the drop. If the piece
    /// does not arrive within `max_late_ms`, changes nothing and returns `false`.
    fn wait_for_piece(&mut self, board: BoardId, notes: &mut Vec<MergeNote>) -> bool {
        let other = board.other();
        let time = self.times[board][self.next[board]];
        let before = (self.position.clone(), self.plies.len(), self.next[other]);
        while self.has_next(other) {
            let late_ms = self.times[other][self.next[other]].saturating_sub(time);
            if late_ms > self.max_late_ms {
                break;
            }
            let Ok(mv) = self.resolve(other) else { break };
            self.play(other, mv);
            if let Ok(mv) = self.resolve(board) {
                if late_ms > 0 && self.max_late_ms < i32::MAX {
                    let ply = self.name(board);
                    notes.push(MergeNote::Reordered { ply, late_ms });
                }
                self.play(board, mv);
                return true;
            }
        }
        self.position = before.0;
        self.plies.truncate(before.1);
        self.next[other] = before.2;
        false
    }

    /// Adds the missing piece to the reserve, and drops it as the next ply on `board`.
    fn lend(&mut self, board: BoardId, role: Role, notes: &mut Vec<MergeNote>) {
        let seat = self.position.turn(board);
        let before = self.position.clone();
        self.position.lend(seat, role);
        match self.resolve(board) {
            Ok(mv) => {
                notes.push(MergeNote::Lent { ply: self.name(board) });
                self.play(board, mv);
            }
            Err(why) => {
                self.position = before;
                self.end(board, why, notes);
            }
        }
    }

    fn end(&mut self, board: BoardId, why: IllegalMove, notes: &mut Vec<MergeNote>) {
        let rest = self.times[board].len() - self.next[board] - 1;
        notes.push(MergeNote::Illegal { ply: self.name(board), why, board, rest });
        self.ended[board] = true;
    }

    fn name(&self, board: BoardId) -> String {
        name(&self.start, board, self.next[board])
    }
}
