//! `tandem analyse`: the moments of a match as JSON, sums and searches; `tests/cmd/analyse.md` shows the output.

use crate::cli::program;
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

const PARTNER: &[u8] = b"k7/8/1K6/8/8/8/7R/8[] w - - 0 1 | k7/8/3p4/2Q1Q~3/8/8/8/K7[] b - - 0 1\n";

/// The scholar's mate on board A, missed once.
pub const SCHOLAR: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n[TimeControl \"60+0\"]\n\n\
    1A. e4 {59} 1a. e5 {58} 2A. Bc4 {57} 1B. d4 {58} 2a. Nc6 {56} 3A. Qh5 {55} 3a. Nf6 {50} 4A. Bb3 {53}\n\
    4a. Nd4 {40} 5A. Qxf7# {51} {Bo checkmated} 1-0\n";

/// White B loses the queen with which White A then mates.
pub const GIFT: &str = "[FEN \"k7/8/1K6/8/8/8/7r/8[] b - - 0 1 | k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1\"]\n\n\
    1b. dxc5 1a. Rh1 2A. Q@b7# *\n";

#[test]
fn json_has_a_line_for_every_moment() {
    let output = program(&["analyse", "--json", "-"], SCHOLAR.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[0]["move"], serde_json::Value::Null);
    assert_eq!(lines[4]["move"], "1B");
    // Before 4A and before 5A, the queen can mate on f7; 3a and 4a did not prevent this.
    assert_eq!(lines[7]["a"]["mate"]["first"][0], "h5f7");
    assert_eq!(lines[9]["a"]["mate"]["in"], 1);
    assert_eq!(lines[10]["a"]["turn"], "a");
    let at = program(&["analyse", "--json", "--at", "3a", "-"], SCHOLAR.as_bytes());
    assert_eq!(String::from_utf8_lossy(&at.stdout).trim_end(), text.lines().nth(7).unwrap());
}

#[test]
fn json_contains_audited_sits() {
    let output = program(&["analyse", "--json", "-"], SCHOLAR.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let with_waits: Vec<usize> =
        (0..lines.len()).filter(|&at| !lines[at]["waits"].is_null()).collect();
    assert_eq!(with_waits, [4, 8], "after 1B and after 4A");
    // Bo has 50 s left, and Di, whose 60 s have run since 1B was played at 5 s, has 48 s. Both clocks run for 10 s.
    let wait = r#"{"seat":"a","until":8,"ms":10000,"stuck":false,"wanted":[],"partner":null,"came":null,"mate":null,"lead_ms":[2000,2000],"safe_ms":10000}"#;
    assert_eq!(lines[8]["waits"][0], serde_json::from_str::<serde_json::Value>(wait).unwrap());
}

/// The sums over the corpus equal those of the reports of its matches.
#[test]
fn sums_agree_with_the_reports() {
    let Some(matches) = crate::tactics::corpus_texts() else { return };
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

/// Checks which moments `tandem search` finds.
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
