//! `tandem analyse --engine`.

use super::double::{Double, check_ends, is_running, wait_until};
use crate::cli::{check, program};
use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Positions with a possible mate on both boards.
const MATES: &[u8] = b"7k/5Q2/8/8/8/8/8/K7[P] w - - 0 1 | k7/8/1K6/8/8/8/7R/8[] w - - 0 1\n";

/// One ply for each side of board A, with nothing to find.
const MATCH: &str = "[WhiteA \"Ann\"]\n[BlackA \"Bo\"]\n[WhiteB \"Cy\"]\n[BlackB \"Di\"]\n\n\
    1A. e4 1a. f6 *\n";

/// Engine output for both boards of [`MATES`].
const BOTH: &str = "\
< info depth 8 multipv 1 score mate 3 nodes 900 pv P@g7 h8h7 g7g8q
< info depth 8 multipv 2 score cp 1200 nodes 1000 pv f7g6 N@f8
< bestmove P@g7
> go
< info depth 9 multipv 1 score mate 1 nodes 40 pv h2h8
< bestmove h2h8
";

fn searching(said: &str) -> (Double, String) {
    let double = Double::searching(said);
    let path = double.path().to_str().expect("UTF-8").to_owned();
    (double, path)
}

#[test]
fn engine_object_follows_the_tactics_in_json() {
    let (_double, path) = searching(BOTH);
    check(
        &["analyse", "-", "--at", "0", "--engine", &path],
        MATES,
        0,
        "White A to move:\n  mates in 3: P@g7\n  \
           engine: 100 % (mate in 3, depth 8): P@g7+ Kh7 g8=Q+\n  \
           engine: 77 % (+12.00, depth 8): Qg6 (N@f8 is not in reserve)\n\
         White B to move:\n  needs a queen to mate in 1: Q@a7 or Q@b7\n  engine: ? (?, depth 9): Rh8+\n",
        "",
    );
}

#[test]
fn engine_object_is_included_for_one_moment() {
    let (double, path) = searching(BOTH);
    let output = program(&["analyse", "-", "--json", "--engine", &path, "--nodes", "77"], MATES);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expect = serde_json::json!({"depth": 8, "nodes": 1000, "lines": [
        {"cp": null, "mate": 3, "chance": 1.0, "depth": 8, "moves": ["P@g7", "h8h7", "g7g8q"], "not_in_reserve": null},
        {"cp": 1200, "mate": null, "chance": 0.7685, "depth": 8, "moves": ["f7g6"], "not_in_reserve": "N@f8"},
    ]});
    assert_eq!(line["a"]["engine"], expect);
    // A mate claim that tactics does not confirm is not shown as mate.
    assert_eq!(line["b"]["engine"]["lines"][0]["mate"], serde_json::Value::Null);
    assert_eq!(line["b"]["engine"]["lines"][0]["chance"], serde_json::Value::Null);
    assert!(double.received().contains("\ngo nodes 77\n"));
    // Without an engine, the object is unchanged.
    let output = program(&["analyse", "-", "--json"], MATES);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("engine"));
}

/// The report lists the tactics first, and then the engine's evaluation, separately. Board B does not change and is
/// searched once.
#[test]
fn report_separates_tactics_from_evaluation() {
    let answer =
        |cp: i32, mv: &str| format!("< info depth 5 score cp {cp} pv {mv}\n< bestmove {mv}\n");
    let said = [answer(50, "d2d4"), answer(40, "d2d4"), answer(-30, "e7e5"), answer(1500, "d2d4")]
        .join("> go\n");
    let (double, path) = searching(&said);
    check(
        &["analyse", "-", "--engine", &path, "--nodes", "10"],
        MATCH.as_bytes(),
        0,
        "Match 1: no result\nWhite A: Ann\n  No forced mates, no mating pieces given away.\nBlack A: Bo\n  \
         No forced mates, no mating pieces given away.\nWhite B: Cy\n  No forced mates, no mating pieces \
         given away.\nBlack B: Di\n  No forced mates, no mating pieces given away.\nFairy-Stockfish 11.1 LB \
         64, one board at a time, 10 nodes per position:\nWhite A: Ann\n  No move lowers \
         the win probability by 10 percentage points or more.\nBlack A: Bo\n  1a: 49 % → 18 %. Better: \
         e5.\nWhite B: Cy\n  No move lowers the win probability by 10 percentage points or more.\nBlack B: \
         Di\n  No move lowers the win probability by 10 percentage points or more.\n",
        "",
    );
    let asked = double.received().matches("go nodes 10\n").count();
    assert_eq!(asked, 4);
}

#[test]
fn engine_failure_is_one_message() {
    let (_double, path) = searching("! die\n");
    let words = format!("tandem: {path}: the engine exited unexpectedly\n");
    check(&["analyse", "-", "--at", "0", "--engine", &path], MATES, 2, "", &words);
}

/// Runs `tandem analyse --engine NAME` in `folder`, with the folder of `double` first in `PATH`.
fn named(name: &str, folder: &Path, double: &Double) -> Output {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        [double.path().with_file_name("")].into_iter().chain(std::env::split_paths(&path));
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["analyse", "-", "--at", "0", "--engine", name])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders).expect("folders"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(MATES).expect("written");
    child.wait_with_output().expect("the program ends")
}

#[test]
fn engine_argument_is_a_program_name_or_a_path() {
    let here = Double::searching("! die\n");
    let folder = here.path().with_file_name("");
    let (found, path) = searching(BOTH);
    // The engine in `PATH` is run, whatever the current folder is.
    for folder in [folder.as_path(), Path::new("/")] {
        let output = named("engine", folder, &found);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(String::from_utf8_lossy(&output.stdout).contains("engine: 100 % (mate in 3"));
    }
    // A path means the file at that path, whatever its name is.
    for name in ["./engine", "../engine", &path] {
        let inner = folder.join("inner");
        fs::create_dir_all(&inner).unwrap();
        let folder = if name.starts_with("..") { &inner } else { &folder };
        let output = named(name, folder, &found);
        let fails = format!("tandem: {name}: the engine exited unexpectedly\n");
        let words = if name == path { "" } else { fails.as_str() };
        assert_eq!(String::from_utf8_lossy(&output.stderr), words);
    }
    // The error names the file that was run.
    let output = named("engine", Path::new("/"), &here);
    let words = format!("tandem: {}: the engine exited unexpectedly\n", here.path().display());
    assert_eq!(String::from_utf8_lossy(&output.stderr), words);
    // A file in the current folder is not in `PATH`.
    let other = folder.join("other");
    fs::copy(fs::read_link(found.path()).unwrap(), &other).unwrap();
    let output = named("other", &folder, &found);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "tandem: other: no such program in PATH or /usr/games (for a file in this folder, write \
         ./engine)\n"
    );
}

/// A hanging engine does not notice the end of its input, and neither does its child process.
#[test]
fn hanging_engine_dies_with_the_killed_program() {
    let (double, path) = searching("! fork\n! hang\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["analyse", "-", "--at", "0", "--engine", &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(MATES).unwrap();
    let number = double.path().with_file_name("child");
    assert!(wait_until(|| fs::read_to_string(&number).is_ok_and(|it| it.ends_with('\n'))));
    let engine = [double.number("process"), double.number("child")];
    assert!(engine.iter().all(|number| is_running(number)));
    child.kill().unwrap();
    child.wait().unwrap();
    for number in engine {
        check_ends(&number);
    }
}
