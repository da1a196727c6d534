//! No silent failures: what would give a wrong file or result is rejected or reported.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use crate::cli::{check, program};
use std::{io::Write as _, path::PathBuf};

const ONE: &[u8] = b"[Event \"a\"]\n[WhiteA \"x\"]\n\n1A. e4{10} 1a. e5{10} 1-0\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("a name").to_owned()
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("room");
        path
    }

    /// Writes three matches, `a` to `c`, as BGN.
    fn bgn(&self) -> (String, String) {
        let three: Vec<u8> = [
            ONE,
            b"[Event \"b\"]\n\n1A. e5 0-1\n",
            b"[Event \"c\"]\n[WhiteA \"y\"]\n\n1A. d4 0-1\n",
        ]
        .concat();
        let file = self.file("three.bpgn", three);
        let out = self.path("three.bgn.jsonl");
        let said = "tandem: 1 match not playable to the end; kept the remaining moves as text\n";
        check(&["convert", &file, "-o", &out], b"", 1, "", said);
        (out.clone(), std::fs::read_to_string(&out).expect("a file"))
    }
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("room");
    packer.finish().expect("room")
}

#[test]
fn name_without_a_known_extension_may_have_any_format() {
    let folder = Folder::new();
    let (file, out) = (folder.file("a.bpgn", ONE), folder.path("x.dat"));
    check(&["diagram", &file, "--format", "svg", "-o", &out], b"", 0, "", "");
    assert!(std::fs::read(&out).expect("a file").starts_with(b"<svg"));
}

#[cfg(unix)]
#[test]
fn links_to_input_files_are_never_overwritten() {
    let folder = Folder::new();
    let file = folder.file("a.dat", ONE);
    let (hard, soft) = (folder.path("hard.dat"), folder.path("soft.dat"));
    std::fs::hard_link(&file, &hard).expect("a link");
    std::os::unix::fs::symlink(&file, &soft).expect("a link");
    for name in [&hard, &soft] {
        let said = format!("tandem: {name}: the output would overwrite the input\n");
        for form in ["html", "bgn", "columns", "pdf", "kriegspiel"] {
            check(&["convert", &file, "--to", form, "-o", name], b"", 2, "", &said);
        }
        check(&["convert", &file, "--to", "bpgn", "--game", "1", "-o", name], b"", 2, "", &said);
        for form in ["svg", "png", "pdf", "gif"] {
            check(&["diagram", &file, "--format", form, "-o", name], b"", 2, "", &said);
        }
        assert_eq!(std::fs::read(&file).expect("a file"), ONE);
    }
}

#[cfg(unix)]
#[test]
fn standard_input_file_is_not_overwritten() {
    let folder = Folder::new();
    let file = folder.file("a.dat", ONE);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["diagram", "-", "--format", "svg", "-o", &file])
        .stdin(std::fs::File::open(&file).expect("a file"))
        .output()
        .expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read(&file).expect("a file"), ONE);
}

#[test]
fn broken_bgn_line_loses_no_other() {
    let folder = Folder::new();
    let (_, text) = folder.bgn();
    let lines: Vec<&str> = text.lines().collect();
    for (place, broken) in [
        (0, &lines[0][..40]),
        (1, "nonsense"),
        (1, "{\"name\":\"tandem\"}"),
        (2, &lines[2][..lines[2].len() - 1]),
    ] {
        let mut lines = lines.clone();
        lines[place] = broken;
        let file = folder.file("broken.bgn.jsonl", lines.join("\n"));
        let line = place + 1;
        let said = format!("tandem: {file}: line {line} is not BGN (");
        for arguments in [
            &["list", &file][..],
            &["list", "--drops", &file],
            &["players", &file],
            &["openings", &file],
            &["search", "turn:w", &file],
            &["positions", &file],
            &["convert", "--to", "bpgn", "-o", "-", &file],
            &["convert", "--to", "bgn", "-o", "-", &file],
        ] {
            let output = program(arguments, b"");
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            let first = err.lines().next().unwrap_or_default();
            assert!(first.starts_with(&said) && first.ends_with("); skipped"), "{err}");
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert!(!output.stdout.is_empty(), "{arguments:?}");
        }
        let count = program(&["list", "--count", &file], b"");
        assert_eq!(count.stdout, b"2\n");
        let checked = program(&["check", &file], b"");
        let out = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(out.starts_with(&format!("{file}:{line}:")), "{out}");
        assert!(out.contains(&format!(": error: line {line} is not BGN (")), "{out}");
        assert!(out.contains("\n2 matches, "), "{out}");
        assert_eq!(checked.status.code(), Some(1));
    }
}

