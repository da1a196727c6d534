//! [`Features`], [`Estimate`]: from the scores of both boards and the clocks to a probability.
//!
//! A logistic model without a constant term, so that swapping the teams mirrors the probability. The weights were fitted
//! on real matches by `benches/review`, which also prints the Brier score and the calibration. All arithmetic is in
//! integers, so that the result is the same on every platform.

use crate::{
    notation::Record,
    rules::{BoardId, ByBoard, BySeat, Seat, Team},
    timeline::{Diagonal, Reading},
};

/// The win probability of the first team, White A and Black B, in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    pub probability: u16,
    /// The ends of the band within which the probability may lie.
    pub low: u16,
    pub high: u16,
}

/// The certainty, in hundredths of a percent.
pub const CERTAIN: u16 = 10_000;

impl Default for Estimate {
    fn default() -> Self {
        Self { probability: CERTAIN / 2, low: 0, high: CERTAIN }
    }
}

impl Estimate {
    /// Returns the estimate of a match that `team` has won.
    pub const fn won_by(team: Team) -> Self {
        Self { probability: CERTAIN, low: CERTAIN, high: CERTAIN }.of_team(team)
    }

    /// Returns the win probability of `team`.
    pub const fn of_team(self, team: Team) -> Self {
        match team {
            Team::First => self,
            Team::Second => Self {
                probability: CERTAIN - self.probability,
                low: CERTAIN - self.high,
                high: CERTAIN - self.low,
            },
        }
    }
}

/// What the model knows about a moment, from the view of the first team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Features {
    /// The score of each board, in hundredths of a pawn.
    pub scores: ByBoard<i32>,
    /// How far the first team is ahead on each diagonal, relative to the time left, in thousandths. 0 without clocks.
    pub leads: [i32; 2],
    /// For each board, 1 if the seat of the second team must wait for a piece, -1 if that of the first must.
    pub stuck: ByBoard<i32>,
    /// For each board, 1 if the seat to move belongs to the first team and mates by force, -1 if to the second.
    pub forced: ByBoard<i32>,
    /// For each board, 1 if the first team mates by force, wins by sitting, or allows no mate while every move of the
    /// other does; -1 if the second.
    pub mates: ByBoard<i32>,
    /// How much the scores count at this stage of the match, in thousandths: more the longer it is.
    pub stage: i32,
    /// By how much the average rating of the first team is higher, see [`rating_lead`].
    pub rating_lead: i32,
    /// The change of the scores in the last iteration of their searches.
    pub instability: i32,
}

/// The weights of the features, in thousandths of a logit, fitted by `benches/review` on 30 real matches. None of these
/// matches has a seat that is stuck, so that weight is set by hand. That of the ratings is Elo's: ten to one at 400 points.
pub const WEIGHTS: Weights =
    Weights { score: 3_371, lead: 6_847, stuck: 600, mate: 2_648, rating: 5_756 };

/// The weights of a model, in thousandths of a logit per unit of the feature; for ratings, per 1,000 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    pub score: i32,
    pub lead: i32,
    pub stuck: i32,
    pub mate: i32,
    pub rating: i32,
}

/// The score, in hundredths of a pawn, at which a board counts half.
const HALF_SCORE: i32 = 600;

/// The plies that a match that begins with fewer pieces has behind it.
const SET_UP_PLIES: i32 = 100;

/// The difference of ratings at most.
const MAX_RATING_LEAD: i32 = 400;

/// The half width of the band without instability, in thousandths of a logit: wide enough for the matches that were won
/// in each tenth of the predictions of `benches/review`.
const BAND: i32 = 1_000;

/// The constant that keeps leads small while there is much time, in milliseconds.
const CALM_MS: i32 = 10_000;

impl Features {
    /// Sets the leads on the diagonals from `clocks`.
    pub fn set_clocks(&mut self, clocks: &BySeat<Reading>) {
        let seats = Team::First.seats();
        self.leads = seats.map(|seat| relative_lead(clocks, seat).unwrap_or(0));
    }

    /// Sets the stage after `plies` plies of a match that begins with `pieces` pieces on both boards.
    pub(super) fn set_stage(&mut self, plies: usize, pieces: usize) {
        let before = if pieces < 64 { SET_UP_PLIES } else { 0 };
        let plies = i32::try_from(plies).unwrap_or(i32::MAX).min(100_000) + before;
        self.stage = (plies + 40) * 1000 / (plies + 240);
    }

    /// Returns the score of each board between -1000 and 1000.
    pub fn bounded_scores(&self) -> ByBoard<i32> {
        let bounded = |score: i32| score * 1000 / (score.abs() + HALF_SCORE);
        ByBoard::from_fn(|id| bounded(self.scores[id]))
    }

    /// Returns the logit of the probability, in thousandths, with `scores` in place of
    /// [`bounded_scores`](Self::bounded_scores).
    fn logit_of(&self, scores: &ByBoard<i32>, weights: &Weights) -> i32 {
        let score = (scores[BoardId::A] + scores[BoardId::B]) * self.stage / 1000;
        let lead = self.leads[0] + self.leads[1];
        (score * weights.score + lead * weights.lead + self.rating_lead * weights.rating) / 1000
            + self.stuck.iter().sum::<i32>() * weights.stuck
            + self.mates.iter().sum::<i32>() * weights.mate
    }

