//! Nothing written from a player's side distinguishes two games that sound the same to that player.

use super::{
    referee::{referee, replay},
    twins::{Twins, twins},
};
use crate::cli::program;
use shakmaty::Color;
use tandem::kriegspiel::{Belief, notation::PawnTries};

fn pairs(count: u64, plies: usize) -> impl Iterator<Item = Twins> {
    let seeds = 0..count;
    seeds.flat_map(move |seed| {
        let seat = Color::from_white(seed % 2 == 0);
        [false, true].map(|icc| twins(seed, seat, icc, plies))
    })
}

#[test]
fn twin_games_have_equal_announcements() {
    let mut different = 0;
    for pair in pairs(20, 40) {
        let games = [0, 1].map(|place: usize| replay(&pair.texts[place]));
        for game in &games {
            assert!(game.issues.is_empty(), "{:?}", game.issues);
            assert_eq!(game.plies(), pair.plies);
        }
        let [one, other] = games.map(|game| game.hearing(pair.seat).expect("the referee's"));
        assert_eq!(one, other);
        assert_ne!(
            referee(&pair.texts[0]).hearing(pair.seat.other()),
            referee(&pair.texts[1]).hearing(pair.seat.other())
        );
        different += pair.different;
    }
    assert!(different > 100, "{different} plies differ");
}

/// Checks every format of `convert`, from the side of a player.
#[test]
fn conversions_do_not_leak_hidden_moves() {
    for pair in pairs(3, 24) {
        let seat = pair.seat.fold_wb("white", "black");
        for form in ["kriegspiel", "bgn", "bpgn", "columns", "html", "pdf"] {
            for at in [&[][..], &["--at", "7"]] {
                let mut arguments = vec!["convert", "-", "-o", "-", "--to", form, "--as", seat];
                arguments.extend(at);
                let [one, other] =
                    [0, 1].map(|place: usize| program(&arguments, pair.texts[place].as_bytes()));
                assert_eq!(one, other, "{arguments:?}\n{}", pair.texts[0]);
                let wrote = !one.stdout.is_empty();
                assert_eq!(wrote, one.status.success(), "{arguments:?}");
                let paged = matches!(form, "html" | "pdf") && at.is_empty();
                assert!(wrote || !paged, "{arguments:?}");
                if paged && form == "html" {
                    let text = String::from_utf8_lossy(&one.stdout);
                    assert!(text.contains("Anna") && !text.contains("secret"), "{text}");
                }
                if form == "kriegspiel" {
                    let text = String::from_utf8_lossy(&one.stdout);
                    assert!(text.contains("TimeControl") && !text.contains("ECO"), "{text}");
                }
            }
        }
    }
}

/// Checks every format of `diagram`, from the side of a player, with the belief.
#[test]
fn pictures_do_not_leak_hidden_moves() {
    for pair in pairs(2, 5) {
        let seat = pair.seat.fold_wb("white", "black");
        for form in ["svg", "png", "pdf", "gif"] {
            for more in [&["--at", "3"][..], &["--at", "4", "--belief"]] {
                let mut arguments = vec!["diagram", "-", "-o", "-", "--size", "160", "--as", seat];
                arguments.extend(["--format", form]);
                arguments.extend(more);
                let [one, other] =
                    [0, 1].map(|place: usize| program(&arguments, pair.texts[place].as_bytes()));
                assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
                assert_eq!(one, other, "{arguments:?}");
            }
        }
    }
}

/// Every frame of a whole game, from the side of a player, has the same bytes.
#[test]
fn animations_do_not_leak_hidden_moves() {
    for pair in pairs(2, 5) {
        let seat = pair.seat.fold_wb("white", "black");
        for belief in [&[][..], &["--belief"]] {
            let mut arguments = vec!["diagram", "-", "-o", "-", "--format", "gif", "--size", "96"];
            arguments.extend(["--as", seat]);
            arguments.extend(belief);
            let [one, other] =
                [0, 1].map(|place: usize| program(&arguments, pair.texts[place].as_bytes()));
            let said = String::from_utf8_lossy(&one.stderr);
            assert!(one.status.success(), "{said}");
            let frames = one.stdout.windows(3).filter(|it| *it == b"\x21\xf9\x04");
            assert_eq!(frames.count(), pair.plies + 1);
            assert_eq!(one, other, "{arguments:?}");
        }
        // From the referee's side the bytes would differ.
        let whole = ["diagram", "-", "-o", "-", "--format", "gif", "--size", "96"];
        let [one, other] =
            [0, 1].map(|place: usize| program(&whole, pair.texts[place].as_bytes()).stdout);
        assert_eq!(one == other, pair.different == 0);
    }
}