#[test]
fn bgn_is_detected_by_content() {
    let folder = Folder::new();
    let (named, text) = folder.bgn();
    let other = folder.file("other.bpgn", &text);
    let packed = folder.file("packed.gz", gz(text.as_bytes()));
    for (file, input) in [(named.as_str(), ""), (&other, ""), (&packed, ""), ("-", &text)] {
        let input = input.as_bytes();
        check(&["list", "--count", file], input, 0, "3\n", "");
        check(
            &["check", file],
            input,
            1,
            &format!(
                "{file}:2:8: error: 1A is illegal: no white pawn can reach e5; replay stops \
                 here\n3 matches, 3 moves: 1 error, 0 warnings\n"
            ),
            "",
        );
        let one = ["convert", file, "--to", "bgn", "--game", "3", "-o", "-"];
        let last = format!("{}\n", text.lines().last().expect("three lines"));
        check(&one, input, 0, &last, "");
    }
    // The name alone does not make a file BGN.
    let bpgn = folder.file("bpgn.bgn.jsonl", ONE);
    check(&["list", "--count", &bpgn], b"", 0, "1\n", "");
    // The same in a folder.
    let list: Vec<PathBuf> = vec![folder.0.path().to_owned()];
    let go_on = |_, _: &dyn Fn() -> _| std::ops::ControlFlow::Continue(());
    let options = tandem::import::InputOptions::default();
    let list = tandem::import::Inputs::open(&list, &options, go_on).expect("a folder").list;
    let bgn: Vec<bool> = list.files.iter().map(|file| file.bgn.is_some()).collect();
    // The compressed file too, which has no name of a match file.
    assert_eq!(bgn, [false, true, true, true, false]);
}

/// Returns the issues of a match as text.
fn issues(text: &str) -> Vec<String> {
    let played = tandem::replay::Match::replay(
        &tandem::notation::Record::parse(text.as_bytes()),
        text.as_bytes(),
    );
    let issues = played.issues.iter();
    issues.map(|issue| issue.problem.to_string()).collect()
}

#[test]
fn wrong_move_number_is_reported_once_per_board() {
    assert_eq!(
        issues("1A. e4 5a. e5 3A. d4 1B. d4 1b. d5 3B. c4 *"),
        [
            "5a should be 1a; used the order of the file",
            "3B should be 2B; used the order of the file",
        ]
    );
    // A match that begins in the middle, and one with separate numbers for each board.
    assert!(issues("7A. e4 7a. e5 8A. d4 1B. d4 1b. d5 *").is_empty());
}

#[test]
fn unclosed_brace_over_a_ply_is_reported() {
    let said = "'{' inside a comment, which ends at the first '}'; an earlier '}' may be missing";
    assert_eq!(issues("1A. e4 {C:open 1a. e5 {179} 2A. d4 *")[0], said);
    assert_eq!(issues("1A. e4 {open 1a. e5 {C:x} 1a. e5 *"), [said]);
    assert!(issues("1A. e4 {C:closed} 1a. e5 {179} {y resigns} *").is_empty());
}

#[test]
fn invalid_position_counters_are_reported() {
    let said = |counts: &str| {
        issues(&format!("[FEN \"4k3/8/8/8/8/8/8/4K3[] w - - {counts}\"]\n*"))
            .into_iter()
            .filter(|words| words.contains("invalid move counters"))
            .collect::<Vec<_>>()
    };
    let words = |counts: &str| format!("board A: invalid move counters; read as {counts}");
    let contains = |said: Vec<String>, words: String| {
        assert!(said.iter().any(|it| it.contains(&words)), "{said:?}");
    };
    contains(said("0 0"), words("0 1"));
    contains(said("-3 7"), words("0 7"));
    contains(said("1.5 7"), words("1 7"));
    contains(said("1 70000"), words("1 1"));
    assert!(said("0 1").is_empty() && said("13 40").is_empty() && said("- -").is_empty());
}

#[test]
fn messages_contain_no_terminal_escapes() {
    let text = b"[Event \"\x1b]0;title\x07\"]\n[TimeControl \"\x1b[31m\"]\n[\x1b[2J \"x\"]\n\n1A. \x1b[2Je4 *\n";
    let output = program(&["check", "-"], text);
    assert!(!output.stderr.contains(&0x1b));
    assert_ne!(output.status.code(), Some(0));
    let missing = program(&["check", "no\u{1b}[31msuch\u{202e}file"], b"");
    assert!(!missing.stderr.contains(&0x1b));
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.contains("no\\u{1b}[31msuch\\u{202e}file"), "{said}");
}
