//! `tandem analyse`: tactics as JSON and as text, and the report by player.

use crate::cli::{check, program};
use std::ops::ControlFlow;
use tandem::{
    analysis::{
        report::{MatchTactics, Missed, Outcome, Report},
        tactics::Limits,
    },
    archive::Collection,
    file::Source,
    replay::Match,
    search::{Selection, missed},
    timeline::Timeline,
};

/// Two positions in which something is up on both boards.
const MATES: &[u8] = b"7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1 | k7/8/1K6/8/8/8/7R/8[] w - - 0 1\n";
const PARTNER: &[u8] = b"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q1Q~3/8/8/8/K7[] b - - 0 1\n";
const HELD: &[u8] = b"k7/2P5/P7/8/8/8/8/6K1[p] w - - 0 1 | R5k1/5ppp/8/8/8/8/8/6K1[p] b - - 0 1\n";

/// The scholar's mate on board A, missed once.
pub const SCHOLAR: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 1B. d4 {58} 2a. Nc6 {56} 3A. Qh5 {55} 3a. Nf6 {50} 4A. Bb3 {53}\n\
    4a. Nd4 {40} 5A. Qxf7# {51} {Bo checkmated} 1-0\n";

/// White B loses the queen with which White A mates.
pub const GIFT: &str = "[FEN \"k7/8/1K6/8/8/8/7r/8[] b - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1a. Rh1 2A. Q@b7# *\n";

#[test]
fn moment_is_one_line_of_json() {
    let line = r#"{"game":1,"ply":0,"move":null,"a":{"turn":"A","stuck":false,"mate":{"in":3,"first":["P@g7"]},"unless":null,"wanted":{},"threat":null,"danger":{},"unfinished":false},"b":{"turn":"B","stuck":false,"mate":null,"unless":null,"wanted":{"Q":{"in":1,"first":["Q@a7","Q@b7"],"partner":[]}},"threat":null,"danger":{},"unfinished":false},"joint":{"a":null,"b":null}}"#;
    check(&["analyse", "--json", "-"], MATES, 0, &format!("{line}\n"), "");
    let line = r#"{"game":1,"ply":0,"move":null,"a":{"turn":"A","stuck":false,"mate":null,"unless":{"in":2,"first":["c7c8q"],"refuted_by":["R","Q"]},"wanted":{"Q":{"in":1,"first":["Q@b7","Q@b8"],"partner":[]}},"threat":null,"danger":{},"unfinished":false},"b":{"turn":"b","stuck":true,"mate":null,"unless":null,"wanted":{},"threat":null,"danger":{},"unfinished":false},"joint":{"a":null,"b":null}}"#;
    check(&["analyse", "--json", "-"], HELD, 0, &format!("{line}\n"), "");
    let shorter = r#""mate":null,"unless":null,"wanted":{"N":"#;
    let output = program(&["analyse", "--json", "--mate", "1", "-"], MATES);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(shorter), "{text}");
}

#[test]
fn every_moment_has_a_line() {
    let output = program(&["analyse", "--json", "-"], SCHOLAR.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[0]["move"], serde_json::Value::Null);
    assert_eq!(lines[4]["move"], "1B");
    // Before 4A and before 5A the queen mates on f7; 3a and 4a did nothing about it.
    assert_eq!(lines[7]["a"]["mate"]["first"][0], "h5f7");
    assert_eq!(lines[9]["a"]["mate"]["in"], 1);
    assert_eq!(lines[10]["a"]["turn"], "a");
    let at = program(&["analyse", "--json", "--at", "3a", "-"], SCHOLAR.as_bytes());
    assert_eq!(String::from_utf8_lossy(&at.stdout).trim_end(), text.lines().nth(7).unwrap());
}

#[test]
fn moment_is_described_in_words() {
    check(
        &["analyse", "--at", "0", "-"],
        PARTNER,
        0,
        "White A to move:\n  a queen would mate in 1: Q@a7 or Q@b7; the partner can take one: dxc5\n\
         Black B to move:\n  threatened with mate in 3: Qed5\n",
        "",
    );
    check(
        &["analyse", "--at", "end", "-"],
        HELD,
        0,
        "White A to move:\n  mates in 2 unless a rook or queen comes: c8=Q\n  a queen would mate \
         in 1: Q@b7 or Q@b8\nBlack B to move:\n  stuck and needs a piece\n",
        "",
    );
}

