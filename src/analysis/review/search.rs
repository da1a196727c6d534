//! [`BoardSearch`]: the best moves on one board, by an alpha-beta search of a fixed number of positions.
//!
//! A captured piece leaves the board and goes to the partner of the capturer. The search pays its price at once, and
//! gives neither side further pieces. Scores are for the side to move, in hundredths of a pawn.

use super::{
    evaluate::{MATE_BOUND, Reserves, board_value, evaluate, index},
    order::{Killers, is_dominated, order},
    table::{Bound, Table, key},
};
use crate::rules::{Board, Move, Reserve, Role};
use std::ops::ControlFlow;

/// The score of a mate; mates that take longer score less.
pub(super) const MATE: i32 = 30_000;

/// The score of a side that is in check and must wait for a piece.
const STUCK: i32 = 4_000;

const MAX_PLY: usize = 24;

/// The number of captures and checks after the last ply of the search.
const MAX_QUIESCENCE: i32 = 6;

/// Each so many positions the search checks whether it is cancelled.
const CHECK_INTERVAL: u32 = 128;

/// The prices of pieces that are captured on a board: what the partner of the capturer gains. By color of the capturer
/// and [`Role`] number.
pub(super) type Prices = [[i32; 7]; 2];

/// A function that returns `Break` once the work is cancelled.
pub type CancelCheck<'a> = dyn Fn() -> ControlFlow<()> + Sync + 'a;

/// A move at the root, with its score and the expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: i32,
    /// The moves of both sides, beginning with `mv`.
    pub line: Vec<Move>,
}

/// Why a search ended before its depth.
enum End {
    OutOfNodes,
    Cancelled,
}

pub(super) struct BoardSearch<'a> {
    prices: Prices,
    table: Table,
    killers: Killers,
    nodes: u32,
    budget: u32,
    cancel: &'a CancelCheck<'a>,
    line: Vec<Vec<Move>>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranking {
    /// The best moves, best first; empty if there is no legal move.
    pub moves: Vec<RootMove>,
    /// The score of the played move, if the search was given one.
    pub played: Option<RootMove>,
    pub depth: i32,
    /// The change of the best score in the last completed iteration.
    pub instability: i32,
}

