//! The subcommands: output, errors and exit status.

use crate::skip::skipped;
use clap::Parser as _;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command as Process, Output, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tandem::{
    cli::{Arguments, Check, Command, Done, List, Positions, Progress, Stream, run, run_on},
    rules::{Bfen, BoardId},
};

/// Runs the program with `arguments` in the package's folder, `input` on its standard input, and compares
/// exit status, standard output and standard error.
pub fn check(arguments: &[&str], input: &[u8], status: i32, out: &str, err: &str) {
    let output = program(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), out, "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), err, "{arguments:?}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
}

pub fn program(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Process::new(env!("CARGO_BIN_EXE_tandem"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input closes it, which is no mistake.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// A game of Kriegspiel as the referee has it.
const GAME: &str = "assets/samples/kriegspiel.pgn";

/// A terminal that a test reads afterwards.
#[derive(Clone, Default)]
struct Terminal(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a match to draw is written")]
fn long_commands_show_progress_on_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = folder.path().join("a.bpgn").display().to_string();
    let sample = sample.as_str();
    let text = "[TimeControl \"60+0\"]\n\n1A. e4{59} 1a. e5{58} 2A. Nf3{57} *\n";
    std::fs::write(sample, text).expect("a file");
    let to = |name: &str| folder.path().join(name).display().to_string();
    let (gif, png, pdf, text) = (to("a.gif"), to("a.png"), to("a.pdf"), to("a.txt"));
    for (arguments, said) in [
        (vec!["diagram", sample, "-o", &gif, "--to", "1A", "--size", "64"], "Frame 2 of "),
        (vec!["diagram", sample, "-o", &png, "--at", "all", "--size", "32"], "Picture "),
        (vec!["convert", sample, "-o", &pdf], "Page 1 of "),
        (vec!["analyse", sample], "2 of 4 positions, 0.0 million nodes"),
        (vec!["analyse", sample, "--json"], "2 of 4 positions, 0.0 million nodes"),
        (vec!["convert", sample, "-o", &text, "--to", "columns"], "1 of 1 matches"),
        (
            vec!["diagram", GAME, "--belief", "--as", "white", "-o", &png, "--size", "32"],
            "Possible positions after move ",
        ),
    ] {
        let told = told_by(&arguments);
        assert!(told.contains(said), "{arguments:?}: {told:?}");
    }
}

/// Returns the progress of a subcommand on a terminal.
fn told_by(arguments: &[&str]) -> String {
    let words = ["tandem"].into_iter().chain(arguments.iter().copied());
    let parsed = Arguments::try_parse_from(words).expect("arguments");
    let command = parsed.command.expect("a subcommand");
    let terminal = Terminal::default();
    // Each look at this clock is a second later.
    let seconds = AtomicU64::new(0);
    let progress = Progress::new(terminal.clone(), move || {
        Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed) + 1)
    });
    let mut out = Stream::new(Vec::new());
    let mut err = Stream::new(Vec::new()).with_progress(Some(&progress));
    assert_eq!(run_on(&command, &mut out, &mut err), Done::Fine, "{arguments:?}");
    String::from_utf8(terminal.0.lock().expect("no panic").clone()).expect("UTF-8")
}

/// One moment may have dozens of questions of seconds each.
#[test]
fn analysis_reports_progress_within_a_moment() {
    let told = told_by(&["analyse", "assets/samples/bpgn-1.0.bpgn", "--at", "end", "--mate", "7"]);
    let counts = told.split('\r').filter_map(|line| {
        let rest = line.strip_prefix("0 of 1 positions, ")?;
        rest.trim_end().strip_suffix(" million nodes")?.parse::<f64>().ok()
    });
    let mut counts: Vec<f64> = counts.collect();
    assert!(counts.is_sorted(), "{counts:?}");
    counts.dedup();
    assert!(counts.len() > 1, "{told:?}");
}

fn positions(name: &str) -> Vec<serde_json::Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples").join(name);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let command = Command::Positions(Positions { file: path, game: None, variations: false });
    assert_eq!(run(&command, &mut out, &mut err), Done::Fine);
    assert_eq!(err, b"");
    let text = String::from_utf8(out).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_samples_are_without_errors() {
    check(
        &[
            "check",
            "assets/samples/bpgn-1.0.bpgn",
            "assets/samples/bpgn-1.1.bpgn",
            "assets/samples/bpgn-1.2.bpgn",
        ],
        b"",
        0,
        "3 matches, 311 moves: 0 errors, 0 warnings\n",
        "",
    );
    check(
        &["check", "assets/samples/bpgn-1.1-bfen.bpgn"],
        b"",
        0,
        "assets/samples/bpgn-1.1-bfen.bpgn:16:22: warning: the comment says that Black B's team \
         lost, but the result is 1-0\n1 match, 13 moves: 0 errors, 1 warning\n",
        "",
    );
}

#[test]
fn an_issue_is_a_line_with_its_place() {
    check(
        &["check", "-"],
        b"[Event \"a\"]\n1A. e4\n[Event \"b\"]\n1A. e5\n",
        1,
        "-:4:5: error: 1A is illegal: no white pawn can reach e5; replay stops here\n2 matches, \
         1 move: 1 error, 0 warnings\n",
        "",
    );
    check(&["check", "--quiet", "-"], b"1A. e5", 1, "1 match, 0 moves: 1 error, 0 warnings\n", "");
}

#[test]
fn a_file_without_a_match_is_an_error() {
    check(
        &["check", "-"],
        b"",
        1,
        "-:1:1: error: the file is empty\n0 matches, 0 moves: 1 error, 0 warnings\n",
        "",
    );
    check(
        &["check", "-"],
        b" \n\n",
        1,
        "-:1:1: error: no bughouse match in this file\n0 matches, 0 moves: 1 error, 0 warnings\n",
        "",
    );
    let picture = program(&["check", "--quiet", "tests/pixels/snapshots/renderer.png"], b"");
    assert_eq!(picture.status.code(), Some(1));
}

#[test]
fn check_accepts_a_bare_position() {
    let two = b" 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n";
    let fine = "1 match, 0 moves: 0 errors, 0 warnings\n";
    check(&["check", "-"], two, 0, fine, "");
    check(
        &["check", "-"],
        b"4k3/8/8/8/8/8/8/4K3 w - - 12 34",
        0,
        "-:1:1: warning: read the last two numbers as clocks in seconds, not as move \
         counters\n-:1:1: warning: FEN tag: only one board given; board B is in the starting \
         position\n1 match, 0 moves: 0 errors, 2 warnings\n",
        "",
    );
    let output = program(&["check", "-"], b"4k3/9/8/8/8/8/8/4K3 w - - 0 1");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.starts_with("-:1:1: error: not a valid position: "), "{said}");
}

