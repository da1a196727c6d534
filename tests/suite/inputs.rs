//! Folders, archives, several files and standard input that hold boards, matches and other files side by side.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use crate::cli::program;
use std::{
    io::{Cursor, Write as _},
    path::Path,
};

/// Returns a match with White A's name.
fn bpgn(name: &str) -> String {
    format!(
        "[WhiteA \"{name}\"]\n[BlackA \"x\"]\n[WhiteB \"y\"]\n[BlackB \"z\"]\n\n1A. e4 1a. e5 *\n"
    )
}

/// Returns board `id` as JSON. Its partner board is `partner`, and its players are `white` and `black`.
fn json(id: u64, partner: u64, [white, black]: [&str; 2]) -> String {
    format!(
        r#"{{"game":{{"id":{id},"partnerGameId":{partner},"type":"bughouse","moveList":"mC",
        "moveTimestamps":"1199,1200","baseTime1":1200,"timeIncrement1":0,"isFinished":true,
        "pgnHeaders":{{"White":"{white}","Black":"{black}","Date":"2025.11.30","Result":"*"}}}}}}"#
    )
}

/// Returns a board as PGN. The boards of one match have the same `end`.
fn pgn(end: &str, [white, black]: [&str; 2], result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"2024.03.10\"]\n[Variant \"Bughouse\"]\n\
         [TimeControl \"180\"]\n[EndTime \"{end}\"]\n[Result \"{result}\"]\n\n1. e4 {{[%clk 0:02:59]}} {result}\n"
    )
}

/// Returns files of every kind. The matches are those of [`WHITES`].
fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("m.bpgn", bpgn("whole").into()),
        ("in/words.txt", utf16(&format!("\u{feff}{}", bpgn("nameless")), u16::to_le_bytes)),
        ("in/deep/UPPER.BPGN", bpgn("upper").into()),
        // Windows-1252.
        (
            "old.pgn",
            [b"[WhiteA \"caf\xe9\"]\n", bpgn("x").split_once('\n').expect("lines").1.as_bytes()]
                .concat(),
        ),
        ("a.pgn", pgn("8:25:14 PST", ["pgn", "b"], "1-0").into()),
        ("b.PGN", utf16(&pgn("8:25:14 PST", ["c", "d"], "0-1"), u16::to_le_bytes)),
        ("1.json", utf16(&format!("\u{feff}{}", json(1, 2, ["json", "f"])), u16::to_be_bytes)),
        ("in/2.JSON", json(2, 1, ["g", "h"]).into()),
        ("packed.bpgn.gz", gz(&utf16(&bpgn("gzip"), u16::to_be_bytes))),
        ("notes.txt", b"Dear all,\n\nnothing of the kind.\n".to_vec()),
        ("in/picture.png", include_bytes!("../../assets/icon/tandem-64.png").to_vec()),
        ("late.bpgn.xz", b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0".to_vec()),
        // What desktops add, and what is hidden.
        (".DS_Store", b"\0\0\0\x01Bud1".to_vec()),
        ("__MACOSX/._m.bpgn", b"\0\x05\x16\x07\0\x02\0\0Mac OS X".to_vec()),
        (".git/config", b"[remote \"origin\"]\n\turl = x\n".to_vec()),
    ]
}

/// White A of each match in [`files`].
const WHITES: [&str; 7] = ["caf\u{e9}", "gzip", "json", "nameless", "pgn", "upper", "whole"];

const SKIPPED: &str = "skipped 2 files without matches (";
const SKIPPED_XZ: &str = ", 1 file in the unsupported format xz (late.bpgn.xz)";

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("memory takes everything");
    out.finish().expect("memory takes everything")
}

fn zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("packed").into_inner()
}

fn tar(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, bytes.as_slice()).expect("written");
    }
    tar.into_inner().expect("packed")
}

/// Writes `files` below `folder`.
fn write(folder: &Path, files: &[(&str, Vec<u8>)]) {
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("written");
    }
}

/// Returns the status, output and messages of the program.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = program(arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the names of White A in `list --json`, sorted.
fn whites(list: &str) -> Vec<String> {
    let rows = list.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let name = |row: serde_json::Value| row["white_a"]["name"].as_str().expect("a name").to_owned();
    let mut names: Vec<String> = rows.map(name).collect();
    names.sort();
    names
}

