//! Files larger than the memory limit of a command: results for one record, and for all in sequence.
#![expect(
    clippy::disallowed_methods,
    reason = "these tests are about files, and about the memory of the program"
)]

use super::cli::program;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tandem::archive::large_text;
use tempfile::TempDir;

/// The memory limit of a command on Linux, in kilobytes: less than the size of the files here, which are too large to
/// be held in memory, and twice what is needed.
const MEMORY: u32 = 16_000;

/// The number of records of 1 MB between the first and the last one.
const FILLERS: usize = 18;

const FIRST: &str = "[Event \"first\"]\r\n[WhiteA \"a\"]\r\n\r\n1A. e4{59} {C:Mine. (1A. d4 1a. d5)} 1a. e5{58} *\r\n\r\n";

const LAST: &str =
    "[Event \"last\"]\r\n[WhiteA \"z\"]\r\n\r\n1A. c4{59} {C:(1A. f4)} 1a. e5{58} *\r\n";

const GAME: &str = include_str!("../../assets/samples/kriegspiel.pgn");

const PROBLEM: &str = include_str!("../../assets/samples/kriegspiel-problem.pgn");

/// Returns a match with a long comment that makes the file Windows-1252.
fn filler() -> Vec<u8> {
    let words = b"a word and \xe9 ".repeat(80_000);
    [b"[Event \"filler\"]\r\n\r\n1A. e4{59} {C:", words.as_slice(), b"} *\r\n\r\n"].concat()
}

/// Returns text, a match, matches with long comments, text between, and a match.
fn large(first: &str, last: &str) -> Vec<u8> {
    [
        b"Words before.\r\n\r\n".as_slice(),
        first.as_bytes(),
        &filler().repeat(FILLERS),
        b"Words between.\r\n\r\n",
        last.as_bytes(),
    ]
    .concat()
}

/// Returns the number of the last match.
fn last() -> String {
    (FILLERS + 3).to_string()
}

/// Creates a folder with the file `name`.
fn with_file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file");
    (folder, path)
}

/// Runs the program with limited memory, if the system supports that.
fn run(arguments: &[&str]) -> Output {
    if !cfg!(target_os = "linux") {
        return program(arguments, b"");
    }
    let limit = format!("ulimit -d {MEMORY} && exec \"$@\"");
    Command::new("sh")
        .args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_tandem")])
        .args(arguments)
        // Each thread would need memory of its own.
        .env("TANDEM_THREADS", "1")
        .output()
        .expect("a shell")
}

/// Returns the standard output, after checking that there are no errors.
fn written(arguments: &[&str]) -> Vec<u8> {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{arguments:?}");
    output.stdout
}

/// Returns `text`, compressed.
fn gzip(text: &[u8]) -> Vec<u8> {
    let fast = flate2::Compression::fast();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), fast);
    packed.write_all(text).expect("memory takes everything");
    packed.finish().expect("memory takes everything")
}

