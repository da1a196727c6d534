//! Positions with results that can be verified by hand.

use super::{results, solver};
use tandem::{
    analysis::tactics::{Limits, Solver},
    rules::{Bfen, BoardId},
};

/// Checks the results for one board, with mates up to 3 and the other board in the starting position.
#[track_caller]
fn check(fen: &str, expect: &[&str]) {
    let position = Bfen::parse(fen, None).expect(fen).position;
    let text = results(&mut solver(3), &position, BoardId::A);
    assert_eq!(text.lines().collect::<Vec<_>>(), expect, "{fen}");
}

#[test]
fn check_with_a_possible_drop_is_not_mate() {
    // Engines call this a mate in 1: anything may still be dropped on b8 to f8.
    check("6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1", &[]);
}

#[test]
fn adjacent_and_knight_checks_cannot_be_blocked_by_a_drop() {
    check("6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1", &["mate in 1: g5f7"]);
    check("6k1/4P1pp/6N1/8/8/8/8/K4R2[] w - - 0 1", &["mate in 1: f1f8"]);
}

#[test]
fn double_check_cannot_be_blocked_by_a_drop() {
    // The pawn's capture on f6 does not help, and one drop cannot block both checks.
    check("3qkb2/3p1pp1/8/8/4N3/8/8/K3R3[] w - - 0 1", &["mate in 1: e4d6 e4f6"]);
}

#[test]
fn double_step_mates_unless_en_passant_is_possible() {
    check("5R2/8/R7/4k3/2P1n3/8/3P4/6BK[] w - - 0 1", &["mate in 1: d2d4"]);
    check(
        "5R2/8/R7/4k3/2P1p3/8/3P4/6BK[] w - - 0 1",
        &[
            "wanted P () in 1: P@d4 P@f4",
            "wanted N () in 1: N@d7 N@g4 N@g6",
            "wanted B () in 1: B@d4 B@f4",
            "wanted R () in 1: R@d5 R@e6 R@f5",
            "wanted Q () in 1: Q@d4 Q@d5 Q@d6 Q@e6 Q@f4 Q@f5 Q@f6",
        ],
    );
}

#[test]
fn mate_may_depend_on_the_current_reserve() {
    // The queen checks from c8. A rook or a queen on b8 would guard b7; a pawn cannot be dropped there.
    check(
        "k7/2P5/P7/8/8/8/8/6K1[p] w - - 0 1",
        &["unless in 2: c7c8q refuted by R Q", "wanted Q () in 1: Q@b7 Q@b8"],
    );
    check("k7/2P5/P7/8/8/8/8/6K1[r] w - - 0 1", &["wanted Q () in 1: Q@b7 Q@b8"]);
    // A pawn that is dropped by White, where Black cannot drop.
    check("7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1", &["mate in 3: P@g7"]);
}

#[test]
fn side_without_a_drop_waits() {
    check("R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", &["stuck"]);
    // Pawns cannot be dropped on the last rank.
    check("R5k1/5ppp/8/8/8/8/8/6K1[p] b - - 0 1", &["stuck"]);
    check("R5k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1", &[]);
}

#[test]
fn piece_is_fatal_only_if_no_move_helps() {
    // The king can go to b8 alone, where the queen mates as well.
    check("k7/8/1K6/8/8/8/8/8[] b - - 0 1", &["with Q in 1: Q@a7 Q@b7", "fatal Q in 1"]);
    // A rook that guards both squares helps.
    check("k7/8/1K6/8/8/8/8/7r[] b - - 0 1", &["with Q in 1: Q@a7 Q@b7"]);
    // A side that has no legal move waits, and its opponent cannot move either.
    check("R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", &["stuck"]);
}

#[test]
fn partner_to_move_can_capture_the_wanted_piece() {
    // A wanted piece of the side not to move would threaten mate; its captures are not reported.
    check(
        "k7/8/1K6/8/8/8/7r/8[] b - - 0 1 | k7/8/8/1q2Q~3/2P2p2/8/8/K7[] w - - 0 1",
        &["with Q in 1: Q@a7 Q@b7"],
    );
    // White is to move on board B, but is not White A's partner.
    check(
        "k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/8/1Q2Q~3/2p5/8/8/K7[] w - - 0 1",
        &["wanted Q () in 1: Q@a7 Q@b7"],
    );
    // Black captures a queen, or a promoted queen, which arrives as a pawn.
    check(
        "k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q1Q~3/8/8/8/K7[] b - - 0 1",
        &["wanted Q (d6c5) in 1: Q@a7 Q@b7"],
    );
}

#[test]
fn search_over_its_node_limit_is_unfinished() {
    let fen = "7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1";
    let position = Bfen::parse(fen, None).expect(fen).position;
    let mut solver = Solver::new(Limits { nodes: 20, ..Limits::default() });
    let tactics = solver.board_of(&position, BoardId::A);
    assert!(tactics.unfinished);
    assert_eq!(tactics.mate, None, "nothing is guessed");
}

#[test]
fn match_without_moves_is_not_searched() {
    let fen = "6rk/6pp/8/6N1/8/8/8/K7[] w - - 0 1";
    let position = Bfen::parse(fen, None).expect(fen).position;
    let tactics = solver(0).board_of(&position, BoardId::A);
    assert_eq!((tactics.mate, tactics.unfinished), (None, false));
}
