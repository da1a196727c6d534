//! Decisive losses: captured pieces that let the other team mate ([`DecisiveLoss`]).

use super::MatchTactics;
use crate::{
    replay::{Flow, Match},
    rules::{Role, Seat},
};

/// A piece lost to an opponent whose partner could mate with one more of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisiveLoss {
    /// The seat that lost it.
    pub seat: Seat,
    /// The index of the capturing ply.
    pub taken: usize,
    /// The kind of the piece as it enters the reserve.
    pub role: Role,
    /// The seat that could mate with it.
    pub to: Seat,
    /// The number of moves to mate.
    pub moves: u8,
    /// The ply that dropped this very piece, and the mating ply, if the mate came on that board within `moves` moves,
    /// counted from the drop; `None` otherwise.
    pub mated: Option<(usize, usize)>,
}

/// Returns the decisive losses in the order of the capturing plies.
pub(super) fn decisive_losses(
    played: &Match,
    tactics: &MatchTactics,
    flow: &Flow,
) -> Vec<DecisiveLoss> {
    let mut decisive_losses = Vec::new();
    for (taken, ply) in played.plies.iter().enumerate() {
        let to = ply.seat.partner();
        let board_tactics = tactics.moments.get(taken).map(|both| &both[to.board()]);
        let (Some(role), Some(board_tactics)) = (ply.taken, board_tactics) else { continue };
        // If `to` is not to move, the pieces it wants are the danger of its opponent, and it mates one move later.
        let is_to_move = super::mates::turn(played, taken, to.board()) == to;
        let kinds = if is_to_move { &board_tactics.wanted } else { &board_tactics.danger };
        if let Some(more) = kinds.iter().find(|it| it.role == role) {
            decisive_losses.push(DecisiveLoss {
                seat: ply.seat.opponent(),
                taken,
                role,
                to,
                moves: more.mate.moves,
                mated: mated(played, flow, taken, to, more.mate.moves),
            });
        }
    }
    decisive_losses
}

fn mated(played: &Match, flow: &Flow, taken: usize, to: Seat, moves: u8) -> Option<(usize, usize)> {
    let dropped = flow.feeds(taken)?;
    let own = (dropped..played.plies.len()).filter(|&index| played.plies[index].seat == to);
    let mate = own.take(usize::from(moves)).find(|&index| played.plies[index].mate)?;
    Some((dropped, mate))
}
