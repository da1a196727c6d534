//! A table of what every subcommand does with every input format: `form_table.txt` beside this file has a line for each
//! combination, valid for files and standard input, uncompressed and compressed. Missing and unused lines are failures.

use crate::cli::program;
use clap::{CommandFactory as _, Parser as _};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    io::Write as _,
};
use tandem::cli::{Arguments, run};

const TABLE: &str = include_str!("form_table.txt");

/// A match long enough for the `from` and `at` of animations.
const BPGN: &str = "[Event \"x\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n[Result \"1-0\"]\n\n\
                    1A. e4{180} 1a. e5{180} {b resigns} 1-0\n";

/// The subcommands with their arguments; `FILE` stands for the input.
const SUBCOMMANDS: [&str; 25] = [
    "check FILE",
    "list FILE",
    "list --count FILE",
    "list --csv FILE",
    "list --json FILE",
    "list --drops FILE",
    "openings FILE",
    "players FILE",
    "search turn:w FILE",
    "positions FILE",
    "solve FILE",
    "annotate --tag Event=y -o - FILE",
    "diagram --format svg --board a --size 32 -o - FILE",
    "diagram --format png --board a --size 32 -o - FILE",
    "diagram --format pdf --board a --size 32 -o - FILE",
    "diagram --format gif --board a --size 32 -o - FILE",
    "convert --to bpgn -o - FILE",
    "convert --to columns -o - FILE",
    "convert --to html -o - FILE",
    "convert --to pdf -o - FILE",
    "convert --to bgn -o - FILE",
    "convert --to kriegspiel -o - FILE",
    "import FILE",
    "analyse FILE",
    "merge -o - FILE assets/samples/bpgn-1.2.bpgn",
];

/// Returns the contents of files, with their names in the table.
fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let bgn = {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let file = tempfile::NamedTempFile::new().expect("a file");
        file.as_file().write_all(BPGN.as_bytes()).expect("room");
        let path = file.path().to_str().expect("a name");
        let asked = ["tandem", "convert", "--to", "bgn", "-o", "-", path];
        let command = Arguments::parse_from(asked).command.expect("a subcommand");
        run(&command, &mut out, &mut err);
        out
    };
    let kriegspiel = include_bytes!("../../assets/samples/kriegspiel-problem.pgn");
    let illegal = BPGN.replace("1a. e5", "1a. e4");
    let broken = [&bgn[..], b"{\"pgn\":\n"].concat();
    vec![
        ("BPGN", BPGN.as_bytes().to_vec()),
        ("Kriegspiel", kriegspiel.to_vec()),
        ("BGN", bgn),
        ("damaged BPGN", illegal.into_bytes()),
        ("damaged BGN", broken),
        ("nothing", Vec::new()),
        ("another kind", b"Dear diary, today nothing happened.\n".to_vec()),
        ("other JSON", b"{\"name\": \"x\", \"version\": 1}\n".to_vec()),
    ]
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

/// Returns `text` in each compression, first without any, and in UTF-16, last.
fn packings(text: &[u8]) -> Vec<Vec<u8>> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text).expect("room");
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(text).expect("room");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let marked = String::from_utf8_lossy(text);
    let marked = format!("\u{feff}{}", marked.trim_start_matches('\u{feff}'));
    vec![
        text.to_vec(),
        gz.finish().expect("room"),
        bz2.finish().expect("room"),
        ruzstd::encoding::compress_to_vec(text, level),
        utf16(&marked, u16::to_le_bytes),
        utf16(&String::from_utf8_lossy(text), u16::to_be_bytes),
    ]
}

