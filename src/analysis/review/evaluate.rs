//! [`evaluate`]: the static score of a board with its two reserves, in hundredths of a pawn.
//!
//! A board is worth its pieces, the pieces in reserve, mobility, and the danger to each king. A king is in danger from
//! the pieces that attack the squares around it, and from those that could be dropped there. All terms are integers.

use crate::rules::{Bitboard, Board, Color, Rank, Reserve, Role, Square, attacks};

/// The value of a piece on the board, by [`Role`] number.
const ON_BOARD: [i32; 7] = [0, 100, 230, 220, 280, 480, 0];

/// The value of a piece in reserve, by [`Role`] number. Each further piece of a kind is worth less.
const IN_RESERVE: [i32; 7] = [0, 90, 250, 220, 240, 430, 0];

/// What each square that a piece attacks is worth, by [`Role`] number.
const MOBILITY: [i32; 7] = [0, 0, 4, 4, 2, 1, 0];

/// The weight of an attack on a square around the king, by [`Role`] number.
const ATTACK: [i32; 7] = [0, 2, 4, 3, 4, 5, 0];

/// The weight of a piece that could be dropped around the king, by [`Role`] number.
const DROP: [i32; 7] = [0, 3, 6, 4, 4, 9, 0];

/// The value of the move.
const TEMPO: i32 = 25;

/// The value of the danger to a king at most.
const MAX_DANGER: i32 = 900;

/// Scores beyond this are mates.
pub(super) const MATE_BOUND: i32 = 29_000;

/// The reserves of both sides of a board, White's first.
pub(super) type Reserves = [Reserve; 2];

/// The pieces of one side and what they attack.
#[derive(Clone, Copy, Default)]
struct Side {
    material: i32,
    /// All squares that the side attacks.
    attacks: Bitboard,
    /// Those that pieces other than the king attack.
    defended: Bitboard,
    /// Those that pawns attack.
    by_pawns: Bitboard,
    /// The weights of the attacks on the squares around the other king.
    pressure: i32,
}

/// Returns the place of `color` in [`Reserves`].
pub(super) fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

/// Returns the value of a piece of kind `role` in reserve.
pub(super) const fn reserve_value(role: Role) -> i32 {
    IN_RESERVE[role as usize]
}

/// Returns the value of a piece of kind `role` on the board.
pub(super) const fn board_value(role: Role) -> i32 {
    ON_BOARD[role as usize]
}

/// Returns the value of `reserve`. The third and later pieces of a kind are worth half.
pub(super) fn reserve_material(reserve: &Reserve) -> i32 {
    let value = |role: Role| {
        let count = i32::from(reserve.count(role));
        let full = count.min(2);
        reserve_value(role) * (full * 2 + (count - full).min(6)) / 2
    };
    Reserve::ROLES.into_iter().map(value).sum()
}

/// Returns the score of `board` for the side to move. `reserves` are White's and Black's.
pub(super) fn evaluate(board: &Board, reserves: &Reserves) -> i32 {
    let kings = [board.king(Color::White), board.king(Color::Black)];
    let white = side(board, Color::White, kings[1]);
    let black = side(board, Color::Black, kings[0]);
    let [white_reserve, black_reserve] = reserves;
    let held = reserve_material(white_reserve) - reserve_material(black_reserve);
    let danger = danger(board, Color::Black, &black, &white, white_reserve)
        - danger(board, Color::White, &white, &black, black_reserve);
    let score = white.material - black.material + held + danger;
    TEMPO + board.turn().fold_wb(score, -score)
}

fn side(board: &Board, color: Color, their_king: Square) -> Side {
    let pieces = board.pieces();
    let (own, occupied) = (pieces.by_color(color), pieces.occupied());
    let ring = attacks::king_attacks(their_king);
    let mut side = Side::default();
    for from in own {
        let Some(role) = pieces.role_at(from) else { continue };
        let reach = attacks::attacks(from, role.of(color), occupied);
        let index = role as usize;
        side.attacks |= reach;
        if role == Role::King {
            continue;
        }
        side.defended |= reach;
        side.material += if board.is_promoted(from) { 300 } else { ON_BOARD[index] };
        side.material += MOBILITY[index] * count(reach & !own);
        side.pressure += ATTACK[index] * count(reach & ring);
        if role == Role::Pawn {
            side.by_pawns |= reach;
            side.material += match color.relative_rank(from.rank()) {
                Rank::Sixth => 20,
                Rank::Seventh => 80,
                _ => 0,
            };
        }
    }
    side
}

/// Returns the number of squares beside the king of `color` that the other side could enter or drop on, and that only the
/// king defends.
pub(super) fn exposed(board: &Board, color: Color) -> u8 {
    let king = board.king(color);
    let own = side(board, color, board.king(color.other()));
    let beside = attacks::king_attacks(king) & !board.pieces().by_color(color);
    u8::try_from((beside & !own.defended).count()).unwrap_or(8)
}

/// Returns the danger to the king of `color`, whose side is `own`, from the other side and its reserve `drops`.
fn danger(board: &Board, color: Color, own: &Side, theirs: &Side, drops: &Reserve) -> i32 {
    let pieces = board.pieces();
    let king = board.king(color);
    let occupied = pieces.occupied();
    let ring = attacks::king_attacks(king);
    let empty = ring & !occupied;
    // Squares that only the king defends.
    let weak = ring & !own.defended;
    let mut units = theirs.pressure;
    units += 3 * count(weak & theirs.attacks);
    units += 2 * count(weak & empty);
    units -= 3 * count(ring & pieces.by_piece(color.pawn()));
    // Squares from which a dropped knight or bishop or queen would check, and from which no pawn drives it away.
    let held = |role: Role| i32::from(drops.count(role).min(2));
    let knights = attacks::knight_attacks(king) & !occupied;
    let diagonals = attacks::bishop_attacks(king, occupied) & !occupied;
    let lines = attacks::rook_attacks(king, occupied) & !occupied;
    let safe = !own.by_pawns;
    units += held(Role::Knight) * DROP[Role::Knight as usize] * count(knights & safe).min(2) / 2;
    units += held(Role::Bishop) * DROP[Role::Bishop as usize] * count(diagonals & safe).min(2) / 2;
    units += held(Role::Rook) * DROP[Role::Rook as usize] * count(lines & safe).min(2) / 2;
    let contact = count(weak & empty & (diagonals | lines)).min(2);
    units += held(Role::Queen) * DROP[Role::Queen as usize] * (1 + contact) / 2;
    units += held(Role::Pawn) * DROP[Role::Pawn as usize] * count(empty).min(2) / 2;
    units += count(lines | diagonals).min(12) / 2;
    let home = matches!(color.relative_rank(king.rank()), Rank::First);
    units += if home { 0 } else { 6 };
    (units.max(0).pow(2) / 4).min(MAX_DANGER)
}

fn count(squares: Bitboard) -> i32 {
    i32::try_from(squares.count()).unwrap_or(64)
}
