//! Matches of a team that plays by the search of the review: against a team that takes the best capture or check, or
//! against two copies of a UCI engine, each of which sees its own board.

use std::{
    convert::Infallible,
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};
use tandem::{
    analysis::review::{Choice, Effort, choose},
    engine::{Engine, EngineError, EngineLimits, EngineRequest, Setup},
    parallel::run_in_order,
    rules::{BoardId, ByBoard, BySeat, Move, Position, Role, Seat, Team},
};

/// The time of each player, in milliseconds of the simulated match.
const CLOCK_MS: i32 = 120_000;

/// The simulated time of a move, in milliseconds.
const MOVE_MS: i32 = 1_500;

/// The plies after which a match is drawn.
const MAX_PLIES: usize = 400;

/// The random plies at the beginning, the same in both matches of a pair.
const RANDOM_PLIES: usize = 6;

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

/// A seat to move.
pub struct Turn<'a> {
    position: &'a Position,
    seat: Seat,
    clocks: &'a BySeat<i32>,
}

/// How a match ended for the team that searches.
#[derive(Clone, Copy, Default)]
pub struct End {
    /// 2 for a win, 1 for a draw, 0 for a loss.
    points: u32,
    by_time: bool,
    plies: usize,
}

/// Plays a match of `team`, which searches, from an opening given by `seed`. Both boards move in turns; a seat that sits
/// loses time.
fn play<E>(
    team: Team,
    seed: u64,
    mut decide: impl FnMut(&Turn<'_>, &mut Random) -> Result<Choice, E>,
) -> Result<End, E> {
    let mut random = Random::new(seed);
    let mut position = Position::default();
    let mut clocks = BySeat::from_fn(|_| CLOCK_MS);
    let won = |winner: Team| if winner == team { 2 } else { 0 };
    for ply in 0..MAX_PLIES {
        let id = BoardId::ALL[ply % 2];
        let seat = position.turn(id);
        let choice = if ply < RANDOM_PLIES {
            let moves = position.legal_moves(seat);
            Choice::Move(moves[random.below(moves.len())])
        } else {
            decide(&Turn { position: &position, seat, clocks: &clocks }, &mut random)?
        };
        clocks[seat] -= MOVE_MS;
        if clocks[seat] <= 0 {
            return Ok(End { points: won(seat.team().other()), by_time: true, plies: ply });
        }
        let Choice::Move(mv) = choice else { continue };
        position.play(seat, mv);
        if position.boards[id].is_checkmate() {
            return Ok(End { points: won(seat.team()), by_time: false, plies: ply + 1 });
        }
    }
    Ok(End { points: 1, by_time: false, plies: MAX_PLIES })
}

fn search(turn: &Turn<'_>, nodes: u32) -> Choice {
    let known = BySeat::from_fn(|seat| Some(turn.clocks[seat]));
    let effort = Effort { nodes, ..Effort::default() };
    let go = || ControlFlow::Continue(());
    choose(turn.position, turn.seat, &known, effort, &go).unwrap_or(Choice::Sit)
}

/// Takes the most valuable piece, or else checks, or else moves at random.
fn greedy(turn: &Turn<'_>, random: &mut Random) -> Choice {
    let board = turn.position.board_of(turn.seat);
    let mut moves = turn.position.legal_moves(turn.seat);
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

/// Returns the team that searches in match `number`, and the seed of its opening. The matches of a pair have the same opening and
/// the teams swapped.
const fn pairing(number: usize) -> (Team, u64) {
    let team = if number.is_multiple_of(2) { Team::First } else { Team::Second };
    (team, number as u64 / 2 + 1)
}

/// Plays `pairs` pairs of matches against a team that takes the best capture or check.
pub fn against_captures(nodes: u32, pairs: usize) -> Vec<End> {
    let mut ends = Vec::new();
    let work = |(): &mut (), number: usize| {
        let (team, seed) = pairing(number);
        let decide = |turn: &Turn<'_>, random: &mut Random| {
            let searches = turn.seat.team() == team;
            Ok(if searches { search(turn, nodes) } else { greedy(turn, random) })
        };
        play(team, seed, decide).unwrap_or_else(|never: Infallible| match never {})
    };
    let _ = run_in_order(pairs * 2, work, |_, end| {
        ends.push(end);
        Ok::<(), Infallible>(())
    });
    ends
}

/// The time of the moves of a player.
#[derive(Default)]
struct Times {
    sum: Duration,
    longest: Duration,
    count: u32,
}

impl Times {
    fn add(&mut self, began: Instant) {
        let time = began.elapsed();
        self.sum += time;
        self.longest = self.longest.max(time);
        self.count += 1;
    }

    fn words(&self) -> String {
        let mean = self.sum / self.count.max(1);
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        format!("{:.1} ms a move, at most {:.0}", milliseconds(mean), milliseconds(self.longest))
    }
}

/// Plays `pairs` pairs of matches against two copies of the engine at `path`, one for each board, which search
/// `engine_nodes` nodes a move. They see the position and both reserves of their board, and sit only without a legal move.
/// Prints the score after each pair.
pub fn against_engine(
    path: &Path,
    nodes: u32,
    engine_nodes: u64,
    pairs: usize,
) -> Result<Vec<End>, EngineError> {
    let mut engines = start_two(path)?;
    let (mut ours, mut theirs) = (Times::default(), Times::default());
    let mut ends = Vec::new();
    for number in 0..pairs * 2 {
        let (team, seed) = pairing(number);
        for id in BoardId::ALL {
            engines[id].forget();
        }
        let decide = |turn: &Turn<'_>, _: &mut Random| {
            let began = Instant::now();
            if turn.seat.team() == team {
                let choice = search(turn, nodes);
                ours.add(began);
                return Ok(choice);
            }
            let id = turn.seat.board();
            let request = EngineRequest::of(turn.position, id, engine_nodes);
            let result = engines[id].search(&request, &mut |_| ControlFlow::Continue(()))?;
            theirs.add(began);
            Ok::<Choice, EngineError>(result.best.map_or(Choice::Sit, Choice::Move))
        };
        ends.push(play(team, seed, decide)?);
        if number % 10 == 9 {
            println!("{}", score_words(&ends));
        }
    }
    println!("the review: {}; {}: {}", ours.words(), engines[BoardId::A].name(), theirs.words());
    Ok(ends)
}

