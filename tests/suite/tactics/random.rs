//! Random tactical positions, not necessarily reachable.

use crate::random::Rng;
use shakmaty::attacks;
use std::fmt::Write as _;
use tandem::rules::{
    Bfen, Bitboard, BoardId, Color, Move, Piece, Position, Rank, Role, Seat, Square,
};

/// Returns a position with a siege on board A: a king with pieces around it. Board B is a game after some random plies,
/// so that the partner has captures.
pub fn siege(rng: &mut Rng) -> Option<Position> {
    let attacker = *rng.pick(&[Color::White, Color::Black]);
    let defender = attacker.other();
    let mut squares: [Option<(Piece, bool)>; 64] = [None; 64];
    let king = *rng.pick(&Square::ALL);
    squares[king as usize] = Some((defender.king(), false));
    let ours = *rng.pick(&Square::ALL);
    if squares[ours as usize].is_some() {
        return None;
    }
    squares[ours as usize] = Some((attacker.king(), false));
    let near = attacks::king_attacks(king);
    let around: Bitboard = near.into_iter().map(attacks::king_attacks).fold(near, |a, b| a | b);
    let around: Vec<Square> = around.into_iter().collect();
    let count = 4 + rng.below(12);
    for _ in 0..count {
        let close = rng.below(3) > 0;
        let square = if close { *rng.pick(&around) } else { *rng.pick(&Square::ALL) };
        let color = *rng.pick(&[attacker, defender, defender]);
        let role = *rng.pick(&[
            Role::Pawn,
            Role::Pawn,
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ]);
        let last = matches!(square.rank(), Rank::First | Rank::Eighth);
        if squares[square as usize].is_some() || (role == Role::Pawn && last) {
            continue;
        }
        let promoted = role != Role::Pawn && rng.below(4) == 0;
        squares[square as usize] = Some((Piece { color, role }, promoted));
    }
    // One in four begins with a double step by the defender, so that the attacker may capture en passant.
    let double_step = rng.below(4) == 0;
    let turn = if double_step { defender } else { attacker };
    let (own, other) = (hand(rng), hand(rng));
    let text = bfen(&squares, turn, attacker, &own, &other);
    let mut position = Bfen::parse(&text, None).ok()?.position;
    if double_step {
        step_twice(&mut position, rng)?;
    }
    // One in four continues with a check, so that the defender is to move.
    if rng.below(4) == 0 {
        check(&mut position, rng)?;
    }
    for _ in 0..rng.below(24) {
        let seat = position.turn(BoardId::B);
        let moves = position.legal_moves(seat);
        if !moves.is_empty() {
            position.play(seat, *rng.pick(&moves));
        }
    }
    Some(position)
}

/// Returns an empty reserve, one piece of each kind, or some pieces.
fn hand(rng: &mut Rng) -> String {
    match rng.below(6) {
        0 | 1 => String::new(),
        2 => "PNBRQ".to_owned(),
        _ => (0..=rng.below(3)).map(|_| *rng.pick(&['P', 'P', 'N', 'B', 'R', 'Q'])).collect(),
    }
}

fn bfen(
    squares: &[Option<(Piece, bool)>; 64],
    turn: Color,
    attacker: Color,
    own: &str,
    other: &str,
) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match squares[rank * 8 + file] {
                None => empty += 1,
                Some((piece, promoted)) => {
                    if empty > 0 {
                        let _ = write!(text, "{empty}");
                    }
                    empty = 0;
                    text.push(piece.char());
                    if promoted {
                        text.push('~');
                    }
                }
            }
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let (white, black) = attacker.fold_wb((own, other), (other, own));
    let castling = castling(squares);
    let turn = turn.char();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    format!("{text}[{white}{}] {turn} {castling} - 0 1 | {start}", black.to_lowercase())
}

/// Returns all castling rights that the placement allows.
fn castling(squares: &[Option<(Piece, bool)>; 64]) -> String {
    let at = |square: Square, piece: Piece| squares[square as usize] == Some((piece, false));
    let mut rights = String::new();
    for (king, rook, color, letter) in [
        (Square::E1, Square::H1, Color::White, 'K'),
        (Square::E1, Square::A1, Color::White, 'Q'),
        (Square::E8, Square::H8, Color::Black, 'k'),
        (Square::E8, Square::A8, Color::Black, 'q'),
    ] {
        if at(king, color.king()) && at(rook, color.rook()) {
            rights.push(letter);
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

fn check(position: &mut Position, rng: &mut Rng) -> Option<()> {
    let seat = position.turn(BoardId::A);
    let mut moves = position.legal_moves(seat);
    moves.retain(|&mv| {
        let mut after = position.boards[BoardId::A].clone();
        after.play(mv);
        after.is_check()
    });
    if moves.is_empty() {
        return None;
    }
    position.play(seat, *rng.pick(&moves));
    Some(())
}

fn step_twice(position: &mut Position, rng: &mut Rng) -> Option<()> {
    let seat = position.turn(BoardId::A);
    let mut moves = position.legal_moves(seat);
    moves.retain(|mv| match *mv {
        Move::Normal { role: Role::Pawn, from, to, .. } => from.rank().distance(to.rank()) == 2,
        _ => false,
    });
    if moves.is_empty() {
        return None;
    }
    position.play(seat, *rng.pick(&moves));
    Some(())
}

/// Returns the positions of a match of random plies, with preference for captures, drops and checks.
pub fn course(rng: &mut Rng, plies: usize) -> Vec<Position> {
    let mut position = Position::default();
    let mut moments = vec![position.clone()];
    for _ in 0..plies {
        let id = *rng.pick(&BoardId::ALL);
        let seat: Seat = position.turn(id);
        let moves = position.legal_moves(seat);
        let board = position.board_of(seat);
        let sharp = |mv: &Move| {
            let mut after = board.clone();
            after.play(*mv);
            board.captured_by(*mv).is_some() || matches!(mv, Move::Drop { .. }) || after.is_check()
        };
        let plain = rng.below(3) == 0;
        if let Some(mv) = rng.pick_where(&moves, |mv| plain || sharp(mv)).copied() {
            position.play(seat, mv);
            moments.push(position.clone());
        }
    }
    moments
}
