//! [`WantedPieces`]: pieces that would have given a seat a mate.

use super::{MatchTactics, turn};
use crate::{
    replay::Match,
    rules::{BoardId, BySeat, Role},
    timeline::Moment,
};

/// The pieces that a seat lacked for a mate, directly before its move or at the end of the match. Any one of them would
/// have sufficed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPieces {
    pub moment: Moment,
    /// The pieces, from pawn to queen, each with the number of moves to mate.
    pub kinds: Vec<(Role, u8)>,
}

/// Returns the wanted pieces of each seat, in the order of the match.
pub(super) fn wanted_pieces(played: &Match, tactics: &MatchTactics) -> BySeat<Vec<WantedPieces>> {
    let mut wanted_pieces = BySeat::<Vec<WantedPieces>>::default();
    for (moment, both) in tactics.moments.iter().enumerate() {
        let next = played.plies.get(moment);
        for id in BoardId::ALL {
            let wanted = &both[id].wanted;
            if !wanted.is_empty() && next.is_none_or(|ply| ply.seat.board() == id) {
                let kinds = wanted.iter().map(|more| (more.role, more.mate.moves)).collect();
                let seat = turn(played, moment, id);
                wanted_pieces[seat].push(WantedPieces { moment, kinds });
            }
        }
    }
    wanted_pieces
}
