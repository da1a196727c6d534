//! BGN: round trips, and files of other programs.

use crate::{archive::real_files, random::random_matches};
use proptest::prelude::*;
use std::path::Path;
use tandem::{
    document::write_bgn,
    file::Source,
    notation::{Bgn, BgnLines, NoteKind, Record, Records, is_bgn},
    replay::{Match, bgn_of},
};

/// Returns the BPGN for lines of BGN, all of which are matches.
fn bpgn_of(bytes: &[u8]) -> String {
    let lines = BgnLines::read(bytes);
    assert_eq!(lines.unreadable_lines, []);
    lines.bpgn
}

/// Returns the notes at each moment as text.
fn note_texts(record: &Record, text: &[u8]) -> Vec<(u32, NoteKind, String)> {
    let kinds = [NoteKind::Annotation, NoteKind::Comment, NoteKind::Diagram];
    let notes = record.notes.iter().filter(|note| kinds.contains(&note.kind));
    notes
        .map(|note| {
            let words = record.encoding.decode(note.text.of(text)).into_owned();
            (note.after, note.kind, words)
        })
        .collect()
}

pub fn check_round_trip(record: &Record, text: &[u8], name: &str) {
    let played = Match::replay(record, text);
    let times: Vec<u32> = (0..).take(played.plies.len()).collect();
    let game = bgn_of(record, text, &played, &times);
    let json = serde_json::to_string(&game).expect("JSON");
    assert!(!json.contains('\n'));
    let read: Bgn = serde_json::from_str(&json).expect("our own JSON");
    assert_eq!(read, game, "{name}");
    assert_eq!(serde_json::to_string(&read).expect("JSON"), json);

    let bpgn = bpgn_of(json.as_bytes());
    let again = Record::parse(bpgn.as_bytes());
    assert_eq!(tandem::notation::record_ranges(bpgn.as_bytes()).len(), 1, "{name}: {bpgn}");
    assert_eq!(again.ending.result, record.ending.result, "{name}: {bpgn}");
    assert_eq!(again.reason(bpgn.as_bytes()), record.reason(text), "{name}: {bpgn}");
    let replayed = Match::replay(&again, bpgn.as_bytes());
    assert_eq!(replayed.plies, played.plies, "{name}: {bpgn}");
    assert_eq!(replayed.set_up, played.set_up, "{name}");
    assert_eq!(replayed.cut_short, played.cut_short, "{name}: {bpgn}");
    assert_eq!(replayed.ending, played.ending, "{name}");
    assert_eq!(note_texts(&again, bpgn.as_bytes()), note_texts(record, text), "{name}: {bpgn}");
    let names = |record: &Record, text: &[u8]| -> Vec<String> {
        let names = record.tags.iter().map(|tag| tag.name.of(text));
        names.map(|name| record.encoding.decode(name).to_ascii_lowercase()).collect()
    };
    let known = names(record, text);
    for tag in names(&again, bpgn.as_bytes()) {
        let is_added = ["event", "lag"].contains(&&*tag);
        assert!(is_added || known.contains(&tag), "{name} {tag}: {bpgn}");
    }
    for tag in &record.tags {
        let tag = String::from_utf8_lossy(tag.name.of(text)).into_owned();
        let value = |record: &Record, text| {
            record.tag_text(text, tag.as_str()).map(std::borrow::Cow::into_owned)
        };
        assert_eq!(value(&again, bpgn.as_bytes()), value(record, text), "{name} {tag}");
    }
}

#[test]
fn real_matches_survive_bgn() {
    let mut matches = 0;
    for path in real_files() {
        let name = path.display().to_string();
        if !name.ends_with(".bpgn") {
            continue;
        }
        let source = Source::read(&path).expect("a readable file");
        let mut records = Records::of(source.bytes());
        while let Some((record, text, _)) = records.read_next() {
            check_round_trip(record, text, &name);
            matches += 1;
        }
    }
    assert!(matches >= 3);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn random_matches_survive_bgn(seed in any::<u64>()) {
        let text = random_matches(30_000, seed);
        let mut records = Records::of(&text);
        while let Some((record, text, _)) = records.read_next() {
            check_round_trip(record, text, &format!("seed {seed}"));
        }
    }
}

