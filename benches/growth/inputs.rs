//! The kinds of oversized inputs, each in any size.

use super::knights::knights;
use flate2::{Compression, write::GzEncoder};
use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// A kind of input that can have any size.
pub struct Kind {
    pub name: &'static str,
    /// The unit of the size: `plies`, `bytes` and so on.
    pub of: &'static str,
    /// The smallest of the three sizes. The other sizes are two and four times as large.
    pub least: usize,
    /// Writes an input of this size to the folder, and returns its path.
    pub write: fn(&Path, usize) -> io::Result<PathBuf>,
    /// The commands that read the input.
    pub commands: &'static [Command],
}

/// The name of a command in the table, and its arguments with [`FILE`] for the input.
pub type Command = (&'static str, &'static [&'static str]);

/// The placeholder for the input in a command line.
pub const FILE: &str = "FILE";

const CHECK: Command = ("check", &["check", "--quiet", FILE]);
const PAGE: Command = ("html", &["convert", FILE, "--to", "html", "-o", "-"]);
const COLUMNS: Command = ("columns", &["convert", FILE, "--to", "columns", "-o", "-"]);
const PDF: Command = ("pdf", &["convert", FILE, "--to", "pdf", "-o", "-"]);
const BGN: Command = ("bgn", &["convert", FILE, "--to", "bgn", "-o", "-"]);
const KRIEGSPIEL: Command = ("kriegspiel", &["convert", FILE, "--to", "kriegspiel", "-o", "-"]);
const POSITIONS: Command = ("positions", &["positions", "--variations", FILE]);
const MERGE: Command = ("merge with itself", &["merge", FILE, FILE, "-o", "-"]);
const IMPORT: Command = ("import", &["import", FILE, "-o", "-"]);
const BELIEF: Command =
    ("diagram", &["diagram", FILE, "-o", "-", "--format", "svg", "--as", "white", "--belief"]);

/// All kinds of input.
pub const KINDS: [Kind; 26] = [
    Kind {
        name: "plies of a match",
        of: "plies",
        least: 100_000,
        write: |folder, count| text(folder, &[TAGS, &knights(count)]),
        commands: &[CHECK, PAGE],
    },
    Kind {
        name: "comments on one ply",
        of: "comments",
        least: 200_000,
        write: |folder, count| text(folder, &[TAGS, "1A. e4 ", &"{a word} ".repeat(count), "\n"]),
        commands: &[CHECK, PAGE, COLUMNS],
    },
    Kind {
        name: "a long comment",
        of: "bytes",
        least: 8_000_000,
        write: |folder, count| text(folder, &[TAGS, "1A. e4 {", &"word ".repeat(count / 5), "}\n"]),
        commands: &[CHECK, PAGE, COLUMNS, PDF],
    },
    Kind {
        name: "issues on one line",
        of: "issues",
        least: 2_000_000,
        write: |folder, count| text(folder, &[TAGS, "1A. e4 ", &"@ ".repeat(count), "\n"]),
        commands: &[CHECK],
    },
    Kind {
        name: "tags",
        of: "tags",
        least: 1_000_000,
        write: |folder, count| text(folder, &[TAGS, &"[Round \"1\"]\n".repeat(count), "1A. e4\n"]),
        commands: &[CHECK, PAGE, BGN],
    },
    Kind {
        name: "tags of different names",
        of: "tags",
        least: 500_000,
        write: |folder, count| {
            let tags: String = (0..count).map(|n| format!("[T{n} \"1\"]\n")).collect();
            text(folder, &[TAGS, &tags, "1A. e4\n"])
        },
        commands: &[CHECK, PAGE, BGN],
    },
    Kind {
        name: "tags of BGN",
        of: "tags",
        least: 500_000,
        write: |folder, count| {
            let tags: Vec<String> = (0..count).map(|n| format!("\"T{n}\":\"1\"")).collect();
            let line = format!("{{\"pgn\":{{{}}},\"moves\":[]}}\n", tags.join(","));
            write(folder, "x.bgn.jsonl", line.as_bytes())
        },
        commands: &[CHECK, PAGE, BGN],
    },
    Kind {
        name: "notes of BGN on one ply",
        of: "notes",
        least: 200_000,
        write: |folder, count| {
            let notes: Vec<String> =
                (0..count).map(|n| format!("{{\"comment\":\"{n}\",\"x\":1}}")).collect();
            let moves =
                format!("{{\"b\":\"A\",\"p\":\"P\",\"t\":\"e4\",\"a\":[{}]}}", notes.join(","));
            let line = format!("{{\"pgn\":{{\"WhiteA\":\"a\"}},\"moves\":[{moves}]}}\n");
            write(folder, "x.bgn.jsonl", line.as_bytes())
        },
        commands: &[CHECK, PAGE, BGN],
    },
    Kind {
        name: "a long tag",
        of: "bytes",
        least: 20_000_000,
        write: |folder, count| {
            text(folder, &["[Event \"", &"word ".repeat(count / 5), "\"]\n1A. e4\n"])
        },
        commands: &[CHECK, PAGE],
    },
    Kind {
        name: "variations",
        of: "variations",
        least: 5_000,
        write: |folder, count| write(folder, "x.bpgn", &super::with_variations::text(count)),
        commands: &[CHECK, PAGE, COLUMNS, MERGE],
    },
    Kind {
        name: "variations on one ply",
        of: "variations",
        least: 20_000,
        write: |folder, count| {
            let groups = "(1a. a6 2A. Nf3 1B. a3 1b. a6) ".repeat(count);
            text(folder, &[TAGS, "1A. e4 1a. e5 {C:", &groups, "}\n"])
        },
        commands: &[CHECK, PAGE, MERGE],
    },
    Kind {
        name: "a long variation",
        of: "plies",
        least: 4_000,
        write: |folder, count| text(folder, &[TAGS, "1B. e4 (", &knights(count), ")\n"]),
        commands: &[CHECK, PAGE, MERGE],
    },
    Kind {
        name: "a variation on each ply",
        of: "variations",
        least: 10_000,
        write: |folder, count| {
            let branches = ["} {C:(a3)}", "} {C:(a6)}"];
            let plies = knights(count);
            let mut parts = plies.split('}');
            let mut text_with = String::from(parts.next().unwrap_or_default());
            for (number, part) in parts.enumerate() {
                text_with += branches[number % 2];
                text_with += part;
            }
            text(folder, &[TAGS, &text_with, "\n"])
        },
        commands: &[CHECK, POSITIONS, MERGE],
    },
    Kind {
        name: "short variations",
        of: "variations",
        least: 250_000,
        write: |folder, count| {
            text(folder, &[TAGS, "1A. e4 1a. e5 {C:", &"(1a. a6) ".repeat(count), "}\n"])
        },
        commands: &[CHECK, MERGE],
    },
    Kind {
        name: "{D:} diagrams on one ply",
        of: "diagrams",
        least: 500_000,
        write: |folder, count| text(folder, &[TAGS, "1A. e4 ", &"{D:} ".repeat(count), "\n"]),
        commands: &[CHECK, PAGE],
    },
    Kind {
        name: "a diagram on each ply",
        of: "diagrams",
        least: 4_000,
        write: |folder, count| {
            let plies = knights(count).replace('}', "} {D:}");
            text(folder, &[TAGS, &plies, "\n"])
        },
        commands: &[CHECK, PAGE, COLUMNS, PDF],
    },
    Kind {
        name: "empty records",
        of: "records",
        least: 500_000,
        write: |folder, count| text(folder, &["[Event \"\"]\n\n".repeat(count).as_str()]),
        commands: &[CHECK],
    },
    Kind {
        name: "Kriegspiel tries",
        of: "tries",
        least: 200_000,
        write: |folder, count| {
            let tries = vec!["Ke3"; count].join(",");
            let tags = "[Event \"x\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n";
            let text = format!("{tags}1. e4 {{(:{tries})}}\ne5 {{(:)}}\n*\n");
            write(folder, "x.pgn", text.as_bytes())
        },
        commands: &[CHECK],
    },
    Kind {
        name: "plies of Kriegspiel, with a diagram on each",
        of: "plies",
        least: 4_000,
        write: |folder, count| {
            let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
            let plies = (0..count).map(|ply| {
                let number =
                    if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
                format!("{number}{} {{(:)}} {{D:}}\n", moves[ply % 4])
            });
            let tags = "[Event \"x\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n";
            write(folder, "x.pgn", format!("{tags}{}*\n", plies.collect::<String>()).as_bytes())
        },
        commands: &[CHECK, PAGE, KRIEGSPIEL],
    },
    Kind {
        name: "unknown plies of Kriegspiel",
        of: "plies",
        least: 40,
        write: |folder, count| {
            let moves = ["Nf3", "Ng1"];
            let plies = (0..count).map(|ply| match ply % 2 {
                0 => format!("{}. {} {{(:)}}\n", ply / 2 + 1, moves[ply / 2 % 2]),
                _ => "?? {(:0)}\n".to_owned(),
            });
            let tags = "[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"white\"]\n\n";
            write(folder, "x.pgn", format!("{tags}{}*\n", plies.collect::<String>()).as_bytes())
        },
        commands: &[CHECK, BELIEF],
    },
    Kind {
        name: "empty streams of .bz2",
        of: "streams",
        least: 300_000,
        write: |folder, count| {
            // `1A. e4` and empty streams, as `bzip2` writes them.
            let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            packed.write_all(b"1A. e4\n")?;
            let mut packed = packed.finish()?;
            let empty = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
            packed.extend(empty.finish()?.repeat(count));
            write(folder, "x.bpgn.bz2", &packed)
        },
        commands: &[CHECK],
    },
    Kind {
        name: "a packed file",
        of: "records",
        least: 20_000,
        write: |folder, count| {
            let record = format!("{TAGS}{}\n", knights(40));
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            for number in 0..count {
                writeln!(packed, "[Round \"{number}\"]")?;
                packed.write_all(record.as_bytes())?;
            }
            write(folder, "x.bpgn.gz", &packed.finish()?)
        },
        commands: &[CHECK],
    },
    Kind {
        name: "a folder",
        of: "files",
        least: 2_000,
        write: |folder, count| {
            for number in 0..count {
                write(
                    folder,
                    &format!("{number}.bpgn"),
                    format!("{TAGS}{}\n", knights(40)).as_bytes(),
                )?;
            }
            Ok(folder.to_owned())
        },
        commands: &[CHECK],
    },
    Kind {
        name: "a mixed folder of boards and matches",
        of: "matches",
        least: 1_000,
        write: |folder, count| {
            super::board_files::make(folder, count as u64 / 2)?;
            for number in 0..count / 2 {
                let text = format!("{TAGS}{}\n", knights(40));
                write(folder, &format!("{number}.bpgn"), text.as_bytes())?;
            }
            Ok(folder.to_owned())
        },
        commands: &[CHECK],
    },
    Kind {
        name: "boards with long names",
        of: "boards of 20 MB",
        least: 6,
        write: |folder, count| {
            let path = folder.join("x.zip");
            let mut zip = ZipWriter::new(fs::File::create(&path)?);
            let name = "Bobby Fischer ".repeat(20_000_000 / 14);
            for number in 0..count {
                zip.start_file(format!("{number}.json"), SimpleFileOptions::default())?;
                let tags = format!("\"pgnHeaders\":{{\"White\":\"{name}\"}}");
                write!(zip, "{{\"game\":{{\"id\":{number},\"moveList\":\"mC\",{tags}}}}}")?;
            }
            zip.finish()?;
            Ok(path)
        },
        commands: &[IMPORT],
    },
    Kind {
        name: "a packed folder of boards",
        of: "matches",
        least: 1_000,
        write: |folder, count| {
            let boards = folder.join("boards");
            fs::create_dir(&boards)?;
            super::board_files::make(&boards, count as u64)?;
            let path = folder.join("x.zip");
            let mut zip = ZipWriter::new(fs::File::create(&path)?);
            for entry in fs::read_dir(&boards)? {
                let entry = entry?;
                zip.start_file(entry.file_name().to_string_lossy(), SimpleFileOptions::default())?;
                zip.write_all(&fs::read(entry.path())?)?;
            }
            zip.finish()?;
            Ok(path)
        },
        commands: &[IMPORT],
    },
];

const TAGS: &str =
    "[Event \"x\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n";

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    fs::write(&path, bytes)?;
    Ok(path)
}

fn text(folder: &Path, pieces: &[&str]) -> io::Result<PathBuf> {
    write(folder, "x.bpgn", pieces.concat().as_bytes())
}