#[test]
fn unreadable_file_is_reported_and_the_others_are_checked() {
    check(
        &["check", "no-such.bpgn", "src", "assets/samples/bpgn-1.2.bpgn"],
        b"",
        2,
        "1 match, 135 moves: 0 errors, 0 warnings\n",
        "tandem: no match files in this folder: src\ntandem: no such file: no-such.bpgn\n",
    );
    check(&["list", "no-such.bpgn"], b"", 2, "", "tandem: no such file: no-such.bpgn\n");
    check(&["positions", "src"], b"", 2, "", "tandem: this is a folder, not a file: src\n");
}

#[cfg(unix)]
#[test]
fn unreadable_permissions_are_reported() {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt as _};
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_permissions(Permissions::from_mode(0o000)).unwrap();
    if file.reopen().is_ok() {
        skipped("this user, root most likely, may read every file");
        return;
    }
    let path = file.path().to_str().unwrap();
    check(&["list", path], b"", 2, "", &format!("tandem: no permission to read: {path}\n"));
}

#[test]
fn a_list_has_a_row_for_each_match() {
    check(
        &["list", "assets/samples/bpgn-1.0.bpgn"],
        b"",
        0,
        "   1  raven 2165 & death 2307 – Gnejs 2724 & Paaso 1925  0-1  1996.08.07  300+0  88 moves\n",
        "",
    );
    check(&["list", "-"], b"1A. e4", 0, "   1  ? & ? – ? & ?  *  -  -  1 move\n", "");
    check(&["list", "--count", "-"], b"1A. e4 1-0 1A. d4", 0, "2\n", "");
    check(&["list", "--count", "-"], b"", 0, "0\n", "");
    check(
        &["list", "--json", "-"],
        b"[WhiteA \"a\"][WhiteAElo \"7\"]\n1A. e4 1-0",
        0,
        "{\"game\":1,\"event\":\"\",\"date\":\"\",\"time_control\":\"\",\"result\":\"1-0\",\"plies\":1,\
         \"white_a\":{\"name\":\"a\",\"rating\":7},\"black_a\":{\"name\":\"\",\"rating\":null},\
         \"white_b\":{\"name\":\"\",\"rating\":null},\"black_b\":{\"name\":\"\",\"rating\":null},\
         \"start\":0,\"end\":38,\"series\":null}\n",
        "",
    );
}

#[test]
fn non_match_input_is_reported_and_ignored() {
    const SAID: &str = "tandem: no bughouse match in this file: -\n";
    for arguments in [
        &["positions", "-"][..],
        &["diagram", "-", "-o", "never.svg"],
        &["convert", "-", "-o", "never.html"],
        &["annotate", "-", "--tag", "Event=x", "-o", "never.bpgn"],
        &["solve", "-"],
    ] {
        check(arguments, b"Dear diary,", 2, "", SAID);
    }
    check(&["list", "-"], b"Dear diary,", 1, "", SAID);
    check(&["list", "--count", "-"], b"Dear diary,", 1, "0\n", SAID);
    // A position and nothing else is one.
    let position = b"[FEN \"4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n";
    check(&["list", "--count", "-"], position, 0, "1\n", "");
}

#[test]
fn kriegspiel_is_not_drawn_as_two_boards_of_bughouse() {
    const GAME: &str = "assets/samples/kriegspiel.pgn";
    let said = |command: &str| {
        format!(
            "tandem: game 1 is Kriegspiel, which tandem {command} does not support; open it in \
             the window\n"
        )
    };
    check(&["convert", GAME, "-o", "never.txt"], b"", 2, "", &said("convert"));
    check(&["positions", GAME], b"", 2, "", &said("positions"));
}

