//! A quick test whether a ply may mate, without replaying the match.
//!
//! In bughouse a distant check is not mate, because a piece could be dropped in between. A mating ply therefore checks
//! from a square next to the king, as a knight, or as a double check along a line.

use crate::{
    notation::PlyText,
    replay::SetUp,
    rules::{CastlingSide, File, Rank, Role, San, Seat, Square},
};

/// Returns whether ply `index` may mate, judging by its target square and the opponent's king.
pub(super) fn may_mate(plies: &[PlyText], index: usize, set_up: &SetUp) -> bool {
    let ply = &plies[index];
    // Target squares of castling are not known in Chess960.
    if set_up.chess960 {
        return true;
    }
    let Some(king) = king_of(&plies[..index], ply.seat.opponent(), set_up) else {
        return true;
    };
    let (files, ranks) = match ply.san {
        San::Drop { to, .. } | San::Normal { to, .. } => distance(to, king),
        San::Castle(_) => return true,
    };
    let beside = files.max(ranks) == 1;
    let leap = files.min(ranks) == 1 && files.max(ranks) == 2;
    let line = files == 0 || ranks == 0 || files == ranks;
    match ply.san {
        San::Drop { role, .. } => match role {
            Some(Role::Knight) => leap,
            Some(_) => beside,
            None => leap || beside,
        },
        San::Normal { role, file, rank, to, promotion, .. } => {
            // Any piece; or an en passant capture, which may open two lines.
            let any = role == Role::Pawn && file.is_some() && rank.is_some();
            let passing = role == Role::Pawn && matches!(to.rank(), Rank::Third | Rank::Sixth);
            let knight = role == Role::Knight || promotion == Some(Role::Knight);
            any || passing || beside || line || (knight && leap)
        }
        San::Castle(_) => true,
    }
}

/// Returns the king's square of `seat` after `plies`; `None` if unknown.
fn king_of(plies: &[PlyText], seat: Seat, set_up: &SetUp) -> Option<Square> {
    let color = seat.color();
    let rank = color.backrank();
    for ply in plies.iter().rev().filter(|ply| ply.seat == seat) {
        match ply.san {
            San::Normal { role: Role::King, to, .. } => return Some(to),
            San::Normal { role: Role::Pawn, file: Some(_), rank: Some(_), .. } => return None,
            San::Castle(side) => {
                let file = match side {
                    CastlingSide::KingSide => File::G,
                    CastlingSide::QueenSide => File::C,
                };
                return Some(Square::from_coords(file, rank));
            }
            San::Normal { .. } | San::Drop { .. } => {}
        }
    }
    Some(set_up.position.boards[seat.board()].king(color))
}

/// Returns the distance of two squares in files and ranks.
fn distance(one: Square, other: Square) -> (u32, u32) {
    let files = (one.file() as u32).abs_diff(other.file() as u32);
    (files, (one.rank() as u32).abs_diff(other.rank() as u32))
}
