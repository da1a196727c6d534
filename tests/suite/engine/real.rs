//! The real Fairy-Stockfish, if installed.

use super::request;
use crate::skip::skipped;
use std::ops::ControlFlow;
use tandem::engine::{
    Engine, EngineLimits, EngineResult, Score, Setup, engine_folders, engines_in,
};

/// If set to 1, this variable states that the engine and other tools are installed.
const TOOLS: &str = "TANDEM_TOOLS";

/// Returns the engine found in the search path; `None`, with a message, if none is expected.
fn engine(setup: Setup) -> Option<Engine> {
    if std::env::var_os(TOOLS).is_none_or(|value| value != "1") {
        skipped(&format!("it needs fairy-stockfish; set {TOOLS}=1 where that is installed"));
        return None;
    }
    let found = engines_in(&engine_folders());
    let path = found.first().expect("fairy-stockfish in PATH or /usr/games");
    let limits = EngineLimits::default();
    let on = &mut || ControlFlow::Continue(());
    Engine::start(path, setup, limits, on).expect("the engine starts")
}

fn never_cancel(_: &EngineResult) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn the_real_engine_answers_in_legal_lines() {
    let setup = Setup { lines: 5, ..Setup::default() };
    let Some(mut engine) = engine(setup) else { return };
    assert!(engine.name().contains("Fairy-Stockfish"), "{}", engine.name());
    for bfen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[QNp] w KQkq - 45 56",
        "r1b1k2r/ppp2ppp/2n5/3Q~4/8/5N2/PPP2PPP/R3K2R[QNp] b KQkq - 0 1",
        // Castling rights of Fischer random.
        "1rkb1qnr/pppppppp/8/8/8/8/PPPPPPPP/1RKB1QNR[] w HBhb - 0 1",
    ] {
        let answer = engine.search(&request(bfen, 20_000), &mut never_cancel).unwrap();
        assert_eq!(answer.lines.len(), 5, "{bfen}");
        assert!(answer.best.is_some() && answer.depth > 3, "{bfen}");
        assert!(answer.nodes > 10_000, "{bfen}: {}", answer.nodes);
        for line in &answer.lines {
            let whole = matches!(line.end, tandem::engine::LineEnd::Whole);
            assert!(whole && !line.moves.is_empty(), "{bfen}: {line:?}");
        }
    }
}

#[test]
fn the_real_engines_false_mate_is_not_believed() {
    let Some(mut engine) = engine(Setup::default()) else { return };
    let rank = request("6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1", 5_000);
    let answer = engine.search(&rank, &mut never_cancel).unwrap();
    assert!(matches!(answer.score(), Some(Score::Unproved(_))), "{answer:?}");
    let smothered = request("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", 5_000);
    let answer = engine.search(&smothered, &mut never_cancel).unwrap();
    assert_eq!(answer.score(), Some(Score::Mates(1)), "{answer:?}");
}

#[test]
fn the_real_engine_is_deterministic() {
    let Some(mut engine) = engine(Setup::default()) else { return };
    let asked = request(
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[QNp] w KQkq - 0 1",
        20_000,
    );
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.forget();
        answers.push(engine.search(&asked, &mut never_cancel).unwrap().lines);
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn the_real_engine_can_be_stopped() {
    let Some(mut engine) = engine(Setup::default()) else { return };
    let start =
        request("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", u64::from(u32::MAX));
    let stop = &mut |answer: &EngineResult| match answer.lines.is_empty() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let answer = engine.search(&start, stop).unwrap();
    assert!(answer.nodes < u64::from(u32::MAX) && answer.best.is_some());
}
