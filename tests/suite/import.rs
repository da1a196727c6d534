//! Import of single-board exports.
//!
//! The oracle is a known match: it is split into single-board exports and must be merged again with every ply and
//! clock.
#![expect(
    clippy::disallowed_methods,
    reason = "what is imported is written into a folder of the test's own"
)]

#[path = "../../benches/generate/boards.rs"]
pub mod boards;

use crate::{
    cli::{check, program},
    corpus,
    random::random_matches,
};
use boards::ExportedMatch;
use proptest::prelude::*;
use serde_json::json;
use std::io::Write as _;
use tandem::{
    import::{Import, Importer, MergeNote, board::is_board_export},
    notation::{Clock, Records},
    replay::{Match, Ply},
    rules::BoardId,
};

/// Returns the plies of a match as they should be imported.
fn written(known: &ExportedMatch) -> Vec<String> {
    let plies = known.plies.iter();
    plies.map(|(ply, clock)| line(ply, Some(clock * 100))).collect()
}

fn line(ply: &Ply, clock_ms: Option<i32>) -> String {
    format!("{} {} {clock_ms:?}", ply.seat.letter(), ply.mv.uci(false))
}

/// Returns the plies of a record.
fn plies(text: &str) -> Vec<String> {
    let mut records = Records::of(text.as_bytes());
    let (record, text, _) = records.read_next().expect("a record");
    let played = Match::replay(record, text);
    assert_eq!(played.issues, []);
    let plies = played.plies.iter();
    plies
        .map(|ply| match ply.clock {
            Clock::Left { ms, .. } => line(ply, Some(ms)),
            _ => line(ply, None),
        })
        .collect()
}

/// Returns random matches, each replayed by the rules.
pub fn known(bytes: u64, seed: u64) -> Vec<ExportedMatch> {
    let text = random_matches(bytes, seed);
    let mut records = Records::of(&text);
    let mut known = Vec::new();
    while let Some((record, text, _)) = records.read_next() {
        let plies = Match::replay(record, text).plies;
        if !plies.is_empty() {
            known.push(ExportedMatch::of(&plies, u32::try_from(known.len()).expect("few")));
        }
    }
    known
}

pub fn import(files: &[String]) -> Import {
    let mut importer = Importer::default();
    for file in files {
        assert!(is_board_export(file.as_bytes()), "{file}");
        importer.add(file.as_bytes());
    }
    importer.finish()
}

#[test]
fn split_matches_are_merged_without_loss() {
    let known = known(400_000, 7);
    assert!(known.len() > 50);
    // All first boards, then all second boards in reverse order.
    let answers = |board| {
        let numbered = (1..).zip(&known);
        numbered.map(move |(number, known): (u64, &ExportedMatch)| {
            known.answer(number, board).to_string()
        })
    };
    let mut files: Vec<String> = answers(BoardId::A).collect();
    files.extend(answers(BoardId::B).collect::<Vec<_>>().into_iter().rev());
    let imported = import(&files);
    assert_eq!(imported.problems, []);
    assert_eq!(imported.matches.len(), known.len());
    for (found, known) in imported.matches.iter().zip(&known) {
        assert_eq!(found.notes, []);
        assert_eq!(found.missing, None);
        assert_eq!(plies(&found.text), written(known));
    }
}

#[test]
fn partner_board_may_be_named_by_uuid() {
    let known = &known(20_000, 3)[0];
    let [a, mut b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board));
    b["game"]["partnerGameId"] = a["game"]["uuid"].clone();
    let mut lonely = a.clone();
    lonely["game"]["partnerGameId"] = json!(null);
    let imported = import(&[b.to_string(), lonely.to_string()]);
    assert_eq!(imported.matches.len(), 1);
    assert_eq!(plies(&imported.matches[0].text), written(known));
}

#[test]
fn repeated_board_counts_once() {
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    let imported = import(&[a.clone(), b.clone(), b, a]);
    assert_eq!((imported.matches.len(), imported.repeated), (1, 2));
}

#[test]
fn response_lists_and_sequences_are_read() {
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    for file in [format!("[{a},{b}]"), format!("\u{feff} {a}\n{b}\n")] {
        let imported = import(&[file]);
        assert_eq!(imported.matches.len(), 1);
        assert_eq!(plies(&imported.matches[0].text), written(known));
    }
}

#[test]
fn joined_files_with_byte_order_marks_are_read() {
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    let joined = format!("\u{feff}{a}\r\n\u{feff}{b}\r\n");
    assert!(is_board_export(joined.as_bytes()));
    let mut importer = Importer::new(false);
    importer.add(joined.as_bytes());
    let import = importer.finish();
    assert!(import.problems.is_empty(), "{:?}", import.problems);
    assert_eq!(plies(&import.matches[0].text), written(known));
}

/// The same board with two forms of its address is one board.
#[test]
fn addresses_of_one_board_are_equal() {
    let board = |link: &str, name: &str| {
        format!(
            "[White \"{name}\"]\n[Black \"b\"]\n[Variant \"Bughouse\"]\n[Link \"{link}\"]\n\n1. e4 *\n\n"
        )
    };
    for form in [
        "https://www.chess.com/game/live/158858846801?tab=review",
        "https://www.chess.com/analysis/game/live/158858846801/review",
        "https://m.chess.com/game/live/158858846801#move-3",
        "Https://www.chess.com/live/game/158858846801/",
    ] {
        let mut importer = Importer::new(false);
        importer.add(board("https://www.chess.com/game/live/158858846801", "a").as_bytes());
        importer.add(board(form, "A").as_bytes());
        let import = importer.finish();
        assert_eq!((import.matches.len(), import.repeated), (1, 1), "{form}");
        assert!(import.matches[0].text.contains("[GameIdA \"158858846801\"]"), "{form}");
    }
}