#[test]
fn conversion_never_overwrites_its_input() {
    let mut file = tempfile::NamedTempFile::with_suffix(".bpgn").unwrap();
    file.write_all(b"1A. e4 1-0").unwrap();
    let path = file.path().to_str().unwrap();
    let said = format!("tandem: the output would overwrite the input: {path}\n");
    for form in ["html", "bgn", "columns", "pdf", "kriegspiel"] {
        check(&["convert", path, "-o", path, "--to", form], b"", 2, "", &said);
    }
    check(&["convert", path, "-o", path, "--game", "1"], b"", 2, "", &said);
    check(&["convert", path, "-o", path], b"", 0, "", "");
    check(&["convert", path, "-o", "-", "--to", "bpgn"], b"", 0, "1A. e4 1-0", "");
}

#[test]
fn help_lists_what_a_format_omits() {
    let output = program(&["convert", "--help"], b"");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let words: Vec<&str> = help.split_ascii_whitespace().collect();
    let help = words.join(" ");
    for line in [
        "Not included in each format:",
        "bgn: Kriegspiel, duplicate tags, and text layout",
        "html: unplayable moves",
        "columns: Kriegspiel, lag, and unplayable moves",
    ] {
        assert!(help.contains(line), "{line} is not in {help}");
    }
    let (_, losses) = help.split_once("Not included in each format:").expect("it is there");
    assert!(!losses.contains("bpgn: "), "it holds every byte");
}

#[test]
fn column_export_stacks_matches() {
    let to_columns = |text: &str| {
        let output = program(&["convert", "-", "-o", "-", "--to", "columns"], text.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let one = "[Event \"one\"]\n\n1A. e4 1a. e5 *\n";
    let two = "[Event \"two\"]\n\n1B. d4 1b. d5 *\n";
    let both = to_columns(&format!("{one}\n{two}"));
    assert_eq!(both, [to_columns(one), to_columns(two)].join("\n"));
}

#[test]
fn a_position_is_a_line_of_json_for_each_moment() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    check(
        &["positions", "-"],
        b"[TimeControl \"180\"][Lag \"250\"]\n1A. e4 {179}",
        0,
        &format!(
            "{{\"game\":1,\"ply\":0,\"move\":null,\"seat\":null,\"san\":null,\"uci\":null,\"clock_ms\":null,\
             \"lag_ms\":null,\"time_ms\":0,\"check\":false,\"mate\":false,\"a\":\"{START}\",\"b\":\"{START}\"}}\n\
             {{\"game\":1,\"ply\":1,\"move\":\"1A\",\"seat\":\"A\",\"san\":\"e4\",\"uci\":\"e2e4\",\
             \"clock_ms\":179000,\"lag_ms\":250,\"time_ms\":1250,\"check\":false,\"mate\":false,\
             \"a\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1\",\"b\":\"{START}\"}}\n"
        ),
        "",
    );
}

#[test]
fn positions_of_the_samples_read_back() {
    for (name, plies) in [
        ("bpgn-1.0.bpgn", 88),
        ("bpgn-1.1.bpgn", 88),
        ("bpgn-1.1-bfen.bpgn", 13),
        ("bpgn-1.2.bpgn", 135),
    ] {
        let lines = positions(name);
        assert_eq!(lines.len(), plies + 1);
        let mut time = 0;
        for (number, line) in lines.iter().enumerate() {
            assert_eq!(line["ply"], number);
            assert!(line["time_ms"].as_u64().unwrap() >= time);
            time = line["time_ms"].as_u64().unwrap();
            let (a, b) = (line["a"].as_str().unwrap(), line["b"].as_str().unwrap());
            let read = Bfen::parse(&format!("{a} | {b}"), None).unwrap();
            assert_eq!(read.notes, []);
            assert_eq!(read.position.bfen(BoardId::A), a);
            assert_eq!(read.position.bfen(BoardId::B), b);
        }
    }
    let lines = positions("bpgn-1.2.bpgn");
    assert_eq!(lines[135]["san"], "R@d8#");
    assert_eq!(lines[135]["mate"], true);
}

#[test]
fn one_match_of_many_can_be_selected() {
    let two = b"1A. e4 1-0\n1A. d4 1-0\n";
    let output = program(&["positions", "--game", "2", "-"], two);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert!(text.lines().all(|line| line.starts_with("{\"game\":2,")));
    for game in ["0", "3"] {
        let err = format!("tandem: no match {game}: the file has 2\n");
        check(&["positions", "--game", game, "-"], two, 2, "", &err);
    }
}

#[test]
fn all_files_of_a_folder_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let below = folder.path().join("below");
    std::fs::create_dir(&below).expect("room");
    for (file, text) in [
        (folder.path().join("one.bpgn"), "1A. e5"),
        (below.join("two.bpgn"), "1A. e4 1a. e5"),
        (below.join("notes.txt"), "no match at all"),
    ] {
        tandem::file::atomic_write(&file, text.as_bytes(), false).expect("room");
    }
    let name = folder.path().to_str().expect("a name");
    let output = program(&["check", "--quiet", name], b"");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("2 matches, 2 moves: 1 error"), "{said}");
}

