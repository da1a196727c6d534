//! Engines that are missing, hang, crash, flood or print nonsense: one sentence for each error.

use super::{
    double::{Double, FAIRY, SHORT, check_ends, generous, is_running},
    request,
};
use crate::skip::skipped;
use std::{ops::ControlFlow, path::Path, process::Command};
use tandem::engine::{
    Engine, EngineError, EngineLimits, EngineResult, Fault, ResponseLimit, Setup,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

fn never_cancel(_: &EngineResult) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Checks the fault of an engine that prints `transcript` at the start, and its message.
#[track_caller]
fn check_start(transcript: &str, limits: EngineLimits, expect: &Fault, words: &str) {
    let double = Double::playing(transcript);
    let error = double.start(limits).expect_err("it cannot start");
    assert_eq!(error.to_string(), format!("{}: {words}", double.path().display()));
    assert_eq!(&double.fault(error), expect);
}

/// Checks the fault of an engine that prints `transcript` after `go`, and its message.
#[track_caller]
fn check_search(transcript: &str, limits: EngineLimits, expect: &Fault, words: &str) {
    let double = Double::searching(transcript);
    let mut engine = double.start(limits).expect("it starts");
    let error = engine.search(&request(START, 1000), &mut never_cancel);
    let error = error.expect_err("no answer");
    assert_eq!(error.to_string(), format!("{}: {words}", double.path().display()));
    assert_eq!(&double.fault(error), expect);
}

#[test]
fn non_executable_engine_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    std::fs::write(&text, "no program").unwrap();
    let start = |path: &Path| {
        let on = &mut || ControlFlow::Continue(());
        let error = Engine::start(path, Setup::default(), generous(), on).expect_err("no engine");
        match error {
            EngineError::Failed { fault, .. } => fault,
            EngineError::NoneFound => panic!(),
        }
    };
    let missing = folder.path().join("missing");
    assert_eq!(start(&missing), Fault::Missing);
    assert_eq!(start(&text), Fault::NoProgram);
    assert_eq!(start(folder.path()), Fault::NoProgram);
    let words = Fault::Missing.to_string();
    assert_eq!(words, "no engine at this path");
    let words = Fault::NoProgram.to_string();
    assert_eq!(words, "not an executable program");
}

#[test]
fn engine_hanging_before_uciok_is_killed() {
    let limits = EngineLimits { uci: ResponseLimit { time: SHORT, lines: 5000 }, ..generous() };
    let words = "the engine did not respond to UCI within 20 ms";
    check_start("! hang\n", limits, &Fault::NoUci(SHORT), words);
    let talks = "> uci\n< id name Slow\n! hang\n";
    check_start(talks, limits, &Fault::NoUci(SHORT), words);
}

#[test]
fn engine_hanging_before_readyok_is_killed() {
    let limits = EngineLimits { ready: ResponseLimit { time: SHORT, lines: 5000 }, ..generous() };
    let words = "the engine did not respond within 20 ms and was stopped";
    let transcript = format!("{FAIRY}! hang\n");
    check_start(&transcript, limits, &Fault::Silent(SHORT), words);
}

#[test]
fn engine_hanging_in_a_search_is_killed() {
    let limits = EngineLimits {
        best: ResponseLimit { time: SHORT, lines: 5000 },
        slowest: u64::MAX,
        ..generous()
    };
    let words = "the engine did not respond within 20 ms and was stopped";
    check_search("! hang\n", limits, &Fault::Silent(SHORT), words);
}

#[test]
fn engine_ignoring_stop_is_killed() {
    let limits = EngineLimits { stop: SHORT, ..generous() };
    let double = Double::searching("< info depth 1 score cp 5 pv e2e4\n! hang\n");
    let mut engine = double.start(limits).unwrap();
    let stop = &mut |_: &EngineResult| ControlFlow::Break(());
    let error = engine.search(&request(START, 1000), stop).unwrap_err();
    assert_eq!(double.fault(error), Fault::Silent(SHORT));
}

#[test]
fn dying_engine_is_reported() {
    let words = "the engine exited unexpectedly";
    check_start("! die\n", generous(), &Fault::Ended, words);
    let transcript = format!("{FAIRY}! die\n");
    check_start(&transcript, generous(), &Fault::Ended, words);
    let middle = "< info depth 1 score cp 5 pv e2e4\n! die\n";
    check_search(middle, generous(), &Fault::Ended, words);
}