#[test]
fn half_match_names_the_partner_address() {
    let known = &known(20_000, 3)[0];
    let imported = import(&[known.answer(4, BoardId::B).to_string()]);
    let found = &imported.matches[0];
    let address = found.missing.as_ref().expect("a partner").data_address();
    assert_eq!(address, "https://www.chess.com/callback/live/game/8");
    assert!(found.text.contains("[WhiteB \"Paaso\"]"), "{}", found.text);
    assert!(found.text.contains("[WhiteA \"\"]"));
    // Board B's Black, the winner, is White A's partner.
    assert!(found.text.ends_with("{death won with their bughouse partner} 1-0\n\n"));
}

/// Returns a response with only what determines the order of the plies.
fn bare(id: u64, partner: u64, moves: &str, clocks: &str) -> String {
    json!({"game": {
        "id": id, "partnerGameId": partner, "type": "bughouse", "moveList": moves,
        "moveTimestamps": clocks, "baseTime1": 1200, "timeIncrement1": 0,
        "pgnHeaders": {"White": format!("w{id}"), "Black": format!("b{id}"), "TimeControl": "120"}
    }})
    .to_string()
}

#[test]
fn drop_is_reordered_after_the_capture_that_feeds_it() {
    // Board A: 1. e4 d5 2. exd5 after 3 s. Board B: 1. d4 P@e4 after 2.5 s.
    let a = bare(1, 2, "mCZJCJ", "1190,1190,1180,0");
    let b = bare(2, 1, "lB=C", "1190,1185,0");
    let imported = import(&[a.clone(), b]);
    let said = imported.matches[0].notes[0].to_string();
    assert_eq!(
        said,
        "by the clocks, 1b drops its piece up to 500 ms before it is captured; moved the drop after the capture"
    );
    assert_eq!(imported.matches[0].notes.len(), 1);
}

#[test]
fn one_board_pgn_is_paired_by_day_end_and_time_control() {
    let board = |white: &str, black: &str, result: &str, moves: &str| {
        format!(
            "[Event \"Live Chess - Bughouse\"]\n[Site \"Chess.com\"]\n[Date \"2024.05.01\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"{result}\"]\n[Variant \"Bughouse\"]\n[TimeControl \"180\"]\n\
             [EndTime \"10:11:12 GMT+0000\"]\n[Termination \"{white} won by resignation\"]\n\n{moves} {result}\n\n"
        )
    };
    let a = board(
        "ann",
        "bob",
        "1-0",
        "1. e4 {[%clk 0:02:59.9]} 1... d5 {[%clk 0:02:59]} 2. exd5 {[%clk 0:02:58]}",
    );
    let b = board("cy", "dee", "0-1", "1. d4 {[%clk 0:02:59.5]} 1... P@e4 {[%clk 0:02:50]}");
    for files in [vec![a.clone(), b.clone()], vec![format!("{a}{b}")]] {
        let imported = import(&files);
        assert_eq!(imported.problems, []);
        assert_eq!(imported.matches.len(), 1, "{:#?}", imported.matches);
        assert_eq!(
            plies(&imported.matches[0].text),
            [
                "A e2e4 Some(179900)",
                "B d2d4 Some(179500)",
                "a d7d5 Some(179000)",
                "A e4d5 Some(178000)",
                "b P@e4 Some(170000)",
            ]
        );
    }
    // Another end time means another match.
    let other = b.replace("10:11:12", "10:11:13");
    assert_eq!(import(&[a, other]).matches.len(), 2);
}

#[test]
fn a_month_is_read_without_times_and_paired_by_end_and_uuid() {
    let game = |uuid: &str, white: &str, black: &str, tcn: &str, results: [&str; 2]| {
        json!({
            "url": "https://www.chess.com/game/live/1", "uuid": uuid, "rules": "bughouse", "tcn": tcn,
            "end_time": 1_764_545_363, "time_control": "180", "rated": true,
            "white": {"username": white, "rating": 1900, "result": results[0]},
            "black": {"username": black, "rating": 1800, "result": results[1]}
        })
    };
    let a = "fcb0a12c-ce43-11f0-9508-a0369feff220";
    let b = "fcb0a12d-ce43-11f0-9508-a0369feff220";
    let mut other = game(b, "cy", "dee", "lB=C", ["bughousepartnerlose", "win"]);
    other["url"] = json!("https://www.chess.com/game/live/3");
    let chess = json!({"rules": "chess", "tcn": "mC"});
    let month = json!({"games": [
        game(a, "ann", "bob", "mCZJCJ", ["win", "resigned"]), chess, other
    ]});
    let imported = import(&[month.to_string()]);
    assert_eq!((imported.problems.as_slice(), imported.other_games), ([].as_slice(), 1));
    assert_eq!(imported.matches.len(), 1);
    let found = &imported.matches[0];
    assert!(found.text.contains("[Date \"2025.11.30\"]"));
    assert!(found.text.contains("{ann won by resignation} 1-0"));
    assert_eq!(found.notes, [MergeNote::NoClocks]);
}