#[test]
fn an_issue_may_be_an_object() {
    check(
        &["check", "--json", "-"],
        b"[Event \"a\"]\n1A. e5",
        1,
        "{\"file\":\"-\",\"line\":2,\"column\":5,\"severity\":\"error\",\"message\":\"1A is \
         illegal: no white pawn can reach e5; replay stops \
         here\"}\n{\"matches\":1,\"plies\":0,\"errors\":1,\"warnings\":0}\n",
        "",
    );
    check(
        &["check", "--json", "--quiet", "-"],
        b"1A. e4",
        0,
        "{\"matches\":1,\"plies\":1,\"errors\":0,\"warnings\":0}\n",
        "",
    );
}

#[test]
fn colours_are_written_on_request() {
    let first = |color: &str| {
        let output = program(&["check", "--color", color, "-"], b"1A. e5");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.lines().next().expect("an issue").to_owned()
    };
    assert!(first("always").starts_with("-:1:5: \u{1b}[31merror\u{1b}[0m: 1A "));
    assert!(first("never").starts_with("-:1:5: error: 1A "));
    // A pipe is no terminal.
    assert_eq!(first("auto"), first("never"));
    let complaint = program(&["check", "--color=always", "no-such.bpgn"], b"");
    assert_eq!(String::from_utf8_lossy(&complaint.stderr), "tandem: no such file: no-such.bpgn\n");
    let stopped = program(&["list", "--color=always", "no-such.bpgn"], b"");
    assert_eq!(
        String::from_utf8_lossy(&stopped.stderr),
        "\u{1b}[31mtandem:\u{1b}[0m no such file: no-such.bpgn\n"
    );
    let help = |color: &str| program(&["check", "--color", color, "--help"], b"").stdout;
    assert!(help("always").contains(&0x1b) && !help("never").contains(&0x1b));
}