    /// Returns the team that mates by force, unless both do, and the faster wins.
    fn forced_winner(&self) -> Option<Team> {
        let mates = |sign: i32| self.forced.iter().any(|forced| *forced == sign);
        if mates(1) == mates(-1) {
            return None;
        }
        Some(if mates(1) { Team::First } else { Team::Second })
    }

    pub fn estimate(&self) -> Estimate {
        self.estimate_by(&ByBoard::default())
    }

    /// Returns the estimate with the numbers of an engine in place of the scores of some boards. `engine` has the win
    /// probability of the first team on each of these boards, in hundredths of a percent.
    pub fn estimate_by(&self, engine: &ByBoard<Option<u16>>) -> Estimate {
        if let Some(winner) = self.forced_winner() {
            return Estimate::won_by(winner);
        }
        let own = self.bounded_scores();
        let half = i32::from(CERTAIN / 2);
        let bounded = |chance: u16| (i32::from(chance) - half) * 1000 / half;
        let scores = ByBoard::from_fn(|id| engine[id].map_or(own[id], bounded));
        let logit = self.logit_of(&scores, &WEIGHTS);
        let band = BAND + self.instability.min(600);
        Estimate {
            probability: logistic(logit),
            low: logistic(logit - band),
            high: logistic(logit + band),
        }
    }
}

/// Returns by how much the average rating of the first team is higher, at most 400; 0 if a rating is unknown.
pub fn rating_lead(record: &Record, text: &[u8]) -> i32 {
    let sum = |team: Team| -> Option<i32> {
        let [one, other] = team.seats().map(|seat| record.rating(text, seat).map(i32::from));
        Some(one? + other?)
    };
    let (Some(first), Some(second)) = (sum(Team::First), sum(Team::Second)) else { return 0 };
    ((first - second) / 2).clamp(-MAX_RATING_LEAD, MAX_RATING_LEAD)
}

/// Returns how far `seat` is ahead on its diagonal, in thousandths of the time that both have left.
fn relative_lead(clocks: &BySeat<Reading>, seat: Seat) -> Option<i32> {
    let lead = i64::from(Diagonal::lead_ms(clocks, seat)?);
    let left = |seat: Seat| i64::from(clocks[seat].ms.unwrap_or(0).max(0));
    let both = left(seat) + left(seat.diagonal()) + i64::from(CALM_MS);
    i32::try_from((lead * 1000 / both).clamp(-1000, 1000)).ok()
}

/// The probabilities for logits from 0, in steps of 50 thousandths.
#[rustfmt::skip]
const LOGISTIC: [u16; 141] = [
    5000, 5125, 5250, 5374, 5498, 5622, 5744, 5866, 5987, 6106, 6225, 6341,
    6457, 6570, 6682, 6792, 6900, 7006, 7109, 7211, 7311, 7408, 7503, 7595,
    7685, 7773, 7858, 7941, 8022, 8100, 8176, 8249, 8320, 8389, 8455, 8520,
    8581, 8641, 8699, 8754, 8808, 8859, 8909, 8957, 9002, 9047, 9089, 9129,
    9168, 9206, 9241, 9276, 9309, 9340, 9370, 9399, 9427, 9453, 9478, 9503,
    9526, 9548, 9569, 9589, 9608, 9627, 9644, 9661, 9677, 9692, 9707, 9721,
    9734, 9747, 9759, 9770, 9781, 9792, 9802, 9811, 9820, 9829, 9837, 9845,
    9852, 9859, 9866, 9873, 9879, 9885, 9890, 9895, 9900, 9905, 9910, 9914,
    9918, 9922, 9926, 9930, 9933, 9936, 9939, 9942, 9945, 9948, 9950, 9953,
    9955, 9957, 9959, 9961, 9963, 9965, 9967, 9968, 9970, 9971, 9973, 9974,
    9975, 9976, 9978, 9979, 9980, 9981, 9982, 9983, 9983, 9984, 9985, 9986,
    9986, 9987, 9988, 9988, 9989, 9989, 9990, 9990, 9991,
];

const LOGISTIC_STEP: i32 = 50;

/// Returns the probability for a logit in thousandths, in hundredths of a percent. Mirrored around 0.
pub fn logistic(logit: i32) -> u16 {
    let size = logit.abs().min(LOGISTIC_STEP * 140 - 1);
    let (step, rest) = (size / LOGISTIC_STEP, size % LOGISTIC_STEP);
    let at = |step: i32| i32::from(LOGISTIC[usize::try_from(step).unwrap_or(0).min(140)]);
    let (from, to) = (at(step), at(step + 1));
    let above = from + (to - from) * rest / LOGISTIC_STEP;
    let probability = u16::try_from(above).unwrap_or(CERTAIN);
    if logit < 0 { CERTAIN - probability } else { probability }
}
