//! The pieces that were given away and mated: [`Gift`].

use super::MatchTactics;
use crate::{
    replay::{Flow, Match},
    rules::{Role, Seat},
};

/// A piece that was lost on one board although one more of it would mate on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// Who lost it.
    pub seat: Seat,
    /// The ply that took it.
    pub taken: usize,
    /// What it was when it came into the other reserve.
    pub role: Role,
    /// Who could mate with it.
    pub to: Seat,
    /// In how many moves.
    pub moves: u8,
    /// The ply that dropped that very piece, and the ply that mated on the same board in as many moves from there, the
    /// drop among them; `None` where it did not come to that.
    pub mated: Option<(usize, usize)>,
}

/// The gifts in the order of the plies that took them.
pub(super) fn gifts(played: &Match, tactics: &MatchTactics, flow: &Flow) -> Vec<Gift> {
    let mut gifts = Vec::new();
    for (taken, ply) in played.plies.iter().enumerate() {
        let to = ply.seat.partner();
        let said = tactics.moments.get(taken).map(|both| &both[to.board()]);
        let (Some(role), Some(said)) = (ply.taken, said) else {
            continue;
        };
        // What is a danger to the one who is to move is wanted by the other, and needs a move of the first to mate.
        let is_to_move = super::mates::turn(played, taken, to.board()) == to;
        let kinds = if is_to_move { &said.wanted } else { &said.danger };
        if let Some(more) = kinds.iter().find(|it| it.role == role) {
            gifts.push(Gift {
                seat: ply.seat.opponent(),
                taken,
                role,
                to,
                moves: more.mate.moves,
                mated: mated(played, flow, taken, to, more.mate.moves),
            });
        }
    }
    gifts
}

fn mated(played: &Match, flow: &Flow, taken: usize, to: Seat, moves: u8) -> Option<(usize, usize)> {
    let dropped = flow.feeds(taken)?;
    let own = (dropped..played.plies.len()).filter(|&index| played.plies[index].seat == to);
    let mate = own.take(usize::from(moves)).find(|&index| played.plies[index].mate)?;
    Some((dropped, mate))
}
