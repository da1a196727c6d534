//! The possible positions of a player, compared with a plain enumeration, and the errors if there are none.

use super::{
    brute::{believe, key},
    games::any_game,
    referee::replay,
};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Role, Square};
use std::{collections::BTreeSet, num::NonZero, ops::ControlFlow};
use tandem::{
    kriegspiel::{
        AnnouncementPart, Answer, Belief, BeliefError, BeliefStep, BeliefWalk, Hearing, Limits,
        Narrowing, Progress,
    },
    parallel::limit_threads,
};

fn never_cancel(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn after(text: &str, seat: Color) -> Result<(Belief, Vec<BeliefStep>), BeliefError> {
    let hearing = replay(text).hearing(seat).expect("this view");
    Belief::after(&hearing, usize::MAX, &mut never_cancel)
}

fn keys(belief: &Belief) -> BTreeSet<String> {
    let fens = belief.boards().map(|board| board.chess_fen());
    fens.map(|fen| fen.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect()
}

fn short(keys: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    keys.into_iter().map(|key| key.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn possible_black_moves_are_listed() {
    let text = "1. e4 {(:)} ?? {(:0)} 2. d4 {(:exd5,exf5)} ??";
    let (belief, steps) = after(text, Color::White).unwrap();
    assert!(belief.is_exact());
    // There are 20 replies to e4. The captures were illegal, so no piece stands on d5 or f5; d4 rules out none of the
    // remaining ones.
    assert_eq!(
        steps[1].narrowed,
        [
            Narrowing { word: AnnouncementPart::Tries(0), ways: 20 },
            Narrowing { word: AnnouncementPart::Capture(None), ways: 20 },
            Narrowing { word: AnnouncementPart::Checks, ways: 20 },
        ]
    );
    assert_eq!((steps[1].before, steps[1].after), (1, 20));
    assert_eq!(
        steps[2].narrowed[..3],
        [
            Narrowing { word: AnnouncementPart::Illegal(0), ways: 19 },
            Narrowing { word: AnnouncementPart::Illegal(1), ways: 18 },
            Narrowing { word: AnnouncementPart::Legal, ways: 18 },
        ]
    );
    assert_eq!((steps[2].before, steps[2].after), (20, 18));
    let chances = belief.chances();
    assert!((chances.of(Role::King, Square::E8) - 1.0).abs() < 0.2);
    let pieces: f64 = Square::ALL.into_iter().map(|at| chances.of_any(at)).sum();
    assert!((pieces - 16.0).abs() < 1e-9, "no piece was taken: {pieces}");
    // Of the kings on a8 and c8, only that on c8 has three illegal moves.
    let text = "[Filtered \"white\"]\n[FEN \"1k6/7R/2K5/8/8/8/8/8 b - - 0 1\"]\n\n\
                1... ?? {(:0)} 2. Rg7 {(:)} ?? {(:3)}";
    let (_, steps) = after(text, Color::White).unwrap();
    assert_eq!(steps[2].narrowed[0], Narrowing { word: AnnouncementPart::Tries(3), ways: 2 });
    assert_eq!(steps[2].before, 2);
}

#[test]
fn responses_are_counted_by_positions() {
    let (belief, _) = after("1. e4 {(:)} ?? {(:0)}", Color::White).unwrap();
    let own = belief.own();
    let attempt = |san: &str| {
        let read = tandem::rules::San::parse(san.as_bytes()).unwrap();
        own.resolve(&read.san).unwrap()
    };
    let answers = belief.answers(attempt("exd5"));
    assert_eq!(answers[0], (Answer::Illegal, 19));
    assert_eq!(answers[1].1, 1);
    // The queen never captures f7. The bishop on a6 is never captured, and gives no check.
    let answers = belief.answers(attempt("Ba6"));
    let counts: Vec<usize> = answers.iter().map(|&(_, count)| count).collect();
    assert_eq!(counts, [17, 2, 1], "{answers:?}");
}

#[test]
fn announcements_that_contradict_each_other_name_the_ply() {
    for (text, expect) in [
        (
            "1. e4 {(:)} ?? {(CF:0)}",
            "no position is left at Black's move 1: the check announcement contradicts earlier \
             announcements",
        ),
        (
            "1. e4 {(:)} ?? {(:0)} 2. e5 {(Xe5:)} ?? {(:0)}",
            "no position is left at White's move 2: the capture announcement contradicts earlier \
             announcements",
        ),
        (
            "1. e4 {(:)} ?? {(:0)} 2. Nf3 {(:Qh5)} ?? {(:0)}",
            "no position is left at White's move 2: the illegal try contradicts earlier announcements",
        ),
        ("1. e4 {(:)} ?? {(:0)} 2. Ke8 {(:)} ?? {(:0)}", ""),
    ] {
        let text = format!("[Filtered \"white\"]\n{text}");
        match after(&text, Color::White) {
            Err(why @ BeliefError::Impossible { .. }) => assert_eq!(why.to_string(), expect),
            // A move of the player that no piece can make ends the game before it.
            Ok((belief, _)) => assert_eq!((expect, belief.plies()), ("", 2)),
            Err(why) => panic!("{why}"),
        }
    }
}

#[test]
fn belief_can_be_stopped() {
    let hearing = replay("1. e4 {(:)} ?? {(:0)}").hearing(Color::White).unwrap();
    let mut calls = 0;
    let stopped = Belief::after(&hearing, usize::MAX, &mut |progress| {
        calls += 1;
        if progress.ply == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.map(|_| ()), Err(BeliefError::Stopped));
    assert_eq!(calls, 2);
}

/// Three quiet moves by White, after which Black's pieces may stand in some thousand ways.
#[test]
fn belief_over_the_limit_is_a_uniform_sample() {
    let quiet = "1. a3 {(:)} ?? {(:0)} 2. a4 {(:)} ?? {(:0)} 3. b3 {(:)} ?? {(:0)} 4. c3 {(:)}";
    let hearing = replay(quiet).hearing(Color::White).unwrap();
    let (whole, _) = Belief::after(&hearing, usize::MAX, &mut never_cancel).unwrap();
    assert!(whole.is_exact());
    let limits = Limits { exact: whole.len() / 2, sample: whole.len() / 2, ..Limits::default() };
    let mut some = Belief::start(&hearing, limits).expect("no obstacle");
    for heard in &hearing.plies {
        let step = some.hear(heard, &mut never_cancel).unwrap();
        assert_eq!(step.exact, some.is_exact());
        assert!(step.after <= limits.exact);
    }
    assert!(!some.is_exact());
    assert!(keys(&some).is_subset(&keys(&whole)));
    // Each square's probability deviates by no more than such a sample may: five standard deviations.
    let (all, sampled) = (whole.chances(), some.chances());
    let size = some.len() as f64;
    for role in Role::ALL {
        for square in Square::ALL {
            let (is, found) = (all.of(role, square), sampled.of(role, square));
            let deviation = (is * (1.0 - is) / size).sqrt();
            assert!((is - found).abs() <= 5.0 * deviation + 1e-9, "{role:?} {square} {is} {found}");
        }
    }
}

/// A game of any length takes the work of its first plies and little more.
#[test]
fn sample_of_a_long_game_becomes_small() {
    let moves = ["Nf3", "??", "Ng1", "??"];
    let ply = |ply: usize| {
        let number =
            if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
        format!(
            "{number}{} {{({})}}",
            moves[ply % 4],
            if ply.is_multiple_of(2) { ":" } else { ":0" }
        )
    };
    let plies: Vec<String> = (0..40).map(ply).collect();
    let hearing = replay(&plies.join(" ")).hearing(Color::White).unwrap();
    assert_eq!(hearing.plies.len(), 40);
    let limits = Limits { exact: 1000, sample: 1000, sampled_plies: 8 };
    let mut belief = Belief::start(&hearing, limits).expect("no obstacle");
    let mut sampled = 0;
    for heard in &hearing.plies {
        let step = belief.hear(heard, &mut never_cancel).unwrap();
        sampled += usize::from(!step.exact);
        assert!(step.after <= if sampled > limits.sampled_plies { 100 } else { 1000 });
    }
    assert!(sampled > 20, "{sampled}");
    assert!(belief.len() > 10, "{}", belief.len());
}

/// A capture that few positions allow. Small samples die out there, unless another one is drawn.
#[test]
fn sample_that_dies_out_is_drawn_again() {
    let quiet = "1. a3 {(:)} ?? {(:0)} 2. b3 {(:)} ?? {(:0)} 3. c3 {(:)} ?? {(:0)} 4. d3 {(:)} \
                 ?? {(:0)} 5. e3 {(:)} ?? {(Xa3:0)} 6. h3 {(:)} ?? {(:0)}";
    let hearing = replay(quiet).hearing(Color::White).unwrap();
    let (mut lost, mut lost_again) = (0, 0);
    for sample in 10..40 {
        let limits = Limits { exact: 10 * sample, sample: 10 * sample, sampled_plies: 1 };
        let mut plain = Belief::start(&hearing, limits).expect("no obstacle");
        let step = |heard| plain.hear(heard, &mut never_cancel);
        let is_lost = |it| matches!(it, Err(BeliefError::SampleLost { .. }));
        lost += usize::from(hearing.plies.iter().map(step).any(is_lost));
        let mut walk = BeliefWalk::start(&hearing, limits).expect("no obstacle");
        let end = loop {
            match walk.step(&mut never_cancel) {
                Ok(Some(step)) => assert!(step.after > 0),
                Ok(None) => break Ok(()),
                Err(why) => break Err(why),
            }
        };
        match end {
            Ok(()) => assert_eq!(walk.belief().plies(), hearing.plies.len()),
            Err(why) => {
                let why = why.to_string();
                assert!(why.starts_with("no sampled position matches Black's move 5"), "{why}");
                lost_again += 1;
            }
        }
    }
    assert!(lost > 5 && lost_again < lost / 3, "{lost} lost, {lost_again} of them for good");
}

fn agrees(hearing: &Hearing, plies: usize) -> Result<(), TestCaseError> {
    let (belief, _) =
        Belief::after(hearing, plies, &mut never_cancel).expect("the truth is possible");
    prop_assert!(belief.is_exact());
    let brute = believe(&Chess::default(), hearing, plies);
    prop_assert_eq!(keys(&belief), short(brute.iter().map(key)));
    prop_assert_eq!(belief.len(), brute.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The first plies of random games, with their tries.
    #[test]
    fn belief_equals_enumeration(game in any_game(), white in any::<bool>()) {
        let (text, _) = super::filter::with_tries(&game);
        let hearing = super::referee::referee(&text).hearing(Color::from_white(white));
        agrees(&hearing, hearing.plies.len().min(4))?;
    }
}

/// Five bishops of Black that roam: over a thousand positions, which are divided among the threads.
const ROAMING: &str = "[Filtered \"white\"]\n[FEN \"k1K5/8/8/1N6/B7/b3b3/1b1b4/2b5 b - - 0 1\"]\n\n\
    1... ?? {(:0)}\n2. Bd1 {(:)}\n?? {(:0)}\n3. Ba4 {(:)}\n?? {(:0)}\n4. Bd1 {(:)}\n?? {(:0)}\n";

/// Both the whole belief and a sample have the same positions in the same order, and the same counts on the way.
#[test]
fn belief_is_independent_of_thread_count() {
    let hearing = replay(ROAMING).hearing(Color::White).unwrap();
    let on = |threads: usize, limits: Limits| {
        limit_threads(NonZero::new(threads).expect("at least one"));
        let mut belief = Belief::start(&hearing, limits).expect("no obstacle");
        let steps: Vec<BeliefStep> = hearing
            .plies
            .iter()
            .map(|heard| belief.hear(heard, &mut never_cancel).expect("possible"))
            .collect();
        let boards: Vec<String> = belief.boards().map(|board| board.chess_fen()).collect();
        (steps, boards, belief.is_exact())
    };
    let few = Limits { exact: 3000, sample: 1200, ..Limits::default() };
    for (limits, exact) in [(Limits::default(), true), (few, false)] {
        let one = on(1, limits);
        assert_eq!(one.2, exact);
        assert!(one.1.len() > 500, "{}", one.1.len());
        assert!(one.0.iter().any(|step| step.before > 2000));
        for threads in [2, usize::MAX] {
            assert!(on(threads, limits) == one, "{threads} threads, exact: {exact}");
        }
    }
}

/// Cancellation is checked between parts that take some milliseconds.
#[test]
fn long_belief_reports_progress_and_can_be_cancelled() {
    let hearing = replay(ROAMING).hearing(Color::White).unwrap();
    let mut seen = Vec::new();
    let whole = Belief::after(&hearing, usize::MAX, &mut |progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    });
    let (whole, _) = whole.expect("possible");
    for pair in seen.windows(2) {
        assert!(pair[0].ply < pair[1].ply || pair[1].done - pair[0].done <= 8192);
    }
    assert!(whole.len() > 8192, "{}", whole.len());
    let last = *seen.last().expect("some");
    let stopped = Belief::after(&hearing, usize::MAX, &mut |progress| {
        if progress == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.map(|_| ()), Err(BeliefError::Stopped));
}