/// Returns a month with eight bughouse boards, 300 games of chess, and `more`.
fn month(more: &str) -> String {
    let boards = known(80_000, 3).into_iter().take(8).enumerate().map(|(number, known)| {
        let answer = known.answer(number as u64 + 1, BoardId::A);
        let game = &answer["game"];
        json!({
            "url": format!("https://www.chess.com/game/live/{}", 2 * number + 2),
            "uuid": game["uuid"], "rules": "bughouse", "tcn": game["moveList"],
            "end_time": 1_764_545_363 + 200 * number, "time_control": "180",
            "white": {"username": "raven", "rating": 1900, "result": "win"},
            "black": {"username": "Gnejs", "rating": 1800, "result": "resigned"}
        })
    });
    let boards: Vec<String> = boards.map(|board| board.to_string()).collect();
    assert_eq!(boards.len(), 8);
    let chess = vec![r#"{"rules":"chess","tcn":"mC0K","pgn":"1. e4 e5 *"}"#; 150].join(",");
    format!("{{\"games\":[{chess},{},{chess}{more}]}}", boards.join(","))
}

/// Returns the status, output and messages of the program.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = program(arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn month_is_reported_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, out) = (path("month.json"), path("out.bpgn"));
    std::fs::write(&json, month("")).expect("written");
    let words = "8 bughouse matches, 8 without the partner board, 300 other games skipped\n";
    assert_eq!(run(&["import", &json, "-o", &out], b""), (Some(0), String::new(), words.into()));
    // The contents that are missing in the export are reported once per match.
    let (status, said, _) = run(&["check", &out], b"");
    assert_eq!(status, Some(0));
    let mut lines: Vec<&str> = said.lines().collect();
    assert!(lines.pop().expect("a sum").ends_with("0 errors, 8 warnings"), "{said}");
    for line in lines {
        assert!(line.contains("warning: board B has no moves, so "), "{line}");
        assert!(line.ends_with(" on board A cannot be checked"), "{line}");
    }
    // A record that is not a game is still an error.
    std::fs::write(&json, month(",{},{\"rules\":7}")).expect("written");
    let (status, _, said) = run(&["import", &json], b"");
    assert_eq!(status, Some(1));
    assert!(said.contains("this entry is not a game; skipped"), "{said}");
    assert!(said.ends_with("301 other games skipped\n"), "{said}");
}

#[test]
fn subcommands_read_exports_like_the_window() {
    let known = &known(20_000, 3)[0];
    let pair = BoardId::ALL.map(|board| known.answer(1, board).to_string());
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, boards, mixed) = (path("pair.json"), path("boards"), path("mixed.bpgn"));
    std::fs::write(&json, pair.concat()).expect("written");
    std::fs::create_dir(&boards).expect("a folder");
    for (name, text) in [("1.json", &pair[0]), ("2.json", &pair[1])] {
        std::fs::write(folder.path().join("boards").join(name), text).expect("written");
    }
    let mut inputs = vec![json.clone(), boards];
    for (name, bytes) in packed(&[("1.json", &pair[0]), ("2.json", &pair[1])]) {
        std::fs::write(path(name), bytes).expect("written");
        inputs.push(path(name));
    }
    // The same match as BPGN is the oracle.
    let bpgn = path("oracle.bpgn");
    assert_eq!(run(&["import", &json, "-o", &bpgn], b"").0, Some(0));
    for command in [
        vec!["list", "FILE"],
        vec!["list", "FILE", "--drops"],
        vec!["analyse", "FILE", "--at", "3"],
        vec!["positions", "FILE"],
        vec!["search", "[p]", "FILE"],
        vec!["players", "FILE"],
        vec!["openings", "FILE"],
        vec!["convert", "FILE", "-o", "-", "--to", "columns"],
        vec!["diagram", "FILE", "--at", "end", "-o", "-", "--format", "svg"],
    ] {
        let at = |path: &str| -> (Option<i32>, String, String) {
            let arguments: Vec<&str> =
                command.iter().map(|word| if *word == "FILE" { path } else { word }).collect();
            run(&arguments, b"")
        };
        let expect = at(&bpgn);
        assert_eq!(expect.0, Some(0), "{command:?}: {}", expect.2);
        for input in &inputs {
            assert_eq!(at(input), expect, "{command:?} {input}");
        }
    }
    for input in &inputs {
        let (status, said, _) = run(&["check", input], b"");
        assert_eq!((status, said.lines().count()), (Some(0), 1), "{said}");
        assert!(said.starts_with("1 match, "), "{said}");
    }
    // The input is a pipe, or one of several files.
    let whole = pair.concat();
    assert_eq!(run(&["positions", "-"], whole.as_bytes()).0, Some(0));
    std::fs::write(&mixed, "[WhiteA \"x\"]\n\n1A. e4 *\n").expect("written");
    for (arguments, input, count) in [
        (vec!["list", "-", "--count"], whole.as_str(), "1\n"),
        (vec!["list", &mixed, &json, "--count"], "", "2\n"),
    ] {
        assert_eq!(run(&arguments, input.as_bytes()), (Some(0), count.to_owned(), String::new()));
    }
}

#[test]
fn import_errors_name_the_file_and_skip_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    std::fs::write(folder.path().join("1.json"), &a).expect("written");
    std::fs::write(folder.path().join("2.json"), &b).expect("written");
    std::fs::write(folder.path().join("3.json"), &a[..a.len() - 9]).expect("written");
    std::fs::write(folder.path().join("notes.txt"), "nothing of the kind").expect("written");
    let path = folder.path().to_str().expect("UTF-8").to_owned();
    let output = program(&["import", &path], b"");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("3.json: error: board 1: line 1, column "), "{said}");
    assert!(said.contains("invalid JSON (EOF while parsing"), "{said}");
    assert!(said.ends_with("1 bughouse match\n"), "{said}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(plies(&text), written(known));
}

