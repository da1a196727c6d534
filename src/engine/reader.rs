//! [`Reader`]: assembles an [`EngineResult`] from the output of an engine, and checks every move against the rules.

use super::{
    EngineLine, EngineRequest, EngineResult, Fault, Info, LineEnd, RawScore, Score, proof::Proof,
    protocol::printable,
};
use crate::rules::{Board, IllegalMove, Move, Reserve, San};
use std::collections::HashMap;

/// The maximum number of lines of play that are stored. Further lines are ignored.
const MAX_LINES: usize = 10;

/// The maximum number of moves in a line of play. Further moves are ignored.
const MAX_MOVES: usize = 40;

/// The maximum length of engine output in a message, in characters.
const MAX_SHOWN_LEN: usize = 12;

/// Reads the output of searches, one after the other.
#[derive(Debug, Default)]
pub(super) struct Reader {
    proof: Proof,
    /// The latest output for each line of play, by rank. `None` if the line of that rank has no output yet.
    ranks: Vec<Option<Info>>,
    /// The latest centipawn score of each first move, which is given as printed. A later claim of a mate does not
    /// replace the score.
    evaluations: HashMap<String, i32>,
    result: EngineResult,
}

/// A move printed by the engine, resolved on a board.
enum ResolvedMove {
    Legal(Move),
    /// A drop, in SAN, that would be legal if the piece were in reserve.
    NotInReserve(String),
    Illegal,
}

impl Reader {
    /// Discards the output of the previous search.
    pub(super) fn begin(&mut self) {
        self.proof.forget();
        self.ranks.clear();
        self.evaluations.clear();
        self.result = EngineResult::default();
    }

    /// Processes a progress line of the search.
    pub(super) fn take(&mut self, info: Info) {
        let result = &mut self.result;
        result.nodes = info.nodes.unwrap_or(result.nodes);
        result.nodes_per_second = info.nodes_per_second.unwrap_or(result.nodes_per_second);
        let rank = info.rank.unwrap_or(1);
        let (Some(score), Some(first)) = (info.score, info.moves.first()) else { return };
        if !(1..=MAX_LINES).contains(&rank) {
            return;
        }
        if self.ranks.len() < rank {
            self.ranks.resize(rank, None);
        }
        let slot = &mut self.ranks[rank - 1];
        // A bound is less useful than the exact score of the previous depth.
        if info.bound && slot.is_some() {
            return;
        }
        if let RawScore::Centipawns(cp) = score {
            self.evaluations.insert(first.clone(), cp);
        }
        if rank == 1 {
            result.depth = info.depth.unwrap_or(result.depth);
        }
        *slot = Some(info);
    }

    /// Updates the lines of play in the partial result, and returns the partial result.
    pub(super) fn update_result(&mut self, request: &EngineRequest) -> &EngineResult {
        let ranks = std::mem::take(&mut self.ranks);
        let lines = ranks.iter().flatten();
        self.result.lines = lines.filter_map(|info| self.line(request, info)).collect();
        self.ranks = ranks;
        &self.result
    }

    /// Returns the final result. `best` is the best move that the engine printed. If that move drops a piece that is
    /// not in reserve, the result has the first move of the best line instead.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if the best move is illegal or all lines begin with an illegal move. The engine has then
    /// searched another position.
    pub(super) fn finish(
        &mut self,
        request: &EngineRequest,
        best: Option<&str>,
    ) -> Result<EngineResult, Fault> {
        self.update_result(request);
        let first = self.ranks.iter().flatten().next();
        if self.result.lines.is_empty()
            && let Some(first) = first.and_then(|info| info.moves.first())
        {
            return Err(Fault::Illegal(printable(first, MAX_SHOWN_LEN)));
        }
        self.result.best = match best {
            None => None,
            Some(best) => match resolve_move(&request.board, &request.own, best) {
                ResolvedMove::Legal(mv) => Some(mv),
                ResolvedMove::NotInReserve(_) => self.result.best_line().map(|line| line.moves[0]),
                ResolvedMove::Illegal => {
                    return Err(Fault::Illegal(printable(best, MAX_SHOWN_LEN)));
                }
            },
        };
        Ok(self.result.clone())
    }

    /// Returns the line of play in `info`, or `None` if its first move is illegal.
    fn line(&mut self, request: &EngineRequest, info: &Info) -> Option<EngineLine> {
        let mut board = request.board.clone();
        let (mut own, mut other) = (request.own, request.other);
        let mut line = EngineLine {
            score: Score::Unproved(None),
            depth: info.depth.unwrap_or_default(),
            moves: Vec::new(),
            san: Vec::new(),
            end: LineEnd::Whole,
        };
        for text in info.moves.iter().take(MAX_MOVES) {
            let mv = match resolve_move(&board, &own, text) {
                ResolvedMove::Legal(mv) => mv,
                ResolvedMove::NotInReserve(san) => {
                    line.end = LineEnd::NotInReserve(san);
                    break;
                }
                ResolvedMove::Illegal if line.moves.is_empty() => return None,
                ResolvedMove::Illegal => {
                    line.end = LineEnd::Illegal(printable(text, MAX_SHOWN_LEN));
                    break;
                }
            };
            let san = board.san(mv);
            own.take_dropped(mv);
            // A captured piece goes to the partner on the other board, so neither reserve gains it.
            board.play(mv);
            line.moves.push(mv);
            line.san.push(format!("{san}{}", board.claim().suffix()));
            (own, other) = (other, own);
        }
        line.score = self.score(request, info, line.moves.first().copied());
        Some(line)
    }

    /// Returns the score in `info`. A claimed mate counts only if tactics proves it. `first` is the first move of
    /// the line.
    fn score(&mut self, request: &EngineRequest, info: &Info, first: Option<Move>) -> Score {
        let moves = match info.score {
            Some(RawScore::Centipawns(cp)) => return Score::Centipawns(cp),
            Some(RawScore::Mate(moves)) => moves,
            None => return Score::Unproved(None),
        };
        let count = u8::try_from(moves.unsigned_abs()).unwrap_or(u8::MAX);
        match first {
            Some(first) if moves > 0 && self.proof.mates(request, first, count) => {
                Score::Mates(count)
            }
            Some(_) if moves <= 0 && self.proof.mated(request, count) => Score::Mated(count),
            _ => {
                let first = info.moves.first();
                Score::Unproved(first.and_then(|first| self.evaluations.get(first)).copied())
            }
        }
    }
}

/// Parses the move `text` on `board`. `own` is the reserve of the side to move.
fn resolve_move(board: &Board, own: &Reserve, text: &str) -> ResolvedMove {
    let Ok(read) = San::parse(text.as_bytes()) else { return ResolvedMove::Illegal };
    match board.resolve(&read.san, own) {
        Ok(mv) => ResolvedMove::Legal(mv),
        Err(IllegalMove::EmptyReserve { .. }) => ResolvedMove::NotInReserve(read.san.to_string()),
        Err(_) => ResolvedMove::Illegal,
    }
}
