//! [`Exchange`]: the pieces that change hands in a line.

use super::evaluate::board_value;
use crate::rules::{Board, Move, Reserve, Role, role_name};
use serde::{Deserialize, Serialize};

/// The pieces that one side wins and loses in a line, by [`crate::rules::Role`] number less 1. Equal pieces on both
/// sides are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    pub won: [u8; 5],
    pub lost: [u8; 5],
}

impl Exchange {
    /// Returns what the side that makes the first move of `line` wins and loses. The line counts up to its last move
    /// that cannot be answered by a recapture.
    pub(super) fn of(board: &Board, line: &[Move]) -> Self {
        let (mut now, mut settled) = (Self::default(), Self::default());
        let mut after = board.clone();
        for (number, &mv) in line.iter().enumerate() {
            let captured = after.captured_by(mv);
            after.play(mv);
            if let Some(role) = captured {
                let pieces = if number % 2 == 0 { &mut now.won } else { &mut now.lost };
                pieces[role as usize - 1] += 1;
                let replies = after.legal_moves(&Reserve::EMPTY);
                if replies.iter().any(|reply| is_recapture(&after, *reply, mv)) {
                    continue;
                }
            }
            settled = now;
        }
        for (won, lost) in settled.won.iter_mut().zip(&mut settled.lost) {
            let both = (*won).min(*lost);
            *won -= both;
            *lost -= both;
        }
        settled
    }

    /// Returns what the exchange is worth to the side, in hundredths of a pawn.
    pub(super) fn value(&self) -> i32 {
        let of = |pieces: &[u8; 5]| -> i32 {
            let roles = Reserve::ROLES.into_iter().zip(pieces);
            roles.map(|(role, count)| board_value(role) * i32::from(*count)).sum()
        };
        of(&self.won) - of(&self.lost)
    }

    /// Returns the most valuable kind of piece that is lost.
    pub(super) fn most_valuable_lost(&self) -> Option<Role> {
        let lost = Reserve::ROLES.into_iter().zip(self.lost).filter(|(_, count)| *count > 0);
        lost.map(|(role, _)| role).max_by_key(|&role| board_value(role))
    }

    /// Returns the exchange from the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    /// Returns what is won, and for what: `a rook for a knight`.
    pub(super) fn words(&self) -> String {
        let (won, lost) = (piece_words(&self.won), piece_words(&self.lost));
        if lost.is_empty() { won } else { format!("{won} for {lost}") }
    }
}

pub(super) fn is_recapture(board: &Board, reply: Move, mv: Move) -> bool {
    reply.to() == mv.to() && board.captured_by(reply).is_some()
}

/// Returns `pieces` in words: `a queen and two pawns`.
fn piece_words(pieces: &[u8; 5]) -> String {
    let roles = Reserve::ROLES.into_iter().zip(pieces).rev();
    let mut words = Vec::new();
    for (role, &count) in roles {
        let name = role_name(role);
        match count {
            0 => {}
            1 => words.push(format!("a {name}")),
            2 => words.push(format!("two {name}s")),
            _ => words.push(format!("{count} {name}s")),
        }
    }
    let Some(last) = words.pop() else { return String::new() };
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}
