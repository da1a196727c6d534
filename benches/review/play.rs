//! Matches of a team that plays by the search of the review against a team that takes the best capture or check.

use std::ops::ControlFlow;
use tandem::{
    analysis::review::{Choice, Effort, choose},
    rules::{BoardId, BySeat, Move, Position, Role, Seat, Team},
};

/// The time of each player, in milliseconds of the simulated match.
const CLOCK_MS: i32 = 120_000;

/// The simulated time of a move, in milliseconds.
const MOVE_MS: i32 = 1_500;

/// The plies after which a match is drawn.
const MAX_PLIES: usize = 400;

/// The random plies at the beginning, the same in both matches of a pair.
const RANDOM_PLIES: usize = 6;

/// Who moves for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Player {
    Search {
        nodes: u32,
    },
    /// Takes the most valuable piece, or else checks, or else moves at random.
    Greedy,
}

pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % count
    }
}

/// Plays a match, and returns the winner; `None` for a draw. Both boards move in turns; a seat that sits loses time.
pub fn play(players: impl Fn(Team) -> Player, seed: u64) -> Option<Team> {
    let mut random = Random::new(seed);
    let mut position = Position::default();
    let mut clocks = BySeat::from_fn(|_| CLOCK_MS);
    for ply in 0..MAX_PLIES {
        let id = BoardId::ALL[ply % 2];
        let seat = position.turn(id);
        let choice = if ply < RANDOM_PLIES {
            let moves = position.legal_moves(seat);
            Choice::Move(moves[random.below(moves.len())])
        } else {
            decide(players(seat.team()), &position, seat, &clocks, &mut random)
        };
        clocks[seat] -= MOVE_MS;
        if clocks[seat] <= 0 {
            return Some(seat.team().other());
        }
        let Choice::Move(mv) = choice else { continue };
        position.play(seat, mv);
        if position.boards[id].is_checkmate() {
            return Some(seat.team());
        }
    }
    None
}

fn decide(
    player: Player,
    position: &Position,
    seat: Seat,
    clocks: &BySeat<i32>,
    random: &mut Random,
) -> Choice {
    match player {
        Player::Greedy => greedy(position, seat, random),
        Player::Search { nodes } => {
            let known = BySeat::from_fn(|seat| Some(clocks[seat]));
            let effort = Effort { nodes, ..Effort::default() };
            let go = || ControlFlow::Continue(());
            choose(position, seat, &known, effort, &go).unwrap_or(Choice::Sit)
        }
    }
}

fn greedy(position: &Position, seat: Seat, random: &mut Random) -> Choice {
    let board = position.board_of(seat);
    let mut moves = position.legal_moves(seat);
    if moves.is_empty() {
        return Choice::Sit;
    }
    // Equal moves in a random order.
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    let value = |mv: &Move| {
        let after = board.after_move(*mv);
        if after.is_checkmate() {
            return 100;
        }
        let taken = board.captured_by(*mv).map_or(0, |role| match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen | Role::King => 9,
        });
        taken * 2 + i32::from(after.is_check())
    };
    let best = moves.iter().copied().max_by_key(value);
    best.map_or(Choice::Sit, Choice::Move)
}

/// Plays `pairs` pairs of matches from the same openings with the teams swapped. Returns the wins, draws and losses of
/// the team that searches.
pub fn paired(nodes: u32, pairs: u64) -> [usize; 3] {
    let mut counts = [0; 3];
    let work = |(): &mut (), number: usize| {
        let team = if number.is_multiple_of(2) { Team::First } else { Team::Second };
        let players = |of: Team| if of == team { Player::Search { nodes } } else { Player::Greedy };
        let winner = play(players, number as u64 / 2 + 1);
        winner.map_or(1, |winner| if winner == team { 0 } else { 2 })
    };
    let matches = usize::try_from(pairs * 2).unwrap_or(0);
    let _ = tandem::parallel::run_in_order(matches, work, |_, result: usize| {
        counts[result] += 1;
        Ok::<(), std::convert::Infallible>(())
    });
    counts
}