/// Returns the output and the errors of an import that can read only a part of the file at `path`.
fn partly_refused(path: &str) -> (Vec<u8>, String) {
    let output = program(&["import", path], b"");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{said}");
    (output.stdout, said)
}

/// Returns `files` packed as `.zip` and as `.tar.gz`.
fn packed(files: &[(&str, &str)]) -> [(&'static str, Vec<u8>); 2] {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut tar = tar::Builder::new(gz);
    for (name, text) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(text.as_bytes()).expect("written");
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, name, text.as_bytes()).expect("written");
    }
    let zip = zip.finish().expect("packed").into_inner();
    let tar = tar.into_inner().expect("packed").finish().expect("packed");
    [("games.zip", zip), ("games.tar.gz", tar)]
}

#[test]
fn a_packed_folder_is_read_like_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    let files = [
        ("in/1.json", a.as_str()),
        ("in/2.json", &b),
        ("in/3.json", &a[..a.len() - 9]),
        ("4.url", "https://www.chess.com/game/live/158858846803"),
        ("notes.txt", "nothing of the kind"),
    ];
    for (name, bytes) in packed(&files) {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("written");
        let path = path.to_str().expect("UTF-8");
        let (out, said) = partly_refused(path);
        let broken = format!("{path}/in/3.json: error: board 1: line 1, column ");
        assert!(said.contains(&broken), "{said}");
        assert!(
            said.contains(&format!("{path}/4.url: error: this file holds only a link")),
            "{said}"
        );
        let skipped = "skipped 1 file without matches (notes.txt)\n1 bughouse match\n";
        assert!(said.ends_with(skipped), "{said}");
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(plies(&text), written(known));

        // The truncation is reported, and everything before it is imported.
        std::fs::write(path, &bytes[..bytes.len() / 2]).expect("written");
        let (_, said) = partly_refused(path);
        assert!(said.contains(": error: cannot unpack the whole file: "), "{said}");
    }
}

#[test]
fn oversized_archive_is_reported_once_and_read_with_higher_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = &known(20_000, 3)[0];
    let [a, b] = [BoardId::A, BoardId::B].map(|board| known.answer(1, board).to_string());
    let b = format!("{b}{}", "\n".repeat(65 << 20));
    for (name, bytes) in packed(&[("1.json", &a), ("2.json", &b), ("3.json", &a)]) {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("written");
        let path = path.to_str().expect("UTF-8");
        let (_, said) = partly_refused(path);
        assert_eq!(said.matches("it unpacks to more than 250 times its size").count(), 1, "{said}");
        assert!(said.starts_with(&format!("{path}: error: ")), "{said}");
        assert!(said.ends_with("1 bughouse match, 1 without the partner board\n"), "{said}");
        let output = program(&["import", "--unpack", "100", path], b"");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(0), "{said}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(plies(&text), written(known));
    }
}

#[test]
fn archive_without_boards_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in packed(&[("notes.txt", "nothing of the kind")]) {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("written");
        let path = path.to_str().expect("UTF-8");
        let said = format!(
            "{path}: error: no match or board in this archive\nskipped 1 file without matches (notes.txt)\n\
             0 bughouse matches\n"
        );
        check(&["import", path], b"", 1, "", &said);
    }
}

#[test]
fn matches_are_appended_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = known(60_000, 3);
    let out = folder.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
    let mut sizes = Vec::new();
    for (number, known) in (1..).zip(known.iter().take(2)) {
        let name = folder.path().join(format!("{number}.json"));
        let boards = BoardId::ALL.map(|board| known.answer(number, board));
        std::fs::write(&name, json!(boards).to_string()).expect("written");
        let name = name.to_str().expect("UTF-8").to_owned();
        for said in ["1 bughouse match\n", "0 bughouse matches, 1 already there\n"] {
            check(&["import", &name, "-o", &out, "--append"], b"", 0, "", said);
            sizes.push(std::fs::read(&out).expect("read").len());
        }
    }
    assert_eq!(sizes[0], sizes[1]);
    assert_eq!(sizes[2], sizes[3]);
    assert!(sizes[1] < sizes[2]);
    let checked = program(&["check", &out], b"");
    let said = String::from_utf8(checked.stdout).expect("UTF-8");
    assert!(said.starts_with("2 matches, "), "{said}");
    assert!(said.ends_with(": 0 errors, 0 warnings\n"), "{said}");
}

/// Returns the words of a text, however its lines are broken.
fn text_words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn half_match_in_a_file_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
    let known = known(60_000, 3);
    for (number, known) in (1..).zip(&known) {
        let boards = BoardId::ALL.map(|board| known.answer(number, board).to_string());
        let together = import(&boards).matches[0].text.clone();
        for [first, second] in [[0, 1], [1, 0]] {
            let _ = std::fs::remove_file(&out);
            let input = boards[first].as_bytes();
            assert!(program(&["import", "-", "-o", &out, "--append"], input).status.success());
            let half = std::fs::read_to_string(&out).expect("read");
            let said = "0 bughouse matches, 1 half match completed\n";
            check(&["import", "-", "-o", &out, "--append"], boards[second].as_bytes(), 0, "", said);
            let whole = std::fs::read_to_string(&out).expect("read");
            assert_eq!(text_words(&whole), text_words(&together), "{half}");
            assert!(
                whole.lines().all(|line| line.len() <= 80 && line.trim_end() == line),
                "{whole}"
            );
            let said = "0 bughouse matches, 1 already there\n";
            check(&["import", "-", "-o", &out, "--append"], boards[second].as_bytes(), 0, "", said);
        }
    }
}

