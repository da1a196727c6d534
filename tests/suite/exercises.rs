//! Puzzles from a match, and the rating of attempts.

use crate::random::random_matches;
use proptest::prelude::*;
use tandem::{
    analysis::{
        report::{MatchTactics, Mating, Reply, Verdict, exercises, judge_mating_move},
        tactics::{Limits, Solver},
    },
    notation::Record,
    replay::Match,
    rules::{Bfen, BoardId, Role, San},
};

/// White A can mate with a queen that its partner may take, and then does.
const TEXT: &str = "[FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1A. Q@b7# *\n";

fn replay(text: &str) -> Match {
    Match::replay(&Record::parse(text.as_bytes()), text.as_bytes())
}

#[test]
fn match_yields_puzzles_with_exact_answers() {
    let played = replay(TEXT);
    assert_eq!(played.plies.len(), 2, "{:?}", played.issues);
    let tactics = MatchTactics::of(&played, Limits::default());
    let all = exercises(&played, &tactics);
    let asked: Vec<String> = all
        .iter()
        .map(|it| format!("{} {}: {}", it.moment, it.seat.letter(), it.task.question()))
        .collect();
    // On board B White's queen would hold a second one on a7.
    let expected = [
        "0 A: Which piece would mate?",
        "0 b: What must your partner not lose?",
        "1 A: Mate in 1.",
    ];
    assert_eq!(asked, expected, "{all:?}");
    let need = &all[0].task;
    assert_eq!(need.judge_piece(Role::Queen), Verdict::Right);
    assert_eq!(need.judge_piece(Role::Rook), Verdict::Wrong);
    let position = played.position_after(1);
    let mv = |text: &str| {
        let san = San::parse(text.as_bytes()).expect("a move").san;
        let board = &position.boards[BoardId::A];
        let seat = position.turn(BoardId::A);
        board.resolve(&san, &position.reserves[seat]).expect("legal")
    };
    assert_eq!(need.judge_move(Some(Role::Queen), mv("Q@a7")), Verdict::Right);
    assert_eq!(need.judge_move(None, mv("Q@a7")), Verdict::Wrong);
    let mate = &all[2].task;
    assert_eq!(mate.judge_move(None, mv("Q@b7")), Verdict::Right);
    assert_eq!(mate.judge_move(None, mv("Q@h8")), Verdict::Wrong);
    assert_eq!(mate.judge_piece(Role::Queen), Verdict::Wrong);
}

#[test]
fn decisive_piece_puzzle_explains_slower_pieces() {
    // Of the pieces that White wants with a queen on f7, a knight, a rook and a queen mate at once.
    let fen = "7k/5Q2/8/8/8/8/8/K7[] w - - 0 1 | k7/8/1K6/8/8/8/7r/8[] b - - 0 1";
    let played = replay(&format!("[FEN \"{fen}\"]\n\n1A. Ka2 *\n"));
    let tactics = MatchTactics::of(&played, Limits::default());
    let all = exercises(&played, &tactics);
    let need = &all[0].task;
    assert_eq!(need.question(), "Which piece would mate?");
    assert_eq!(need.judge_piece(Role::Knight), Verdict::Right);
    assert_eq!(need.judge_piece(Role::Pawn), Verdict::Slower { moves: 3, best: 1 });
    let keep = all.iter().find(|it| it.seat.board() == BoardId::B);
    let keep = &keep.expect("Black B is in danger").task;
    assert_eq!(keep.question(), "What must your partner not lose?");
    assert_eq!(keep.judge_piece(Role::Queen), Verdict::Right);
    assert_eq!(keep.judge_piece(Role::Knight), Verdict::Wrong);
}

/// What a move is worth in a position on board A, where a mate in so many is asked for.
fn mating(fen: &str, moves: u8, san: &str) -> String {
    let position = Bfen::parse(fen, None).expect("a position").position;
    let seat = position.turn(BoardId::A);
    let mv = San::parse(san.as_bytes()).expect("a move").san;
    let mv = position.resolve(seat, &mv).expect("legal");
    let mut solver = Solver::new(Limits::default());
    let mate = solver.board_of(&position, BoardId::A).mate;
    let judged = judge_mating_move(&mut solver, &position, seat, moves, mv);
    // What tactics gives as a first move is right, and nothing else is.
    let is_first = mate.is_some_and(|mate| mate.moves == moves && mate.first.contains(&mv));
    let is_right = matches!(judged, Mating::Mate | Mating::GoesOn(_));
    assert_eq!(is_right, is_first, "{fen} {san}");
    let mut after = position.boards[BoardId::A].clone();
    after.play(mv);
    let reply = |reply: Reply| {
        let when = if reply.in_hand { "" } else { ", once it comes" };
        format!("{}{when}", after.san(reply.mv))
    };
    match judged {
        Mating::Mate => "mates".to_owned(),
        Mating::GoesOn(answer) => format!("goes on after {}", reply(answer)),
        Mating::NoCheck => "no check".to_owned(),
        Mating::Slower(moves) => format!("mates in {moves}"),
        Mating::Refuted(answer) => format!("refuted by {}", reply(answer)),
    }
}

#[test]
fn wrong_move_is_refuted() {
    let smothered = "6rk/6pp/8/8/8/8/8/R5K1[NQ] w - - 0 1";
    assert_eq!(mating(smothered, 1, "N@f7"), "mates");
    assert_eq!(mating(smothered, 1, "Ra8"), "no check");
    let rook = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
    assert_eq!(mating(rook, 1, "Ra8"), "refuted by N@b8, once it comes");
    let held = "6k1/5ppp/8/8/8/8/8/R5K1[n] w - - 0 1";
    assert_eq!(mating(held, 1, "Ra8"), "refuted by N@b8");
    let taken = "6k1/5p1p/8/8/8/8/8/6K1[R] w - - 0 1";
    assert_eq!(mating(taken, 1, "R@g7"), "refuted by Kxg7");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// On positions of random matches, every legal move is judged as tactics says of the first moves.
    #[test]
    fn every_move_is_right_exactly_if_tactics_names_it(seed in any::<u64>()) {
        let text = random_matches(4_000, seed);
        let mut records = tandem::notation::Records::of(&text);
        let mut solver = Solver::new(Limits::default());
        while let Some((record, text, _)) = records.read_next() {
            let played = Match::replay(record, text);
            for moment in (0..=played.plies.len()).step_by(7) {
                let position = played.position_after(moment);
                for id in BoardId::ALL {
                    let Some(mate) = solver.board_of(&position, id).mate else { continue };
                    let seat = position.turn(id);
                    for mv in position.legal_moves(seat) {
                        let judged = judge_mating_move(&mut solver, &position, seat, mate.moves, mv);
                        let right = matches!(judged, Mating::Mate | Mating::GoesOn(_));
                        prop_assert_eq!(right, mate.first.contains(&mv), "{:?}", mv);
                    }
                }
            }
        }
    }
}
