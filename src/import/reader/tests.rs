//! Tests of reading archives within limits.

use super::*;
use crate::{
    file::{UnpackLimits, atomic_write},
    import::board::MAX_TEXT_BYTES,
};
use std::io::Write as _;

/// Reads a file of `bytes` within `limits`. Returns the reasons why files have no boards and no matches, and the number
/// of files with them.
fn read(bytes: &[u8], limits: UnpackLimits) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards");
    atomic_write(&path, bytes, false).unwrap();
    let (mut refused, mut matches) = (Vec::new(), 0);
    let read = BoardFiles::read(
        std::slice::from_ref(&path),
        |path| Ok(Text::open(path)?.within(limits)),
        false,
        |it| {
            match it {
                InputFile::Rejected(it) => refused.push(it.why.to_string()),
                InputFile::Matches(_) => matches += 1,
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    let boards = read.unwrap();
    let left = boards.omitted.iter();
    refused.extend(left.map(|it| format!("{}: {}", it.path.display(), it.why)));
    let offered =
        boards.all_notes().into_iter().filter_map(|it| it.over_limits.map(Path::to_owned));
    assert!(offered.into_iter().all(|it| it == path));
    (refused, boards.files.len() + matches)
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tar(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, &bytes[..]).unwrap();
    }
    tar.into_inner().unwrap()
}

#[test]
fn packed_files_in_a_packed_folder_share_its_limits() {
    let limits = UnpackLimits { ratio: 1, ratio_exempt_bytes: 1_000_000, ..UnpackLimits::DEFAULT };
    let board = format!("{{\"game\":{{\"id\":1,\"moveList\":\"\"}}}}{}", " ".repeat(300_000));
    let board = gz(board.as_bytes());
    let files: Vec<_> = (0..30).map(|n| (format!("{n}.json.gz"), board.clone())).collect();
    for bytes in [zip(&files), tar(&files), gz(&tar(&files))] {
        let (refused, found) = read(&bytes, limits);
        assert!((2..=4).contains(&found), "{found}");
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert!(refused[0].contains("more than 1 times its size"), "{refused:?}");
        assert_eq!(read(&bytes, UnpackLimits::LIFTED), (Vec::new(), 30));
    }
}

#[test]
fn memory_limit_applies_to_each_file() {
    let limits = UnpackLimits { memory: 100_000, ..UnpackLimits::DEFAULT };
    let board = |length| {
        let board = "{\"game\":{\"id\":1,\"moveList\":\"\"}}";
        format!("{board}{}", " ".repeat(length - board.len())).into_bytes()
    };
    let lengths = [("a", 100_001), ("b", 100_000), ("c", 90_000)];
    let files = lengths.map(|(name, length)| (name.to_owned(), board(length)));
    let packed = files.clone().map(|(name, bytes)| (name, gz(&bytes)));
    for bytes in [zip(&files), zip(&packed), tar(&files), tar(&packed)] {
        let (refused, found) = read(&bytes, limits);
        assert_eq!((refused.len(), found), (1, 2), "{refused:?}");
        assert!(refused[0].contains("boards/a: cannot unpack the whole file"), "{refused:?}");
    }
}

#[test]
fn matches_in_a_packed_folder_share_a_limit_on_memory() {
    let limits = UnpackLimits { memory: 100_000, ..UnpackLimits::DEFAULT };
    let text = format!("[Event \"x\"]\n\n1A. e4 {{C:{}}} *\n", "w".repeat(30_000));
    let files: Vec<_> = (0..5).map(|n| (format!("{n}.txt"), text.clone().into_bytes())).collect();
    for bytes in
        [zip(&files), tar(&files), gz(&tar(&files)), zip(&[("in.zip".to_owned(), zip(&files))])]
    {
        let (refused, found) = read(&bytes, limits);
        assert_eq!((found, refused.len()), (3, 2), "{refused:?}");
        assert!(refused[0].contains("it unpacks to more than 0 MB"), "{refused:?}");
    }
}

#[test]
fn long_names_are_errors_and_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let name = "x".repeat(MAX_TEXT_BYTES + 1);
    let long = "x".repeat(3 << 20);
    let response = |name: &str| {
        format!(
            "{{\"game\":{{\"id\":1,\"moveList\":\"\",\"pgnHeaders\":{{\"White\":\"{name}\",\"Event\":\"e\"}}}}}}"
        )
    };
    let month = |name: &str| {
        format!(
            "{{\"games\":[{{\"rules\":\"bughouse\",\"tcn\":\"\",\"white\":{{\"username\":\"{name}\"}}}}]}}"
        )
    };
    let pgn = |name: &str| {
        let tags = "[White \"a\"]\n[Black \"b\"]\n[Variant \"Bughouse\"]";
        format!("{tags}\n[Event \"{name}\"]\n\n*\n")
    };
    let page = |name: &str| {
        let board = "data-board='{\"steps\":[]}' data-variant=bughouse";
        format!("<body pychess {board} data-wplayer='{name}'>")
    };
    for (text, problem) in [
        (response(&name), "the name of a player is longer than 1000 bytes; left it out"),
        (response(&long), "a value is longer than 1 MB; left it out"),
        (month(&name), "the name of a player is longer than 1000 bytes; left it out"),
        (pgn(&name), "the event is longer than 1000 bytes; left it out"),
        (pgn(&long.repeat(2)), "this game is longer than 4 MB; skipped"),
        (page(&name), "the name of a player is longer than 1000 bytes; left it out"),
        (page(&long), "the name of a player is longer than 1000 bytes; left it out"),
    ] {
        let path = folder.path().join("board");
        atomic_write(&path, text.as_bytes(), false).unwrap();
        let boards = BoardFiles::read(&[path], Text::open, false, |_| ControlFlow::Continue(()));
        let boards = boards.unwrap();
        let problems = boards.problems();
        assert!(problems[0].note.text.ends_with(problem), "{problem}: {problems:?}");
        let kept: usize = boards.import.matches.iter().map(|it| it.text.len()).sum();
        assert!(kept < 1000, "{problem}: {kept}");
    }
}

#[test]
fn names_of_files_share_a_limit() {
    let limits = UnpackLimits { directory: 1000, ..UnpackLimits::DEFAULT };
    let board = b"{\"game\":{\"id\":1,\"moveList\":\"\"}}".to_vec();
    let files: Vec<_> =
        (10..90).map(|n| (format!("{}{n}.json", "n".repeat(43)), board.clone())).collect();
    let (refused, found) = read(&tar(&files), limits);
    assert_eq!(found, 20);
    assert!(refused[0].contains("its file names take more than 0 MB"), "{refused:?}");
    assert_eq!(read(&tar(&files), UnpackLimits::DEFAULT), (Vec::new(), 80));
}

#[test]
fn oversized_input_is_read_with_lifted_limits() {
    let few = UnpackLimits { ratio: 1, ratio_exempt_bytes: 1000, ..UnpackLimits::DEFAULT };
    let board = format!("{{\"game\":{{\"id\":1,\"moveList\":\"\"}}}}{}", " ".repeat(10_000));
    let names = ["1.json", "2.json", "3.json"];
    let files = names.map(|name| (name.to_owned(), board.clone().into_bytes()));
    let tar = gz(&tar(&files));
    for (bytes, files) in [(gz(board.as_bytes()), 1), (tar, 3)] {
        let (refused, found) = read(&bytes, few);
        assert_eq!((refused.len(), found), (1, 0), "{refused:?}");
        assert!(refused[0].contains("more than 1 times its size"), "{refused:?}");
        assert_eq!(read(&bytes, UnpackLimits::LIFTED), (Vec::new(), files));
    }
}
