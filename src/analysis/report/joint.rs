//! [`JointChance`]: a joint win in a match.

use super::{MatchTactics, Outcome, mates::turn};
use crate::{
    analysis::tactics::Joint,
    replay::{Match, Ply},
    rules::{BoardId, Seat},
    timeline::{Diagonal, Moment, Timeline},
};

/// A joint win that a seat and its partner had at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointChance {
    /// The seat that sits.
    pub seat: Seat,
    pub moment: Moment,
    pub joint: Joint,
    /// How far the seat's clock is ahead of that of the partner's opponent, who could sit too. In milliseconds;
    /// negative if the seat is behind, `None` if a clock is unknown.
    pub lead_ms: Option<i32>,
    /// Whether the win was played. It was missed if the partner played another move or if the seat itself moved.
    pub outcome: Outcome,
}

pub(super) fn joint_chances(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
) -> Vec<JointChance> {
    let mut chances = Vec::new();
    for (moment, both) in tactics.moments.iter().enumerate() {
        for id in BoardId::ALL {
            let Some(joint) = both[id].joint.clone() else { continue };
            let seat = turn(played, moment, id);
            // Both partners are to move, so one of them plays the next ply.
            let is_played = |ply: &Ply| ply.seat != seat && joint.first.contains(&ply.mv);
            let outcome = Outcome::of(played.plies.get(moment), is_played, timeline, moment);
            let clocks = timeline.clocks(moment, timeline.time_of(moment));
            let lead_ms = Diagonal::lead_ms(&clocks, seat);
            chances.push(JointChance { seat, moment, joint, lead_ms, outcome });
        }
    }
    chances
}