#[test]
fn engine_printing_endlessly_is_killed() {
    let words = "the engine printed too much output and was stopped";
    for flood in ["! flood\n", "! long\n"] {
        check_start(flood, generous(), &Fault::Flood, words);
    }
    let limits =
        EngineLimits { best: ResponseLimit { lines: 10_000, ..generous().best }, ..generous() };
    for flood in ["! flood\n", "! long\n"] {
        check_search(flood, limits, &Fault::Flood, words);
    }
}

#[test]
fn engine_without_bughouse_is_reported() {
    let words = "the engine does not support bughouse";
    let chess = "> uci\n< id name Chess\n< uciok\n";
    check_start(chess, generous(), &Fault::NoBughouse, words);
    let other =
        "> uci\n< option name UCI_Variant type combo default chess var chess var atomic\n< uciok\n";
    check_start(other, generous(), &Fault::NoBughouse, words);
}

#[test]
fn result_for_another_position_is_refused() {
    let words = "the engine returned e7e5, which is illegal in the given position";
    let fault = Fault::Illegal("e7e5".to_owned());
    let lines = "< info depth 1 multipv 1 score cp 5 pv e7e5 e2e4\n< bestmove e7e5\n";
    check_search(lines, generous(), &fault, words);
    // The lines show the mistake even if the move could be played here.
    let lines = "< info depth 1 score cp 5 pv e7e5\n< bestmove e2e4\n";
    check_search(lines, generous(), &fault, words);
    let words = "the engine returned [31mnonsens, which is illegal in the given position";
    let fault = Fault::Illegal("[31mnonsens".to_owned());
    check_search("< bestmove \u{1b}[31mnonsens\n", generous(), &fault, words);
}

#[test]
fn late_engine_output_is_ignored() {
    let double = Double::playing(&format!(
        "{FAIRY}> isready\n< readyok\n> isready\n< info depth 9 score cp 900 pv e7e5\n< bestmove e7e5\n< readyok\n\
         > go\n< info depth 1 score cp 5 nodes 20 pv e2e4\n< bestmove e2e4\n"
    ));
    let mut engine = double.start(generous()).unwrap();
    let answer = engine.search(&request(START, 1000), &mut never_cancel).unwrap();
    assert_eq!(answer.lines.len(), 1);
    assert_eq!(answer.lines[0].text(), "e4");
}

/// Every search already has its answer, so that only the full pipe reveals the fault.
#[test]
fn engine_that_never_reads_is_killed() {
    let limits = EngineLimits { write: SHORT, ..generous() };
    let double = Double::playing(&format!("{FAIRY}! ahead\n"));
    // On a slow machine the fault may occur during the start.
    let error = double.start(limits).and_then(|mut engine| {
        loop {
            engine.search(&request(START, 1000), &mut never_cancel)?;
        }
    });
    let Err::<(), _>(error) = error else { unreachable!("the loop has no other end") };
    let words = "the engine did not read its input within 20 ms and was stopped";
    assert_eq!(error.to_string(), format!("{}: {words}", double.path().display()));
    assert_eq!(double.fault(error), Fault::NotReading(SHORT));
}

#[test]
fn engine_that_closes_its_input_is_killed() {
    let double = Double::searching("! close\n< bestmove e2e4\n! hang\n");
    let mut engine = double.start(generous()).expect("it starts");
    engine.search(&request(START, 1000), &mut never_cancel).expect("an answer");
    let error = engine.search(&request(START, 1000), &mut never_cancel).expect_err("no answer");
    let words = "the engine closed its input or output and was stopped";
    assert_eq!(error.to_string(), format!("{}: {words}", double.path().display()));
    assert_eq!(double.fault(error), Fault::Closed);
}

