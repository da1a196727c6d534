//! The subcommands: output, errors and exit status.
#![expect(clippy::disallowed_methods, reason = "the packaged completions are read")]

use crate::skip::skipped;
use clap::Parser as _;
use std::{
    io::Write as _,
    path::Path,
    process::{Command as Process, Output, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tandem::{
    cli::{Arguments, Exit, Progress, Stream, Subcommand, run, run_on},
    rules::{Bfen, BoardId},
};

/// Runs the program with `arguments` in the package's folder and `input` on its standard input. Compares exit status,
/// standard output and standard error.
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
    // A program that does not read its input closes the pipe, which is not an error.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// A game of Kriegspiel, from the referee's view.
const GAME: &str = "assets/samples/kriegspiel.pgn";

/// A terminal whose output a test reads afterwards.
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
        (vec!["convert", sample, "-o", &text, "--to", "columns"], "1 of 1 match"),
        (
            vec!["diagram", GAME, "--belief", "--as", "white", "-o", &png, "--size", "32"],
            "Possible positions after move ",
        ),
    ] {
        let told = progress_of(&arguments);
        assert!(told.contains(said), "{arguments:?}: {told:?}");
    }
}

/// Returns the progress of a subcommand on a terminal.
fn progress_of(arguments: &[&str]) -> String {
    let words = ["tandem"].into_iter().chain(arguments.iter().copied());
    let parsed = Arguments::try_parse_from(words).expect("arguments");
    let command = parsed.command.expect("a subcommand");
    let terminal = Terminal::default();
    // This clock advances by a second with each look.
    let seconds = AtomicU64::new(0);
    let progress = Progress::new(terminal.clone(), move || {
        Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed) + 1)
    });
    let mut out = Stream::new(Vec::new());
    let mut err = Stream::new(Vec::new()).with_progress(Some(&progress));
    assert_eq!(run_on(&command, &mut out, &mut err), Exit::Fine, "{arguments:?}");
    String::from_utf8(terminal.0.lock().expect("no panic").clone()).expect("UTF-8")
}

/// One moment can take dozens of searches of seconds each.
#[test]
fn analysis_reports_progress_within_a_moment() {
    let told =
        progress_of(&["analyse", "assets/samples/bpgn-1.0.bpgn", "--at", "end", "--mate", "7"]);
    let counts = told.split('\r').filter_map(|line| {
        let rest = line.strip_prefix("0 of 1 positions, ")?;
        rest.trim_end().strip_suffix(" million nodes")?.parse::<f64>().ok()
    });
    let mut counts: Vec<f64> = counts.collect();
    assert!(counts.is_sorted(), "{counts:?}");
    counts.dedup();
    assert!(counts.len() > 1, "{told:?}");
}

/// Parses the arguments of a subcommand.
fn subcommand(words: &[&str]) -> Subcommand {
    let words = ["tandem"].iter().chain(words);
    Arguments::try_parse_from(words).expect("valid arguments").command.expect("a command")
}

fn positions(name: &str) -> Vec<serde_json::Value> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let command = subcommand(&["positions", &format!("assets/samples/{name}")]);
    assert_eq!(run(&command, &mut out, &mut err), Exit::Fine);
    assert_eq!(err, b"");
    let text = String::from_utf8(out).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
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
    check(&["list", path], b"", 2, "", &format!("tandem: {path}: no permission to read\n"));
}

