//! [`judge`]: ranks the moves of a state, and proves which of them allow a mate.

use super::{
    search::{BoardSearch, CancelCheck, RootMove},
    states::State,
};
use crate::{
    analysis::tactics::{Limits, Mate, Solver},
    rules::{Board, Move, Reserve},
};

/// The number of moves that get exact scores.
const CANDIDATES: usize = 3;

/// A move with what was proved about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub root: RootMove,
    /// The mate in which the move begins or ends, if that is proved: its length in moves.
    pub mates_in: Option<u8>,
    /// The proved mate that the opponent has after the move.
    pub allows: Option<Mate>,
}

/// The judgement of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    /// The best moves, best first; empty if there is no legal move.
    pub candidates: Vec<Candidate>,
    pub played: Option<Candidate>,
    pub instability: i32,
}

impl Judgement {
    /// Returns the score for the side to move.
    pub(super) fn score(&self) -> Option<i32> {
        self.candidates.first().map(|best| best.root.score)
    }
}

/// Judges `state` by examining about `nodes` positions. Returns `None` once it is cancelled.
pub(super) fn judge(
    state: &State,
    limits: Limits,
    nodes: u32,
    cancel: &CancelCheck<'_>,
) -> Option<Judgement> {
    let State { board, reserves, prices, played } = state;
    let mut search = BoardSearch::new(*prices, cancel);
    let ranking = search.rank(board, reserves, *played, CANDIDATES, nodes)?;
    let mut solver = Solver::new(limits);
    let [white, black] = *reserves;
    let (own, other) = (board.turn().fold_wb(white, black), board.turn().fold_wb(black, white));
    let mate = solver.forced_mate(board, own);
    let mut candidates = Vec::new();
    if let Some(mate) = &mate {
        candidates.extend(mating_candidate(&mut solver, board, own, mate));
    }
    let mut cancelled = false;
    let mut prove = |mut root: RootMove| {
        cancelled |= cancel().is_break();
        let mates_in = mate.as_ref().and_then(|mate| keeps(&mut solver, board, own, root.mv, mate));
        let after = board.after_move(root.mv);
        let allows = if mates_in.is_some() { None } else { solver.forced_mate(&after, other) };
        // The search of the board does not always expect the mating move.
        if let Some(mate) = &allows
            && !root.line.get(1).is_some_and(|reply| mate.first.contains(reply))
            && let Some(reply) = mate.main_move()
        {
            root.line.truncate(1);
            root.line.extend(mate_line(&mut solver, &after, other, reply));
        }
        Candidate { root, mates_in, allows }
    };
    candidates.extend(ranking.moves.into_iter().map(&mut prove));
    let played = ranking.played.map(&mut prove);
    if cancelled {
        return None;
    }
    // A move that allows a mate is worse than any that does not.
    candidates.sort_by_key(|it| (it.mates_in.is_none(), it.allows.is_some()));
    Some(Judgement { candidates, played, instability: ranking.instability })
}

/// Returns the first move of `mate` with its line.
fn mating_candidate(
    solver: &mut Solver,
    board: &Board,
    own: Reserve,
    mate: &Mate,
) -> Option<Candidate> {
    let mv = mate.main_move()?;
    let root = RootMove { mv, score: super::search::MATE, line: mate_line(solver, board, own, mv) };
    Some(Candidate { root, mates_in: Some(mate.moves), allows: None })
}

/// Returns the length of the mate that `mv` begins, if it is no longer than `mate` allows.
fn keeps(solver: &mut Solver, board: &Board, own: Reserve, mv: Move, mate: &Mate) -> Option<u8> {
    let longest = solver.limits().moves;
    (mate.moves..=longest).find(|&moves| solver.forces(board, own, mv, moves) == Some(true))
}

/// Returns a line of the proved mate that `mv` begins, against the longest defence with moves on the board.
pub(super) fn mate_line(solver: &mut Solver, board: &Board, own: Reserve, mv: Move) -> Vec<Move> {
    let mut line = vec![mv];
    let mut held = own;
    held.take_dropped(mv);
    let mut now = board.after_move(mv);
    while !now.is_checkmate() && line.len() < 2 * usize::from(solver.limits().moves) {
        // A drop only delays the mate; it is part of the line if nothing else is legal.
        let mut replies = now.legal_moves(&Reserve::EMPTY);
        if replies.is_empty() {
            replies = now.legal_moves(&Reserve::ONE_OF_EACH);
        }
        let lasts = |reply: &Move| {
            let after = now.after_move(*reply);
            solver.mate_length(&after, held).ok().flatten().unwrap_or(0)
        };
        let Some(reply) = replies.into_iter().max_by_key(lasts) else { break };
        now.play(reply);
        line.push(reply);
        let Some(mate) = solver.forced_mate(&now, held) else { break };
        let Some(next) = mate.main_move() else { break };
        held.take_dropped(next);
        now.play(next);
        line.push(next);
    }
    line
}
