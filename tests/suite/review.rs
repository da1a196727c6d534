//! The review of a match: text in, estimates, turning points and proved mates out.

use std::{
    fmt::Write as _,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};
use tandem::{
    analysis::{
        ledger::FindingKind,
        review::{CERTAIN, Choice, Effort, Estimate, MISTAKE, Reason, Review, choose},
        tactics::{Limits, Solver},
    },
    notation::Record,
    replay::Match,
    rules::{Bfen, BySeat, Move, Reserve, Seat},
    timeline::Timeline,
};

/// Few positions, since tests are not optimised.
const EFFORT: Effort = Effort {
    nodes: 1_500,
    total: 3_000_000,
    limits: Limits { moves: 3, deliver: 3, nodes: 200_000 },
};

fn replay(text: &str) -> Match {
    let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
    assert!(!played.cut_short, "{:?}", played.issues);
    played
}

fn review_of(played: &Match) -> Review {
    let go = || ControlFlow::Continue(());
    let timeline = Timeline::of(played);
    Review::of(played, &timeline, EFFORT, |_, _| go(), &go).expect("not cancelled")
}

/// Black on board A overlooks the mate on f7.
const OVERLOOKED: &str = "[Result \"*\"]\n\n\
    1A. e4{180} 1B. d4{180} 1a. e5{179} 1b. d5{179} 2A. Bc4{178} 2a. Nc6{177} 2B. Nf3{176} \
    2b. Nf6{176} 3A. Qh5{175} 3B. Bf4{175} 3a. Nf6{170} 3b. Bf5{174} 4A. Qxf7#{173}\n";

/// Takes twice and misses a smothered mate by a drop.
const MISSED: &str = "[SetUp \"1\"]\n\
    [FEN \"6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n\
    1A. Kf2 1B. Kd2 1a. h6 1b. Kd7\n";

fn turning_points(played: &Match, review: &Review) -> String {
    let mut text = String::new();
    for point in &review.turning_points {
        let name = played.plies[point.ply].name();
        let _ = writeln!(text, "{name} {}", point.sentence);
    }
    text
}

#[test]
fn overlooked_mate_is_a_turning_point_of_the_one_who_allowed_it() {
    let played = replay(OVERLOOKED);
    let review = review_of(&played);
    let points = turning_points(&played, &review);
    assert!(points.contains("3a Nf6 allows Qxf7#. Better: "), "{points}");
    let mates: Vec<(usize, u8, Vec<String>)> = review
        .mates
        .iter()
        .map(|mate| {
            let line = mate.line.iter().map(|mv| mv.uci(false)).collect();
            (mate.moment, mate.moves, line)
        })
        .collect();
    assert_eq!(mates, [(11, 1, vec!["h5f7".to_owned()])]);
    let certain = Estimate { probability: CERTAIN, low: CERTAIN, high: CERTAIN };
    assert_eq!(review.plies.last().unwrap().after, certain);
    // White A had the mate, so Black A's ply lost the most.
    let worst = (0..review.plies.len()).max_by_key(|&ply| review.plies[ply].loss);
    assert_eq!(worst, Some(10));
}

#[test]
fn missed_mate_is_named_with_its_move() {
    let played = replay(MISSED);
    let review = review_of(&played);
    assert_eq!(
        review.plies[0].best.map(|best| best != Choice::Move(played.plies[0].mv)),
        Some(true)
    );
    let points = turning_points(&played, &review);
    assert!(points.starts_with("1A N@f7# is mate.\n"), "{points}");
}

/// Swaps the boards in the movetext of a match that begins at the starting position. The teams swap with them.
fn swapped(text: &str) -> String {
    let swap = |token: &str| match token.strip_suffix('.') {
        Some(name) => {
            let (number, seat) = name.split_at(name.len() - 1);
            let seat = match seat {
                "A" => "B",
                "a" => "b",
                "B" => "A",
                _ => "a",
            };
            format!("{number}{seat}.")
        }
        None => token.to_owned(),
    };
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    let moves: Vec<String> = moves.split_whitespace().map(swap).collect();
    format!("{tags}\n\n{}\n", moves.join(" "))
}

#[test]
fn swapping_the_boards_mirrors_the_estimate() {
    let reviewed = |text: &str| review_of(&replay(text));
    let (one, other) = (reviewed(OVERLOOKED), reviewed(&swapped(OVERLOOKED)));
    assert_eq!(one.start.probability, CERTAIN - other.start.probability);
    for (ply, (one, other)) in one.plies.iter().zip(&other.plies).enumerate() {
        let mirrored = Estimate {
            probability: CERTAIN - other.after.probability,
            low: CERTAIN - other.after.high,
            high: CERTAIN - other.after.low,
        };
        assert_eq!(one.after, mirrored, "ply {ply}");
        assert_eq!((one.best, one.loss, &one.line), (other.best, other.loss, &other.line));
    }
}

#[test]
fn band_contains_the_estimate_and_losses_are_differences() {
    let review = review_of(&replay(OVERLOOKED));
    for ply in &review.plies {
        let Estimate { probability, low, high } = ply.after;
        assert!(low <= probability && probability <= high && high <= CERTAIN, "{ply:?}");
        assert_eq!(ply.with_best - ply.with_played, ply.loss);
    }
    assert!(review.turning_points.iter().all(|point| point.loss >= MISTAKE));
}