/// Returns the text of an output, which is in UTF-16 if the input is and the output has its other bytes. A byte order mark
/// is left out.
fn decoded(bytes: &[u8]) -> String {
    let units = |unit: fn([u8; 2]) -> u16| -> Vec<u16> {
        bytes.as_chunks::<2>().0.iter().map(|&pair| unit(pair)).collect()
    };
    let text = match bytes {
        [0xff, 0xfe, ..] | [_, 0, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        [0, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.trim_start_matches('\u{feff}').to_owned()
}

/// Returns the exit status and the first line of the errors, or of the output if there are no errors.
fn outcome(status: i32, out: &[u8], err: &[u8], name: &str) -> String {
    let first = |bytes: &[u8]| {
        let text = decoded(bytes).replace(name, "FILE");
        let line = text.lines().next().unwrap_or_default().trim_end().to_owned();
        // The part in brackets differs between compressions.
        match (line.find('('), line.rfind(')')) {
            (Some(open), Some(close)) if line.contains("unpacked") => {
                format!("{}(…){}", &line[..open], &line[close + 1..])
            }
            _ => line,
        }
    };
    // Control characters are removed at the beginning; otherwise they end the line.
    let hidden = |c: char| c.is_control() || c == '\u{fffd}';
    let line = first(if err.is_empty() { out } else { err });
    let line = line.trim_start_matches(hidden);
    let line = line.split(hidden).next().unwrap_or_default();
    let short: String = line.chars().take(80).collect();
    format!("{status} | {short}")
}

fn outcome_of_file(subcommand: &str, bytes: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().expect("a file");
    file.as_file().write_all(bytes).expect("room");
    let path = file.path().to_str().expect("a name");
    let words = subcommand.split(' ').map(|word| if word == "FILE" { path } else { word });
    let asked = Arguments::try_parse_from(std::iter::once("tandem").chain(words));
    let command = asked.expect("good usage").command.expect("a subcommand");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let done = run(&command, &mut out, &mut err);
    outcome(done as i32, &out, &err, path)
}

fn outcome_of_input(subcommand: &str, bytes: &[u8]) -> String {
    let words: Vec<&str> =
        subcommand.split(' ').map(|word| if word == "FILE" { "-" } else { word }).collect();
    let output = program(&words, bytes);
    let name = |bytes: &[u8]| {
        let text = decoded(bytes);
        let line = text.lines().next().unwrap_or_default().to_owned();
        let line = line.replacen("tandem: -: ", "tandem: FILE: ", 1);
        line.strip_prefix("-:").map_or(line.clone(), |it| format!("FILE:{it}")).into_bytes()
    };
    let status = output.status.code().expect("a status");
    let (out, err) = (name(&output.stdout), name(&output.stderr));
    outcome(status, &out, &err, "FILE")
}

/// Returns the lines of the table: each combination and its result.
fn table() -> BTreeMap<&'static str, &'static str> {
    let mut table = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        let (of, outcome) = line.split_once(" => ").expect("an arrow");
        assert_eq!(table.insert(of, outcome), None, "twice: {of}");
    }
    table
}

#[test]
fn subcommands_handle_formats_as_tabled() {
    let table = table();
    let mut wrong = String::new();
    let mut cells = BTreeSet::new();
    for subcommand in SUBCOMMANDS {
        for (kind, text) in inputs() {
            let of = format!("{subcommand} of {kind}");
            let expected = table.get(of.as_str()).copied().unwrap_or("nothing is said");
            for (place, bytes) in packings(&text).iter().enumerate() {
                let way = ["plain", "gz", "bz2", "zst", "UTF-16 LE", "UTF-16 BE"][place];
                for outcome in
                    [outcome_of_file(subcommand, bytes), outcome_of_input(subcommand, bytes)]
                {
                    if outcome != expected {
                        let _ = writeln!(wrong, "{of} => {outcome}\n    {way}, not: {expected}");
                    }
                }
            }
            cells.insert(of);
        }
        // Compressed files that are cut short.
        let of = format!("{subcommand} of cut short");
        let expected = table.get(of.as_str()).copied().unwrap_or("nothing is said");
        // Shorter than the prefix from which the format is detected.
        let many = BPGN.repeat(400);
        for (place, bytes) in packings(many.as_bytes()).iter().enumerate().take(4).skip(1) {
            let half = &bytes[..bytes.len() * 2 / 3];
            for outcome in [outcome_of_file(subcommand, half), outcome_of_input(subcommand, half)] {
                // The number of remaining matches depends on the compression.
                let outcome = outcome.split(',').next().unwrap_or_default().to_owned();
                if outcome != expected {
                    let _ = writeln!(wrong, "{of} => {outcome}\n    {place}, not: {expected}");
                }
            }
        }
        cells.insert(of);
    }
    assert!(wrong.is_empty(), "the table says otherwise:\n{wrong}");
    let known: BTreeSet<String> = table.keys().map(|of| (*of).to_owned()).collect();
    assert_eq!(known, cells);
}

#[test]
fn every_subcommand_is_in_the_table() {
    let asked: BTreeSet<&str> =
        SUBCOMMANDS.iter().filter_map(|words| words.split(' ').next()).collect();
    let command = Arguments::command();
    let all: BTreeSet<&str> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        // `fetch` and `completions` read no file; `tests/cmd/puzzles.md` and the test below show `puzzles`.
        .filter(|name| !["help", "fetch", "completions", "puzzles"].contains(name))
        .collect();
    assert_eq!(asked, all, "a subcommand without a row in the table");
}

#[test]
fn empty_and_blank_files_have_one_status_and_message_in_all_subcommands() {
    let subcommands = SUBCOMMANDS.iter().chain(&["puzzles -o - FILE"]);
    for subcommand in subcommands {
        for blank in ["", "\u{feff}", "\n\n", "\u{feff} \t\r\n\r\n"] {
            for bytes in packings(blank.as_bytes()) {
                for outcome in
                    [outcome_of_file(subcommand, &bytes), outcome_of_input(subcommand, &bytes)]
                {
                    assert!(
                        outcome.starts_with("1 | ") && outcome.ends_with("the file is empty"),
                        "{subcommand} of {blank:?}: {outcome}"
                    );
                }
            }
        }
    }
}
