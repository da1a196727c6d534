//! Files in UTF-16: read like UTF-8, and saved in UTF-16. The expected bytes are those of the standard library.
#![expect(clippy::disallowed_methods, reason = "these tests are about files")]

use crate::cli::program;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tandem::file::{FileRange, Splice, append, save_spliced};
use tempfile::TempDir;

#[derive(Clone, Copy, Debug)]
enum Order {
    Little,
    Big,
}

const ORDERS: [Order; 2] = [Order::Little, Order::Big];

fn encode(order: Order, text: &str) -> Vec<u8> {
    let bytes = |unit: u16| match order {
        Order::Little => unit.to_le_bytes(),
        Order::Big => unit.to_be_bytes(),
    };
    text.encode_utf16().flat_map(bytes).collect()
}

const MATCH: &str = "[Event \"Ж\"]\r\n[WhiteA \"Zoë\"]\r\n[BlackA \"象\"]\r\n[WhiteB \"🐎\"]\r\n[BlackB \"d\"]\r\n\r\n\
                     1A. e4{60} {C:één} 1a. e5{60} 2A. Nf3 {C:naïve} *\r\n";

fn with_file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file");
    (folder, path)
}

/// Returns the status, output and messages of the program.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let output = program(arguments, input);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code(), output.stdout, said)
}

fn name(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("1A. e4{60} "),
        Just("\r\n"),
        Just("\n"),
        Just("é"),
        Just("Ж\u{301}"),
        Just("象棋 "),
        Just("\u{d7ff}\u{e000}\u{ffff}"),
        Just("🐎"),
        Just("\u{10ffff}"),
        Just("\0"),
        Just("\u{feff}"),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn saved_bytes_are_the_encoding_of_the_edited_text(
        order in prop::sample::select(&ORDERS[..]),
        has_mark in any::<bool>(),
        body in text(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        inserts in prop::collection::vec(text(), 3),
    ) {
        let old = format!("{}[Event \"x\"]{body}", if has_mark { "\u{feff}" } else { "" });
        let (folder, path) = with_file("a.bpgn", &encode(order, &old));
        let mut cuts: Vec<usize> =
            cuts.iter().map(|cut| old.floor_char_boundary(cut.index(old.len() + 1))).collect();
        cuts.sort_unstable();
        let (mut new, mut splices) = (old.clone(), Vec::new());
        for (pair, insert) in cuts.chunks_exact(2).zip(inserts).rev() {
            new.replace_range(pair[0]..pair[1], &insert);
            let range = FileRange::new(pair[0] as u64, pair[1] as u64);
            splices.push(Splice { range, insert: insert.into_bytes() });
        }
        splices.reverse();
        let copy = folder.path().join("b.bpgn");
        save_spliced(&path, &splices, &copy, false).unwrap();
        prop_assert_eq!(std::fs::read(&copy).unwrap(), encode(order, &new));
        save_spliced(&path, &splices, &path, false).unwrap();
        prop_assert_eq!(std::fs::read(&path).unwrap(), encode(order, &new));
    }

    #[test]
    fn appended_text_is_in_the_encoding_of_the_file(
        order in prop::sample::select(&ORDERS[..]),
        body in text(),
        added in text(),
    ) {
        let old = format!("[Event \"x\"]{body}\r\n\r\n");
        let added = added.trim_start_matches('\u{feff}');
        let (_folder, path) = with_file("a.bpgn", &encode(order, &old));
        append(&path, added.as_bytes()).unwrap();
        prop_assert_eq!(std::fs::read(&path).unwrap(), encode(order, &(old + added)));
    }
}

#[test]
fn edit_within_a_character_is_refused() {
    let (_folder, path) = with_file("a.bpgn", &encode(Order::Little, "[Event \"象\"]"));
    for (start, end) in [(9, 10), (8, 10), (0, 99)] {
        let splice = Splice { range: FileRange::new(start, end), insert: Vec::new() };
        let error = save_spliced(&path, &[splice], &path, false).unwrap_err();
        assert!(error.to_string().ends_with("beyond the end of the file; nothing written"));
    }
}

#[test]
fn appended_text_follows_a_blank_line_in_every_encoding() {
    type Encode = fn(&str) -> Vec<u8>;
    let latin: Encode =
        |text| text.chars().map(|it| u8::try_from(u32::from(it)).unwrap()).collect();
    let utf8: Encode = |text| text.as_bytes().to_vec();
    let wide: Encode = |text| encode(Order::Big, text);
    let cases: [(&str, Encode, &str, &str); 7] = [
        ("[Event \"é\"]\n", utf8, "\u{feff}ça\n", "[Event \"é\"]\n\nça\n"),
        ("[Event \"é\"]\n", latin, "\u{feff}ça\n", "[Event \"é\"]\n\nça\n"),
        ("[Event \"é\"]", wide, "ça\n", "[Event \"é\"]\n\nça\n"),
        ("\u{feff}", wide, "\u{feff}ça\n", "\u{feff}ça\n"),
        ("\u{feff}[Event \"é\"]\r\n", wide, "ça\r\n", "\u{feff}[Event \"é\"]\r\n\r\nça\r\n"),
        ("[Event \"é\"]\r\n\r\n", wide, "ça\r\n", "[Event \"é\"]\r\n\r\nça\r\n"),
        ("[Event \"é\"]\n", utf8, "plain\n", "[Event \"é\"]\n\nplain\n"),
    ];
    for (old, encoding, added, new) in cases {
        // The added text is UTF-8, or a record of an old file in Windows-1252.
        for added in [added.as_bytes().to_vec(), latin(added.trim_start_matches('\u{feff}'))] {
            let (_folder, path) = with_file("a.bpgn", &encoding(old));
            let (range, _) = append(&path, &added).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), encoding(new), "{old:?} {added:?}");
            assert_eq!(range.end, encoding(new).len() as u64);
        }
    }
}