/// A window would need a display, and would not exit at once.
#[test]
fn unknown_argument_opens_no_window() {
    for (words, said) in [
        (&["lisst"][..], "no such command or file: lisst; did you mean tandem list?"),
        (&["chek", "src"], "no such command or file: chek; did you mean tandem check?"),
        (
            &["lisst", "--json", "match.bpgn"],
            "no such command or file: lisst; did you mean tandem list?",
        ),
        (
            &["--game", "2", "zzzz"],
            "no such command or file: zzzz; run tandem --help for a list of commands",
        ),
        (
            &["--game", "2", "list", "match.bpgn"],
            "list is a command and must come first: tandem list",
        ),
    ] {
        check(words, b"", 2, "", &format!("tandem: {said}\n"));
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the files of a folder are a test's own")]
fn folder_without_matches_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    std::fs::write(folder.path().join("notes.md"), "no match").expect("writable");
    let out = folder.path().join("all.jsonl");
    let said = format!("tandem: no match files in this folder: {path}\n");
    for words in [
        &["list", path][..],
        &["list", "--count", path],
        &["search", "mate", path],
        &["openings", path],
        &["players", path],
        &["convert", path, "-o", out.to_str().expect("UTF-8")],
    ] {
        check(words, b"", 2, "", &said);
    }
    assert!(!out.exists());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the files of a folder are a test's own")]
fn output_never_overwrites_a_file_of_the_input_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let board = "[White \"a\"]\n[Black \"b\"]\n[Variant \"Bughouse\"]\n[Link \"https://www.chess.com/game/live/1\"]\n\n\
                 1. e4 e5 1-0\n";
    let bgn = "{\"pgn\": \"1A. e4 *\"}\n";
    for (name, text, words) in [
        ("board.pgn", board, &["import", path][..]),
        ("board.pgn", board, &["import", path, "--append"]),
        ("all.bgn.jsonl", bgn, &["convert", path]),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("writable");
        let target = file.to_str().expect("UTF-8");
        let words = [words, &["-o", target]].concat();
        let output = program(&words, b"");
        let err = String::from_utf8_lossy(&output.stderr);
        let said = format!("tandem: the output would overwrite the input: {target}\n");
        assert!(err.ends_with(&said), "{words:?}: {err}");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(std::fs::read_to_string(&file).expect("there"), text);
        std::fs::remove_file(&file).expect("removed");
    }
}

#[test]
fn skipped_kriegspiel_games_are_counted() {
    let (game, text) = (include_str!("../../assets/samples/kriegspiel.pgn"), "1A. e4 *\n");
    let left_out = |command: &str, games: &str| format!("tandem: {games} of Kriegspiel {command}");
    for (words, out, said) in [
        (
            &["search", "turn:b", "-"][..],
            "   1     1  ? & ? – ? & ?  *  -  -  1 move\n",
            "skipped: tandem search supports only bughouse\n",
        ),
        (
            &["openings", "-"],
            "       1  e4           -  -\n",
            "skipped: tandem openings supports only bughouse\n",
        ),
    ] {
        let mixed = format!("{text}\n{game}");
        check(words, mixed.as_bytes(), 0, out, &left_out(&format!("is {said}"), "1 game"));
        let two = format!("{game}\n{game}");
        check(words, two.as_bytes(), 0, "", &left_out(&format!("are {said}"), "2 games"));
    }
}

#[test]
fn an_argument_that_a_command_does_not_know_is_named() {
    for (words, said) in [
        (&["list", "--where", "x"][..], "error: unexpected argument '--where' found\n"),
        (&["analyse", "a.bpgn", "b.bpgn"], "error: unexpected argument 'b.bpgn' found\n"),
    ] {
        let output = program(words, b"");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(err.starts_with(said), "{err}");
    }
}

#[test]
fn replay_page_names_its_match_of_several() {
    let two = b"[Event \"a\"]\n1A. e4\n[Event \"b\"]\n1A. d4\n";
    let convert = |more: &[&str]| {
        let mut words = vec!["convert", "-", "-o", "-", "--to", "html"];
        words.extend(more);
        let output = program(&words, two);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = convert(&[]);
    assert!(
        said.ends_with(" holds one match; wrote match 1 of 2. Use --game N for another\n"),
        "{said}"
    );
    assert_eq!(convert(&["--game", "2"]), "");
}

#[test]
fn a_tag_is_set_without_a_ply() {
    check(
        &["annotate", "-", "--tag", "Event=A friendly", "-o", "-"],
        b"[Event \"a\"]\n1A. e4\n",
        0,
        "[Event \"A friendly\"]\n1A. e4\n",
        "",
    );
}

#[test]
fn a_tag_is_given_one_value() {
    for name in ["Event", "Note"] {
        let other = name.to_lowercase();
        let words = ["annotate", "-", "-o", "-"];
        let tags = [format!("--tag={name}=one"), format!("--tag={other}=two")];
        let words = words.into_iter().chain(tags.iter().map(String::as_str));
        check(
            &words.collect::<Vec<_>>(),
            b"[Event \"a\"]\n1A. e4\n",
            2,
            "",
            &format!("tandem: --tag {other} is given twice\n"),
        );
    }
}

#[test]
fn players_are_objects_with_dates_as_dates() {
    let text = b"[Event \"a\"][Date \"2006.05.17\"][WhiteA \"raven\"][WhiteAElo \"2165\"][BlackA \"Gnejs\"]\n\
        1A. e4 1a. e5 1-0\n\
        [Event \"b\"][Date \"2007.??.??\"][WhiteA \"raven\"][WhiteAElo \"2200\"][BlackA \"Gnejs\"]\n1A. e4 0-1\n";
    check(
        &["players", "-", "--json"],
        text,
        0,
        "{\"name\":\"Gnejs\",\"games\":2,\"won\":1,\"drawn\":0,\"lost\":1,\"open\":0,\"best\":null}\n\
         {\"name\":\"raven\",\"games\":2,\"won\":1,\"drawn\":0,\"lost\":1,\"open\":0,\"best\":2200}\n",
        "",
    );
    let one = program(&["players", "-", "--player", "raven", "--json"], text);
    let one: serde_json::Value = serde_json::from_slice(&one.stdout).expect("an object");
    assert_eq!(one["games"], 2);
    assert_eq!(one["seats"]["A"]["won"], 1);
    assert_eq!(one["opponents"][0]["name"], "Gnejs");
    assert_eq!(one["ratings"][0]["date"], "2006-05-17");
    assert_eq!(one["ratings"][1]["date"], "2007");
    let words = program(&["players", "-", "--player", "raven"], text);
    let words = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.contains("2165 on 2006-05-17, 2200 on 2007"), "{words}");
}

#[test]
fn an_answer_to_a_problem_may_be_an_object() {
    let solve = |game: &str, status: i32| {
        let file = "tests/suite/data/kriegspiel-problems.pgn";
        let output = program(&["solve", file, "--game", game, "--json"], b"");
        assert_eq!(output.status.code(), Some(status));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("an object")
    };
    let fifth = solve("5", 0);
    assert_eq!(fifth["forced"], true);
    assert_eq!((&fifth["side"], &fifth["plies"]), (&"white".into(), &3.into()));
    assert_eq!(fifth["plan"][1]["san"], "Rxe7");
    assert_eq!(fifth["plan"][1]["branches"][0]["plan"][0]["mates"], 1);
    assert!(fifth.get("escape").is_none());
    let third = solve("3", 1);
    assert_eq!(third["forced"], false);
    assert_eq!(third["escape"]["fen"], "5R2/8/7Q/8/2n5/4b3/2R3K1/3k4 w - - 0 1");
}

#[test]
fn usage_errors_exit_with_2_and_help_with_0() {
    for arguments in [
        &["check"][..],
        &["list"],
        &["list", "--json", "--count", "-"],
        &["positions", "--game", "x", "-"],
        &["check", "--no-such", "-"],
    ] {
        let output = program(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["check", "--help"], &["--version"]] {
        let output = program(arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{arguments:?}");
    }
}

/// A reader that has gone away.
struct Closed;

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn bgn_is_written_and_read_by_every_subcommand() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("all.bgn.jsonl");
    let out = out.to_str().expect("a name");
    let text = b"[Event \"a\"]\n1A. e4 1a. e5 1-0\n[Event \"b\"]\n1A. d4 0-1\n";
    let file = folder.path().join("two.bpgn");
    let file = file.to_str().expect("a name");
    tandem::file::atomic_write(Path::new(file), text, false).expect("room");
    check(&["convert", file, "-o", out, "--to", "bgn"], b"", 0, "", "");
    check(&["check", out], b"", 0, "2 matches, 3 moves: 0 errors, 0 warnings\n", "");
    check(&["list", "--count", out], b"", 0, "2\n", "");
    check(
        &["convert", out, "-o", "-", "--to", "bpgn", "--game", "2"],
        b"",
        0,
        "[Event \"b\"]\n\n1A. d4 0-1\n\n",
        "",
    );
    let one = program(&["convert", "-", "-o", "-", "--to", "bgn", "--game", "2"], text);
    assert_eq!(one.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    let json: serde_json::Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(json["moves"][0]["t"], "d4");
    check(
        &["convert", file, "-o", "-", "--to", "bgn", "--game", "3"],
        b"",
        2,
        "",
        "tandem: no match 3: the file has 2\n",
    );
}

#[test]
fn list_shows_only_rows_that_fit() {
    let text = b"[Event \"a\"][WhiteA \"raven\"]\n1A. e4 1a. e5 1-0\n[Event \"b\"]\n1A. e4 0-1\n";
    check(
        &["list", "--find", "0-1", "-"],
        text,
        0,
        "   2  ? & ? \u{2013} ? & ?  0-1  -  -  1 move\n",
        "",
    );
    check(&["list", "--count", "--find", "raven plies>1", "-"], text, 0, "1\n", "");
    check(
        &["list", "--find", "has:wings", "-"],
        text,
        2,
        "",
        "tandem: --find: unknown \"has:wings\"; use comment, annotation, diagram, moves, result \
         or date\n",
    );
}

#[test]
fn closed_pipe_is_not_an_error() {
    let file = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/samples/bpgn-1.2.bpgn");
    for command in [
        Command::Check(Check { quiet: false, json: false, files: vec![file()] }),
        Command::List(List {
            files: vec![file()],
            json: true,
            count: false,
            csv: false,
            find: None,
            drops: false,
        }),
        Command::List(List {
            files: vec![file()],
            json: false,
            count: false,
            csv: false,
            find: None,
            drops: false,
        }),
        Command::Positions(Positions { file: file(), game: None, variations: false }),
    ] {
        let mut err = Vec::new();
        assert_eq!(run(&command, &mut Closed, &mut err), Done::Fine);
        assert_eq!(err, b"");
    }
}

#[test]
fn kriegspiel_is_checked_listed_and_converted() {
    check(
        &["check", "assets/samples/kriegspiel.pgn", "assets/samples/kriegspiel-problem.pgn"],
        b"",
        0,
        "assets/samples/kriegspiel.pgn:14:12: warning: Black's move 2: no pawn can make this \
         move; kept the try as text and counted it\n2 matches, 17 moves: 0 errors, 1 warning\n",
        "",
    );
    check(
        &["list", "assets/samples/kriegspiel.pgn"],
        b"",
        0,
        "   1  Player1 – Player2  1-0  2004.11.02  -  9 moves\n",
        "",
    );
    let problem = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    let asked = "[depth \"1\"]\n[forced \"T\"]\n[epsilon \"T\"]\n";
    check(
        &[
            "convert",
            "assets/samples/kriegspiel.pgn",
            "-o",
            "-",
            "--to",
            "kriegspiel",
            "--as",
            "white",
            "--at",
            "8",
        ],
        b"",
        0,
        &problem.replace(asked, ""),
        "",
    );
    check(&["convert", "-", "-o", "-", "--to", "bpgn"], problem.as_bytes(), 0, problem, "");
    check(
        &["convert", "-", "-o", "-", "--to", "kriegspiel", "--as", "black"],
        problem.as_bytes(),
        2,
        "",
        "tandem: game 1 is white's view: the other side's moves are unknown\n",
    );
    check(
        &["convert", "-", "-o", "-", "--to", "kriegspiel"],
        b"1A. e4 {180}",
        2,
        "",
        "tandem: game 1 is not Kriegspiel\n",
    );
    check(
        &["convert", "-", "-o", "-", "--to", "kriegspiel"],
        b"[Filtered \"no\"]\n1. e4 e4",
        1,
        "[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n1. e4 {(:)}\n",
        "tandem: game 1 stops at an illegal move\n",
    );
}

#[test]
fn a_kriegspiel_problem_is_solved() {
    check(
        &["solve", "assets/samples/kriegspiel-problem.pgn"],
        b"",
        0,
        "White mates within 1 half-move, in the only possible position:\nBxh5#  legal in 1, mates in \
         1\nwith probability arbitrarily close to 1: yes, because mate is forced\n",
        "",
    );
    let solve = |game: &str| {
        program(&["solve", "tests/suite/data/kriegspiel-problems.pgn", "--game", game], b"")
    };
    let first = solve("1");
    assert_eq!(first.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&first.stdout),
        concat!(
            "White mates within 1 half-move, in all 5 positions:\n",
            "Qxa6#  legal in 1, mates in 1; illegal in 4, then:\n",
            "Qxa4#  legal in 2, mates in 2; illegal in 2, then:\n",
            "Qaxa2#  legal in 2, mates in 2\n",
        )
    );
    let third = solve("3");
    assert_eq!(third.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&third.stdout),
        concat!(
            "not forced within 1 half-move: 1 of 17 positions escapes every plan\n",
            "5R2/8/7Q/8/2n5/4b3/2R3K1/3k4 w - - 0 1\n",
            "mate cannot be forced here even with full information\n",
        )
    );
    let fifth = solve("5");
    assert_eq!(
        String::from_utf8_lossy(&fifth.stdout),
        concat!(
            "White mates within 3 half-moves, in all 13 positions:\n",
            "Ra7#  legal in 11, mates in 11; illegal in 2, then:\n",
            "Rxe7  legal in 1, mates in 0; illegal in 1, then:\n",
            "  (Xe7:) ?? (:)  1 position\n",
            "    Ra7#  legal in 1, mates in 1\n",
            "Rxf7  legal in 1, mates in 0\n",
            "  (Xf7:) ?? (:)  2 positions\n",
            "    Ra7#  legal in 2, mates in 2\n",
        )
    );
}

#[test]
fn oversized_problem_is_refused_with_a_sentence() {
    let solve = |depth: &str, limit: &str| {
        let text = format!(
            "[Filtered \"white\"]\n[depth \"{depth}\"]\n\n1. e4 {{(:)}}\n?? {{(:0)}}\n2. d4 {{(:)}}\n?? {{(:0)}}\n"
        );
        let out = program(&["solve", "--limit", limit, "-"], text.as_bytes());
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        (out.status.code(), said)
    };
    for depth in ["26", "5001", "100001", "99999999999999999999"] {
        let (status, said) = solve(depth, "1");
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("is too deep; the limit is 25"), "{said}");
    }
    let (status, said) = solve("25", "1");
    assert_eq!(status, Some(2), "{said}");
    assert_eq!(
        said,
        "tandem: game 1: no result after 1 million positions; raise --limit (0 = no limit)\n"
    );
}