#[test]
fn notes_of_a_half_match_survive_completion() {
    let known = &known(60_000, 3)[0];
    for (first, line_end) in [(0, "\n"), (1, "\r\n")] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
        let boards = BoardId::ALL.map(|board| known.answer(7, board).to_string());
        let half = import(&boards[first..=first]).matches[0].text.clone();
        let clock = half.find("} 2").expect("a second move") + 1;
        let half = format!("{} {{C:what a start}} {{D:}}{}", &half[..clock], &half[clock..]);
        let half = half.replace("[Event \"Live Chess - Bughouse\"]", "[Event \"My best\"]");
        let half = half.replace("[Result", "[Annotator \"me\"]\n[Result");
        let other = "[Event \"x\"]\n\n1A. e4 *\n\n";
        let before = format!("{other}{half}{other}").replace('\n', line_end);
        std::fs::write(&out, &before).expect("written");
        let said = "0 bughouse matches, 1 half match completed\n";
        let input = boards[1 - first].as_bytes();
        check(&["import", "-", "-o", &out, "--append"], input, 0, "", said);
        let whole = std::fs::read_to_string(&out).expect("read");
        let other = other.replace('\n', line_end);
        let whole = whole.strip_prefix(&other).and_then(|text| text.strip_suffix(&other));
        let whole = whole.expect("the other records stay as they were");
        assert_eq!(whole.matches("\r\n").count() > 0, line_end == "\r\n");
        assert!(!whole.replace("\r\n", "").contains('\r'));
        assert_eq!(plies(whole), written(known));
        for kept in ["[Event \"My best\"]", "[Annotator \"me\"]", "{C:what a start} {D:}"] {
            assert!(whole.contains(kept), "{whole}");
        }
        // The reason of the board that ended the match replaces the other one.
        assert!(whole.contains("[Termination \"raven won by resignation\"]"));
        assert!(whole.contains("{raven won by resignation} 1-0"), "{whole}");
        let checked = program(&["check", "-"], whole.as_bytes());
        let said = String::from_utf8(checked.stdout).expect("UTF-8");
        assert!(said.ends_with(": 0 errors, 0 warnings\n"), "{said}");
    }
}

#[test]
fn unrelated_boards_are_never_paired() {
    let known = known(60_000, 3);
    let boards = |number: u64| BoardId::ALL.map(|board| known[0].answer(number, board));
    let [a, b] = boards(100_000_000);
    let changed = |board: &serde_json::Value, name: &str, value: serde_json::Value| {
        let mut board = board.clone();
        board["game"][name] = value;
        board
    };
    let partner = |board, value| changed(board, "partnerGameId", value);
    let nobody = partner(&b, json!(null));
    for other in [
        // It belongs to a board that is not here.
        partner(&b, json!(299_999_999)),
        // It names no players, and it is another game.
        changed(&nobody, "endTime", json!(1_764_549_999)),
        changed(&nobody, "baseTime1", json!(600)),
        boards(100_000_001)[1].clone(),
    ] {
        let halves = import(&[a.to_string(), other.to_string()]).matches;
        assert_eq!(halves.len(), 2, "{other}");
        // The boards are not paired in a file either.
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("mine.bpgn").to_str().expect("UTF-8").to_owned();
        for board in [&a, &other] {
            let input = board.to_string();
            program(&["import", "-", "-o", &out, "--append"], input.as_bytes());
        }
        let text = std::fs::read_to_string(&out).expect("read");
        assert_eq!(text, format!("{}{}", halves[0].text, halves[1].text));
    }
    assert_eq!(import(&[a.to_string(), nobody.to_string()]).matches.len(), 1);
    // Neither names the other, but they have the same end and adjacent numbers.
    let alone = partner(&a, json!(null));
    assert_eq!(import(&[alone.to_string(), nobody.to_string()]).matches.len(), 1);
    let far = changed(&nobody, "id", json!(300_000_000));
    let far = changed(&far, "uuid", json!(null));
    assert_eq!(import(&[alone.to_string(), far.to_string()]).matches.len(), 2);
}

/// Returns the response for a board without the name of its partner and without its end in UTC. Its end is `end` with the
/// time zone, on the day `date`.
fn alone(board: &serde_json::Value, end: &str, date: &str) -> String {
    let mut board = board.clone();
    let game = &mut board["game"];
    (game["partnerGameId"], game["endTime"]) = (json!(null), json!(null));
    (game["pgnHeaders"]["EndTime"], game["pgnHeaders"]["Date"]) = (json!(end), json!(date));
    board.to_string()
}

/// Returns the pairs of `boards`, as pairs of indices of their files.
fn paired(boards: &[String]) -> Vec<[usize; 2]> {
    let matches = import(boards).matches;
    let pairs = matches
        .iter()
        .filter_map(|found| Some([found.files[BoardId::A]?, found.files[BoardId::B]?]));
    let mut pairs: Vec<[usize; 2]> = pairs.collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    pairs
}