fn start_two(path: &Path) -> Result<ByBoard<Engine>, EngineError> {
    let start = || start(path);
    Ok(ByBoard::new(start()?, start()?))
}

/// Starts the engine at `path`.
pub fn start(path: &Path) -> Result<Engine, EngineError> {
    let go = &mut || ControlFlow::Continue(());
    let engine = Engine::start(path, Setup::default(), EngineLimits::default(), go)?;
    engine.ok_or(EngineError::NoneFound)
}

/// Returns the results in words, with the 95 % interval of the score over pairs.
pub fn score_words(ends: &[End]) -> String {
    let count = |points: u32| ends.iter().filter(|end| end.points == points).count();
    let by_time =
        |points: u32| ends.iter().filter(|end| end.by_time && end.points == points).count();
    let scores: Vec<f64> =
        ends.chunks_exact(2).map(|pair| f64::from(pair[0].points + pair[1].points) / 4.0).collect();
    let pairs = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / pairs;
    let variance = scores.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (pairs - 1.0);
    let half = 1.96 * (variance / pairs).sqrt();
    let plies = ends.iter().map(|end| end.plies).sum::<usize>() / ends.len().max(1);
    format!(
        "{} won ({} on time), {} drawn, {} lost ({} on time): {:.1} % ± {:.1}; {plies} plies on average",
        count(2),
        by_time(2),
        count(1),
        count(0),
        by_time(0),
        mean * 100.0,
        half * 100.0
    )
}