#[test]
fn non_problem_game_is_reported() {
    for (text, err) in [
        ("1A. e4 {180}", "game 1 is not Kriegspiel"),
        ("[Filtered \"white\"]\n1. e4 {(:)}", "game 1 is not a problem: it has no valid depth tag"),
        (
            "[Filtered \"white\"]\n[depth \"1\"]\n1. e4 {(:)}",
            "game 1 is not a problem: black is to move, but the file is the opponent's view",
        ),
        (
            "[Filtered \"white\"]\n[depth \"1\"]\n1. e9 {(:)} ??",
            "game 1 cannot be solved: it contains an illegal move; see tandem check",
        ),
        (
            "[Filtered \"white\"]\n[depth \"1\"]\n1. e4 {(:)} ?? {(CF:0)}",
            "game 1: no position is left at move 2: the check announcement contradicts earlier \
             announcements",
        ),
    ] {
        check(&["solve", "-"], text.as_bytes(), 2, "", &format!("tandem: {err}\n"));
    }
    let text = "[Filtered \"white\"]\n[depth \"1\"]\n[forced \"T\"]\n1. e4 {(:)} ?? {(:0)}";
    let output = program(&["solve", "-"], text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "tandem: game 1: the forced tag is wrong: mate is not forced\n"
    );
}

