//! A quick test of whether a ply may mate, without replaying the match.
//!
//! In bughouse a check from a distance is not mate, because a piece could be dropped in between. A discovered check is
//! not mate either, since a piece could be dropped on the vacated square. So a mating piece checks from a neighbouring
//! square, as a knight, or as part of a double check.

use crate::{
    notation::PlyText,
    replay::SetUp,
    rules::{File, Rank, Role, San, Seat, Square, attacks, reach},
};

/// Returns whether ply `index` may mate, judging by its target square and the opponent's king. Returns `true` if in
/// doubt.
pub(super) fn may_mate(plies: &[PlyText], index: usize, set_up: &SetUp) -> bool {
    let ply = &plies[index];
    // In Chess960, the squares of king and rook do not follow from `O-O`.
    if set_up.chess960 {
        return true;
    }
    let Some(king) = king_of(&plies[..index], ply.seat.opponent(), set_up) else { return true };
    // Returns whether a piece of this role on `to` would check the king across empty squares.
    let checks = |role: Role, to: Square| reach(role.of(ply.seat.color()), king).contains(to);
    let is_beside = |to: Square| attacks::king_attacks(king).contains(to);
    match ply.san {
        San::Drop { role: Some(Role::Knight), to } => checks(Role::Knight, to),
        San::Drop { role: Some(role), to } => is_beside(to) && checks(role, to),
        San::Drop { role: None, to } => is_beside(to) || checks(Role::Knight, to),
        San::Normal { role: Role::Pawn, file, rank, to, promotion, .. } => {
            // If the text names the square of origin but no piece, any piece may have moved. A move to rank 3 or 6 may
            // be an en passant capture, which may open two lines.
            let any = file.is_some() && rank.is_some();
            let passing = matches!(to.rank(), Rank::Third | Rank::Sixth);
            let arrived = match promotion {
                // A promotion without a letter is taken as one to a queen.
                None if matches!(to.rank(), Rank::First | Rank::Eighth) => Role::Queen,
                _ => promotion.unwrap_or(Role::Pawn),
            };
            any || passing || checks(arrived, to)
        }
        San::Normal { role: Role::King, to, .. } => may_castle(to, ply.seat),
        San::Normal { role, to, .. } => checks(role, to),
        San::Castle(_) => true,
    }
}

/// Returns whether a king move to `to` may be castling written as king takes rook, such as `Kh1`.
fn may_castle(to: Square, seat: Seat) -> bool {
    to.rank() == seat.color().backrank() && matches!(to.file(), File::A | File::H)
}

/// Returns the square of the king of `seat` after `plies`, or `None` if uncertain.
fn king_of(plies: &[PlyText], seat: Seat, set_up: &SetUp) -> Option<Square> {
    let color = seat.color();
    for ply in plies.iter().rev().filter(|ply| ply.seat == seat) {
        match ply.san {
            San::Normal { role: Role::King, to, .. } => {
                return if may_castle(to, seat) { None } else { Some(to) };
            }
            San::Normal { role: Role::Pawn, file: Some(_), rank: Some(_), .. } => return None,
            San::Castle(side) => return Some(side.king_to(color)),
            San::Normal { .. } | San::Drop { .. } => {}
        }
    }
    Some(set_up.position.boards[seat.board()].king(color))
}
