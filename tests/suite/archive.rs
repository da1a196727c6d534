//! The index compared with the parser: the same records and the same rows.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use proptest::prelude::*;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use tandem::{
    archive::{CellValue, Index, RowFilter, Summary, parsed_rows},
    file::{Encoding, FileRange, Reader},
    notation::{KnownTag, record_ranges},
    rules::Team,
};

/// Compares the ranges of the records, however the text is cut into chunks.
fn check_ranges(text: &[u8]) {
    let expect = record_ranges(text);
    for stretch in [1, 7, 64, 1000, 1 << 20] {
        if text.len() as u64 / stretch > 2000 {
            continue;
        }
        let index = Index::from_bytes_in_chunks(text, stretch);
        let ranges: Vec<FileRange> = index.rows().map(|row| row.range).collect();
        let shown = String::from_utf8_lossy(&text[..text.len().min(2000)]);
        assert_eq!(ranges, expect, "stretches of {stretch}: {shown}");
    }
}

/// Compares everything that a list shows.
pub fn check_rows(text: &[u8], name: &str) {
    check_ranges(text);
    let index = Index::replayed(text);
    let rows: Vec<Summary> = index.rows().map(|row| row.summary()).collect();
    assert_eq!(rows, parsed_rows(text), "{name}");
}

/// All files in `folder` and below it, in order.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The variable with the folder of real files. If it is not set, the tests read only files of the checkout, so that the
/// results are the same everywhere.
pub const CORPUS: &str = "TANDEM_CORPUS";

/// Returns the folder that [`CORPUS`] names, if any.
pub fn corpus_folder() -> Option<PathBuf> {
    folder_named(std::env::var_os(CORPUS))
}

/// Returns the folder that a variable with this value names. An empty value names none: joined to the checkout, it would
/// name the whole checkout.
fn folder_named(value: Option<OsString>) -> Option<PathBuf> {
    let value = value?;
    if value.is_empty() {
        return None;
    }
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join(value))
}

#[test]
fn an_empty_variable_names_no_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(folder_named(None), None);
    assert_eq!(folder_named(Some(OsString::new())), None);
    assert_eq!(folder_named(Some("real".into())), Some(root.join("real")));
}

/// Returns the samples and the files in the folder that [`CORPUS`] names.
pub fn real_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = files_in(&root.join("assets/samples"));
    assert!(!files.is_empty());
    if let Some(folder) = corpus_folder() {
        let corpus = files_in(&folder);
        assert!(!corpus.is_empty(), "no files in the folder that {CORPUS} names");
        files.extend(corpus);
    }
    files
}

#[test]
fn real_files_have_the_rows_of_the_parser() {
    let mut all = Vec::new();
    for path in real_files() {
        let text = std::fs::read(&path).expect("a readable file");
        check_rows(&text, &path.display().to_string());
        all.extend_from_slice(&text);
        // Some files have no final line end, and some are joined with a byte order mark in between.
        all.extend_from_slice(b"\n\xef\xbb\xbf");
    }
    check_ranges(&all);
}

#[test]
fn first_records_are_reported_before_the_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("big.bpgn");
    let one = "[Event \"x\"]\n[WhiteA \"raven\"]\n\n1A. e4{180} 1a. e5{179.9} 1-0\n\n";
    std::fs::write(&path, one.repeat(60_000)).expect("room");
    let reader = Reader::open(&path).expect("a file");
    let mut reports = Vec::new();
    let index = Index::from_file(&reader, |progress, index| {
        assert_eq!(progress.records, index.len());
        reports.push(progress);
        std::ops::ControlFlow::Continue(())
    });
    let index = index.expect("it is there");
    assert_eq!(index.len(), 60_000);
    assert!(reports[0].bytes < 2 << 20 && reports[0].records > 10_000, "{reports:?}");
    let last = reports.last().expect("it was told");
    assert_eq!((last.bytes, last.total), (reader.length(), reader.length()));
    assert!(reports.is_sorted_by_key(|progress| progress.bytes));

    let stopped = Index::from_file(&reader, |_, _| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped.expect_err("given up").to_string(), "cancelled");
}