#[test]
fn claimed_mates_hold_whatever_the_defender_drops() {
    for text in [OVERLOOKED, MISSED] {
        let played = replay(text);
        for mate in review_of(&played).mates {
            let position = played.position_after(mate.moment);
            let mut board = position.board_of(mate.seat).clone();
            let mut solver = Solver::new(Limits::default());
            let own: Reserve = position.reserves[mate.seat];
            assert_eq!(solver.mates_within(&board, own, mate.moves), Some(true));
            for &mv in &mate.line {
                assert!(board.legal_moves(&Reserve::ONE_OF_EACH).contains(&mv));
                board.play(mv);
            }
            assert!(board.is_checkmate());
        }
    }
}

#[test]
fn review_ends_when_it_is_cancelled() {
    let played = replay(OVERLOOKED);
    let timeline = Timeline::of(&played);
    for checks in [0, 1, 20, 60] {
        let calls = AtomicUsize::new(0);
        let cancel = || {
            if calls.fetch_add(1, Ordering::Relaxed) < checks {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let go = |_, _| ControlFlow::Continue(());
        assert_eq!(Review::of(&played, &timeline, EFFORT, go, &cancel), None, "{checks}");
    }
    let go = || ControlFlow::Continue(());
    let stop = |done, _| if done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    assert_eq!(Review::of(&played, &timeline, EFFORT, stop, &go), None);
}

#[test]
fn bad_input_gives_an_estimate() {
    let texts = [
        "",
        "[Result \"1-0\"]\n\n1-0\n",
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8[] w - - 0 1 | 8/8/8/8/8/8/8/8[] w - - 0 1\"]\n\n1A. e4\n",
        "[SetUp \"1\"]\n[FEN \"nonsense\"]\n\n1A. e4\n",
        "1A. e4 1a. e5 2A. Ke5 2a. d5\n",
        "1A. e4{9999999} 1a. e5{-5} 1B. e4{0} 1b. P@e5{0}\n",
    ];
    for text in texts {
        let played = Match::replay(&Record::parse(text.as_bytes()), text.as_bytes());
        let review = review_of(&played);
        if played.unreadable_start().is_none() {
            assert_eq!(review.plies.len(), played.plies.len(), "{text}");
            assert_eq!(review.features.len(), played.plies.len() + 1, "{text}");
        }
        let _ = (review.at(0), review.at(1_000_000));
    }
}

#[test]
fn reasons_are_facts_about_their_lines() {
    // A queen hangs, a knight forks, and a rook pins nothing.
    let text = "1A. e4 1B. e4 1a. e5 1b. e5 2A. Qh5 2B. Nf3 2a. Nc6 2b. Nc6 3A. Nf3 3B. Bb5 3a. g6 3b. a6 \
                4A. a3 4a. gxh5 4B. Bxc6 4b. dxc6 5B. Nxe5 5b. Qd4\n";
    let played = replay(text);
    let review = review_of(&played);
    let mut reasons = 0;
    for (index, ply) in review.plies.iter().enumerate() {
        let position = played.position_after(index);
        let seat = played.plies[index].seat;
        let board = position.board_of(seat);
        let captured = |line: &[Move]| {
            let reply = line[1];
            let role = board.after_move(line[0]).captured_by(reply);
            if line[2].to() == reply.to() { None } else { role }
        };
        match ply.reason {
            Reason::Loses { role } => {
                assert_eq!(captured(&ply.played_line), Some(role), "{ply:?}");
                reasons += 1;
            }
            Reason::Wins { role } => {
                assert_eq!(board.captured_by(ply.line[0]), Some(role), "{ply:?}");
                assert_ne!(ply.line[1].to(), ply.line[0].to());
                reasons += 1;
            }
            Reason::AllowsMate { moves } => {
                let after = board.after_move(played.plies[index].mv);
                let own = position.reserves[seat.opponent()];
                let mut solver = Solver::new(Limits::default());
                assert_eq!(solver.mates_within(&after, own, moves), Some(true));
                reasons += 1;
            }
            _ => {}
        }
    }
    assert!(reasons > 0, "{:?}", review.plies);
    let points = turning_points(&played, &review);
    assert!(points.contains("4A After a3, gxh5 takes a queen. Better: "), "{points}");
}

#[test]
fn findings_of_a_review_are_estimates() {
    let review = review_of(&replay(OVERLOOKED));
    assert!(!review.turning_points.is_empty());
    let findings = review.findings();
    assert_eq!(findings.len(), review.turning_points.len());
    assert!(findings.iter().all(|it| it.kind == FindingKind::Estimate));
    assert!(!FindingKind::ALL.contains(&FindingKind::Estimate));
}

#[test]
fn player_mates_sits_and_saves_the_king() {
    let choose_in = |fen: &str, clocks: [i32; 4]| {
        let position = Bfen::parse(fen, None).unwrap().position;
        let clocks = BySeat::new(clocks.map(Some));
        let go = || ControlFlow::Continue(());
        match choose(&position, Seat::WhiteA, &clocks, EFFORT, &go).unwrap() {
            Choice::Move(mv) => mv.uci(false),
            Choice::Sit => "sit".to_owned(),
        }
    };
    let level = [60_000; 4];
    let other = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(choose_in(&format!("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | {other}"), level), "N@f7");
    // Black A is to move, and White is stuck in check without a piece.
    assert_eq!(choose_in(&format!("6rk/6pp/8/8/8/8/8/6K1[N] b - - 0 1 | {other}"), level), "sit");
    let stuck = format!("6k1/8/8/8/8/8/5PPP/r5K1[] w - - 0 1 | {other}");
    assert_eq!(choose_in(&stuck, level), "sit");
}
