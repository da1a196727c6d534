//! Whether a ply may mate, told without playing what comes before it.
//!
//! In bughouse a check from afar is no mate, as something could be dropped between. So who mates gives check from beside
//! the king, or as a knight, or gives one of two checks at once along a line.

use crate::{
    notation::PlyText,
    replay::SetUp,
    rules::{CastlingSide, File, Rank, Role, San, Seat, Square},
};

/// Whether ply `index` may mate, by where it goes and where the king of the opponent stands.
pub(super) fn may_mate(plies: &[PlyText], index: usize, set_up: &SetUp) -> bool {
    let ply = &plies[index];
    // What castles there is not told by the squares that are written.
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
            // Whatever stands there; or a pawn that takes in passing, which may open two lines.
            let any = role == Role::Pawn && file.is_some() && rank.is_some();
            let passing = role == Role::Pawn && matches!(to.rank(), Rank::Third | Rank::Sixth);
            let knight = role == Role::Knight || promotion == Some(Role::Knight);
            any || passing || beside || line || (knight && leap)
        }
        San::Castle(_) => true,
    }
}

/// Where the king of `seat` stands after `plies`; `None` where that cannot be told.
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

/// How many files and how many ranks lie between two squares.
fn distance(one: Square, other: Square) -> (u32, u32) {
    let files = (one.file() as u32).abs_diff(other.file() as u32);
    (files, (one.rank() as u32).abs_diff(other.rank() as u32))
}
