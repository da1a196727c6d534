//! Concatenated files without final line ends: the same matches and issues as in separate files.

use crate::{
    archive::{check_odd, check_rows, real_files},
    random::random_matches,
};
use proptest::prelude::*;
use std::fmt::Write as _;
use tandem::{
    archive::{Index, Summary},
    file::{FileRange, Source},
    notation::{Records, record_ranges},
};

/// Returns the matches of `text`, each without what follows its last word.
fn matches_of(text: &[u8]) -> Vec<Vec<u8>> {
    let ranges = record_ranges(text).into_iter();
    ranges
        .map(|range| {
            let [start, end] =
                [range.start, range.end].map(|at| usize::try_from(at).expect("short"));
            text[start..end].trim_ascii_end().to_vec()
        })
        .collect()
}

/// Returns what a list shows of each match of `text`, independent of its place.
fn rows(text: &[u8]) -> Vec<Summary> {
    let index = Index::from_bytes(text);
    let at_start = |mut row: Summary| {
        row.range = FileRange::new(0, 0);
        row
    };
    index.rows().map(|row| at_start(row.summary())).collect()
}

/// Compares the joined files with the separate ones.
fn check_joined(files: &[Vec<u8>], between: &[u8]) {
    let all = files.join(between);
    let shown = String::from_utf8_lossy(&all[..all.len().min(2000)]).into_owned();
    let starts: Vec<u64> = files
        .iter()
        .scan(0, |at, file| {
            let start = *at;
            *at += (file.len() + between.len()) as u64;
            Some(start)
        })
        .collect();
    let found: Vec<u64> = record_ranges(&all).iter().map(|range| range.start).collect();
    assert_eq!(found, starts, "{shown}");
    let each: Vec<Summary> = files.iter().flat_map(|file| rows(file)).collect();
    assert_eq!(rows(&all), each, "{shown}");
    check_rows(&all, "joined");
    // The issues are the same.
    let (mut joined, mut alone) = (Records::of(&all), Vec::new());
    for file in files {
        let mut records = Records::of(file);
        while let Some((record, ..)) = records.read_next() {
            alone.push(record.issues.clone());
        }
    }
    for issues in alone {
        let (record, ..) = joined.read_next().expect("as many");
        assert_eq!(record.issues, issues, "{shown}");
    }
}

#[test]
fn joined_real_files_equal_separate_ones() {
    let mut files = Vec::new();
    for path in real_files() {
        if path.extension().is_some_and(|end| end == "bpgn") {
            let source = Source::read(&path).expect("a readable file");
            let matches = matches_of(source.bytes());
            files.extend(matches.into_iter().filter(|text| text.starts_with(b"[Event \"")));
        }
    }
    assert!(files.len() >= 3);
    for between in [&b""[..], b" ", b"\n", b"\xef\xbb\xbf"] {
        check_joined(&files, between);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn joined_random_files_equal_separate_ones(seed in any::<u64>(), dull in any::<bool>()) {
        let mut files = matches_of(&random_matches(30_000, seed));
        if dull {
            // Some end with their moves, without a result.
            for file in files.iter_mut().step_by(2) {
                let end = file.iter().rposition(|&byte| byte == b'}').map_or(file.len(), |at| at + 1);
                file.truncate(end);
            }
        }
        check_joined(&files, b"");
    }
}

#[test]
fn joined_file_endings() {
    let head = "[Event \"x\"]\n[WhiteA \"a\"]\n\n";
    for end in [
        "1A. e4 1-0",
        "1A. e4 0-1",
        "1A. e4 1/2-1/2",
        "1A. e4 *",
        "1A. e4",
        "1A. e4{179}",
        "1A. e4{179} {C:why}",
        "1A. e4{179} (1A. d4)",
        "1A. e4{179} (1A. d4",
        "1A. e4 {a resigns} 1-0",
        "1A. e4 $3",
        "1A. e4!",
        "1A. e4 {C:about [Event \"y\"] 1-0[Event \"z\"]} *",
        "",
    ] {
        let file = format!("{head}{end}").trim_end().as_bytes().to_vec();
        check_joined(&[file.clone(), file.clone(), file], b"");
    }
}

#[test]
fn comment_with_an_event_tag_at_a_chunk_boundary() {
    let mut text = String::new();
    for number in 0..60 {
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[Site \"y\"]\n\n1A. e4{{179}} {{C:as 1-0[Event \"z\"] 1A. d4 1-0}} 1a. e5{{178}} 1-0"
        );
    }
    assert_eq!(record_ranges(text.as_bytes()).len(), 60);
    check_rows(text.as_bytes(), "comments");
    check_odd(text.as_bytes());
}