/// White A mates with a queen, and the partner's knight forks king and queen. Black B mates with one as well, and its
/// partner's opponent holds nothing that could be dropped on the last rank.
const FORK: &[u8] = b"k7/8/1K6/8/8/8/7R/8[p] w - - 0 1 | 6k1/8/8/8/3n4/8/8/Q3K3[] b - - 0 1\n";

#[test]
fn joint_win_is_described() {
    check(
        &["analyse", "--at", "0", "-"],
        FORK,
        0,
        "White A to move:\n  joint win in 2: sit; partner's Nc2 wins a queen, then mate in 1; if they can't sit\n  \
         a queen would mate in 1: Q@a7 or Q@b7\n\
         Black B to move:\n  \
         joint win in 1: sit; partner's Rh8 leaves no reply; if they can't sit\n  \
         a queen would mate in 1: Q@e2\n",
        "",
    );
    let joint = r#""joint":{"a":{"in":2,"first":["d4c2"],"wanted":["Q"],"mate":1,"lead_ms":null},"b":{"in":1,"first":["h2h8"],"wanted":[],"mate":null,"lead_ms":null}}"#;
    let output = program(&["analyse", "--json", "-"], FORK);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(joint), "{text}");
    let output = program(&["analyse", "--json", "--deliver", "1", "-"], FORK);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(r#""joint":{"a":null,"b":{"in":1"#), "{text}");
}

#[test]
fn report_lists_findings_by_player() {
    check(
        &["analyse", "-"],
        SCHOLAR.as_bytes(),
        0,
        "Match 1: 1-0 · Bo checkmated\nWhite A: Ann\n  Missed a mate in 1 before 4A: Qxf7. \
         Played Bb3 after 2.0 s.\n  Found a mate in 1 before 5A: Qxf7.\n  Longest thinks: 2A 2.0 \
         s, 3A 2.0 s, 4A 2.0 s.\nBlack A: Bo\n  Waited 10.0 s after 4A. Diagonal +2.0 s, then \
         +2.0 s: safe throughout.\n  Longest thinks: 3a 6.0 s, 1a 2.0 s, 2a 2.0 s.\nWhite B: Cy\n  \
         No forced mates, no decisive losses.\n  Longest thinks: 1B 5.0 s.\nBlack B: Di\n  Waited \
         24.0 s after 1B. Diagonal +2.0 s, then \u{2212}4.0 s: safe for 4.0 s.\n",
        "",
    );
}