#[test]
fn no_option_means_no_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.bpgn").display().to_string();
    check(
        &["annotate", "assets/samples/bpgn-1.2.bpgn", "--at", "1A", "-o", &out],
        b"",
        2,
        "",
        "tandem: nothing to change: use --glyph, --comment, --diagram or --tag\n",
    );
    assert!(!Path::new(&out).exists());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test's own files")]
fn games_of_kriegspiel_are_not_called_bpgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.bpgn").display().to_string();
    let said = format!("tandem: the name {out} is for BPGN, but the format is Kriegspiel PGN\n");
    for words in [
        &["annotate", GAME, "--tag", "Event=x", "-o", &out][..],
        &["convert", GAME, "-o", &out],
        &["convert", GAME, "--game", "1", "-o", &out],
    ] {
        check(words, b"", 2, "", &said);
        assert!(!Path::new(&out).exists(), "{words:?}");
    }
    // An existing file name is accepted.
    std::fs::copy(GAME, &out).expect("a file");
    check(&["annotate", &out, "--tag", "Event=x", "-o", &out], b"", 0, "", "");
    // A bughouse match beside them makes it BPGN.
    let mixed = folder.path().join("mixed.pgn").display().to_string();
    let game = std::fs::read_to_string(GAME).expect("a file");
    std::fs::write(&mixed, format!("{game}\n[Event \"b\"]\n\n1A. e4 *\n")).expect("a file");
    let other = folder.path().join("other.bpgn").display().to_string();
    check(&["convert", &mixed, "-o", &other], b"", 0, "", "");
}

#[test]
fn empty_folder_among_arguments_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().to_str().expect("UTF-8");
    let said = format!("tandem: no match files in this folder: {empty}\n");
    let sample = "assets/samples/bpgn-1.2.bpgn";
    check(&["list", "--count", sample, empty], b"", 1, "1\n", &said);
    check(&["list", "--count", empty, sample], b"", 1, "1\n", &said);
}

#[test]
fn a_problem_without_players_is_listed_by_its_event() {
    let text = b"[Event \"Skirmish\"][White \"?\"][Black \"?\"][Variant \"Kriegspiel\"]\n\n1. e4 {(:)}\ne5 {(:)}\n";
    check(&["list", "-"], text, 0, "   1  Skirmish  *  -  -  2 moves\n", "");
}