/// What solves, draws or prints a problem at the end of a game sees only the view of the player who is to move.
#[test]
fn problems_do_not_leak_hidden_moves() {
    let commands: [&[&str]; 9] = [
        &["solve", "-"],
        &["solve", "-", "--json"],
        &["solve", "-", "--all"],
        &["solve", "-", "--all", "--json"],
        &["diagram", "-", "-o", "-", "--format", "svg"],
        &["diagram", "-", "-o", "-", "--format", "pdf"],
        &["convert", "-", "-o", "-", "--to", "pdf"],
        &["convert", "-", "-o", "-", "--to", "html"],
        &["convert", "-", "-o", "-", "--to", "kriegspiel"],
    ];
    let (mut solved, mut differ) = (0, 0);
    for pair in pairs(4, 4).chain(pairs(4, 3)) {
        if replay(&pair.texts[0]).turn() != pair.seat {
            continue;
        }
        let problems = pair.texts.each_ref().map(|text| format!("[depth \"1\"]\n{text}"));
        let seat = pair.seat.fold_wb("white", "black");
        for command in commands {
            let is_solver = command[0] == "solve";
            let side: &[&str] = if is_solver { &[] } else { &["--as", seat] };
            let arguments = [command, side].concat();
            let [one, other] =
                [0, 1].map(|place: usize| program(&arguments, problems[place].as_bytes()));
            assert_eq!(one, other, "{arguments:?}\n{}", problems[0]);
            let written = String::from_utf8_lossy(&one.stdout).into_owned();
            assert!(!one.stdout.is_empty() && !written.contains("secret"), "{arguments:?}");
            solved += usize::from(is_solver);
        }
        // The referee's picture tells the games apart.
        let whole = ["diagram", "-", "-o", "-", "--format", "svg"];
        let [one, other] =
            [0, 1].map(|place: usize| program(&whole, problems[place].as_bytes()).stdout);
        differ += usize::from(one != other);
    }
    assert!(solved >= 20 && differ > 1, "{solved} {differ}");
}

#[test]
fn opponents_pawn_tries_are_unknown() {
    let text = "[Variant \"Kriegspiel (ICC)\"]\n1. e4 {(:)} d5 {(P1:)} 2. Nc3 {(P1:)}";
    let hearing = |text: &str, seat| replay(text).hearing(seat).expect("the referee's");
    let white = hearing(text, Color::White);
    let tries = |plies: &[tandem::kriegspiel::Heard]| -> Vec<Option<u16>> {
        let number = |tries| match tries {
            PawnTries::Number(count) => count,
            other => panic!("{other:?}"),
        };
        plies.iter().map(|it| it.response.pawn_tries.map(number)).collect()
    };
    assert_eq!(tries(&white.plies), [None, Some(1), None]);
    let black = hearing(text, Color::Black);
    assert_eq!(tries(&black.plies), [Some(0), None, Some(1)]);
    // Announcements that White does not hear exclude nothing: dxe4 is among the replies too.
    let mut never_cancel = |_| std::ops::ControlFlow::Continue(());
    let (belief, steps) = Belief::after(&white, 3, &mut never_cancel).expect("possible");
    assert_eq!(steps[2].before, belief.len());
    // A file that nevertheless reveals it to White causes a warning.
    let told = "[Variant \"Kriegspiel (ICC)\"]\n[Filtered \"white\"]\n1. e4 {(:)} ?? {(P1:0)} 2. Nc3 {(P1:)}";
    let game = replay(told);
    let said: Vec<String> = game.issues.iter().map(|it| it.problem.to_string()).collect();
    assert_eq!(said, ["White's move 2: only Black hears pawn tries (P); ignored"]);
    assert_eq!(tries(&hearing(told, Color::White).plies), [None, Some(1), None]);
}
