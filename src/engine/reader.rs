//! From what an engine prints to an [`Answer`]: [`Reader`]. Nothing of it is believed before our rules have seen it.

use super::{Answer, EngineLine, Fault, Info, LineEnd, Question, RawScore, Score, proof::Proof};
use crate::rules::{Board, IllegalMove, Move, Reserve, San};
use std::collections::HashMap;

/// So many lines are kept at most.
const MOST_LINES: usize = 10;

/// So many moves of a line are kept at most.
const MOST_MOVES: usize = 40;

/// Reads what is said about one question after the other.
#[derive(Debug, Default)]
pub(super) struct Reader {
    proof: Proof,
    /// The last of each rank.
    ranks: Vec<Option<Info>>,
    /// The last guess for each first move, in hundredths of a pawn, which stays when a mate is claimed instead.
    guesses: HashMap<String, i32>,
    answer: Answer,
}

/// What a move of an engine is on a board.
enum Meaning {
    Legal(Move),
    /// A drop that is legal but for the reserve.
    NotInReserve(String),
    Illegal,
}

impl Reader {
    /// Another question is asked.
    pub(super) fn begin(&mut self) {
        self.proof.forget();
        self.ranks.clear();
        self.guesses.clear();
        self.answer = Answer::default();
    }

    /// Takes what the engine says while it searches; whether that changes the answer.
    pub(super) fn take(&mut self, info: Info) -> bool {
        let answer = &mut self.answer;
        answer.nodes = info.nodes.unwrap_or(answer.nodes);
        answer.nodes_per_second = info.nodes_per_second.unwrap_or(answer.nodes_per_second);
        let rank = info.rank.unwrap_or(1);
        let (Some(score), Some(first)) = (info.score, info.moves.first()) else {
            return false;
        };
        if !(1..=MOST_LINES).contains(&rank) {
            return false;
        }
        if self.ranks.len() < rank {
            self.ranks.resize(rank, None);
        }
        let place = &mut self.ranks[rank - 1];
        // A bound says less than the score of the depth before.
        if info.bound && place.is_some() {
            return false;
        }
        if let RawScore::Centipawns(cp) = score {
            self.guesses.insert(first.clone(), cp);
        }
        if rank == 1 {
            answer.depth = info.depth.unwrap_or(answer.depth);
        }
        *place = Some(info);
        true
    }

    /// The answer as far as it has come.
    pub(super) fn answer(&mut self, asked: &Question) -> &Answer {
        let ranks = std::mem::take(&mut self.ranks);
        let lines = ranks.iter().flatten();
        self.answer.lines = lines.filter_map(|info| self.line(asked, info)).collect();
        self.ranks = ranks;
        &self.answer
    }

    /// The answer at the end of a search, with the move that the engine would play.
    ///
    /// # Errors
    /// Where that is not legal, or where all lines begin with a move that is not: the engine has another position in
    /// mind.
    pub(super) fn finish(&mut self, asked: &Question, best: Option<&str>) -> Result<Answer, Fault> {
        self.answer(asked);
        let first = self.ranks.iter().flatten().next();
        if self.answer.lines.is_empty()
            && let Some(first) = first.and_then(|info| info.moves.first())
        {
            return Err(Fault::Illegal(shortened(first)));
        }
        self.answer.best = match best {
            None => None,
            Some(best) => match meaning(&asked.board, &asked.own, best) {
                Meaning::Legal(mv) => Some(mv),
                Meaning::NotInReserve(_) => self.answer.best_line().map(|line| line.moves[0]),
                Meaning::Illegal => return Err(Fault::Illegal(shortened(best))),
            },
        };
        Ok(self.answer.clone())
    }

    /// The line that `info` tells; `None` where it begins with what is not legal.
    fn line(&mut self, asked: &Question, info: &Info) -> Option<EngineLine> {
        let mut board = asked.board.clone();
        let (mut own, mut other) = (asked.own, asked.other);
        let mut line = EngineLine {
            score: Score::Unproved(None),
            depth: info.depth.unwrap_or_default(),
            moves: Vec::new(),
            san: Vec::new(),
            end: LineEnd::Whole,
        };
        for text in info.moves.iter().take(MOST_MOVES) {
            let mv = match meaning(&board, &own, text) {
                Meaning::Legal(mv) => mv,
                Meaning::NotInReserve(san) => {
                    line.end = LineEnd::NotInReserve(san);
                    break;
                }
                Meaning::Illegal if line.moves.is_empty() => return None,
                Meaning::Illegal => {
                    line.end = LineEnd::Illegal(shortened(text));
                    break;
                }
            };
            let mut san = board.san(mv).to_string();
            if let Move::Drop { role, .. } = mv {
                own.take(role);
            }
            // What is taken goes to the partner, on the other board.
            board.play(mv);
            if board.is_checkmate() {
                san.push('#');
            } else if board.is_check() {
                san.push('+');
            }
            line.moves.push(mv);
            line.san.push(san);
            (own, other) = (other, own);
        }
        line.score = self.score(asked, info, line.moves.first().copied());
        Some(line)
    }

    fn score(&mut self, asked: &Question, info: &Info, first: Option<Move>) -> Score {
        let unproved = || {
            let first = info.moves.first();
            Score::Unproved(first.and_then(|first| self.guesses.get(first)).copied())
        };
        match info.score {
            Some(RawScore::Centipawns(cp)) => Score::Centipawns(cp),
            Some(RawScore::Mate(moves)) => {
                let count = u8::try_from(moves.unsigned_abs()).unwrap_or(u8::MAX);
                let unproved = unproved();
                match first {
                    Some(first) if moves > 0 && self.proof.mates(asked, first, count) => {
                        Score::Mates(count)
                    }
                    Some(_) if moves <= 0 && self.proof.mated(asked, count) => Score::Mated(count),
                    _ => unproved,
                }
            }
            None => Score::Unproved(None),
        }
    }
}

/// What `text` means where `own` is in the reserve of the side to move.
fn meaning(board: &Board, own: &Reserve, text: &str) -> Meaning {
    let Ok(read) = San::parse(text.as_bytes()) else {
        return Meaning::Illegal;
    };
    match board.resolve(&read.san, own) {
        Ok(mv) => Meaning::Legal(mv),
        Err(IllegalMove::EmptyReserve { .. }) => Meaning::NotInReserve(read.san.to_string()),
        Err(_) => Meaning::Illegal,
    }
}

/// What an engine wrote, as it may be shown: short, and without control characters.
fn shortened(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.take(12).collect()
}