/// Makes a pipe with a name at `path`; whether there was a program for it.
#[cfg(unix)]
fn make_pipe(path: &Path) -> bool {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    made.is_ok_and(|status| status.success())
}

/// Every command that reads folders skips what is no file, says so and goes on.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a test's own files")]
#[test]
fn pipes_devices_and_links_to_them_in_a_folder_are_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    if !make_pipe(&at("pipe.bpgn")) {
        return;
    }
    std::fs::write(at("good.bpgn"), tandem::cli::SAMPLE).expect("written");
    std::os::unix::fs::symlink("/dev/zero", at("zero.bpgn")).expect("a link");
    std::os::unix::fs::symlink("good.bpgn", at("again.bpgn")).expect("a link");
    let path = folder.path().to_str().expect("UTF-8");
    for (arguments, status) in [
        (&["check", path][..], 2),
        (&["list", path], 1),
        (&["players", path], 1),
        (&["search", "mate", path], 1),
        (&["import", path], 1),
    ] {
        let output = program(arguments, b"");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        for name in ["pipe.bpgn", "zero.bpgn"] {
            let words = format!("this is a device or a pipe, not a file: {path}/{name}");
            assert_eq!(said.matches(&words).count(), 1, "{arguments:?} {said}");
        }
        assert!(!said.contains("again.bpgn") || arguments[0] == "import", "{arguments:?} {said}");
        assert_eq!(output.status.code(), Some(status), "{arguments:?} {said}");
    }
    let output = program(&["check", path], b"");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.ends_with("2 matches, 270 moves: 0 errors, 0 warnings\n"), "{out}");
}

/// A device may have no end.
#[cfg(unix)]
#[test]
fn a_device_is_read_by_no_command() {
    let words = "this is a device or a pipe, not a file: /dev/zero";
    for arguments in [
        &["check", "/dev/zero"][..],
        &["list", "/dev/zero"],
        &["list", "/dev/zero", "/dev/zero"],
        &["convert", "/dev/zero", "-o", "-", "--to", "bgn"],
        &["import", "/dev/zero"],
        &["diagram", "/dev/zero", "-o", "-", "--format", "svg"],
    ] {
        let output = program(arguments, b"");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(said.contains(words), "{arguments:?} {said}");
        assert_ne!(output.status.code(), Some(0), "{arguments:?} {said}");
    }
}

/// A pipe that is named, as a shell's `<(zcat …)` is, is read like standard input.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a writer for each pipe")]
#[test]
fn a_pipe_that_is_named_is_read_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipes = ["a", "b"].map(|name| folder.path().join(name));
    if !pipes.iter().all(|pipe| make_pipe(pipe)) {
        return;
    }
    let [a, b] = pipes.clone().map(|pipe| pipe.to_str().expect("UTF-8").to_owned());
    let board = br#"{"game":{"id":1,"moveList":"mC","moveTimestamps":"9"}}"#;
    for (arguments, text, pipes, expect) in [
        (&["check", &a][..], tandem::cli::SAMPLE, &pipes[..1], "1 match, 135 moves"),
        (&["list", "--count", &a], tandem::cli::SAMPLE, &pipes[..1], "1\n"),
        (&["list", "--count", &a, &b], tandem::cli::SAMPLE, &pipes[..], "2\n"),
        (&["convert", &a, "-o", "-", "--to", "bpgn"], tandem::cli::SAMPLE, &pipes[..1], "[Event"),
        (&["import", &a], &board[..], &pipes[..1], "1A. e4"),
    ] {
        let writers = pipes
            .iter()
            .cloned()
            .map(|pipe| std::thread::spawn(move || std::fs::write(pipe, text).expect("written")));
        let writers: Vec<_> = writers.collect();
        let output = program(arguments, b"");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(out.contains(expect), "{arguments:?} {out} {err}");
        writers.into_iter().for_each(|writer| writer.join().expect("written"));
    }
}

/// Tapes and some downloads fill a packed file up with noughts; `gzip` says so at most.
#[expect(clippy::disallowed_methods, reason = "a test's own files")]
#[test]
fn trailing_data_after_compression_is_a_warning() {
    use std::io::Write as _;
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(tandem::cli::SAMPLE).expect("packed");
    let gz = gz.finish().expect("packed");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.bpgn.gz");
    let name = path.to_str().expect("UTF-8");
    for (behind, words) in [
        (vec![0; 2000], "trailing zeros after the compressed data ignored"),
        (b"garbage".to_vec(), "trailing bytes after the compressed data ignored"),
    ] {
        std::fs::write(&path, [gz.clone(), behind].concat()).expect("written");
        let output = program(&["check", name], b"");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let expect =
            format!("{name}:1:1: warning: {words}\n1 match, 135 moves: 0 errors, 1 warning\n");
        assert_eq!(out, expect);
        assert_eq!(output.status.code(), Some(0));
        for arguments in [
            &["list", name][..],
            &["convert", name, "-o", "-", "--to", "bpgn"],
            &["diagram", name, "-o", "-", "--format", "svg"],
            &["positions", name],
        ] {
            let output = program(arguments, b"");
            let said = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(said, format!("tandem: {words}: {name}\n"), "{arguments:?}");
            assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        }
    }
}
