//! [`DecisiveLoss`]: a lost piece with which the other team could mate.

use super::MatchTactics;
use crate::{
    replay::{Flow, Match},
    rules::{Role, Seat},
};

/// A captured piece with which the capturer's partner could mate by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisiveLoss {
    /// The seat that lost the piece.
    pub seat: Seat,
    /// The index of the capturing ply.
    pub taken: usize,
    /// The role in the reserve, which is a pawn for a promoted piece.
    pub role: Role,
    /// The seat that received the piece and could mate with it.
    pub to: Seat,
    /// The number of moves to mate.
    pub moves: u8,
    /// The indices of two plies: the drop of the piece, and the mate that it led to. They are equal if the drop itself
    /// mated. `None` if there was no such drop, or no mate on that board within `moves` moves.
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
        // If the opponent of `to` is to move, the piece is decisive only if no move of the opponent avoids the mate.
        let is_to_move = super::mates::turn(played, taken, to.board()) == to;
        let kinds = if is_to_move { &board_tactics.wanted } else { &board_tactics.fatal };
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

/// Returns [`DecisiveLoss::mated`] for the piece that ply `taken` captured.
fn mated(played: &Match, flow: &Flow, taken: usize, to: Seat, moves: u8) -> Option<(usize, usize)> {
    let dropped = flow.drop_of_capture(taken)?;
    let plies_from_drop =
        (dropped..played.plies.len()).filter(|&index| played.plies[index].seat == to);
    let mate = plies_from_drop.take(usize::from(moves)).find(|&index| played.plies[index].mate)?;
    Some((dropped, mate))
}