#[test]
fn text_that_cannot_be_mixed_is_refused() {
    let (_folder, path) = with_file("a.bpgn", b"[Event \"\xe9\"]\n");
    let said = append(&path, "Ж".as_bytes()).unwrap_err().to_string();
    let expect =
        "'Ж' cannot be saved: this file is encoded in Windows-1252, not UTF-8; nothing written";
    assert_eq!(said, format!("{}: {expect}", path.display()));
    let mut odd = encode(Order::Little, MATCH);
    odd.push(b'x');
    let (_folder, path) = with_file("a.bpgn", &odd);
    let said = append(&path, b"x\n").unwrap_err().to_string();
    let expect = "the file ends in half a UTF-16 character; nothing written";
    assert_eq!(said, format!("{}: {expect}", path.display()));
    assert_eq!(std::fs::read(&path).unwrap(), odd);
}

/// Returns the arguments of `command`, in which `FILE` stands for `path`.
fn arguments<'a>(command: &[&'a str], path: &'a str) -> Vec<&'a str> {
    command.iter().map(|&word| if word == "FILE" { path } else { word }).collect()
}

#[test]
fn places_are_those_of_the_text() {
    let text = "\u{feff}[Event \"象🐎\"]\r\n\r\n1A. e4 {🐎} 1a. Ke5 *\r\n";
    for order in ORDERS {
        let (_folder, path) = with_file("a.bpgn", &encode(order, text));
        let (status, out, said) = run(&arguments(&["check", "FILE"], name(&path)), b"");
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with(&format!("{}:3:16: error: ", name(&path))), "{out}{said}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn annotated_file_stays_in_utf_16() {
    let new = MATCH.replace("één", "twee 🐎");
    for order in ORDERS {
        for mark in ["", "\u{feff}"] {
            let old = encode(order, &format!("{mark}{MATCH}"));
            let new = encode(order, &format!("{mark}{new}"));
            let (folder, path) = with_file("a.bpgn", &old);
            let other = folder.path().join("b.bpgn");
            let annotate = |out, file, input: &[u8]| {
                let words = ["annotate", "--at", "1A", "--comment", "twee 🐎", "-o", out, file];
                let (status, out, said) = run(&words, input);
                assert_eq!(status, Some(0), "{said}");
                out
            };
            assert_eq!(annotate("-", name(&path), b""), new);
            assert_eq!(annotate("-", "-", &old), new);
            annotate(name(&other), name(&path), b"");
            assert_eq!(std::fs::read(&other).unwrap(), new);
            assert_eq!(std::fs::read(&path).unwrap(), old);
            annotate(name(&path), name(&path), b"");
            assert_eq!(std::fs::read(&path).unwrap(), new);
        }
    }
}

#[test]
fn imported_matches_are_appended_in_the_encoding_of_the_file() {
    let (folder, path) = with_file("a.bpgn", &encode(Order::Big, &format!("\u{feff}{MATCH}")));
    let board = |id: u64, partner: u64, white: &str| {
        format!(
            r#"{{"game":{{"id":{id},"partnerGameId":{partner},"type":"bughouse","moveList":"mC",
            "moveTimestamps":"1199,1200","baseTime1":1200,"timeIncrement1":0,"isFinished":true,
            "pgnHeaders":{{"White":"{white}","Black":"x","Date":"2025.11.30","Result":"*"}}}}}}"#
        )
    };
    let boards = [(1, 2, "Жук"), (2, 1, "象")].map(|(id, partner, white)| {
        let path = folder.path().join(format!("{id}.json"));
        std::fs::write(&path, encode(Order::Little, &board(id, partner, white))).unwrap();
        path
    });
    let out = name(&path);
    // The first board alone is a half match, which the second completes.
    for boards in [&boards[..1], &boards[1..], &boards[..]] {
        let boards = boards.iter().map(|board| name(board));
        let words: Vec<&str> =
            ["import", "--append", "-o", out].into_iter().chain(boards).collect();
        let (_, _, said) = run(&words, b"");
        assert!(!said.contains("error"), "{said}");
    }
    let bytes = std::fs::read(&path).unwrap();
    let units: Vec<u16> =
        bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
    let text = String::from_utf16(&units).unwrap();
    let added = text.strip_prefix(&format!("\u{feff}{MATCH}\r\n[")).expect("the old text first");
    assert!(added.contains("WhiteA \"Жук\"") && added.contains("WhiteB \"象\""), "{added}");
    assert_eq!(text.matches("[WhiteA ").count(), 2, "{text}");
}

