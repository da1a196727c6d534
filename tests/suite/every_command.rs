//! What holds for every subcommand. The subcommands and their options come from the parser of the arguments, so that a
//! new one is tested without a change here.
#![expect(clippy::disallowed_methods, reason = "input files are written")]

use clap::{Arg, ArgAction, CommandFactory as _, Parser as _};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tandem::cli::{Arguments, Exit, Progress, Stream, run_on};
use tempfile::TempDir;

/// Returns a value for options and positional arguments with this placeholder, or `None` if there is none. `files` are
/// the values of `FILE`.
fn values(placeholder: &str, files: &[String]) -> Option<Vec<String>> {
    let value = match placeholder {
        "FILE" => return Some(files.to_vec()),
        "FROM" => files.first()?.as_str(),
        "OUT" => "-",
        "PLY" => "1A",
        "PLIES" | "N" => "1",
        "WORDS" | "QUERY" => "elo<3000",
        "MOTIF|MOVE" | "WHAT" => "turn:w",
        "NAME=VALUE" => "Event=x",
        "LINK|NUMBER|NAME" | "TEXT" => HOSTILE,
        _ => return None,
    };
    Some(vec![value.to_owned()])
}

fn placeholder(argument: &Arg) -> &str {
    let names = argument.get_value_names().unwrap_or_default();
    names.first().map_or("", |name| name.as_str())
}

/// Returns the argument with each of its values that are tested: none for a flag, all for an option with fixed values.
fn uses(argument: &Arg, files: &[String]) -> Vec<Vec<String>> {
    let name = match (argument.get_long(), argument.get_short()) {
        (Some(long), _) => Some(format!("--{long}")),
        (None, short) => short.map(|short| format!("-{short}")),
    };
    if matches!(argument.get_action(), ArgAction::SetTrue) {
        return name.into_iter().map(|name| vec![name]).collect();
    }
    let fixed: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !fixed.is_empty() {
        return fixed
            .into_iter()
            .map(|value| name.iter().cloned().chain([value]).collect())
            .collect();
    }
    let values = values(placeholder(argument), files).into_iter();
    values.map(|values| name.iter().cloned().chain(values).collect()).collect()
}

/// Returns the command lines of every subcommand on `files`: with what is required alone, and with each option.
fn command_lines(files: &[String]) -> Vec<(String, Vec<Vec<String>>)> {
    let all = Arguments::command();
    let subcommands = all.get_subcommands().filter(|it| it.get_name() != "help");
    subcommands
        .map(|subcommand| {
            let (required, optional): (Vec<_>, Vec<_>) = subcommand
                .get_arguments()
                .filter(|it| !it.is_global_set() && !matches!(it.get_action(), ArgAction::Help))
                .partition(|it| it.is_required_set());
            let base: Vec<String> = required
                .into_iter()
                .flat_map(|argument| {
                    let used = uses(argument, files).into_iter().next();
                    used.unwrap_or_else(|| panic!("{argument:?} needs a value in `values`"))
                })
                .collect();
            let options = optional.into_iter().flat_map(|argument| uses(argument, files));
            let lines = [Vec::new()].into_iter().chain(options);
            let lines = lines.map(|option| [option, base.clone()].concat()).collect();
            (subcommand.get_name().to_owned(), lines)
        })
        .collect()
}

/// A terminal whose output a test reads afterwards.
#[derive(Clone, Default)]
struct Terminal(Arc<Mutex<Vec<u8>>>);

impl Terminal {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("UTF-8")
    }
}

impl std::io::Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The output of a subcommand on a terminal.
struct Shown {
    status: Exit,
    out: String,
    err: String,
    progress: String,
}

/// Runs a subcommand, or returns `None` if the arguments do not go together.
fn run(subcommand: &str, arguments: &[String]) -> Option<Shown> {
    let words = ["tandem", subcommand].into_iter().chain(arguments.iter().map(String::as_str));
    let command = Arguments::try_parse_from(words).ok()?.command?;
    let [out, err, line] = [(); 3].map(|()| Terminal::default());
    // This clock advances by a second with each look, so that every progress line is shown.
    let seconds = AtomicU64::new(0);
    let progress = Progress::new(line.clone(), move || {
        Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed) + 1)
    });
    let status = run_on(
        &command,
        &mut Stream::visible(out.clone()),
        &mut Stream::visible(err.clone()).with_progress(Some(&progress)),
    );
    Some(Shown { status, out: out.text(), err: err.text(), progress: line.text() })
}

