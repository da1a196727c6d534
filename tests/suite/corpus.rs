//! Real files in the folder [`CORPUS`], if available: the program's results compared with the text itself or with other
//! programs.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use super::{
    archive::{CORPUS, corpus_folder, files_in},
    cli::program,
};
use crate::skip::skipped;
use std::path::{Path, PathBuf};

/// The only file with an error, which is intended: the third match is illegal from its first move.
const ILLEGAL: &str = "other/chess-auto-prep-fixture-crlf-latin1.bpgn";
const ILLEGAL_SAYS: &str = ":29:5: error: 1A is illegal: no white pawn can reach e6; replay stops here\n3 matches, 5 \
     moves: 1 error, 0 warnings\n";

/// Returns the folder of real files. If there is none, a message says that the test is skipped.
pub fn folder() -> Option<PathBuf> {
    let folder = corpus_folder();
    if folder.is_none() {
        skipped(&format!("{CORPUS} names no folder of real files"));
    }
    folder
}

/// Returns the files of the corpus whose names end in `ending`, or `None` without a corpus.
fn files(ending: &str) -> Option<Vec<PathBuf>> {
    let mut files = files_in(&folder()?);
    files.retain(|file| file.extension().is_some_and(|it| it == ending));
    assert!(!files.is_empty(), "no .{ending} in the corpus");
    Some(files)
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned()
}

/// Returns the output, the errors and the exit status of the program for `arguments`.
fn run(arguments: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let output = program(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Returns `text` without comments and tags, found only by their brackets.
fn movetext(text: &str) -> String {
    let mut depth = (0, 0);
    let is_move = |letter: &char| {
        match letter {
            '{' => depth.0 += 1,
            '}' => depth.0 = 0,
            // A bracket within a comment is part of the comment.
            '[' if depth.0 == 0 => depth.1 += 1,
            ']' if depth.0 == 0 => depth.1 = 0,
            _ => return depth == (0, 0),
        }
        false
    };
    text.chars().filter(is_move).collect()
}

/// Counts how often a number, a seat and a point are together, as in `12b.`
fn numbered_plies(text: &str) -> usize {
    let text = movetext(text);
    let letters = text.as_bytes();
    letters
        .windows(3)
        .filter(|three| {
            let [number, seat, point] = three else { return false };
            number.is_ascii_digit() && b"AaBb".contains(seat) && *point == b'.'
        })
        .count()
}

#[test]
fn corpus_matches_replay_completely() {
    for file in files("bpgn").into_iter().flatten() {
        let name = file.display().to_string();
        let text = read(&file);
        let (out, err, status) = run(&["check", &name], b"");
        let all = out + &err;
        if name.ends_with(ILLEGAL) {
            assert!(all.ends_with(ILLEGAL_SAYS), "{name}: {all}");
            assert_eq!(status, Some(1), "{name}");
            continue;
        }
        let plies = numbered_plies(&text);
        assert!(plies > 0, "{name}");
        let sum = format!("1 match, {plies} moves: 0 errors, ");
        let last = all.lines().last().unwrap_or_default();
        assert!(last.starts_with(&sum), "{name}: {last}, not {sum}");
        assert_eq!(status, Some(0), "{name}");
    }
}

#[test]
fn corpus_files_are_copied_byte_by_byte() {
    for file in files("bpgn").into_iter().flatten() {
        let name = file.display().to_string();
        let copied = program(&["convert", &name, "-o", "-", "--to", "bpgn"], b"");
        let bytes = std::fs::read(&file).expect("a file");
        assert!(copied.stdout == bytes, "{name}");
    }
}

/// Returns the pieces of both boards at the end, as `positions` prints them.
fn last_boards(input: &[u8]) -> Vec<String> {
    let (out, err, status) = run(&["positions", "-"], input);
    assert_eq!(status, Some(0), "{err}");
    let last = out.lines().last().expect("a moment");
    let moment: serde_json::Value = serde_json::from_str(last).expect("JSON");
    let pieces = |board: &str| moment[board].as_str().map(|bfen| bfen.split(' ').next());
    ["a", "b"].iter().map(|board| pieces(board).flatten().expect("a board").to_owned()).collect()
}

#[test]
fn corpus_kriegspiel_games_agree_with_their_referee() {
    for file in files("pgn").into_iter().flatten() {
        let name = file.display().to_string();
        let moves = movetext(&read(&file));
        let is_move =
            |word: &&str| !word.ends_with('.') && !["1/2-1/2", "1-0", "0-1"].contains(word);
        let plies = moves.split_whitespace().filter(is_move).count();
        assert!(plies > 0, "{name}");
        let (out, err, status) = run(&["check", &name], b"");
        let sum = format!("1 match, {plies} moves: 0 errors, 0 warnings\n");
        assert_eq!((out + &err, status), (sum, Some(0)), "{name}");
    }
}

/// Iterates over the lines of a corpus file, without remarks and empty lines.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn corpus_positions_equal_test_data_and_dialects_are_read() {
    for file in files("txt").into_iter().flatten() {
        let text = read(&file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let held = match name.as_ref() {
            "perft-vectors.txt" => include_str!("data/perft.txt"),
            "mate-vectors.txt" => include_str!("data/mate.txt"),
            _ => {
                dialects(&text);
                continue;
            }
        };
        assert!(lines(&text).eq(lines(held)), "{name}");
    }
}

/// Checks each sample of the file: name, position and source.
fn dialects(text: &str) {
    let mut read = 0;
    for line in lines(text) {
        let mut fields = line.split('\t');
        let (Some(dialect), Some(position)) = (fields.next(), fields.next()) else {
            panic!("three fields: {line}");
        };
        // A pattern instead of a position.
        if position.contains('<') {
            continue;
        }
        let boards = last_boards(position.as_bytes());
        for (board, sample) in boards.iter().zip(position.split(" | ")) {
            // Compares the part before the reserve, however the reserve is written.
            let squares = |text: &str| -> Vec<String> {
                let rows = text.split([' ', '[']).next().unwrap_or_default();
                rows.split('/').take(8).map(str::to_owned).collect()
            };
            assert_eq!(squares(board), squares(sample), "{dialect}: {sample}");
        }
        read += 1;
    }
    assert!(read > 8, "{read}");
}
