//! Kriegspiel: possible positions and problems. Figures are for one core, unless they say two threads.

use divan::{Bencher, black_box, counter::ItemsCount};
use std::{fmt::Write as _, num::NonZero, ops::ControlFlow, path::Path, sync::OnceLock};
use tandem::{
    app::{Action, Command, State, kriegspiel},
    archive::Collection,
    file::Source,
    kriegspiel::{Belief, Game, Hearing, Solved, notation::Record, solve},
    parallel::limit_threads,
    rules::Color,
    settings::Settings,
};

fn main() {
    divan::main();
}

const PROBLEM: &str = include_str!("../assets/samples/kriegspiel-problem.pgn");

/// The number of plies of [`roaming`] that are played.
const ROAMING: usize = 13;

/// A game in which Black's five dark-squared bishops roam for seven moves, while White's bishop moves back and forth.
fn roaming() -> String {
    let mut text = String::from(
        "[Filtered \"white\"]\n[FEN \"k1K5/8/8/1N6/B7/b3b3/1b1b4/2b5 b - - 0 1\"]\n\n1... ?? {(:0)}\n",
    );
    for (number, square) in (2..).zip(["d1", "a4", "d1", "a4", "d1", "a4"]) {
        let _ = writeln!(text, "{number}. B{square} {{(:)}}\n?? {{(:0)}}");
    }
    text
}

fn hearing(text: &str) -> Hearing {
    let game = Game::replay(&Record::parse(text.as_bytes()), text.as_bytes());
    assert_eq!(game.issues, [], "the game is as announced");
    game.hearing(Color::White).expect("White's view")
}

fn belief(hearing: &Hearing, plies: usize) -> Belief {
    let heard = Belief::after(hearing, plies, &mut |_| ControlFlow::Continue(()));
    heard.expect("a possible game").0
}

fn is_forced(belief: &Belief, depth: u32, threads: usize) -> bool {
    limit_threads(NonZero::new(threads).expect("at least one"));
    let solved = solve(belief, depth, &mut |_| ControlFlow::Continue(()));
    matches!(solved, Solved::Forced(_))
}

/// A step back and a step forward, each with its scene, at the end of a game of 600 plies, as seen by `side`.
#[divan::bench(args = ["referee", "white"])]
fn stepping(bencher: Bencher<'_, '_>, side: &str) {
    let mut text = String::from("[Variant \"Kriegspiel\"]\n\n");
    for number in (1..=300).step_by(2) {
        let next = number + 1;
        let _ =
            writeln!(text, "{number}. Nf3 {{(:)}} Nf6 {{(:exd6)}} {next}. Ng1 {{(:)}} Ng8 {{(:)}}");
    }
    let list = Collection::of(Source::from_bytes("game.pgn", text));
    let mut state = State::new(Settings::default());
    state.show(Path::new("game.pgn"), list, None, Some("end"));
    assert_eq!(state.moment(), 600);
    if side == "white" {
        state.update(Action::RunCommand(Command::AsWhite));
    }
    bencher.bench_local(|| {
        for command in [Command::StepBack, Command::StepForward] {
            state.update(Action::RunCommand(command));
            black_box(kriegspiel::game_scene(&state));
        }
    });
}

/// The one-ply problem of the specification, read from its text and solved.
#[divan::bench]
fn specification(bencher: Bencher<'_, '_>) {
    bencher.bench(|| {
        let belief = belief(&hearing(black_box(PROBLEM)), usize::MAX);
        assert!(is_forced(&belief, 1, 1));
    });
}

/// Returns the positions possible for White after [`roaming`].
fn many() -> &'static Belief {
    static BELIEF: OnceLock<Belief> = OnceLock::new();
    BELIEF.get_or_init(|| {
        let belief = belief(&hearing(&roaming()), ROAMING);
        assert!(belief.is_exact() && belief.len() >= 100_000, "{}", belief.len());
        belief
    })
}

/// A problem of three plies with over 100,000 positions.
#[divan::bench(sample_count = 5, sample_size = 1, args = [1, 2])]
fn three_plies(bencher: Bencher<'_, '_>, threads: usize) {
    let belief = many();
    assert!(is_forced(belief, 3, threads));
    bencher
        .counter(ItemsCount::new(belief.len()))
        .bench(|| is_forced(black_box(belief), 3, threads));
}

/// Two rooks and a king against a king that may stand on several squares. Five plies do not suffice to mate, seven do.
#[divan::bench(sample_count = 3, sample_size = 1, args = [(5, 1), (5, 2), (7, 1), (7, 2)])]
fn rooks(bencher: Bencher<'_, '_>, (depth, threads): (u32, usize)) {
    let text = "[Filtered \"white\"]\n[FEN \"8/8/5k2/8/R7/1R6/8/6K1 b - - 0 1\"]\n\n\
        1... ?? {(:0)}\n2. Ra5 {(:)}\n?? {(:0)}\n";
    let belief = belief(&hearing(text), usize::MAX);
    bencher.bench(|| is_forced(black_box(&belief), depth, threads));
}

/// The problem of [`three_plies`] within one ply, which has no solution.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn not_in_one(bencher: Bencher<'_, '_>) {
    let belief = many();
    assert!(!is_forced(belief, 1, 1));
    bencher.bench(|| is_forced(black_box(belief), 1, 1));
}

/// The possible positions during [`roaming`], computed ply by ply.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn belief_of_many(bencher: Bencher<'_, '_>) {
    let hearing = hearing(&roaming());
    bencher.counter(ItemsCount::new(many().len())).bench(|| belief(black_box(&hearing), ROAMING));
}

/// The possible positions in the opening of chess without any announcement. Sets of up to two million positions are
/// exact; larger ones are sampled.
#[divan::bench(sample_count = 1, sample_size = 1, args = [8, 10, 12, 14, 16])]
fn belief_of_silence(bencher: Bencher<'_, '_>, plies: usize) {
    let mut text = String::from("[Filtered \"white\"]\n");
    for (number, square) in (1..).zip(["a3", "a4", "b3", "c3", "d3", "e3", "f3", "g3"]) {
        let _ = writeln!(text, "{number}. {square} {{(:)}}\n?? {{(:0)}}");
    }
    let hearing = hearing(&text);
    bencher.bench(|| belief(black_box(&hearing), plies).len());
}
