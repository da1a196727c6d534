//! [`Review`]: the estimate of a whole match.

use super::{
    probability::{Estimate, Features},
    reason::Reason,
};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, lost_team},
        tactics::Limits,
    },
    replay::Match,
    rules::{ByBoard, BySeat, Move, Seat},
    timeline::{Moment, Timeline},
};
use serde::{Deserialize, Serialize};

/// How much a review searches. It is counted in positions, so that the result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of positions for each board after a change.
    pub nodes: u32,
    /// The number of positions for the whole match; long matches get fewer for each board.
    pub total: u32,
    /// The limits within which mates are proved.
    pub limits: Limits,
}

impl Default for Effort {
    fn default() -> Self {
        let limits = Limits { moves: 3, deliver: 3, nodes: 200_000 };
        Self { nodes: 20_000, total: 3_000_000, limits }
    }
}

/// The match that is reviewed.
#[derive(Clone, Copy, Debug)]
pub struct ReviewInput<'a> {
    pub played: &'a Match,
    pub timeline: &'a Timeline,
    /// See [`rating_lead`](super::rating_lead).
    pub rating_lead: i32,
}

/// The estimate of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The estimate before the first ply.
    pub start: Estimate,
    /// What the estimate at each moment is based on. Invariant: there is one entry more than plies.
    pub features: Vec<Features>,
    /// The plies of the match. Invariant: entry `i` is about ply `i`.
    pub plies: Vec<PlyEstimate>,
    /// The plies that changed the probability most by the choice of the player, in the order of the match.
    pub turning_points: Vec<TurningPoint>,
    /// The forced mates of the seats to move, each at the first moment of the chance. All are proved.
    pub mates: Vec<ProvedMate>,
}

/// The estimate after a ply, and the judgement of that ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlyEstimate {
    /// The win probability of the first team after the ply.
    pub after: Estimate,
    /// The best choice; the played move if no other is better. `None` if the ply was not judged, since its piece was
    /// lent.
    pub best: Option<Choice>,
    /// The expected moves on the board, beginning with the best move. Empty for [`Choice::Sit`].
    #[serde(with = "crate::analysis::encoding::list")]
    pub line: Vec<Move>,
    /// The expected moves on the board after the ply, beginning with the ply itself.
    #[serde(with = "crate::analysis::encoding::list")]
    pub played_line: Vec<Move>,
    /// What the ply cost its team, against the best move, in hundredths of a percent; 0 for the best move.
    pub loss: u16,
    /// The win probability of the mover's team with the best move and with the played one.
    pub with_best: u16,
    pub with_played: u16,
    /// Why the best move is better, as far as that is certain.
    pub reason: Reason,
}

/// What a player can do on their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Move(#[serde(with = "crate::analysis::encoding")] Move),
    /// Waiting for a piece.
    Sit,
}

/// A ply that changed the probability by the choice of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurningPoint {
    pub ply: usize,
    pub seat: Seat,
    pub better: Choice,
    /// The expected moves on the board, beginning with the better move. Empty for [`Choice::Sit`].
    #[serde(with = "crate::analysis::encoding::list")]
    pub line: Vec<Move>,
    /// That line in SAN: `g6 Qf3 Nf6`.
    pub line_words: String,
    /// The played move in SAN.
    pub san: String,
    /// What the ply cost its team, in hundredths of a percent.
    pub loss: u16,
    pub reason: Reason,
    /// One sentence about the ply, such as `Kh8 allows Q@h7, mate in 1. Better: g6`.
    pub sentence: String,
}

/// A proved mate of the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedMate {
    pub moment: Moment,
    pub seat: Seat,
    /// The number of moves.
    pub moves: u8,
    #[serde(with = "crate::analysis::encoding::list")]
    pub line: Vec<Move>,
}

/// What a ply must cost to be a mistake, in hundredths of a percent.
pub const MISTAKE: u16 = 500;

impl Review {
    /// Returns the estimate at `moment`, or after the last ply if there are fewer.
    pub fn at(&self, moment: Moment) -> Estimate {
        let before = &self.plies[..moment.min(self.plies.len())];
        before.last().map_or(self.start, |ply| ply.after)
    }

    /// Returns the estimate at `moment` with the numbers of an engine, as [`Features::estimate_by`] does. A mate that was
    /// played stays certain.
    pub fn at_by(&self, moment: Moment, engine: &ByBoard<Option<u16>>) -> Estimate {
        let own = self.at(moment);
        match self.features.get(moment) {
            Some(features) if own.low < own.high => features.estimate_by(engine),
            _ => own,
        }
    }

    /// Returns the turning points as findings of the ledger.
    pub fn findings(&self) -> Vec<Finding> {
        let finding = |point: &TurningPoint| Finding {
            first: match point.better {
                Choice::Move(mv) => vec![mv],
                Choice::Sit => Vec::new(),
            },
            played: Some(point.ply),
            ..Finding::new(FindingKind::Estimate, point.seat, point.ply, point.ply)
        };
        self.turning_points.iter().map(finding).collect()
    }

    /// Returns ply `index` of `played`, the match of the review, if it was a mistake.
    pub fn mistake(&self, played: &Match, index: usize) -> Option<TurningPoint> {
        self.plies.get(index)?.as_mistake(played, index)
    }

    /// Returns what the losers did if all turning points are moves of the winners, who lost nothing by them; `None` otherwise.
    /// `names` are the names of the players, or of the seats where the players are unknown.
    pub fn losers_words(&self, played: &Match, names: &BySeat<String>) -> Option<String> {
        let lost = lost_team(played)?;
        let is_by_loser = |seat: Seat| seat.team() == lost;
        if self.turning_points.is_empty()
            || self.turning_points.iter().any(|point| is_by_loser(point.seat))
        {
            return None;
        }
        let own = self.mistakes().filter(|&ply| is_by_loser(played.plies[ply].seat));
        let costliest = own.max_by_key(|&ply| self.plies[ply].loss);
        let losers = match costliest.and_then(|ply| self.mistake(played, ply)) {
            Some(point) => {
                let ply = played.plies[point.ply].name();
                let (name, san) = (&names[point.seat], &point.san);
                let loss = (point.loss + 50) / 100;
                format!(
                    "The costliest move of the losers was {ply} {san} by {name}: −{loss}\u{a0}%."
                )
            }
            None => format!("No move of the losers cost {} % or more.", MISTAKE / 100),
        };
        let moves = match self.turning_points.len() {
            1 => "This is a move",
            _ => "All of these are moves",
        };
        let [one, other] = lost.other().seats().map(|seat| &names[seat]);
        Some(format!("{moves} of the winners, {one} and {other}. {losers}"))
    }

    /// Iterates over the plies that were mistakes, in the order of the match.
    pub fn mistakes(&self) -> impl Iterator<Item = usize> {
        let plies = self.plies.iter().enumerate();
        plies.filter(|(_, ply)| ply.loss >= MISTAKE).map(|(index, _)| index)
    }
}