/// A name that changes colours, title and direction of a terminal, and begins a line that looks like the program's own.
const HOSTILE: &str =
    "n\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}7m\u{202e}\u{2066}\u{200f}\u{2028}\u{8}\nFORGED";

/// Returns whether a terminal may get `character` from the program: text, a tab, or a line end.
fn is_harmless(character: char) -> bool {
    let is_bidi = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    matches!(character, '\t' | '\n')
        || !(character.is_control()
            || is_bidi.contains(character)
            || "\u{2028}\u{2029}".contains(character))
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Writes a file with a hostile name, where the system allows one. Returns its path.
    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let hostile = self.0.path().join(format!("{HOSTILE}{name}"));
        let path = match fs::write(&hostile, bytes) {
            Ok(()) => hostile,
            Err(_) => self.path(name),
        };
        fs::write(&path, bytes).expect("a file");
        path.into_os_string().into_string().expect("UTF-8")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Returns a match with hostile tags, comments, clocks and `plies`.
fn bpgn(plies: &str) -> String {
    let tags = ["Event", "Site", "Date", "WhiteA", "BlackA", "WhiteB", "BlackB", "WhiteAElo", "X"];
    // A line break ends a tag, so that its value cannot contain one.
    let value = HOSTILE.replace("\nFORGED", "");
    let tags = tags.map(|tag| format!("[{tag} \"{tag}{value}\"]\n")).concat();
    // A comment is text of several lines, so it may begin a line.
    let comment = HOSTILE.replace("FORGED", "");
    format!(
        "{tags}[Y \"{HOSTILE}\"]\n[TimeControl \"180+0\"]\n[Result \"*\"]\n\n{plies} {{C:{comment}}} {{{comment}}} *\n"
    )
}

fn json_name() -> String {
    serde_json::to_string(HOSTILE).expect("JSON")
}

fn board(id: u32, partner: u32) -> String {
    let name = json_name();
    let clocks = serde_json::to_string(&format!("1,{HOSTILE}")).expect("JSON");
    format!(
        "{{\"game\":{{\"id\":{id},\"partnerGameId\":{partner},\"moveList\":\"mC0K\",\"type\":\"bughouse\",\
         \"moveTimestamps\":{clocks},\"resultMessage\":{name},\"pgnHeaders\":{{\"White\":{name},\"Black\":{name},\
         \"Event\":{name},\"Site\":{name},\"Date\":{name},\"TimeControl\":{name},\"FEN\":{name}}}}}}}"
    )
}

fn hostile_files(folder: &Folder) -> Vec<String> {
    let name = json_name();
    let bgn = format!(
        "{{\"tags\":{{\"WhiteA\":{name},\"Event\":{name},\"X\":{name}}},\"moves\":[{name}]}}\n\
         {{\"bgn\":{name}}}\n{{\"x\":\n",
    );
    let game = format!(
        "[Event \"{HOSTILE}\"]\n[White \"{HOSTILE}\"]\n[Black \"b\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n\
         [Filtered \"no\"]\n\n1. e4 {{(:)}} {{{HOSTILE}}}\ne5 {{(:\u{1b}[31m)}}\n*\n"
    );
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let link = "https://www.chess.com/game/live/1";
    for (name, text) in [
        (format!("{HOSTILE}1.json"), board(3, 4)),
        (format!("{HOSTILE}2.json"), "{\"moveList\":".to_owned()),
        (format!("{HOSTILE}3.txt"), link.to_owned()),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(text.as_bytes()).expect("a text");
    }
    let zip = zip.finish().expect("an archive").into_inner();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(bpgn("1A. e4").as_bytes()).expect("a text");
    let gz = gz.finish().expect("an archive");
    vec![
        folder.file("good.bpgn", bpgn("1A. e4{180} 1B. d4{179}").as_bytes()),
        folder.file("bad.bpgn", bpgn("1A. e4 1a. \u{1b}[31mQ\u{202e}z9 2A. Ke7\u{9b}").as_bytes()),
        folder.file("fen.bpgn", bpgn("").replace("[X \"", "[FEN \"").as_bytes()),
        folder.file("m.bgn.jsonl", bgn.as_bytes()),
        folder.file("game.pgn", game.as_bytes()),
        folder.file("b.json", board(1, 2).as_bytes()),
        folder.file("boards.zip", &zip),
        folder.file("torn.bpgn.gz", &gz[..gz.len() - 9]),
        folder.file("prose.txt", format!("Dear {HOSTILE}\u{1b}[31m all").as_bytes()),
        folder.file("picture.png", include_bytes!("../../assets/icon/tandem-64.png")),
        folder.path(&format!("{HOSTILE}missing")).into_os_string().into_string().expect("UTF-8"),
    ]
}

fn check_is_harmless(subcommand: &str, arguments: &[String], shown: &Shown) {
    let Shown { out, err, progress, .. } = shown;
    // The progress line returns to its start, and CSV ends lines as Windows does.
    let progress = progress.replace('\r', "\n");
    let out = out.replace("\r\n", "\n");
    for text in [&out, err, &progress] {
        let harmful = text.chars().find(|&character| !is_harmless(character));
        assert_eq!(harmful, None, "{subcommand} {arguments:?}: {text:?}");
    }
    // A copy of the file's own text has the lines of the file, and CSV quotes line breaks.
    let is_copy = out.starts_with('[') || arguments.iter().any(|it| it == "--csv");
    let lines = err.lines().chain(progress.lines());
    for line in lines.chain(out.lines().filter(|_| !is_copy)) {
        assert!(!line.starts_with("FORGED"), "{subcommand} {arguments:?}: {out:?} {err:?}");
    }
    if arguments.iter().any(|it| it == "--json") && !is_copy {
        for line in out.lines() {
            let read: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(read.is_ok(), "{subcommand} {arguments:?}: {line:?}");
        }
    }
}

#[test]
fn no_control_character_or_line_break_of_a_file_reaches_a_terminal() {
    let folder = Folder::new();
    let files = hostile_files(&folder);
    let mut names_shown = 0;
    for (place, file) in files.iter().enumerate() {
        for (subcommand, lines) in command_lines(std::slice::from_ref(file)) {
            let mut is_run = false;
            // The first two files go through every option, the others are read.
            let lines = if place < 2 { lines } else { lines.into_iter().take(2).collect() };
            for arguments in lines {
                let Some(shown) = run(&subcommand, &arguments) else { continue };
                is_run = true;
                names_shown +=
                    usize::from([&shown.out, &shown.err].iter().any(|it| it.contains("[31m")));
                check_is_harmless(&subcommand, &arguments, &shown);
            }
            assert!(is_run || place >= 2, "no arguments of {subcommand} go together");
        }
    }
    // Else nothing was tested.
    assert!(names_shown > 150, "{names_shown}");
}

#[test]
fn a_picture_beside_a_match_counts_as_little_as_a_missing_file() {
    let folder = Folder::new();
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let good = path(&folder.path("good.bpgn"));
    let text = "[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n1A. e4{60} *\n";
    fs::write(&good, text).expect("a file");
    let icon = include_bytes!("../../assets/icon/tandem-64.png").to_vec();
    let noise = |length: usize| {
        let mut state = 1_u32;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(length)
        .collect::<Vec<u8>>()
    };
    let prose = b"Dear all,\n\n1. Bring the clocks.\n2. Nf3 is a move.\n[see note]\n".to_vec();
    let mut commands = 0;
    for (bytes, why) in [
        (icon, "not a text file"),
        (noise(3000), "not a text file"),
        (noise(2_000_000), "not a text file"),
        (prose, "no bughouse match in this file"),
    ] {
        let other = path(&folder.path("other"));
        for order in [[&good, &other], [&other, &good]] {
            for (subcommand, lines) in command_lines(&order.map(String::clone)) {
                for arguments in lines {
                    let takes_both = order.iter().all(|&file| arguments.contains(file));
                    let _ = fs::remove_file(&other);
                    let missing = takes_both.then(|| run(&subcommand, &arguments)).flatten();
                    fs::write(&other, &bytes).expect("a file");
                    let Some(missing) = missing else { continue };
                    let shown = run(&subcommand, &arguments).expect("the same arguments");
                    let said = format!("{subcommand} {arguments:?}: {}{}", shown.out, shown.err);
                    commands += 1;
                    if subcommand == "check" && why.starts_with("no ") {
                        // The issues of a text are listed and counted.
                        assert_ne!(shown.status, Exit::Fine, "{said}");
                        continue;
                    }
                    assert_eq!(shown.out, missing.out, "{said}");
                    if subcommand != "import" && missing.err.contains("no such file") {
                        assert!(shown.err.contains(why), "{said}");
                    }
                    assert_ne!(shown.status, Exit::Fine, "{said}");
                }
            }
        }
    }
    assert!(commands > 50, "{commands}");
}