/// Fails without printing megabytes.
fn assert_same(one: &[u8], other: &[u8], what: &str) {
    let part = one.iter().zip(other).position(|(one, other)| one != other);
    assert_eq!((one.len(), part), (other.len(), None), "{what}");
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

#[test]
fn a_large_file_is_copied_and_unpacked() {
    let text = large(FIRST, LAST);
    let (folder, path) = with_file("large.bpgn", &text);
    let copy = folder.path().join("copy.bpgn");
    for out in ["-", name(&copy), name(&path)] {
        let stdout = written(&["convert", name(&path), "--to", "bpgn", "-o", out]);
        if out == "-" {
            assert_same(&stdout, &text, out);
        } else {
            assert_same(&std::fs::read(out).expect("a file"), &text, out);
        }
    }
    let packed = gzip(&text);
    let torn = &packed[..packed.len() - 9];
    for (bytes, status, out) in [(packed.as_slice(), 0, text.as_slice()), (torn, 2, b"")] {
        std::fs::write(&copy, bytes).expect("a file");
        // Files of up to 16 MB are unpacked into memory first.
        let output = program(&["convert", name(&copy), "--to", "bpgn", "-o", "-"], b"");
        assert_eq!(output.status.code(), Some(status));
        assert_same(&output.stdout, out, "what was unpacked");
    }
}

#[test]
fn a_large_file_gets_plain_variations() {
    let (_folder, path) = with_file("large.bpgn", &large(FIRST, LAST));
    let plain = written(&["convert", name(&path), "--to", "bpgn", "--plain-variations", "-o", "-"]);
    let first = FIRST.replace("{C:Mine. (1A. d4 1a. d5)}", "{C:Mine.} (1A. d4 1a. d5)");
    let last = LAST.replace("{C:(1A. f4)}", "(1A. f4)");
    assert_same(&plain, &large(&first, &last), "plain variations");
}

#[test]
fn match_of_a_large_file_equals_the_same_match_alone() {
    let (folder, path) = with_file("large.bpgn", &large(FIRST, LAST));
    let alone = folder.path().join("alone.bpgn");
    std::fs::write(&alone, LAST).expect("a file");
    let game = last();
    for form in [
        ["convert", "--to", "bpgn"],
        ["convert", "--to", "html"],
        ["convert", "--to", "pdf"],
        ["diagram", "--format", "svg"],
    ] {
        let [command, option, form] = form;
        let of = |path| [command, path, option, form, "-o", "-"];
        let one = written(&of(name(&alone)));
        let ask = [&of(name(&path))[..], &["--game", &game]].concat();
        assert_same(&written(&ask), &one, form);
    }
}

#[test]
fn change_is_spliced_into_a_large_file() {
    let text = large(FIRST, LAST);
    let (folder, path) = with_file("large.bpgn", &text);
    let packed = folder.path().join("large.bpgn.gz");
    std::fs::write(&packed, gzip(&text)).expect("a file");
    let copy = folder.path().join("copy.bpgn");
    // The encoding of the file is used, although this match itself has only ASCII.
    let (before, after) = LAST.split_once('z').expect("a player");
    let changed = [before.as_bytes(), b"J\xfcrgen", after.as_bytes()].concat();
    let expect = [large(FIRST, ""), changed].concat();
    let game = last();
    let change = ["--game", &game, "--tag", "WhiteA=J\u{fc}rgen"];
    for out in ["-", name(&path)] {
        let stdout = written(&[&["annotate", name(&path), "-o", out], &change[..]].concat());
        let changed = match out {
            "-" => stdout,
            out => std::fs::read(out).expect("a file"),
        };
        assert_same(&changed, &expect, out);
    }
    let unpack = [&["annotate", name(&packed), "-o", name(&copy)], &change[..]].concat();
    assert_eq!(program(&unpack, b"").status.code(), Some(0));
    assert_same(&std::fs::read(&copy).expect("a file"), &expect, "unpacked");
}

#[test]
fn variations_are_merged_between_large_files() {
    let (_from, from) = with_file("from.bpgn", &large(FIRST, LAST));
    let bare = LAST.replace(" {C:(1A. f4)}", "");
    let (_into, into) = with_file("into.bpgn", &large(FIRST, &bare));
    let game = last();
    let output = run(&[
        "merge",
        name(&into),
        name(&from),
        "--game",
        &game,
        "--from-game",
        &game,
        "-o",
        name(&into),
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "tandem: 1 variation added\n");
    let merged = std::fs::read(&into).expect("a file");
    let last = LAST.replace("{59} {C:", "{59}{C:");
    assert_same(&merged, &large(FIRST, &last), "the merged file");
}

/// What is too large for memory is read from the disk, except BGN, whose lines are converted first.
#[test]
fn only_large_bpgn_is_read_from_the_disk() {
    let room = b" ".repeat(17 << 20);
    for (text, is_read) in [("1A. e4 *", true), ("{\"moves\":[]}", false)] {
        let (_folder, path) = with_file("a.txt", &[text.as_bytes(), &room].concat());
        assert_eq!(large_text(&path).expect("a file").is_some(), is_read, "{text}");
    }
    let (_folder, path) = with_file("a.txt", b"1A. e4 *");
    assert!(large_text(&path).expect("a file").is_none());
}

/// Returns games with long comments, one of them a problem.
fn games(game: &str, problem: &str) -> String {
    let (moves, result) = game.trim_end().rsplit_once('\n').expect("lines");
    let long = format!("{moves}\n{{{}}}\n{result}\n\n", "kibitz ".repeat(150_000));
    format!("{game}\n{}{problem}\n{game}", long.repeat(FILLERS))
}

#[test]
fn kriegspiel_games_of_a_large_file_are_read_one_by_one() {
    let (_folder, path) = with_file("games.pgn", games(GAME, PROBLEM).as_bytes());
    let (_few, few) = with_file("few.pgn", format!("{GAME}\n{PROBLEM}").as_bytes());
    let problem = (FILLERS + 2).to_string();
    for ask in [
        vec!["convert", "FILE", "--to", "kriegspiel", "--as", "white", "-o", "-"],
        vec!["convert", "FILE", "--to", "html", "-o", "-"],
        vec!["convert", "FILE", "--to", "pdf", "-o", "-"],
        vec!["diagram", "FILE", "--format", "svg", "-o", "-"],
        vec!["solve", "FILE"],
    ] {
        let of = |path: &Path, game: &str| {
            let words = ask.iter().map(|&word| if word == "FILE" { name(path) } else { word });
            let words: Vec<&str> = words.chain(["--game", game]).collect();
            written(&words)
        };
        assert_same(&of(&path, &problem), &of(&few, "2"), ask[0]);
    }
    let all = written(&["convert", name(&path), "--to", "kriegspiel", "-o", "-"]);
    let one = written(&["convert", name(&few), "--to", "kriegspiel", "-o", "-", "--game", "1"]);
    assert!(all.starts_with(&one), "the first game");
    assert!(all.ends_with(&one), "the last game");
}