#[test]
fn undecodable_places_are_named_and_the_file_is_kept() {
    let wide = |text: &str| encode(Order::Little, text);
    let lone = [
        wide("\u{feff}[Event \"🐎"),
        vec![0, 0xd8],
        wide("\"]\n\n1A. e4 {C:x "),
        vec![1, 0xdc],
        wide("} *\n"),
    ];
    let odd = [wide(MATCH), vec![b'x']];
    for (bytes, expected, words) in [
        (
            lone.concat(),
            0,
            "line 1, column 10 is not valid UTF-16 (U+D800 without its other half), nor is 1 more place; the file can be read, but not changed",
        ),
        // The replacement character is no move.
        (
            odd.concat(),
            1,
            "line 8, column 1 is not valid UTF-16 (half a character at the end); the file can be read, but not changed",
        ),
    ] {
        let (_folder, path) = with_file("a.bpgn", &bytes);
        let (status, out, said) = run(&["check", name(&path)], b"");
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains(&format!("warning: {words}")), "{out}{said}");
        assert_eq!(status, Some(expected), "{out}");
        for command in [
            &["list", "FILE"][..],
            &["convert", "--to", "bpgn", "-o", "-", "FILE"],
            &["search", "--count", "Pe4", "FILE"],
        ] {
            let (status, _, said) = run(&arguments(command, name(&path)), b"");
            assert_eq!((status, said.contains(words)), (Some(0), true), "{command:?} {said}");
        }
        let words = ["annotate", "--at", "1A", "--comment", "y", "-o", name(&path), name(&path)];
        assert_ne!(run(&words, b"").0, Some(0));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

/// A text longer than what is held in memory.
#[test]
fn long_file_is_decoded_and_changed_on_disk() {
    let filler =
        format!("[Event \"filler\"]\r\n\r\n1A. e4 {{C:{}}} *\r\n\r\n", "Жук 🐎 ".repeat(60_000));
    let text = format!("\u{feff}{}{MATCH}", filler.repeat(22));
    let old = encode(Order::Little, &text);
    let (folder, path) = with_file("long.bpgn", &old);
    let out = folder.path().join("out.bpgn");
    assert_eq!(run(&["list", "--count", name(&path)], b"").1, b"23\n");
    let words = ["annotate", "--game", "23", "--at", "1A", "--comment", "twee"];
    for to in [&out, &path] {
        let (status, _, said) = run(&[&words[..], &["-o", name(to), name(&path)]].concat(), b"");
        assert_eq!(status, Some(0), "{said}");
        assert!(std::fs::read(to).unwrap() == encode(Order::Little, &text.replace("één", "twee")));
    }
}