/// Continuous output does not postpone the time limit. Whether a line arrives before the limit depends on the machine.
#[test]
fn endless_engine_output_keeps_the_time_limit() {
    let endless = ResponseLimit { lines: u32::MAX, ..generous().best };
    let short = ResponseLimit { time: SHORT, ..endless };
    let double = Double::playing("! flood\n");
    let error = double.start(EngineLimits { uci: short, ..generous() }).expect_err("no engine");
    assert!(matches!(double.fault(error), Fault::Flood | Fault::NoUci(SHORT)));
    let hasty = EngineLimits { best: short, slowest: u64::MAX, ..generous() };
    let stopped = EngineLimits { best: endless, stop: SHORT, ..generous() };
    for (limits, flow) in [(hasty, ControlFlow::Continue(())), (stopped, ControlFlow::Break(()))] {
        let double = Double::searching("< info depth 1 score cp 5 pv e2e4\n! flood\n");
        let mut engine = double.start(limits).expect("it starts");
        let error = engine.search(&request(START, 1000), &mut |_| flow).expect_err("no answer");
        assert!(matches!(double.fault(error), Fault::Flood | Fault::Silent(SHORT)));
    }
}

#[test]
fn long_lines_count_as_several() {
    let limits =
        EngineLimits { best: ResponseLimit { lines: 1000, ..generous().best }, ..generous() };
    let words = "the engine printed too much output and was stopped";
    check_search("! wide\n< bestmove e2e4\n", limits, &Fault::Flood, words);
}

/// The child process keeps the output open, so that the output does not end.
#[test]
fn dying_engine_with_living_children_is_reported() {
    let double = Double::searching("! fork\n! die\n");
    let mut engine = double.start(generous()).expect("it starts");
    let error = engine.search(&request(START, 1000), &mut never_cancel).expect_err("no answer");
    assert_eq!(double.fault(error), Fault::Ended);
    assert!(is_running(&double.number("child")));
    drop(engine);
    check_ends(&double.number("child"));
}

#[test]
fn dropped_engine_dies_with_its_children() {
    let double = Double::searching("! fork\n< bestmove e2e4\n! hang\n");
    let mut engine = double.start(generous()).expect("it starts");
    engine.search(&request(START, 1000), &mut never_cancel).expect("an answer");
    let numbers = [double.number("process"), double.number("child")];
    assert!(numbers.iter().all(|number| is_running(number)));
    drop(engine);
    for number in numbers {
        check_ends(&number);
    }
}

/// A process that has left the group cannot be killed, and is not waited for.
#[test]
fn escaped_child_process_is_not_awaited() {
    if Command::new("setsid").arg("true").status().is_err() {
        return skipped("there is no setsid");
    }
    let double = Double::searching("! escape\n! die\n");
    let mut engine = double.start(generous()).expect("it starts");
    let error = engine.search(&request(START, 1000), &mut never_cancel).expect_err("no answer");
    assert_eq!(double.fault(error), Fault::Ended);
    drop(engine);
    let child = double.number("child");
    assert!(is_running(&child));
    // The kill of the shell is used, because not every system has a program of that name.
    let kill = format!("kill -KILL {child}");
    Command::new("sh").args(["-c", &kill]).status().expect("a shell runs");
}

#[test]
fn a_start_can_be_stopped() {
    for transcript in ["! hang\n", "! flood\n", &format!("{FAIRY}! hang\n")] {
        let double = Double::playing(transcript);
        let lines = u32::MAX;
        let uci = ResponseLimit { lines, ..generous().uci };
        let limits = EngineLimits { uci, ready: uci, ..generous() };
        let stop = &mut || ControlFlow::Break(());
        let engine = Engine::start(&double.path(), Setup::default(), limits, stop);
        assert!(engine.expect("no fault").is_none());
        check_ends(&double.number("process"));
    }
}

/// A search that is cancelled before the engine is ready leaves an answer behind, which must not be taken for that of
/// the next search.
#[test]
fn search_can_be_cancelled_before_it_starts() {
    let double = Double::searching(
        "< bestmove e2e4\n> isready\n> isready\n< readyok\n< bestmove d2d4\n< readyok\n> go\n< bestmove e2e4\n",
    );
    let mut engine = double.start(generous()).expect("it starts");
    let mut best = |watch: &mut dyn FnMut(&EngineResult) -> ControlFlow<()>| {
        engine.search(&request(START, 1000), watch).expect("an answer").best.map(|mv| mv.uci(false))
    };
    assert_eq!(best(&mut never_cancel).as_deref(), Some("e2e4"));
    assert_eq!(best(&mut |_| ControlFlow::Break(())), None);
    assert_eq!(best(&mut never_cancel).as_deref(), Some("e2e4"));
}