#[test]
fn bgn_members_match_the_specification() {
    let text = br#"[Event "x"]
[Date "2006.05.??"]
[WhiteA "raven"][WhiteAElo "2100"][BlackA "y"]
[TimeControl "180+0"]
[Lag "100 0 50 1200"]

{C:before} 1A. e4{179.5} 1a. d5{180}{A:?}{A:!?}{C:why} 2A. exd5{178.0} 1B. Nf3 $3 {y resigns} 1-0
"#;
    let record = Record::parse(text);
    let played = Match::replay(&record, text);
    let game = bgn_of(&record, text, &played, &[600, 1000, 1500, 2000]);
    let expect = concat!(
        r#"{"pgn":{"Event":"x","Date":"2006.05.??","WhiteA":"raven","WhiteAElo":"2100","BlackA":"y","#,
        r#""TimeControl":"180+0","Lag":"100 0 50 1200"},"bgn":{"eventDate":"2006-05","players":{"#,
        r#""A":{"nick":"raven","rating":2100},"a":{"nick":"y"},"B":{},"b":{}},"#,
        r#""timeControl":{"initial":180,"increment":0},"result":"1-0","movesResult":"1-0","#,
        r#""reason":"y resigns","a":[{"id":"file","comment":"before"}],"#,
        r#""sources":[{"id":"file","info":{}}]},"moves":["#,
        r#"{"b":"A","p":"P","f":"e2","t":"e4","san":"e4","clk":179.5,"lag":0.1,"et":0.6},"#,
        r#"{"b":"A","p":"P","f":"d7","t":"d5","san":"d5","clk":180,"lag":0.0,"et":1.0,"#,
        r#""a":[{"id":"file","q":-1},{"id":"file","glyph":"!?"},{"id":"file","comment":"why"}]},"#,
        r#"{"b":"A","p":"P","f":"e4","t":"d5","x":"P","san":"exd5","clk":178.0,"lag":0.05,"et":1.5},"#,
        r#"{"b":"B","p":"N","f":"g1","t":"f3","san":"Nf3","lag":1.2,"et":2.0,"#,
        r#""a":[{"id":"file","text":"$3"}]}]}"#,
    );
    assert_eq!(serde_json::to_string(&game).expect("JSON"), expect);
}

#[test]
fn chess_game_is_exported_as_one_board_with_variations() {
    let json = r#"{"pgn":{"event":"F/S Return Match","white":"Roosevelt, Ted","result":"1/2-1/2"},
        "bgn":{"eventDate":"1992-11-04","white":{"last":"Roosevelt"},"result":"1/2-1/2"},
        "moves":[{"p":"P","f":"e2","t":"e4","et":3},{"p":"P","f":"e7","t":"e5"},
        {"p":"N","f":"g1","t":"f3","clock":5,"a":[{"id":"AA2","q":1,"alt":{"name":"Bishop first","moves":[
        {"p":"B","f":"f1","t":"c4","a":[{"id":"AA3","alt":{"moves":[{"p":"Q","f":"d1","t":"h5"}]}}]}]}}]},
        {"p":"N","f":"b8","t":"c6"},{"p":"B","f":"f1","t":"b5"},{"p":"N","f":"g8","t":"f6"},
        {"p":"K","f":"e1","t":"g1","castle":true}],"extra":[1]}"#;
    let json = json.replace('\n', " ");
    let read: Bgn = serde_json::from_str(&json).expect("BGN");
    // Unknown members are kept.
    let kept: serde_json::Value =
        serde_json::from_str(&serde_json::to_string(&read).expect("JSON")).expect("JSON");
    assert_eq!(kept["extra"][0], 1);
    assert_eq!(kept["bgn"]["white"]["last"], "Roosevelt");
    assert_eq!(kept["moves"][2]["clock"], 5);
    assert_eq!(kept["moves"][2]["a"][0]["alt"]["moves"][0]["a"][0]["alt"]["moves"][0]["t"], "h5");

    let bpgn = bpgn_of(json.as_bytes());
    assert_eq!(
        bpgn,
        "[Event \"F/S Return Match\"]\n[White \"Roosevelt, Ted\"]\n[Result \"1/2-1/2\"]\n[Date \"1992.11.04\"]\n\
         [WhiteA \"Roosevelt, Ted\"]\n\n\
         1A. e2e4{[ts=3]} 1a. e7e5 2A. Ng1f3 {A:!} {C:[AA2]} ( {Bishop first} Bf1c4 {C:[AA3]} ( Qd1h5 ) ) 2a. Nb8c6 3A. Bf1b5 3a. Ng8f6 4A. O-O 1/2-1/2\n\n"
    );
    let record = Record::parse(bpgn.as_bytes());
    let played = Match::replay(&record, bpgn.as_bytes());
    assert_eq!(played.plies.len(), 7);
    assert!(!played.cut_short);
}