impl<'a> BoardSearch<'a> {
    pub(super) fn new(prices: Prices, cancel: &'a CancelCheck<'a>) -> Self {
        Self {
            prices,
            table: Table::default(),
            killers: Killers::default(),
            nodes: 0,
            budget: 0,
            cancel,
            line: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Ranks the moves of the side to move, of which the best `count` get exact scores, and `played` too. Examines about
    /// `budget` positions. The lines end where no capture is expected. Returns `None` once it is cancelled.
    pub(super) fn rank(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        played: Option<Move>,
        count: usize,
        budget: u32,
    ) -> Option<Ranking> {
        let mut ranking = self.deepen(board, reserves, played, count, budget)?;
        self.budget = u32::MAX;
        for root in ranking.moves.iter_mut().chain(&mut ranking.played) {
            self.finish(board, reserves, &mut root.line)?;
        }
        Some(ranking)
    }

    /// Adds the expected captures and checks to the end of `line`, which a result in the table may have cut short. Returns
    /// `None` once it is cancelled.
    fn finish(&mut self, board: &Board, reserves: &Reserves, line: &mut Vec<Move>) -> Option<()> {
        let mut end = board.clone();
        let mut held = *reserves;
        for &mv in &*line {
            held[index(end.turn())].take_dropped(mv);
            end.play(mv);
        }
        if !end.is_checkmate() {
            let bound = 2 * MATE;
            self.quiescence(&end, &held, -bound, bound, 0, MAX_QUIESCENCE).ok()?;
            line.extend(&self.line[0]);
        }
        Some(())
    }

    /// Searches deeper and deeper, within the budget of [`BoardSearch::rank`].
    fn deepen(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        played: Option<Move>,
        count: usize,
        budget: u32,
    ) -> Option<Ranking> {
        let own = &reserves[index(board.turn())];
        let mut moves = board.legal_moves(own);
        moves.retain(|&mv| played == Some(mv) || !is_dominated(mv));
        order(board, &mut moves, None, &self.killers, 0);
        let mut ranking = Ranking::default();
        self.nodes = 0;
        self.budget = budget;
        for depth in 1..=12 {
            let mut scored: Vec<RootMove> = Vec::new();
            let mut of_played = None;
            for &mv in &moves {
                let is_played = played == Some(mv);
                let floor = if is_played || scored.len() < count {
                    -MATE * 2
                } else {
                    scored[count - 1].score
                };
                let score = match self.child(board, reserves, mv, depth, floor, MATE * 2, 0) {
                    Ok(score) => score,
                    Err(End::Cancelled) => return None,
                    Err(End::OutOfNodes) => return Some(ranking),
                };
                if score <= floor && !is_played {
                    continue;
                }
                let mut line = vec![mv];
                line.extend(&self.line[1]);
                let root = RootMove { mv, score, line };
                if is_played {
                    of_played = Some(root.clone());
                }
                let at = scored.partition_point(|better| better.score >= score);
                scored.insert(at, root);
                scored.truncate(count);
            }
            let Some(best) = scored.first() else { return Some(ranking) };
            let last = ranking.moves.first().map_or(best.score, |best| best.score);
            let instability = (best.score - last).abs();
            // The next iteration begins with the best moves of this one.
            for root in scored.iter().rev() {
                if let Some(at) = moves.iter().position(|&mv| mv == root.mv) {
                    let mv = moves.remove(at);
                    moves.insert(0, mv);
                }
            }
            let decided = best.score.abs() > MATE_BOUND;
            ranking = Ranking { moves: scored, played: of_played, depth, instability };
            if decided && depth >= 4 {
                break;
            }
        }
        Some(ranking)
    }

    /// Returns the score of `mv` for the side to move on `board`.
    #[expect(clippy::too_many_arguments, reason = "the parameters of every alpha-beta search")]
    fn child(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        mv: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, End> {
        let us = index(board.turn());
        let mut after = board.clone();
        let mut held = *reserves;
        held[us].take_dropped(mv);
        let gain = after.play(mv).map_or(0, |role| self.prices[us][role as usize]);
        let extension = i32::from(after.is_check() && ply < 8);
        let left = depth - 1 + extension;
        let score = -self.node(&after, &held, left, gain - beta, gain - alpha, ply + 1)?;
        Ok(if score.abs() > MATE_BOUND { score } else { score + gain })
    }

    fn node(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, End> {
        self.line[ply].clear();
        self.visit()?;
        if board.is_checkmate() {
            return Ok(depth_score(-MATE, ply));
        }
        if ply >= MAX_PLY {
            return Ok(evaluate(board, reserves));
        }
        if depth <= 0 {
            return self.quiescence(board, reserves, alpha, beta, ply, MAX_QUIESCENCE);
        }
        let key = key(board, reserves);
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && entry.decides(alpha, beta)
        {
            return Ok(i32::from(entry.score));
        }
        let in_check = board.is_check();
        let standing = if in_check { -MATE } else { evaluate(board, reserves) };
        if let Some(score) = self.null_move(board, reserves, standing, depth, beta, ply)? {
            return Ok(score);
        }
        let own = &reserves[index(board.turn())];
        let mut moves = board.legal_moves(own);
        moves.retain(|&mv| !is_dominated(mv));
        if moves.is_empty() {
            return Ok(if in_check { -STUCK } else { standing });
        }
        order(board, &mut moves, entry.and_then(|entry| entry.mv), &self.killers, ply);
        let (mut best, mut best_move, mut floor) = (-MATE * 2, None, alpha);
        for (number, &mv) in moves.iter().enumerate() {
            let quiet = board.captured_by(mv).is_none() && !is_promotion(mv);
            let is_late = quiet && !in_check && number >= 3 && best > -MATE_BOUND;
            let reduction = if is_late && !board.after_move(mv).is_check() {
                let Some(reduction) = reduction(number, depth, standing - floor) else { continue };
                reduction
            } else {
                0
            };
            let mut refuted = None;
            if reduction > 0 && depth > 1 {
                let reduced =
                    self.child(board, reserves, mv, depth - reduction, floor, floor + 1, ply)?;
                if reduced <= floor {
                    refuted = Some(reduced);
                }
            }
            let score = match refuted {
                Some(score) => score,
                None => self.child(board, reserves, mv, depth, floor, beta, ply)?,
            };
            if score > best {
                (best, best_move) = (score, Some(mv));
                if score > floor {
                    floor = score;
                    self.expect_move(mv, ply);
                }
                if score >= beta {
                    if quiet {
                        self.killers.remember(ply, board.turn(), mv, depth);
                    }
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(key, best, depth, bound, best_move);
        Ok(best)
    }

    /// Puts `mv` before the line that is expected after it, which becomes the line from `ply` on.
    fn expect_move(&mut self, mv: Move, ply: usize) {
        let (before, after) = self.line.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend(&after[0]);
    }

    /// Returns a score of at least `beta` if the side to move can even afford to wait.
    fn null_move(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        standing: i32,
        depth: i32,
        beta: i32,
        ply: usize,
    ) -> Result<Option<i32>, End> {
        if depth < 2 || standing < beta || beta.abs() > MATE_BOUND {
            return Ok(None);
        }
        let Some(after) = board.null_move() else { return Ok(None) };
        let score = -self.node(&after, reserves, depth - 3, -beta, 1 - beta, ply + 1)?;
        self.line[ply].clear();
        Ok(if score >= beta && score < MATE_BOUND { Some(score) } else { None })
    }

    fn quiescence(
        &mut self,
        board: &Board,
        reserves: &Reserves,
        alpha: i32,
        beta: i32,
        ply: usize,
        left: i32,
    ) -> Result<i32, End> {
        self.line[ply].clear();
        let in_check = board.is_check();
        let us = index(board.turn());
        let standing = if in_check { -MATE } else { evaluate(board, reserves) };
        if !in_check && standing >= beta || left <= 0 || ply >= MAX_PLY {
            return Ok(if in_check { evaluate(board, reserves) } else { standing });
        }
        let with_drops = in_check || left == MAX_QUIESCENCE;
        let hand = if with_drops { reserves[us] } else { Reserve::EMPTY };
        let mut moves = board.legal_moves(&hand);
        moves.retain(|&mv| !is_dominated(mv));
        if moves.is_empty() && in_check {
            return Ok(-STUCK);
        }
        if !in_check {
            let checks = left == MAX_QUIESCENCE;
            moves.retain(|&mv| {
                board.captured_by(mv).is_some()
                    || is_promotion(mv)
                    || checks && gives_check(board, mv)
            });
        }
        order(board, &mut moves, None, &self.killers, ply);
        let mut best = standing;
        let mut floor = alpha.max(standing);
        for mv in moves {
            let taken = board.captured_by(mv);
            if let (false, Some(role)) = (in_check, taken) {
                let gain = self.prices[us][role as usize] + board_value(role) + 150;
                if standing + gain <= floor {
                    continue;
                }
            }
            self.visit()?;
            let mut after = board.clone();
            let mut held = *reserves;
            held[us].take_dropped(mv);
            let gain = after.play(mv).map_or(0, |role| self.prices[us][role as usize]);
            if after.is_checkmate() {
                self.line[ply + 1].clear();
                self.expect_move(mv, ply);
                return Ok(depth_score(MATE, ply + 1));
            }
            let below =
                -self.quiescence(&after, &held, gain - beta, gain - floor, ply + 1, left - 1)?;
            let score = if below.abs() > MATE_BOUND { below } else { below + gain };
            if score > best {
                best = score;
                if score > floor {
                    floor = score;
                    self.expect_move(mv, ply);
                }
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn visit(&mut self) -> Result<(), End> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && (self.cancel)().is_break() {
            return Err(End::Cancelled);
        }
        if self.nodes > self.budget { Err(End::OutOfNodes) } else { Ok(()) }
    }
}

/// Returns by how much a quiet move that is late in the order is searched less deep, or `None` if it is not searched.
/// `margin` is how far the static score is above the window.
fn reduction(number: usize, depth: i32, margin: i32) -> Option<i32> {
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    if depth <= 2 && (margin + 120 * depth <= 0 || number >= 12 * depth) {
        return None;
    }
    Some(1 + i32::from(number >= 12) + i32::from(depth > 4))
}

/// Returns `score`, which is a mate, closer to 0 the later it is.
fn depth_score(score: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    if score > 0 { score - ply } else { score + ply }
}

/// Returns whether `mv` gives check by itself; opened lines are not seen.
fn gives_check(board: &Board, mv: Move) -> bool {
    let them = board.turn().other();
    let king = board.king(them);
    let role = match mv {
        Move::Normal { role, .. } | Move::Drop { role, .. } => role,
        Move::EnPassant { .. } | Move::Castle { .. } => return false,
    };
    if !crate::rules::reach(role.of(board.turn()), king).contains(mv.to()) {
        return false;
    }
    board.after_move(mv).is_check()
}

const fn is_promotion(mv: Move) -> bool {
    matches!(mv, Move::Normal { promotion: Some(Role::Queen), .. })
}