/// Writes every kind of input with [`files`] below `folder` and returns their paths.
fn inputs(folder: &Path) -> Vec<String> {
    let files = files();
    write(&folder.join("folder"), &files);
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.join("folder/in/loop")).expect("a link");
    let inner: Vec<_> = files.iter().filter(|it| it.0.starts_with("in/")).cloned().collect();
    let outer: Vec<_> = files.iter().filter(|it| !it.0.starts_with("in/")).cloned().collect();
    let nested = |inner: Vec<u8>, name| [outer.clone(), vec![(name, inner)]].concat();
    let archives = [
        ("a.zip", zip(&files)),
        ("a.tar", tar(&files)),
        ("a.tgz", gz(&tar(&files))),
        ("a.zip.gz", gz(&zip(&files))),
        ("zip-in-zip.zip", zip(&nested(zip(&inner), "in.zip"))),
        ("tar-in-zip.zip", zip(&nested(gz(&tar(&inner)), "in.tar.gz"))),
        ("zip-in-tar.tar", tar(&nested(zip(&inner), "in.ZIP"))),
    ];
    write(folder, &archives);
    // A folder with an archive in it.
    write(&folder.join("with-zip"), &nested(zip(&inner), "in.zip"));
    let names = archives.iter().map(|(name, _)| *name).chain(["folder", "with-zip"]);
    names.map(|name| folder.join(name).to_str().expect("UTF-8").to_owned()).collect()
}

#[test]
fn every_container_gives_the_same_matches_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for input in inputs(folder.path()) {
        let (status, list, said) = run(&["list", "--json", &input], b"");
        assert_eq!(
            (status, whites(&list)),
            (Some(0), WHITES.map(str::to_owned).to_vec()),
            "{input}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{input}: {said}");
        assert!(said.contains(SKIPPED) && said.contains(SKIPPED_XZ), "{input}: {said}");
        assert_eq!(run(&["list", "--count", &input], b"").1, "7\n", "{input}");

        let (status, checked, said) = run(&["check", &input], b"");
        assert_eq!(status, Some(0), "{input}: {checked}{said}");
        assert!(
            checked.contains("\n7 matches, ") || checked.starts_with("7 matches, "),
            "{checked}"
        );
        assert!(said.contains(SKIPPED) && said.contains(SKIPPED_XZ), "{input}: {said}");

        let (status, found, said) = run(&["search", "--count", "Pe4", &input], b"");
        assert_eq!((status, said.lines().count()), (Some(0), 1), "{input}: {found}{said}");
        for command in [
            &["positions"][..],
            &["convert", "--to", "bgn", "-o", "-"],
            &["convert", "--to", "columns", "-o", "-"],
            &["players"],
            &["openings"],
        ] {
            let arguments = [command, &[&input]].concat();
            let (status, out, said) = run(&arguments, b"");
            assert_eq!(status, Some(0), "{arguments:?}: {said}");
            assert!(said.contains(SKIPPED) && !out.is_empty(), "{arguments:?}: {said}");
        }
        let (_, converted, _) = run(&["convert", "--to", "bpgn", "-o", "-", &input], b"");
        let (_, again, said) = run(&["list", "--json", "-"], converted.as_bytes());
        assert_eq!(whites(&again), WHITES.map(str::to_owned), "{input}: {said}");

        // Importing writes only what was paired.
        let (status, imported, said) = run(&["import", &input], b"");
        assert_eq!(status, Some(0), "{input}: {said}");
        assert_eq!(imported.matches("[WhiteA ").count(), 2, "{input}");
        assert!(said.contains("5 files of matches, which need no import ("), "{input}: {said}");
        assert!(said.ends_with("2 bughouse matches\n"), "{input}: {said}");
    }
}

/// A link to a folder is counted and not followed.
#[cfg(unix)]
#[test]
fn loop_of_links_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &[("m.bpgn", bpgn("whole").into())]);
    std::os::unix::fs::symlink(".", folder.path().join("loop")).expect("a link");
    let path = folder.path().to_str().expect("UTF-8");
    let said = "tandem: skipped 1 file linked to a folder (loop)\n";
    assert_eq!(run(&["list", "--count", path], b""), (Some(0), "1\n".into(), said.into()));
}