#[test]
fn invalid_bgn_lines_are_reported_and_skipped() {
    let lines = BgnLines::read(
        b"\xef\xbb\xbf\n{\"moves\":[]}\n  {\"moves\":3}\r\n{\"pgn\":{\"Event\":\"x\"}}\n{\"name\":\"y\"}",
    );
    let note_texts: Vec<_> = lines.unreadable_lines.iter().map(ToString::to_string).collect();
    assert_eq!(
        note_texts,
        [
            "line 3 is not BGN (invalid type: integer `3`, expected a sequence); skipped",
            "line 5 is not BGN (no pgn, bgn or moves field); skipped",
        ]
    );
    assert_eq!(lines.unreadable_lines.iter().map(|it| it.column).collect::<Vec<_>>(), [12, 1]);
    assert_eq!(lines.bpgn, "[Event \"?\"]\n\n[Event \"x\"]\n\n");
    let places: Vec<_> = lines.matches.iter().map(|it| (it.start, it.line)).collect();
    assert_eq!(places, [(0, 2), (13, 4)]);
    let line = lines.match_at(20).expect("the second").range;
    assert_eq!((line.start, line.end), (32, 53));
    let far = br#"{"moves":[{"p":"P","f":"e2","t":"e4","clk":1e300}]}"#;
    assert_eq!(BgnLines::read(far).unreadable_lines.len(), 1);
    assert_eq!(bpgn_of(b"\xef\xbb\xbf\n \n"), "");
}

#[test]
fn bgn_is_detected_by_bytes_then_by_name() {
    let is = |name: &str, bytes: &[u8]| is_bgn(Path::new(name), bytes);
    for name in ["a.bpgn", "-", "a.bgn.jsonl"] {
        assert!(is(name, b"\xef\xbb\xbf\r\n { \"pgn\" : {}}"));
        assert!(is(name, b"not a line\n{\"moves\":[]}"));
        assert!(!is(name, b"[Event \"x\"]\n{\"moves\":[]}"));
        assert!(!is(name, b" \n"));
    }
    for text in [&b"{C:x} 1A. e4"[..], b"1A. e4", b"{\"x\" says y} 1A. e4", b"{}"] {
        assert!(!is("a.bpgn", text) && is("A.JSONL", text) && is("x.bgn", text));
    }
}

#[test]
fn partial_lag_is_not_filled_with_zeros() {
    let lags = |text: &[u8]| -> Vec<Option<u32>> {
        let played = Match::replay(&Record::parse(text), text);
        played.plies.iter().map(|ply| ply.lag_ms).collect()
    };
    for text in [
        &b"1A. e4{10}{L:250} 1a. e5{10} 2A. Nf3{9}{L:0} *"[..],
        b"1A. e4{10} 1a. e5{10}{L:70} *",
        b"1A. e4{10}{L:1} 1a. e5{10}{L:70} *",
        b"[Lag \"5 6\"]\n1A. e4{10} 1a. e5{10} 2A. Nf3{9} *",
    ] {
        let record = Record::parse(text);
        let played = Match::replay(&record, text);
        let json = serde_json::to_vec(&bgn_of(&record, text, &played, &[])).expect("JSON");
        let back = bpgn_of(&json);
        assert_eq!(lags(back.as_bytes()), lags(text), "{back}");
    }
}