#[test]
fn help_lists_what_a_format_omits() {
    let output = program(&["convert", "--help"], b"");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let words: Vec<&str> = help.split_ascii_whitespace().collect();
    let help = words.join(" ");
    for line in [
        "What each format leaves out:",
        "bgn: Kriegspiel, duplicate tags, and text layout",
        "html: unplayable moves",
        "columns: Kriegspiel, lag, and unplayable moves",
    ] {
        assert!(help.contains(line), "{line} is not in {help}");
    }
    let (_, losses) = help.split_once("What each format leaves out:").expect("it is there");
    assert!(!losses.contains("bpgn: "), "it holds every byte");
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
fn colours_are_written_on_request() {
    let first = |color: &str| {
        let output = program(&["check", "--color", color, "-"], b"1A. e5");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.lines().next().expect("an issue").to_owned()
    };
    assert!(first("always").starts_with("-:1:5: \u{1b}[31merror\u{1b}[0m: 1A "));
    assert!(first("never").starts_with("-:1:5: error: 1A "));
    // A pipe is not a terminal.
    assert_eq!(first("auto"), first("never"));
    let complaint = program(&["check", "--color=always", "no-such.bpgn"], b"");
    assert_eq!(String::from_utf8_lossy(&complaint.stderr), "tandem: no-such.bpgn: no such file\n");
    let stopped = program(&["list", "--color=always", "no-such.bpgn"], b"");
    assert_eq!(
        String::from_utf8_lossy(&stopped.stderr),
        "\u{1b}[31mtandem:\u{1b}[0m no-such.bpgn: no such file\n"
    );
    let help = |color: &str| program(&["check", "--color", color, "--help"], b"").stdout;
    assert!(help("always").contains(&0x1b) && !help("never").contains(&0x1b));
}

#[test]
fn help_exits_with_0() {
    for arguments in [&["--help"][..], &["check", "--help"], &["--version"]] {
        let output = program(arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{arguments:?}");
    }
}

/// A pipe whose reader has closed it.
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
fn closed_pipe_is_not_an_error() {
    for words in [&["check"][..], &["list", "--json"], &["list"], &["positions"]] {
        let command = subcommand(&[words, &["assets/samples/bpgn-1.2.bpgn"]].concat());
        let mut err = Vec::new();
        assert_eq!(run(&command, &mut Closed, &mut err), Exit::Fine);
        assert_eq!(err, b"");
    }
    for form in ["bpgn", "bgn", "columns", "html", "pdf", "link"] {
        let words = ["tandem", "convert", "assets/samples/bpgn-1.2.bpgn", "-o", "-", "--to", form];
        let asked = Arguments::try_parse_from(words).expect(form).command.expect("a command");
        let mut err = Vec::new();
        assert_eq!(run(&asked, &mut Closed, &mut err), Exit::Fine, "{form}");
        assert_eq!(String::from_utf8_lossy(&err), "", "{form}");
    }
}

#[test]
fn completions_equal_packaged_ones() {
    for (shell, file) in [("bash", "tandem.bash"), ("zsh", "_tandem"), ("fish", "tandem.fish")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/completions").join(file);
        let expect = std::fs::read(path).expect("a file");
        assert_eq!(program(&["completions", shell], b"").stdout, expect, "{shell}");
    }
}

/// Makes a named pipe at `path`. Returns whether the system has a program for this.
#[cfg(unix)]
fn make_pipe(path: &Path) -> bool {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    made.is_ok_and(|status| status.success())
}

/// Every command that reads folders skips what is not a file, with a message.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a test's own files")]
#[test]
fn pipes_devices_and_links_to_them_in_a_folder_are_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    if !make_pipe(&at("pipe.bpgn")) {
        return;
    }
    std::fs::write(at("good.bpgn"), tandem::app::SAMPLE).expect("written");
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
        let said = String::from_utf8(output.stderr).expect("UTF-8").replace(": error: ", ": ");
        for name in ["pipe.bpgn", "zero.bpgn"] {
            let words = format!("{path}/{name}: this is a device or a pipe, not a file");
            assert_eq!(said.matches(&words).count(), 1, "{arguments:?} {said}");
        }
        assert!(!said.contains("again.bpgn") || arguments[0] == "import", "{arguments:?} {said}");
        assert_eq!(output.status.code(), Some(status), "{arguments:?} {said}");
    }
    let output = program(&["check", path], b"");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.ends_with("2 matches, 270 moves: 0 errors, 0 warnings\n"), "{out}");
}

/// A device may be endless.
#[cfg(unix)]
#[test]
fn no_command_reads_a_device() {
    let words = "/dev/zero: this is a device or a pipe, not a file";
    for arguments in [
        &["check", "/dev/zero"][..],
        &["list", "/dev/zero"],
        &["list", "/dev/zero", "/dev/zero"],
        &["convert", "/dev/zero", "-o", "-", "--to", "bgn"],
        &["import", "/dev/zero"],
        &["diagram", "/dev/zero", "-o", "-", "--format", "svg"],
    ] {
        let output = program(arguments, b"");
        let said = String::from_utf8(output.stderr).expect("UTF-8").replace(": error: ", ": ");
        assert!(said.contains(words), "{arguments:?} {said}");
        assert_ne!(output.status.code(), Some(0), "{arguments:?} {said}");
    }
}