#[test]
fn several_files_and_standard_input_are_read_like_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    inputs(folder.path());
    let whites_of = |arguments: &[&str], input: &[u8]| {
        let (status, list, said) = run(arguments, input);
        assert_eq!(status, Some(0), "{arguments:?}: {said}");
        whites(&list)
    };
    for archive in ["a.zip", "a.tgz", "zip-in-zip.zip"] {
        let bytes = std::fs::read(folder.path().join(archive)).expect("a file");
        assert_eq!(whites_of(&["list", "--json", "-"], &bytes), WHITES.map(str::to_owned));
        let (status, _, said) = run(&["positions", "-"], &bytes);
        assert_eq!(status, Some(0), "{said}");
    }
    let path =
        |name: &str| folder.path().join("folder").join(name).to_str().expect("UTF-8").to_owned();
    let paths = ["b.PGN", "m.bpgn", "a.pgn", "1.json", "in/2.JSON"].map(path);
    let list: Vec<&str> =
        ["list", "--json"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    assert_eq!(whites_of(&list, b""), ["c", "json", "whole"]);
    // The boards of one match are searched together, and a match file apart.
    let search: Vec<&str> =
        ["search", "--count", "Pe4"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let (status, counts, said) = run(&search, b"");
    assert_eq!((status, counts.lines().count()), (Some(0), 2), "{counts}{said}");
}

/// Returns a match in UTF-32, after `mark`.
fn utf32(mark: &str) -> Vec<u8> {
    let text = mark.to_owned() + &bpgn("wide");
    text.chars().flat_map(|character| u32::from(character).to_le_bytes()).collect()
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let xz = b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0".to_vec();
    let deep =
        (0..6).fold(zip(&[("m.bpgn", bpgn("deep").into())]), |inner, _| zip(&[("in.zip", inner)]));
    write(
        folder.path(),
        &[
            ("x.bpgn.xz", xz.clone()),
            ("x.bpgn.lz4", b"\x04\x22\x4d\x18\x64\x40\xa7\0\0".to_vec()),
            ("x.7z", b"7z\xbc\xaf\x27\x1c\0\x04".to_vec()),
            ("named.pgn", xz.clone()),
            ("marked.bpgn", utf32("\u{feff}")),
            ("wide.pgn", utf32("")),
            ("wide.zip", zip(&[("in.bpgn", utf32(""))])),
            ("deep.zip", deep),
            ("junk.zip", zip(&[("notes.txt", b"nothing".to_vec())])),
            ("junk/notes.txt", b"nothing".to_vec()),
            ("torn.zip", zip(&[("m.bpgn", bpgn("torn").into())])[..60].to_vec()),
            ("link.url", b"https://www.chess.com/game/live/158858846803".to_vec()),
        ],
    );
    for (name, words) in [
        ("x.bpgn.xz", "annot read xz"),
        ("x.bpgn.lz4", "annot read lz4"),
        ("x.7z", "annot read 7z"),
        ("named.pgn", "annot read xz"),
        ("marked.bpgn", "annot read UTF-32; save it as UTF-8"),
        ("wide.pgn", "annot read UTF-32; save it as UTF-8"),
        ("wide.zip", "o match or board in this archive"),
        ("deep.zip", "rchive inside too many archives"),
        ("junk.zip", "o match or board in this archive"),
        ("torn.zip", "annot unpack the whole file"),
        ("link.url", "his file holds only a link"),
    ] {
        let path = path(name);
        for command in ["list", "check", "import", "positions", "search mate", "players", "convert"]
        {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            arguments.push(&path);
            if command == "convert" {
                arguments.extend(["--to", "bpgn", "-o", "-"]);
            }
            let (status, out, said) = run(&arguments, b"");
            assert_ne!(status, Some(0), "{arguments:?}: {out}{said}");
            assert!(said.contains(words) || out.contains(words), "{arguments:?}: {out}{said}");
            assert!(!out.contains("1 match") && !out.contains("2 matches"), "{arguments:?}: {out}");
        }
    }
    for (arguments, input) in [(["list", "-"], utf32("")), (["check", "-"], utf32("\u{feff}"))] {
        let (_, out, said) = run(&arguments, &input);
        assert!((out + &said).contains("annot read UTF-32"), "{said}");
    }
    let (_, _, said) = run(&["list", &path("wide.zip")], b"");
    assert!(said.contains("skipped 1 file in the unsupported format UTF-32 (in.bpgn)"), "{said}");
    let junk = path("junk");
    for command in ["list", "check"] {
        let (status, _, said) = run(&[command, &junk], b"");
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("no match files in this folder"), "{said}");
        assert!(said.contains("skipped 1 file without matches (notes.txt)"), "{said}");
    }
}

#[test]
fn a_match_that_was_imported_before_is_listed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let boards: Vec<_> =
        files().into_iter().filter(|it| it.0.to_lowercase().ends_with(".json")).collect();
    write(folder.path(), &boards);
    let path = folder.path().to_str().expect("UTF-8");
    let out = folder.path().join("all.bpgn");
    assert_eq!(run(&["import", path, "-o", out.to_str().expect("UTF-8")], b"").0, Some(0));
    assert_eq!(run(&["list", "--count", path], b""), (Some(0), "1\n".into(), String::new()));
}