#[test]
fn records_without_events_and_long_records_are_found() {
    let tagged = "[Site \"x\"]\n1A. e4 1a. e5 1-0\n".repeat(60_000);
    check_ranges(tagged.as_bytes());
    let glued = "1A. e4{2} 1a. e5{3} 1-0 ".repeat(120_000);
    check_ranges(glued.as_bytes());
    let mut long = "1A. e4 ".to_owned();
    for ply in 0..400_000 {
        long.push_str(if ply % 2 == 0 { "2a. e5 " } else { "3A. d4\n" });
    }
    long.push_str("\n[Event \"y\"]\n1A. e4 *\n");
    check_ranges(long.as_bytes());
    let site_first = "[Site \"x\"]\n[Event \"y\"]\n1A. e4 1a. e5 1-0\n".repeat(60_000);
    check_ranges(site_first.as_bytes());
    let some_first =
        "[Event \"x\"]\n1A. e4 1-0\n\n[Site \"x\"]\n[Event \"y\"]\n1A. e4\n[Site \"z\"]\n1A. d4\n";
    check_ranges(some_first.repeat(30_000).as_bytes());
    check_ranges("[Event \"\"]\n".repeat(200_000).as_bytes());
    check_ranges(&[b'\n'; 3_000_000]);
    let mut open = "[Event \"x\"]\n1A. e4 {".to_owned();
    open.push_str(&"and so on ".repeat(300_000));
    open.push_str("\n[Site \"z\"]\n[Event \"y\"]\n1A. e4 *\n");
    check_ranges(open.as_bytes());
}

