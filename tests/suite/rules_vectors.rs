//! Perft and mate compared with published numbers and other programs.
//!
//! `data/perft.txt`: computed with pyffish (Fairy-Stockfish, variant "bughouse") and python-chess-bughouse, which agree
//! on every number. Captured pieces leave the board, so reserves only shrink. `data/mate.txt`: positions and whether
//! they are mate in bughouse, each with its source.

use tandem::rules::{Bfen, BoardId, Position, Seat};

fn position(fen: &str) -> Position {
    Bfen::parse(fen, None).unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

fn perft(position: &Position, depth: u32) -> u64 {
    let seat = position.turn(BoardId::A);
    let moves = position.legal_moves(seat);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(seat, mv);
            perft(&next, depth - 1)
        })
        .sum()
}

#[test]
fn perft_of_one_board_agrees_with_two_other_programs() {
    let mut lines = 0;
    for line in include_str!("data/perft.txt").lines() {
        let (fen, counts) = line.split_once(';').unwrap();
        let position = position(fen.trim());
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(
                perft(&position, depth),
                count.parse::<u64>().unwrap(),
                "{fen} depth {depth}"
            );
        }
        lines += 1;
    }
    assert_eq!(lines, 10);
}

#[test]
fn mate_is_judged_as_bughouse_does() {
    let mut lines = 0;
    for line in include_str!("data/mate.txt").lines() {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [fen, bughouse, pocket_only, why, ..] = fields[..] else {
            panic!("five fields: {line}");
        };
        let position = position(fen);
        let board = &position.boards[BoardId::A];
        let mate = board.is_checkmate();
        assert_eq!(mate, bughouse == "yes", "{fen}: {why}");
        let stuck = board.is_check() && position.legal_moves(position.turn(BoardId::A)).is_empty();
        assert_eq!(stuck, pocket_only == "yes", "{fen}: {why}");
        lines += 1;
    }
    assert_eq!(lines, 9);
}

#[test]
fn a_promoted_piece_is_a_pawn_again_when_taken() {
    let mut position = position("4k3/1Q~6/8/8/4b3/8/K7/8[] b - - 0 1");
    let san = tandem::rules::San::parse(b"Bxb7").unwrap().san;
    let mv = position.resolve(Seat::BlackA, &san).unwrap();
    position.play(Seat::BlackA, mv);
    let partner = &position.reserves[Seat::WhiteB];
    assert_eq!(partner.count(tandem::rules::Role::Pawn), 1);
    assert_eq!(partner.total(), 1);
}