/// Returns the number of drops on both boards.
fn drop_count(pair: &[serde_json::Value; 2]) -> usize {
    let moves = pair.iter().flat_map(|board| board["game"]["moveList"].as_str());
    moves
        .flat_map(|moves| moves.as_bytes().chunks(2))
        .filter(|code| b"&-*+=".contains(&code[0]))
        .count()
}

#[test]
fn ends_in_different_time_zones_do_not_part_a_match() {
    let known = known(60_000, 3);
    let mut pairs = known.iter().map(|known| BoardId::ALL.map(|board| known.answer(7, board)));
    let [a, b] = pairs.find(|pair| drop_count(pair) >= 10).expect("a match with drops");
    let day = "2025.11.30";
    for (end, date, are_pair) in [
        ("23:29:23 GMT+0000", day, true),
        ("15:29:23 PST", day, true),
        ("4:59:23 IST", "2025.12.01", true),
        ("05:14:23 NPT", "2025-12-01", true),
        ("23:29:24 GMT+0000", day, true),
        ("15:29:21 PST", day, true),
        ("0:29:25 CET", "2025.12.01", true),
        // It ended a minute later, or on another day.
        ("15:30:23 PST", day, false),
        ("15:29:27 PST", day, false),
        ("15:29:23 PST", "2025.11.28", false),
    ] {
        let boards = [alone(&a, "23:29:23 GMT+0000", day), alone(&b, end, date)];
        assert_eq!(paired(&boards).len(), usize::from(are_pair), "{end} {date}");
        let boards = [boards[1].clone(), boards[0].clone()];
        assert_eq!(paired(&boards).len(), usize::from(are_pair), "{end} {date}");
    }
    // Without drops, the same second in known time zones is enough, and nothing less.
    let few = BoardId::ALL.map(|board| {
        let mut board = known[0].answer(7, board);
        board["game"]["moveList"] = json!("mC0K");
        board["game"]["moveTimestamps"] = json!("8999,8990,8998");
        board
    });
    for (end, are_pair) in [
        ("15:29:23 PST", true),
        ("23:29:23 GMT+0000", true),
        ("4:59:23 IST", false),
        ("15:29:24 PST", false),
    ] {
        let boards = [alone(&few[0], "23:29:23 GMT+0000", day), alone(&few[1], end, day)];
        assert_eq!(paired(&boards).len(), usize::from(are_pair), "{end}");
    }
    // One board names the other, whose end is in another time zone.
    let mut named = b.clone();
    named["game"]["endTime"] = json!(null);
    named["game"]["pgnHeaders"]["EndTime"] = json!("15:29:23 PST");
    let boards = [alone(&a, "23:29:23 GMT+0000", day), named.to_string()];
    assert_eq!(paired(&boards), [[0, 1]]);
}

/// Returns the boards of `matches` with their numbers in a row, and all ends in one second, in various time zones: nothing
/// but results, clocks and moves tells which two belong together. Only the boards for which `filter` returns `true` are
/// returned, each with the number of its match.
fn indistinct(
    matches: &[[serde_json::Value; 2]],
    filter: impl Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<String>) {
    let mut boards = Vec::new();
    for (number, pair) in matches.iter().enumerate() {
        for (place, board) in pair.iter().enumerate() {
            if filter(number, place) {
                let mut board = board.clone();
                board["game"]["id"] = json!(200_000_000_000_u64 + 2 * boards.len() as u64);
                board["game"]["uuid"] = json!(null);
                for (index, color) in ["White", "Black"].into_iter().enumerate() {
                    board["game"]["pgnHeaders"][color] =
                        json!(format!("p{number}-{place}-{index}"));
                }
                for side in ["top", "bottom"] {
                    board["players"][side]["username"] = json!(null);
                }
                let hour = (number * 5 + place * 8) % 24;
                boards.push((number, alone(&board, &format!("{hour}:29:23 UTC"), "2025.11.30")));
            }
        }
    }
    boards.into_iter().unzip()
}

/// Pairs `matches` with shifted time zones. Returns how many were paired, and how many pairs are wrong if every match
/// lacks one board.
fn count_pairs(matches: &[[serde_json::Value; 2]]) -> (usize, usize) {
    let mut right = 0;
    for pair in matches {
        let (_, boards) = indistinct(std::slice::from_ref(pair), |_, _| true);
        right += paired(&boards).len();
    }
    let mut wrong = 0;
    for first in [0, 1] {
        let (of, boards) = indistinct(matches, |number, place| (number + place) % 2 == first);
        wrong += paired(&boards).iter().filter(|pair| of[pair[0]] != of[pair[1]]).count();
        let (of, boards) = indistinct(matches, |_, place| place == first);
        wrong += paired(&boards).iter().filter(|pair| of[pair[0]] != of[pair[1]]).count();
    }
    (right, wrong)
}

#[test]
fn moves_decide_between_neighbors_that_end_together() {
    let known = known(400_000, 7);
    let matches: Vec<_> = (1..)
        .zip(&known)
        .map(|(number, known)| BoardId::ALL.map(|board| known.answer(number, board)))
        .collect();
    let (right, wrong) = count_pairs(&matches);
    // The moves of the other matches tell too little.
    let telling = matches.iter().filter(|pair| drop_count(pair) >= 10).count();
    assert!(telling > 50, "{telling}");
    assert_eq!((right, wrong), (telling, 0));
    // All boards are there: only right pairs.
    let (of, boards) = indistinct(&matches, |_, _| true);
    let pairs = paired(&boards);
    assert!(pairs.iter().all(|pair| of[pair[0]] == of[pair[1]]));
    assert!(pairs.len() * 10 >= telling * 9, "{} of {telling}", pairs.len());
}

