//! Engine output converted to moves, all of them checked.

use super::{
    double::{Double, generous},
    request,
};
use std::ops::ControlFlow;
use tandem::engine::{EngineLine, EngineResult, LineEnd, Score};

/// A position with reserves, and the output of Fairy-Stockfish 11.1 with two lines and 3,000 nodes.
const MIDDLE: &str = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[QNp] w KQkq - 45 56";
const OUTPUT: &str = "\
< info depth 4 seldepth 4 multipv 1 score cp 1501 nodes 2476 nps 495200 tbhits 0 time 5 pv d4e5 f6e4 c3e4 d5e4
< info depth 4 seldepth 4 multipv 2 score cp 1415 nodes 2476 nps 495200 tbhits 0 time 5 pv e4d5 f6d5 f3e5
< info depth 5 seldepth 6 multipv 1 score cp 1542 nodes 2823 nps 564600 tbhits 0 time 5 pv d4e5 f6e4 c3d5
< info depth 5 seldepth 5 multipv 2 score cp 1415 nodes 2823 nps 564600 tbhits 0 time 5 pv e4d5 f6d5 f3e5 d5c3 b2c3
< info depth 6 seldepth 7 multipv 1 score cp 1561 nodes 3000 nps 600000 tbhits 0 time 5 pv d4e5 f6e4 c3e4 a7a6 e4d2
< bestmove d4e5 ponder f6e4
";

fn answer(bfen: &str, output: &str) -> (EngineResult, String) {
    let double = Double::searching(output);
    let mut engine = double.start(generous()).expect("it starts");
    let never_cancel = &mut |_: &EngineResult| ControlFlow::Continue(());
    let answer = engine.search(&request(bfen, 3000), never_cancel);
    (answer.expect("an answer"), double.received())
}

/// Asserts the first line for the output `output` about `bfen`.
#[track_caller]
fn check_line(bfen: &str, output: &str, text: &str, score: Score) {
    let (answer, _) = answer(bfen, &format!("< {}\n", output.replace('\n', "\n< ")));
    assert_eq!(answer.lines[0].text(), text);
    assert_eq!(answer.lines[0].score, score);
}

#[test]
fn recorded_search_is_converted_to_san() {
    let (answer, received) = answer(MIDDLE, OUTPUT);
    let texts: Vec<String> = answer.lines.iter().map(EngineLine::text).collect();
    assert_eq!(texts, ["dxe5 Nxe4 Nxe4 a6 Ned2", "exd5 Nxd5 Nxe5 Nxc3 bxc3"]);
    assert_eq!(answer.lines[0].score, Score::Centipawns(1561));
    assert_eq!(answer.lines[1].depth, 5);
    assert_eq!((answer.depth, answer.nodes), (6, 3000));
    assert_eq!(answer.nodes_per_second, 600_000);
    assert_eq!(answer.best, Some(answer.lines[0].moves[0]));
    let told = [
        "setoption name UCI_Variant value bughouse",
        "setoption name Ponder value false",
        "setoption name Hash value 64",
        "setoption name MultiPV value 1",
        "setoption name UCI_Chess960 value false",
        // Clocks that look like counters are not sent.
        "position fen r1bqkb1r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R1BQKB1R[QNp] w KQkq - 0 1",
        "go nodes 3000",
    ];
    for line in told {
        assert!(received.lines().any(|it| it == line), "{line}\n{received}");
    }
}

#[test]
fn virtual_drop_is_marked_and_ends_the_engine_line() {
    let output = "info depth 3 score cp 90 pv Q@b5 R@b8 N@e6\nbestmove Q@b5";
    check_line(MIDDLE, output, "Q@b5 (R@b8 is not in reserve)", Score::Centipawns(90));
    let (answer, _) = answer(
        MIDDLE,
        "< info depth 3 multipv 1 score cp 900 pv R@b5 a7a6\n\
         < info depth 3 multipv 2 score cp 90 pv d4e5\n< bestmove R@b5\n",
    );
    assert_eq!(answer.lines[0].end, LineEnd::NotInReserve("R@b5".to_owned()));
    // The best move must be playable.
    assert_eq!(answer.score(), Some(Score::Centipawns(90)));
    assert_eq!(answer.best, Some(answer.lines[1].moves[0]));
}

#[test]
fn an_illegal_move_ends_the_line() {
    let output = "info depth 3 score cp 90 pv d4e5 f6e4 c3c6 a7a6\nbestmove d4e5";
    check_line(MIDDLE, output, "dxe5 Nxe4 …", Score::Centipawns(90));
}

#[test]
fn engine_line_with_an_illegal_first_move_is_dropped() {
    let output = "< info depth 3 multipv 1 score cp 90 pv c3c6\n\
                < info depth 3 multipv 2 score cp 80 pv d4e5\n< bestmove d4e5\n";
    let (answer, _) = answer(MIDDLE, output);
    assert_eq!(answer.lines.len(), 1);
    assert_eq!(answer.lines[0].text(), "dxe5");
}

#[test]
fn false_mate_claim_is_not_shown() {
    let rank = "6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
    let output = "info depth 1 score mate 1 pv a1a8\nbestmove a1a8";
    check_line(rank, output, "Ra8+", Score::Unproved(None));
    let guessed = format!("info depth 1 score cp 432 pv a1a8\n{output}");
    check_line(rank, &guessed, "Ra8+", Score::Unproved(Some(432)));
    let smothered = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1";
    let output = "info depth 1 score mate 1 pv N@f7\nbestmove N@f7";
    check_line(smothered, output, "N@f7#", Score::Mates(1));
    // A side that is not in check can wait.
    let quiet = "6k1/5ppp/8/8/8/8/8/R5K1[] b - - 0 1";
    let output = "info depth 1 score mate -1 pv h7h6\nbestmove h7h6";
    check_line(quiet, output, "h6", Score::Unproved(None));
}

#[test]
fn a_position_without_a_move_has_no_line() {
    let mated = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1";
    let (answer, _) = answer(mated, "< info depth 0 score mate 0\n< bestmove (none)\n");
    assert_eq!((answer.lines.len(), answer.best), (0, None));
}

#[test]
fn malformed_lines_are_skipped() {
    let output = "< info depth 3 multipv 99999999999 score cp 5 pv d4e5\n< info\n< \n< info depth -3 score\n\
                < info depth 3 multipv 4000000 score cp 5 pv d4e5\n< info depth 3 score cp 7 pv d4e5\n\
                < info depth 4 score cp 900 lowerbound pv d4e5\n< bestmove d4e5\n";
    let (answer, _) = answer(MIDDLE, output);
    assert_eq!(answer.lines[0].score, Score::Centipawns(7));
}

#[test]
fn cancelled_search_returns_its_partial_result() {
    let double = Double::searching(
        "< info depth 1 score cp 5 pv d4e5\n> stop\n< info depth 2 score cp 6 pv d4e5\n< bestmove d4e5\n",
    );
    let mut engine = double.start(generous()).unwrap();
    let mut seen = Vec::new();
    let stop = &mut |answer: &EngineResult| {
        seen.extend(answer.score());
        match answer.lines.is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let answer = engine.search(&request(MIDDLE, u64::MAX), stop).unwrap();
    assert_eq!(seen, [Score::Centipawns(5)]);
    assert_eq!(answer.score(), Some(Score::Centipawns(6)));
}