/// Parts of records, usual and unusual.
fn pieces() -> impl Strategy<Value = Vec<String>> {
    let piece = prop_oneof![
        8 => Just("[Event \"x\"]\n".to_owned()),
        2 => Just("{C:[Event \"x\"]}".to_owned()),
        3 => Just("\n[Event \"x\"]".to_owned()),
        3 => "\n?\\[(Site|Date|Lag|WhiteA|event|Result) \"[a-z0-9 *-]{0,4}\"\\][ \n\r]{0,2}",
        1 => "\\[[A-Z]?[a-z]{0,3} ?\"?[a-z\\\\\"]{0,3}\"?\\]?[ \n\r]?",
        6 => "[12][AaBb]\\. ?[a-h][45](\\{[0-9]{1,3}\\})?[ \n]",
        2 => "(1-0|0-1|1/2-1/2|\\*|0-0|O-O|11-0|1-00)[ \n]?",
        1 => "\\{[A-D]?:?[a-z*0-9. \\[-]{0,6}\\}",
        1 => "[ \r\n(){}$;%*\\[\\]\"-]",
        1 => "\\{[a-z]{0,3}\n(\\[Event \"y\"\\])?",
        1 => Just("\u{feff}".to_owned()),
        1 => "[\r\n]{1,2}",
    ];
    prop::collection::vec(piece, 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn record_starts_equal_the_parsers(pieces in pieces()) {
        check_ranges(pieces.concat().as_bytes());
    }
}

/// Six matches: players, ratings, date, time control, result, moves.
const SIX: &str = "\
[Event \"rated\"][Date \"2006.05.17\"][WhiteA \"Gnejs\"][WhiteAElo \"2700\"][BlackA \"death\"][BlackAElo \"2300\"]\
[WhiteB \"raven\"][BlackB \"Paaso\"][TimeControl \"180+0\"]
1A. e4{3} 1a. e5{3} {death checkmated} 1-0
[Event \"rated\"][Date \"2007.01.02\"][WhiteA \"raven\"][WhiteAElo \"1900\"][BlackA \"John Doe\"][BlackAElo \"1000\"]\
[WhiteB \"Gnejs\"][BlackB \"death\"][TimeControl \"120+2\"]
1A. e4{3} 1a. e5{3} 2A. d4 {raven resigns} 0-1
[Event \"friendly\"][Date \"2008.??.??\"][WhiteA \"Gnejs\"][BlackA \"x\"][WhiteB \"y\"][BlackB \"death\"][TimeControl \"3 0\"]
1A. e4{3}{C:well} {x forfeits on time} 1/2-1/2
[Event \"rated\"][UTCDate \"2009-12-31\"][WhiteA \"mate\"][WhiteAElo \"2201\"][TimeControl \"600\"]
1A. e4{A:!} 1a. Nf3# *
[Event \"2006\"][WhiteA \"death\"][BlackA \"M\u{fc}ller\"]

[Event \"rated\"][Date \"2006.12.31\"][WhiteA \"zero\"][BlackA \"death\"][Result \"*\"]
1A. e4 {Game aborted} *
";

#[track_caller]
fn check_filter(words: &str, expect: &[u32]) {
    let index = Index::from_bytes(SIX.as_bytes());
    assert_eq!(index.len(), 6);
    let query: RowFilter = words.parse().unwrap_or_else(|e| panic!("{words}: {e}"));
    assert_eq!(index.filter(&query), expect, "{words}");
}

#[test]
fn a_list_is_filtered_by_words() {
    check_filter("", &[0, 1, 2, 3, 4, 5]);
    check_filter("gnejs", &[0, 1, 2]);
    check_filter("GNEJS raven", &[0, 1]);
    check_filter("\"john doe\"", &[1]);
    check_filter("m\u{dc}ller", &[4]);
    check_filter("friend", &[2]);
    check_filter("player:friend", &[]);
    check_filter("event:rated death", &[0, 1, 5]);
    // In the third match, the two are partners.
    check_filter("gnejs vs death", &[0, 1]);
    check_filter("death raven vs gnejs", &[0, 1]);
    check_filter("death vs gnejs paaso", &[0]);
    check_filter("raven gnejs vs death", &[]);
    check_filter("-gnejs", &[3, 4, 5]);
    check_filter("nobody", &[]);
}

#[test]
fn a_list_is_filtered_by_its_columns() {
    check_filter("elo>2200", &[0, 3]);
    check_filter("elo>=2500", &[0]);
    check_filter("elo:1000..1450", &[1]);
    check_filter("elo<1500", &[1]);
    check_filter("1-0", &[0]);
    check_filter("0-1", &[1]);
    check_filter("1/2-1/2", &[2]);
    check_filter("*", &[3, 4, 5]);
    check_filter("has:result", &[0, 1, 2]);
    check_filter("mate", &[0, 3]);
    check_filter("\"mate\"", &[3]);
    check_filter("resignation", &[1]);
    check_filter("time", &[2]);
    check_filter("aborted", &[5]);
    check_filter("2006", &[0, 5]);
    check_filter("2006..2008", &[0, 1, 2, 5]);
    check_filter("2006.06..2007", &[1, 5]);
    check_filter("date:2006.05", &[0]);
    check_filter("date>2006.12.31", &[1, 2, 3]);
    check_filter("date<2007", &[0, 5]);
    check_filter("2008..", &[2, 3]);
    check_filter("-has:date", &[4]);
    check_filter("plies>1", &[0, 1, 3]);
    check_filter("plies:3", &[1]);
    check_filter("plies<=1 has:moves", &[2, 5]);
    check_filter("-has:moves", &[4]);
    check_filter("has:comment", &[2]);
    check_filter("has:annotation", &[3]);
    check_filter("has:diagram", &[]);
    check_filter("tc:180+0", &[0, 2]);
    check_filter("tc:180", &[0, 2]);
    check_filter("tc<180", &[1]);
    check_filter("tc>=180 -tc:600", &[0, 2]);
    check_filter("gnejs 1-0 mate elo>2000 2006 plies:2", &[0]);
}

#[test]
fn invalid_words_are_reported() {
    for (words, expect) in [
        ("vs death", "\"vs\" needs a name on both sides: gnejs vs death"),
        ("gnejs vs", "\"vs\" needs a name on both sides: gnejs vs death"),
        (
            "elo>high",
            "\"elo\" needs a number or a range, such as elo>80 or elo:20..40, not \"high\"",
        ),
        (
            "plies<0",
            "\"plies\" needs a number or a range, such as plies>80 or plies:20..40, not \"0\"",
        ),
        (
            "date:may",
            "invalid date \"may\"; use 2006, 2006.05, 2006.05.17 or a range such as 2006..2008",
        ),
        ("tc:fast", "invalid time control \"fast\"; use 180+0, or compare seconds: tc<300"),
        (
            "has:nothing",
            "unknown \"has:nothing\"; use comment, annotation, diagram, moves, result or date",
        ),
        ("has>comment", "\"has\" does not take < or >; use has:"),
        (
            "colour:red",
            "unknown field colour; use player, event, elo, plies, length, date, tc or has",
        ),
        ("elo>", "\"elo>\" needs a value"),
    ] {
        let error = words.parse::<RowFilter>().expect_err(words);
        assert_eq!(error.to_string(), expect, "{words}");
    }
}

#[test]
fn a_list_is_sorted_by_any_column() {
    let index = Index::from_bytes(SIX.as_bytes());
    let check = |by: CellValue, expect: [u32; 6]| {
        let mut rows: Vec<u32> = (0..6).collect();
        index.sort(&mut rows, by, false);
        assert_eq!(rows, expect, "{by:?}");
        rows.reverse();
        index.sort(&mut rows, CellValue::Number, false);
        assert_eq!(rows, [0, 1, 2, 3, 4, 5]);
    };
    check(CellValue::Tag(KnownTag::WhiteA), [4, 0, 2, 3, 1, 5]);
    check(CellValue::Tag(KnownTag::BlackA), [3, 0, 5, 1, 4, 2]);
    check(CellValue::MeanRating(None), [2, 4, 5, 1, 3, 0]);
    check(CellValue::MeanRating(Some(Team::First)), [2, 4, 5, 1, 3, 0]);
    check(CellValue::Team(Team::Second), [2, 3, 4, 5, 1, 0]);
    check(CellValue::Tag(KnownTag::Date), [4, 0, 5, 1, 2, 3]);
    check(CellValue::Tag(KnownTag::TimeControl), [4, 5, 1, 0, 2, 3]);
    check(CellValue::Result, [4, 0, 2, 1, 3, 5]);
    check(CellValue::Plies, [4, 2, 5, 0, 3, 1]);
    check(CellValue::Tag(KnownTag::Event), [4, 2, 0, 1, 3, 5]);
    let mut rows: Vec<u32> = (0..6).collect();
    index.sort(&mut rows, CellValue::Plies, true);
    assert_eq!(rows, [1, 0, 3, 2, 5, 4]);
}

proptest! {
    /// Any input is either understood or rejected, and an understood one can be applied.
    #[test]
    fn any_filter_is_understood_or_rejected(words in "[a-z0-9:<>=.\"* +/-]{0,16}") {
        if let Ok(query) = words.parse::<RowFilter>() {
            let index = Index::from_bytes(SIX.as_bytes());
            prop_assert!(index.filter(&query).len() <= 6);
        }
    }
}

/// Returns records with rare contents in each place, and in each pair of places.
fn odd_records() -> Vec<String> {
    let tags = [
        "",
        "[WhiteA \"a\"][BlackA \"\"]\n",
        "[whitea \"small\"]\n[WHITEA \"second\"]\n",
        "[White \"on one board\"]\n[Black \"other\"]\n",
        "[WhiteA \"a \\\"b\\\" \\\\ c\"]\n",
        "[WhiteA \"J\u{f6}rg\"]\n[BlackB \"\u{738b}\"]\n",
        "[WhiteAElo \"2100\"][BlackAElo \" 950 \"][WhiteBElo \"UNR\"][BlackBElo \"++++\"]\n",
        "[WhiteAElo \"0\"][BlackAElo \"65536\"][WhiteBElo \"-7\"][BlackBElo \"00012\"]\n",
        "[UTCDate \"2006.05.17\"]\n",
        "[Date \"\"]\n[UTCDate \"2006.05.17\"]\n",
        "[TimeControl \"180+2\"]\n",
        "[TimeControl \"180+2\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3/ w - - 150 140 | 4k3/8/8/8/8/8/3P4/4K3/ w - - 130 120\"]\n",
        "[TimeControl \"3 0\"]\n",
        "[TimeControl \"-\"]\n",
        "[Result \"1-0\"]\n",
        "[Result \" 1/2-1/2 \"]\n",
        "[Result \"*\"]\n[Round -1-]\n",
        "[Result \"won\"]\n",
        "[Site \"no end\n",
        "[Site \"a\rb\"]\n",
        "[Site \"a\r[b\"]\n",
        "[Site \"a\tb\"]\r[Round \"2\"]\n",
        "[Site \"a place whose name is longer than any other\"]\n[Annotator  \"c\"]\n",
        "\u{feff}[Site \"b\"]\n",
        "[Variant \"Kriegspiel\"]\n[White \"w\"][WhiteElo \"1200\"]\n",
    ];
    let moves = [
        "",
        "1A. e4",
        "1A. e4{179} 1a. e5{178.5} 1B. d4{170} 1b. d5{100}",
        "1A. e4{[%clk 0:02:58.1]} 1a. e5{[%clk 0:02:50]}",
        "1A. e4{-3} 1a. e5{(177)}",
        "1A. e4 {C:a 9B. comment 1-0} 1a. e5 {A:!} 1B. d4 {D:}",
        "1A. e4 {C:open { brace} 1a. e5",
        "1A. e4 (1A. d4 1a. d5) 1a. e5 $3 ; a line 2A. x\n2A. d4",
        "1A. e4 e5 2A. d4",
        "1. e4 1... e5",
        "1A. e4#",
        "1A. e4 {never closed 1a. e5",
        "1A. e4{179}1A. e4{179} 1a. e5{178}",
        "1A. e4{179} 1A. e4{179} 1a. e5{178} 1a. e5{178}",
        "7A. e4{179} 7a. e5{178}",
        "1A. e4{179} 1a. e5{C:1a. e6} 1B. d4 1b. d5{90}",
        "1A. e4{179} 2A. d4{170} 1a. e5 {C:from {177} on} 2a. d5{9}",
        "1A. e4{179} 1A. e5{178} 2A. d4{170} 2A. d5{160}",
    ];
    let ends = [
        "",
        "1-0",
        "*",
        "{a resigns} 1-0",
        "{J\u{f6}rg checkmated} 0-1",
        "{a forfeits on time} 0-1 ",
        "{Game drawn by agreement} 1/2-1/2",
        "{a checkmated} {C: well done} 1-0",
        "{C:a checkmated} 1-0",
        "{ a checkmated} 1-0",
        "{a checkmated} {3 days later} 1-0",
        "{a checkmated}{C:x}{A:!}{D:}{L:9}{90} 0-1",
        "{a checkmated} {[%eval 3]} 1-0",
        "{a checkmated} {} 1-0",
        "1-0 0-1",
        "{} *",
        "1-0\n\n; behind it",
    ];
    let mut all = Vec::new();
    for tags in tags {
        for moves in moves {
            for end in ends {
                all.push(format!("{tags}\n{moves} {end}\n"));
            }
        }
    }
    all
}

#[track_caller]
pub fn check_odd(bytes: &[u8]) {
    let index = Index::replayed(bytes);
    let fast: Vec<Summary> = index.rows().map(|row| row.summary()).collect();
    assert_eq!(fast, parsed_rows(bytes), "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn fast_scan_equals_the_parser_on_odd_records() {
    for record in odd_records() {
        let text = format!("[Event \"x\"]\n{record}");
        check_odd(text.as_bytes());
        check_odd(text.replace('\n', "\r\n").as_bytes());
        if let Ok(bytes) = Encoding::Windows1252.encode(&text) {
            check_odd(&bytes);
        }
        // Another tag before the event, or no event at all, followed by another record.
        for head in ["[Variant \"Bughouse\"]\n[Event \"x\"]\n", "[Round \"1\"]\n"] {
            for next in ["[Event \"y\"]\n", head] {
                check_odd(format!("{head}{record}{next}1A. d4{{3}} 1-0\n").as_bytes());
            }
        }
    }
}

#[test]
fn result_before_the_first_match_is_not_a_match() {
    for (text, plies) in [
        ("1-0\n\n[Event \"x\"]\n1A. e4 *\n", vec![1]),
        ("*\n[Event \"x\"]\n1A. e4 1a. e5 1-0\n[Event \"y\"]\n1A. e4 *\n", vec![2, 1]),
        ("\u{feff}; rest\n1/2-1/2\n1A. e4 0-1\n", vec![1]),
        ("1-0\n[White \"w\"]\n[Variant \"Kriegspiel\"]\n1. e4 {(:)} 1-0\n", vec![1]),
    ] {
        let index = Index::from_bytes(text.as_bytes());
        let found: Vec<usize> = index.rows().map(|row| row.plies).collect();
        assert_eq!(found, plies, "{text}");
        check_odd(text.as_bytes());
        let output = crate::cli::program(&["check", "-"], text.as_bytes());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("warning: result before the first match; ignored"), "{said}");
    }
}

#[test]
fn match_length_starts_from_set_up_clocks() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3/ w - - 150 140 | 4k3/8/8/8/8/8/3P4/4K3/ w - - 130 120";
    let seconds = |tags: &str| {
        let text = format!("{tags}\n14A. Kd2{{149}} 14a. Kd7{{138}} 15A. Kd3{{148.5}} *\n");
        check_odd(text.as_bytes());
        Index::from_bytes(text.as_bytes()).row(0).expect("a match").seconds
    };
    let set_up = format!("[Event \"x\"]\n[Setup \"1\"]\n[FEN \"{FEN}\"]\n");
    // White used 1.5 s, and Black 2 s.
    assert_eq!(seconds(&format!("{set_up}[TimeControl \"180+0\"]\n")), Some(4));
    assert_eq!(seconds(&format!("{set_up}[TimeControl \"180+2\"]\n")), Some(10));
    assert_eq!(seconds(&set_up), Some(4));
    assert_eq!(seconds("[Event \"x\"]\n[TimeControl \"180+0\"]\n"), Some(74));
}

#[test]
fn equal_bytes_in_different_encodings_are_different_texts() {
    let utf8 = "[Event \"M\u{fc}ller\"]\n[Site \"\u{fc}\"]\n1A. e4{3} 1-0\n".as_bytes();
    // The event has the same bytes as above, but because of the site the whole record is Windows-1252.
    let other =
        ["[Event \"M\u{fc}ller\"]\n".as_bytes(), b"[Site \"\xfc\"]\n1A. e4{3} 1-0\n"].concat();
    for records in [[utf8, &other], [&other, utf8]] {
        check_odd(&records.concat());
    }
}