#[test]
fn real_boards_pair_across_time_zones() {
    let Some(folder) = corpus::folder() else { return };
    let mut boards: std::collections::BTreeMap<u64, serde_json::Value> = Default::default();
    for entry in std::fs::read_dir(folder.join("chesscom-json")).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("text");
        let board: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        boards.insert(board["game"]["id"].as_u64().expect("a number"), board);
    }
    let pairs = boards.values().filter_map(|board| {
        let partner = boards.get(&board["game"]["partnerGameId"].as_u64()?)?;
        (board["game"]["id"].as_u64() < partner["game"]["id"].as_u64())
            .then(|| [board.clone(), partner.clone()])
    });
    let matches: Vec<_> = pairs.collect();
    assert!(matches.len() >= 18);
    assert_eq!(count_pairs(&matches), (matches.len(), 0));
}

/// Returns the messages about a response, and the number of playable plies.
fn said(moves: &str, clocks: &str) -> (Vec<String>, usize) {
    let imported = import(&[bare(1, 2, moves, clocks)]);
    let problems = imported.problems.iter();
    let mut said: Vec<String> = problems.map(|it| it.problem.kind.to_string()).collect();
    let found = &imported.matches[0];
    said.extend(found.notes.iter().map(ToString::to_string));
    (said, plies(&found.text).len())
}

#[test]
fn bad_moves_and_clocks_are_reported_and_the_rest_preserved() {
    let check = |moves, clocks, expect: &[&str], plies| {
        let (said, played) = said(moves, clocks);
        assert_eq!(said, expect, "{moves}");
        assert_eq!(played, plies, "{moves}");
    };
    check("mCZJ", "1190,1190,1180", &[], 2);
    let odd = "the move list ends with an incomplete move; ignored";
    check("mCZJC", "1190,1190,1180", &[odd], 2);
    let letters = "move 2 of the move list is invalid (\"Z%\"); kept the moves before it";
    check("mCZ%CJ", "1190,1190,1180", &[letters], 1);
    let few = "1 clocks for 2 moves; the remaining moves have none";
    check("mCZJ", "1190", &[few], 2);
    let none = "clock 2 is invalid (\"soon\"); moves from there on have no clocks";
    check("mCZJ", "1190,soon", &[none, few], 2);
    let rising = "the clock of 2A went up; assumed the move took no time";
    check("mCZJCJ", "1190,1190,1199,0", &[rising], 3);
    let (notes, played) = said("mCZJmC", "1190,1190,1180,0");
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("2A cannot be played ("), "{notes:?}");
    assert!(notes[0].ends_with("; moved it to a comment on board A"));
    assert_eq!(played, 2);
}

#[test]
fn unpaired_boards_are_separate_halves() {
    let one = bare(1, 7, "mCZJ", "1190,1190,1180");
    let other = bare(3, 9, "lB", "1190,1180");
    let imported = import(&[one, other]);
    let halves = imported.matches.iter().map(|found| {
        assert!(found.is_half());
        found.missing.as_ref().expect("the other board").data_address()
    });
    let address = |id| format!("https://www.chess.com/callback/live/game/{id}");
    assert_eq!(halves.collect::<Vec<_>>(), [7, 9].map(address));
}

#[test]
fn drop_of_a_piece_that_never_arrived_is_reported() {
    // Board A: 1. e4 d5. Board B: 1. d4 P@e4, and no pawn was captured.
    let imported =
        import(&[bare(1, 2, "mCZJ", "1190,1190,1180"), bare(2, 1, "lB=C", "1190,1185,0")]);
    let [note] = imported.matches[0].notes.as_slice() else {
        panic!("{:?}", imported.matches[0].notes);
    };
    assert_eq!(note.to_string(), "1b drops a piece that is not in reserve");
}

#[test]
fn unsupported_variant_is_named() {
    let duck = bare(1, 2, "mC", "1190")
        .replace("\"TimeControl\"", "\"Variant\":\"DuckChess\",\"TimeControl\"");
    let imported = import(&[duck, bare(3, 4, "mC", "1190")]);
    assert_eq!(imported.matches.len(), 1);
    assert_eq!(
        imported.problems[0].problem.kind.to_string(),
        "\"DuckChess\" is not bughouse; skipped the game"
    );
}

/// One line of many megabytes, complete and cut off, beside a good pair.
#[test]
fn very_long_line_does_not_affect_other_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = &known(20_000, 3)[0];
    let pair = BoardId::ALL.map(|board| known.answer(1, board).to_string());
    let moves = "gvBmvgmB".repeat(250_000);
    let long = bare(11, 12, &moves, "");
    assert!(long.len() > 2_000_000 && !long.contains('\n'));
    for (name, text) in [
        ("1.json", pair[0].as_str()),
        ("2.json", &pair[1]),
        ("long.json", &long),
        ("torn.json", &long[..long.len() - 3]),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let output = program(&["import", folder.path().to_str().expect("UTF-8")], b"");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("torn.json: error: board 1: line 1, column "), "{said}");
    assert!(said.contains("long.json: error: board 1: "), "{said}");
    assert!(said.ends_with("2 bughouse matches, 1 without the partner board\n"), "{said}");
}