#[test]
fn a_sit_is_audited_in_json() {
    let output = program(&["analyse", "--json", "-"], SCHOLAR.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let with_waits: Vec<usize> =
        (0..lines.len()).filter(|&at| !lines[at]["waits"].is_null()).collect();
    assert_eq!(with_waits, [4, 8], "after 1B and after 4A");
    // Bo has 50 s, and Di 48 s of 60 s since 1B was played at 5 s; both clocks run for 10 s.
    let wait = r#"{"seat":"a","until":8,"ms":10000,"stuck":false,"wanted":[],"partner":null,"came":null,"mate":null,"lead_ms":[2000,2000],"safe_ms":10000}"#;
    assert_eq!(lines[8]["waits"][0], serde_json::from_str::<serde_json::Value>(wait).unwrap());
}

#[test]
fn missed_mates_are_summarised() {
    let three = format!("{SCHOLAR}\n{GIFT}\n{SCHOLAR}");
    check(
        &["analyse", "--summary", "-"],
        three.as_bytes(),
        0,
        "Ann, 2 matches: missed 2 mates (2 in 1), 2 of them queen moves\n",
        "",
    );
    check(
        &["analyse", "--summary", "--player", "bo", "-"],
        three.as_bytes(),
        0,
        "Bo, 2 matches: missed nothing\n",
        "",
    );
    let line = r#"{"player":"Ann","matches":2,"missed_mates":2,"by_length":{"1":2},"begun_by":{"Q":2},"partner_could_win":0,"lost":0}"#;
    check(
        &["analyse", "--summary", "--json", "--player", "Ann", "-"],
        three.as_bytes(),
        0,
        &format!("{line}\n"),
        "",
    );
    check(
        &["analyse", "--summary", "--player", "Eve", "-"],
        three.as_bytes(),
        2,
        "",
        "tandem: no match of Eve in this list\n",
    );
    let sample = "assets/samples/bpgn-1.0.bpgn";
    let why = "tandem: analyse takes one file; add --summary to sum up several\n";
    check(&["analyse", sample, sample], b"", 2, "", why);
}

/// The sums over the corpus agree with the reports of its matches.
#[test]
fn sums_agree_with_the_reports() {
    let Some(matches) = crate::tactics::corpus_texts() else {
        return;
    };
    let (mut mates, mut partner, mut lost) = (0, 0, 0);
    for (record, text) in &matches {
        let played = Match::replay(record, text);
        let tactics = MatchTactics::of(&played, Limits::default());
        let report = Report::of(&played, &Timeline::of(&played), &tactics);
        let is_missed = |outcome: Outcome| matches!(outcome, Outcome::Missed { .. });
        for seat in report.seats.iter() {
            mates += seat.chances.iter().filter(|it| is_missed(it.outcome)).count();
            partner += seat.joint.iter().filter(|it| is_missed(it.outcome)).count();
            lost += seat.decisive_losses.len();
        }
    }
    let all: Vec<u8> = matches.iter().flat_map(|(_, text)| [text, &b"\n\n"[..]].concat()).collect();
    let list = Collection::of(Source::from_bytes("/x/all.bpgn", all));
    let texts: Vec<_> = list.files.iter().map(|file| &file.text).collect();
    let rows: Vec<_> = (0..).take(list.index.len()).collect();
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    let players =
        missed(&list, &selection, |_, _| ControlFlow::Continue(())).expect("all is in memory");
    let sum = |of: fn(&Missed) -> usize| players.iter().map(|it| of(&it.missed)).sum::<usize>();
    assert_eq!(sum(Missed::mates), mates);
    assert_eq!((sum(|it| it.partner), sum(|it| it.lost)), (partner, lost));
    assert!(mates >= 11 && partner > 5 && lost >= 12, "{mates} {partner} {lost}");
}

#[test]
fn unanalysable_input_is_reported() {
    let sample = "assets/samples/bpgn-1.0.bpgn";
    check(&["analyse", "--at", "999A", sample], b"", 2, "", "tandem: no move 999A in this match\n");
    check(&["analyse", "--game", "7", sample], b"", 2, "", "tandem: no match 7: the file has 1\n");
    check(
        &["analyse", "assets/samples/kriegspiel.pgn"],
        b"",
        2,
        "",
        "tandem: game 1 is Kriegspiel, which tandem analyse does not support; open it in the \
         window\n",
    );
    let output = program(&["analyse", "--mate", "0", sample], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn report_lists_decisive_losses() {
    check(
        &["analyse", "-"],
        GIFT.as_bytes(),
        0,
        "Match 1: * · Black A mated\nWhite A: White A\n  Found a mate in 1 before 2A: \
         Q@b7.\nBlack A: Black A\n  No forced mates, no decisive losses.\nWhite B: White B\n  1b \
         won the queen that mated (2A).\nBlack B: Black B\n  No forced mates, no decisive \
         losses.\n",
        "",
    );
}

/// The moments that `tandem search` finds.
#[track_caller]
fn found(question: &str, text: &str, expect: &[u64]) {
    let output = program(&["search", "--json", question, "-"], text.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{question}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let ply = |line: &str| {
        let hit: serde_json::Value = serde_json::from_str(line).expect("JSON");
        hit["ply"].as_u64().expect("a number")
    };
    let plies: Vec<u64> = lines.lines().map(ply).collect();
    assert_eq!(plies, expect, "{question}");
}

#[test]
fn missed_mates_can_be_searched() {
    found("missed-mate", SCHOLAR, &[7]);
    found("B:missed-mate", SCHOLAR, &[]);
    found("mate-in:1", SCHOLAR, &[7, 9]);
    found("mate-in:2", SCHOLAR, &[]);
    found("mate-in:1 turn:b", SCHOLAR, &[]);
    found("fatal", GIFT, &[1]);
    found("A:fatal", GIFT, &[]);
    found("mate-in:1", GIFT, &[2]);
    let wanted = std::str::from_utf8(PARTNER).expect("UTF-8").trim_end();
    let wanted = format!("[FEN \"{wanted}\"]\n\n1b. dxc5 1A. Q@b7# *\n");
    found("wanted:Q", &wanted, &[0]);
    found("wanted:N", &wanted, &[]);
    found("fatal", &wanted, &[1]);
}

#[test]
fn impossible_mate_query_is_refused() {
    for (question, why) in [
        ("mate-in:9", "use mate-in:1 to mate-in:4, not \"9\""),
        ("wanted:K", "use wanted:P, N, B, R or Q, not \"K\""),
    ] {
        check(&["search", question, "-"], b"", 2, "", &format!("tandem: {why}\n"));
    }
}
