//! The report on a match for each player, as data and as sentences: mates, pieces that would have mated, decisive
//! losses, sits and the longest thinks.

mod decisive_losses;
mod joint;
mod line;
mod mates;
mod mating;
mod missed;
mod moment;
mod phrases;
mod sits;
mod tactics;
mod wanted_pieces;
mod words;

pub use decisive_losses::DecisiveLoss;
pub use joint::JointChance;
pub use line::{Line, winning_lines};
pub(in crate::analysis) use mates::turn;
pub use mates::{MateChance, Outcome};
pub(in crate::analysis) use mating::replies;
pub use mating::{MatingVerdict, Reply, judge_mating_move};
pub use missed::{FirstMove, Missed};
pub use moment::{joint_words, moment_words, sitting_words};
pub use phrases::or;
pub use sits::{DiagonalClocks, Think, Wait, WaitChance};
pub use tactics::MatchTactics;
pub use wanted_pieces::{Arrival, PartnerChance, WantedPieces};
pub use words::{Sentence, Subject, chance_sentence, joint_sentence, sentences};

use crate::{
    replay::{Flow, Match},
    rules::{BySeat, Seat},
    timeline::Timeline,
};

/// The report on one seat. Each list is in the order of the match, except `thinks`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatReport {
    /// The forced mates of the seat.
    pub chances: Vec<MateChance>,
    /// The moments at which one more piece would have given the seat a mate.
    pub wanted_pieces: Vec<WantedPieces>,
    /// The wanted pieces that arrived in time.
    pub arrivals: Vec<Arrival>,
    /// The moments at which the partner could have captured a wanted piece but did not.
    pub partner_chances: Vec<PartnerChance>,
    /// The joint wins for which the seat had to sit, including those by an immediate capture.
    pub joint: Vec<JointChance>,
    /// The pieces that the seat lost and with which the other team could then mate.
    pub decisive_losses: Vec<DecisiveLoss>,
    /// The sits of the seat.
    pub waits: Vec<Wait>,
    /// The longest thinks that are not sits, longest first.
    pub thinks: Vec<Think>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub seats: BySeat<SeatReport>,
    /// Whether a search exceeded its budget, so that the report may be incomplete.
    pub unfinished: bool,
}

impl SeatReport {
    /// Iterates over the mates of the seat. Leaves out a mate that was played as the continuation of the previous one.
    pub fn new_chances(&self) -> impl Iterator<Item = &MateChance> {
        without_continuations(&self.chances, |chance| (chance.outcome, chance.moves))
    }

    /// Iterates over the joint wins of the seat. Leaves out a joint win that was played as the continuation of the
    /// previous one.
    pub fn joint_wins(&self) -> impl Iterator<Item = &JointChance> {
        without_continuations(&self.joint, |chance| (chance.outcome, chance.joint.moves))
    }

    /// Iterates over the joint wins of the seat, except those by an immediate capture of a wanted piece. Such captures
    /// are in [`SeatReport::partner_chances`] and [`SeatReport::arrivals`].
    pub fn new_joint_wins(&self) -> impl Iterator<Item = &JointChance> {
        self.joint_wins().filter(|chance| !chance.joint.is_at_hand())
    }
}

/// Iterates over `chances`, the wins of a seat in the order of the match. Leaves out a win that was played as the
/// continuation of the previous one. `win` returns the outcome and the number of moves of a win.
fn without_continuations<T>(
    chances: &[T],
    win: impl Fn(&T) -> (Outcome, u8),
) -> impl Iterator<Item = &T> {
    let mut moves_left: Option<u8> = None;
    chances.iter().filter(move |chance| {
        let (outcome, moves) = win(chance);
        let is_played = outcome == Outcome::Played;
        let continues = is_played && moves_left.is_some_and(|left| moves <= left);
        moves_left = is_played.then(|| moves.saturating_sub(1));
        !continues
    })
}

impl Report {
    #[must_use]
    pub fn of(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Self {
        let mut seats = BySeat::<SeatReport>::default();
        for wait in sits::waits(played, timeline, tactics) {
            seats[wait.sit.seat].waits.push(wait);
        }
        for seat in Seat::ALL {
            seats[seat].thinks = sits::thinks(played, timeline, seat, &seats[seat].waits);
        }
        for chance in mates::chances(played, timeline, tactics) {
            seats[chance.seat].chances.push(chance);
        }
        for chance in joint::joint_chances(played, timeline, tactics) {
            seats[chance.seat].joint.push(chance);
        }
        for wanted_piece in wanted_pieces::wanted_pieces(played, tactics) {
            seats[wanted_piece.seat].wanted_pieces.push(wanted_piece);
        }
        for chance in wanted_pieces::partner_chances(played, tactics) {
            seats[chance.seat].partner_chances.push(chance);
        }
        for arrival in wanted_pieces::arrivals(played, tactics) {
            seats[arrival.seat].arrivals.push(arrival);
        }
        for loss in decisive_losses::decisive_losses(played, tactics, &Flow::of(played)) {
            seats[loss.seat].decisive_losses.push(loss);
        }
        Self { seats, unfinished: tactics.is_unfinished() }
    }
}