/// A named pipe, as in a shell's `<(zcat …)`, is read like standard input.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a writer for each pipe")]
#[test]
fn every_command_reads_a_named_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipes = ["a", "b"].map(|name| folder.path().join(name));
    if !pipes.iter().all(|pipe| make_pipe(pipe)) {
        return;
    }
    let [a, b] = pipes.clone().map(|pipe| pipe.to_str().expect("UTF-8").to_owned());
    let board = br#"{"game":{"id":1,"moveList":"mC","moveTimestamps":"9"}}"#;
    for (arguments, text, pipes, expect) in [
        (&["check", &a][..], tandem::app::SAMPLE, &pipes[..1], "1 match, 135 moves"),
        (&["list", "--count", &a], tandem::app::SAMPLE, &pipes[..1], "1\n"),
        (&["list", "--count", &a, &b], tandem::app::SAMPLE, &pipes[..], "2\n"),
        (&["convert", &a, "-o", "-", "--to", "bpgn"], tandem::app::SAMPLE, &pipes[..1], "[Event"),
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

/// Runs the program with settings that contain the names of the user.
#[expect(
    clippy::disallowed_methods,
    reason = "settings are written into a folder of the test's own"
)]
fn as_user(names: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join("tandem")).expect("a folder");
    let settings = home.path().join("tandem/settings.ron");
    std::fs::write(&settings, format!("(my_names: {names:?})")).expect("written");
    let output = Process::new(env!("CARGO_BIN_EXE_tandem"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("XDG_CONFIG_HOME", home.path())
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Without a time control the initial clocks are estimates, from which nobody has thought.
#[test]
fn no_thinking_time_begins_at_an_estimated_clock() {
    let moves = "1A. e4 {100} 1a. d5 {179} 2A. Nf3 {90} 2a. Nf6 {120} *\n";
    let names = "[WhiteA \"Ann\"]\n[BlackA \"Ben\"]\n";
    let time_of = |tags: &str| {
        let text = format!("{names}{tags}\n{moves}");
        let output = program(&["players", "-", "--player", "Ann"], text.as_bytes());
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        out.lines().find(|line| line.starts_with("time: ")).map(str::to_owned)
    };
    assert_eq!(time_of("").as_deref(), Some("time: 10.0 s per move, 10.0 s per match"));
    let control = time_of("[TimeControl \"180+0\"]\n");
    assert_eq!(control.as_deref(), Some("time: 45.0 s per move, 90.0 s per match"));
}

#[test]
#[cfg(target_os = "linux")]
fn me_is_accepted_for_every_player() {
    let file = "assets/samples/bpgn-1.0.bpgn";
    let count = |names: &str, find: &str| {
        let (status, out, err) =
            as_user(names, &["list", file, "--count", &format!("--find={find}")]);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{find}");
        out
    };
    for (find, expect) in [
        ("me", "1\n"),
        ("player:me", "1\n"),
        ("-me", "0\n"),
        ("me vs gnejs", "1\n"),
        ("me vs raven", "0\n"),
        ("me death vs paaso", "1\n"),
        // In quotes, `me` is an ordinary word.
        ("\"me\"", "0\n"),
    ] {
        assert_eq!(count("somebody, Raven", find), expect, "{find}");
    }
    // A part of a name does not match, and without names `me` is an ordinary word.
    assert_eq!(count("rave", "me"), "0\n");
    assert_eq!(count("", "me"), "0\n");
    // Every hit is a position in which this player is to move.
    let search = |question: &str| {
        let (status, out, err) = as_user("death", &["search", question, file]);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{question}");
        out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = search("think>1");
    assert!(all.len() > 3, "{all:?}");
    let mut split: Vec<String> = ["raven", "gnejs", "Paaso", "me"]
        .iter()
        .flat_map(|name| search(&format!("think>1 by:{name}")))
        .collect();
    assert!(!search("think>1 by:me").is_empty());
    assert_eq!(search("think>1 by:me"), search("by:DEATH think>1"));
    let mut sorted = all.clone();
    sorted.sort();
    split.sort();
    assert_eq!(split, sorted);
    let (status, out, _) = as_user("nobody, gnejs", &["players", file, "--player"]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("gnejs: 1 match, "), "{out}");
    let (status, _, err) = as_user("", &["players", file, "--player"]);
    assert_eq!(status, Some(2));
    assert!(err.starts_with("tandem: your names are not set; "), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "the files are in a folder of the test's own")]
fn review_is_cached_unless_the_settings_allow_no_cache() {
    for (setting, is_cached) in [("(keep_mb: 0)", false), ("()", true)] {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(home.path().join("tandem")).expect("a folder");
        std::fs::write(home.path().join("tandem/settings.ron"), setting).expect("writable");
        let path = home.path().join("a.bpgn");
        std::fs::write(&path, "1A. e4 1a. e5 1B. e4\n").expect("writable");
        let status = Process::new(env!("CARGO_BIN_EXE_tandem"))
            .args(["analyse", "--review"])
            .arg(&path)
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .env("XDG_CACHE_HOME", home.path().join("cache"))
            .stdout(Stdio::null())
            .status()
            .expect("the program");
        assert!(status.success());
        let folder = home.path().join("cache/tandem").join(tandem::analysis::review::REVIEW_FOLDER);
        assert_eq!(folder.exists(), is_cached, "{setting}");
    }
}