#[test]
fn structured_bgn_fields_are_read() {
    let chess = br#"{"bgn":{"eventDate":"1992-11-04T18:00:00Z","white":{"last":"Roosevelt","first":"Theodore","rating":1200},"black":{"nick":"Teddy"},"result":"0-1"},"moves":[{"p":"P","f":"e2","t":"e4"}]}"#;
    let bpgn = bpgn_of(chess);
    for tag in [
        "[Date \"1992.11.04\"]",
        "[White \"Roosevelt, Theodore\"]",
        "[WhiteElo \"1200\"]",
        "[Black \"Teddy\"]",
        "[WhiteA \"Roosevelt, Theodore\"]",
        "[WhiteAElo \"1200\"]",
    ] {
        assert!(bpgn.contains(tag), "{tag}: {bpgn}");
    }
    let bughouse = br#"{"bgn":{"players":{"A":{"nick":"raven","rating":2100},"a":{"last":"Doe","first":"J."},"B":{},"b":{}},"timeControl":{"initial":180,"increment":2}},"moves":[{"b":"A","p":"P","f":"e2","t":"e4"}]}"#;
    let bpgn = bpgn_of(bughouse);
    for tag in [
        "[WhiteA \"raven\"]",
        "[WhiteAElo \"2100\"]",
        "[BlackA \"Doe, J.\"]",
        "[TimeControl \"180+2\"]",
    ] {
        assert!(bpgn.contains(tag), "{tag}: {bpgn}");
    }
    // The tags take precedence.
    let both = br#"{"pgn":{"white":"A","date":"2001.01.01"},"bgn":{"eventDate":"2002-02-02","white":{"last":"B"}},"moves":[]}"#;
    let bpgn = bpgn_of(both);
    assert!(bpgn.contains("[White \"A\"]") && !bpgn.contains("\"B\"") && !bpgn.contains("2002"));
}

#[test]
fn note_author_time_and_fairness_survive() {
    let line = br#"{"moves":[{"p":"P","f":"e2","t":"e4","a":[{"id":"AA2","q":-1},{"id":"AA7","q":0,"date":"2022-03-04","comment":"yeah..."},{"id":"file","q":0}]}]}"#;
    let bpgn = bpgn_of(line);
    assert!(bpgn.contains("1A. e2e4 {A:?} {C:[AA2]} $0 {C:[AA7 2022-03-04] yeah...} $0"), "{bpgn}");
    let record = Record::parse(bpgn.as_bytes());
    let played = Match::replay(&record, bpgn.as_bytes());
    let again = bgn_of(&record, bpgn.as_bytes(), &played, &[]);
    let fair = again.moves[0].a.iter().filter(|note| note.q == Some(0));
    assert_eq!(fair.count(), 2);
}

#[test]
fn elapsed_times_of_chess_games_are_used() {
    let line =
        br#"{"moves":[{"p":"P","f":"e2","t":"e4","et":3.5},{"p":"P","f":"e7","t":"e5","et":9}]}"#;
    let bpgn = bpgn_of(line);
    let document = tandem::document::Document::open(
        Source::from_bytes("x", bpgn.clone()),
        tandem::file::FileRange::new(0, bpgn.len() as u64),
    );
    let times: Vec<u32> = (0..2).map(|ply| document.timeline().time(ply)).collect();
    assert_eq!(times, [3500, 9000], "{bpgn}");
}

#[test]
fn many_tags_and_notes_are_converted_in_linear_time() {
    const MANY: usize = 60_000;
    let tags: Vec<String> = (0..MANY).map(|n| format!("\"T{n}\":\"1\"")).collect();
    let notes: Vec<String> =
        (0..MANY).map(|n| format!("{{\"comment\":\"{n}\",\"x\":{n}}}")).collect();
    let line = format!(
        "{{\"pgn\":{{{}}},\"moves\":[{{\"b\":\"A\",\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\",\"a\":[{}]}}]}}",
        tags.join(","),
        notes.join(",")
    );
    let bgn = Bgn::from_line(line.as_bytes()).expect("a match");
    let bpgn = bgn.to_bpgn();
    assert_eq!(bpgn.matches("[T").count(), MANY);
    let mut again = Vec::new();
    write_bgn(bpgn.as_bytes(), Some(&bgn), &mut again).expect("memory");
    let again = String::from_utf8(again).expect("UTF-8");
    assert_eq!(again.matches("\"x\":").count(), MANY);
    assert!(again.contains("\"T59999\":\"1\""));
    // Equal tags but for the last.
    let same = format!("{}[Round \"2\"]\n\n1A. e4 *\n", "[Round \"1\"]\n".repeat(MANY));
    let losses = write_bgn(same.as_bytes(), None, &mut Vec::new()).expect("memory");
    assert!(losses.reworded);
}