#[test]
fn unreadable_files_among_ten_thousand_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for id in 0..5_000 {
        let (a, b) = (2 * id + 1, 2 * id + 2);
        let write = |name: u64, text: String| {
            std::fs::write(folder.path().join(format!("{name}.json")), text).expect("written");
        };
        write(a, bare(a, b, "mCZJ", "1190,1190,1180"));
        let torn = usize::from(id == 77);
        let other = bare(b, a, "lB", "1190,1180");
        write(b, other[..other.len() - torn].to_owned());
    }
    let output = program(&["import", folder.path().to_str().expect("UTF-8")], b"");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    let mut lines = said.lines();
    let [torn, half, sum] = [(); 3].map(|()| lines.next().unwrap_or_default());
    assert!(torn.contains("156.json: error: board 1: line 1, column "), "{said}");
    assert!(
        half.contains("155.json: warning: the partner board is missing; get it from "),
        "{said}"
    );
    assert_eq!(sum, "5000 bughouse matches, 1 without the partner board");
}

/// Returns the plies of one board, with their clocks.
fn of_board(text: &str, board: BoardId) -> Vec<String> {
    let letters = ["Aa", "Bb"][board as usize];
    let mut plies = plies(text);
    plies.retain(|ply| ply.starts_with(|letter| letters.contains(letter)));
    plies
}

#[test]
fn real_pairs_equal_another_programs_output() {
    let Some(corpus) = corpus::folder() else { return };
    let files = std::fs::read_dir(corpus.join("chesscom-json")).expect("the answers are there");
    let mut importer = Importer::default();
    for file in files {
        let path = file.expect("a file").path();
        importer.add(&std::fs::read(path).expect("read"));
    }
    let imported = importer.finish();
    assert_eq!((imported.matches.len(), imported.repeated), (18, 0));
    for found in &imported.matches {
        let ids = found.ids.iter().filter_map(|id| id.parse::<u64>().ok());
        let first = ids.min().expect("numbers");
        let other = corpus.join(format!("chesscom/{first}.bpgn"));
        let other = String::from_utf8(std::fs::read(other).expect("read")).expect("UTF-8");
        assert_eq!(found.notes, [], "{first}");
        for board in BoardId::ALL {
            let expected = of_board(&other, board);
            assert_eq!(of_board(&found.text, board), expected, "{first}");
        }
    }
}

proptest! {
    /// A damaged response gives what could be read, without a panic.
    #[test]
    fn damaged_responses_do_not_panic(cut in 0..4000_usize, at in 0..4000_usize, byte in any::<u8>()) {
        let known = ExportedMatch::of(&[], 0);
        let mut bytes = known.answer(1, BoardId::A).to_string().into_bytes();
        let end = bytes.len();
        bytes[at % end] = byte;
        bytes.truncate(end - cut % end);
        let mut importer = Importer::default();
        importer.add(&bytes);
        let _ = importer.finish();
    }

    /// For any moves and clocks, what cannot be played is reported and kept as text.
    #[test]
    fn random_moves_and_clocks_give_a_readable_record(
        moves in "[a-zA-Z0-9!?&*+={~}(^)@#$-]{0,60}",
        clocks in "[0-9,-]{0,80}",
        base in 0..2000_i64,
    ) {
        let known = ExportedMatch::of(&[], 0);
        let mut answer = known.answer(1, BoardId::A);
        answer["game"]["moveList"] = json!(moves);
        answer["game"]["moveTimestamps"] = json!(clocks);
        answer["game"]["baseTime1"] = json!(base);
        let imported = import(&[answer.to_string()]);
        let text = &imported.matches[0].text;
        let mut records = Records::of(text.as_bytes());
        let (record, bytes, _) = records.read_next().expect("a record");
        let played = Match::replay(record, bytes);
        prop_assert!(!played.cut_short, "{}", text);
        prop_assert!(records.read_next().is_none());
    }
}

#[test]
fn displayed_names_and_quotations_are_shortened() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "n".repeat(4000);
    let variant = "v".repeat(100_000);
    let board = format!("{{\"game\":{{\"moveList\":\"\",\"type\":\"{variant}\"}}}}");
    let address = "https://www.chess.com/game/live/158858846803";
    for (file, bytes) in packed(&[(&format!("{name}1"), &board), (&format!("{name}2"), address)]) {
        let path = folder.path().join(file);
        std::fs::write(&path, &bytes).expect("written");
        let (_, said) = partly_refused(path.to_str().expect("UTF-8"));
        assert!(said.contains("nnn…: error: board 1: \"vvv"), "{said}");
        assert!(said.contains("nnn…: error: this file holds only a link"), "{said}");
        assert!(said.len() < 2000, "{said}");
    }
}

/// Parts that no board needs are not held in memory: as a tree, this file would take over a gigabyte.
#[cfg(target_os = "linux")]
#[test]
fn a_large_json_is_read_in_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let board = "{\"game\":{\"id\":1,\"moveList\":\"mC\",\"moveTimestamps\":\"9\"},\"x\":[";
    let text = format!("{board}{}0]}}", "0,".repeat(10_000_000));
    std::fs::write(&path, text).expect("written");
    let script = "ulimit -v 400000 && exec \"$0\" import \"$1\"";
    let program = env!("CARGO_BIN_EXE_tandem");
    let output = std::process::Command::new("sh").args(["-c", script, program]).arg(&path).output();
    let output = output.expect("a shell");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(String::from_utf8(output.stdout).expect("UTF-8").contains("1A. e4"), "{said}");
}
