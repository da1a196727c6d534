//! [`WantedPieces`], [`Arrival`], [`PartnerChance`]: pieces that would have given a seat a mate.

use super::{MatchTactics, mates::turn};
use crate::{
    analysis::tactics::{BoardTactics, captures_for},
    replay::{Match, Ply},
    rules::{BoardId, Move, Position, Role, Seat},
    timeline::Moment,
};

/// The pieces that a seat lacked for a mate, directly before its move or at the end of the match. Any one of them would
/// have sufficed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPieces {
    /// The seat that wanted the pieces.
    pub seat: Seat,
    pub moment: Moment,
    /// The pieces, from pawn to queen, each with the number of moves to mate.
    pub kinds: Vec<(Role, u8)>,
}

/// A wanted piece that the partner could have captured at once. Instead the partner played another move, or the seat
/// itself moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartnerChance {
    /// The seat that wanted the piece.
    pub seat: Seat,
    /// The moment before the other move was played.
    pub moment: Moment,
    /// The pieces that the partner could have captured, from pawn to queen, each with the number of moves to mate.
    pub kinds: Vec<(Role, u8)>,
    /// The moves that capture these pieces.
    pub captures: Vec<Move>,
}

/// A wanted piece that the partner captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The seat that wanted the piece.
    pub seat: Seat,
    /// The index of the capturing ply.
    pub ply: usize,
    pub role: Role,
    /// The number of moves to mate with the piece.
    pub moves: u8,
}

/// Returns the wanted pieces of all seats, in the order of the match. A seat's wanted pieces are listed directly before
/// each of its plies, and at the end of the match.
pub(super) fn wanted_pieces(played: &Match, tactics: &MatchTactics) -> Vec<WantedPieces> {
    let mut wanted_pieces = Vec::new();
    for (moment, both) in tactics.moments.iter().enumerate() {
        let next = played.plies.get(moment);
        for id in BoardId::ALL {
            let kinds = kinds(&both[id]);
            if !kinds.is_empty() && next.is_none_or(|ply| ply.seat.board() == id) {
                let seat = turn(played, moment, id);
                wanted_pieces.push(WantedPieces { seat, moment, kinds });
            }
        }
    }
    wanted_pieces
}

/// Returns the missed captures of wanted pieces, in the order of the match.
pub(super) fn partner_chances(played: &Match, tactics: &MatchTactics) -> Vec<PartnerChance> {
    let mut chances = Vec::new();
    let mut position = played.set_up.position.clone();
    for (moment, (ply, both)) in played.plies.iter().zip(&tactics.moments).enumerate() {
        for id in BoardId::ALL {
            let seat = position.turn(id);
            let (kinds, captures) = capturable(&position, seat, &both[id]);
            // A ply of the other team misses nothing, since the partner can still capture.
            let is_own_team = ply.seat.team() == seat.team();
            if is_own_team && !captures.is_empty() && !captures.contains(&ply.mv) {
                chances.push(PartnerChance { seat, moment, kinds, captures });
            }
        }
        ply.play_on(&mut position);
    }
    chances
}

fn kinds(board_tactics: &BoardTactics) -> Vec<(Role, u8)> {
    let kinds = board_tactics.wanted.iter();
    kinds.map(|wanted| (wanted.role, wanted.mate.moves)).collect()
}

/// Returns the wanted pieces that the partner of `seat` can capture now, and the moves that capture them.
fn capturable(
    position: &Position,
    seat: Seat,
    board_tactics: &BoardTactics,
) -> (Vec<(Role, u8)>, Vec<Move>) {
    let mut kinds = kinds(board_tactics);
    let mut captures = Vec::new();
    kinds.retain(|&(role, _)| {
        let captures_of_role = captures_for(position, seat, role);
        captures.extend_from_slice(&captures_of_role);
        !captures_of_role.is_empty()
    });
    (kinds, captures)
}

impl PartnerChance {
    /// Returns the smallest number of moves to mate with any of the pieces.
    #[must_use]
    pub fn moves(&self) -> u8 {
        self.kinds.iter().map(|&(_, moves)| moves).min().unwrap_or(0)
    }
}

/// Returns the wanted pieces that arrived while their seat was to move, in the order of the capturing plies.
pub(super) fn arrivals(played: &Match, tactics: &MatchTactics) -> Vec<Arrival> {
    let arrival = |(index, ply): (usize, &Ply)| {
        let role = ply.taken?;
        let seat = ply.seat.partner();
        let board = seat.board();
        if turn(played, index, board) != seat {
            return None;
        }
        let wanted = &tactics.moments.get(index)?[board].wanted;
        let wanted_piece = wanted.iter().find(|it| it.role == role)?;
        Some(Arrival { seat, ply: index, role, moves: wanted_piece.mate.moves })
    };
    played.plies.iter().enumerate().filter_map(arrival).collect()
}
