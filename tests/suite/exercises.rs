//! Exercises from a match, and what an answer is worth.

use tandem::{
    notation::Record,
    replay::Match,
    report::{MatchTactics, Verdict, exercises},
    rules::{BoardId, Role, San},
    tactics::Limits,
};

/// White A can mate with a queen that its partner may take, and then does.
const TEXT: &str = "[FEN \"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1A. Q@b7# *\n";

fn replay(text: &str) -> Match {
    Match::replay(&Record::parse(text.as_bytes()), text.as_bytes())
}

#[test]
fn a_match_gives_exercises_with_exact_answers() {
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
        "0 A: Which piece do you need?",
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
        board
            .resolve(&san, &position.reserves[seat])
            .expect("legal")
    };
    assert_eq!(
        need.judge_move(Some(Role::Queen), mv("Q@a7")),
        Verdict::Right
    );
    assert_eq!(need.judge_move(None, mv("Q@a7")), Verdict::Wrong);
    let mate = &all[2].task;
    assert_eq!(mate.judge_move(None, mv("Q@b7")), Verdict::Right);
    assert_eq!(mate.judge_move(None, mv("Q@h8")), Verdict::Wrong);
    assert_eq!(mate.judge_piece(Role::Queen), Verdict::Wrong);
}

#[test]
fn what_must_not_be_lost_is_asked_and_a_slower_piece_told() {
    // Of the pieces that White wants with a queen on f7, a knight, a rook and a queen mate at once.
    let fen = "7k/5Q2/8/8/8/8/8/K7[] w - - 0 1 | k7/8/1K6/8/8/8/7r/8[] b - - 0 1";
    let played = replay(&format!("[FEN \"{fen}\"]\n\n1A. Ka2 *\n"));
    let tactics = MatchTactics::of(&played, Limits::default());
    let all = exercises(&played, &tactics);
    let need = &all[0].task;
    assert_eq!(need.question(), "Which piece do you need?");
    assert_eq!(need.judge_piece(Role::Knight), Verdict::Right);
    assert_eq!(
        need.judge_piece(Role::Pawn),
        Verdict::Slower { moves: 3, best: 1 }
    );
    let keep = all.iter().find(|it| it.seat.board() == BoardId::B);
    let keep = &keep.expect("Black B is in danger").task;
    assert_eq!(keep.question(), "What must your partner not lose?");
    assert_eq!(keep.judge_piece(Role::Queen), Verdict::Right);
    assert_eq!(keep.judge_piece(Role::Knight), Verdict::Wrong);
}
