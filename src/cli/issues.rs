//! [`find_issues`]: finds the issues of all records in a text, on all cores, as messages.

use crate::{
    archive::{ReadRecord, WalkError},
    file::{FileRange, Span, Text},
    formats::ReadFile,
    kriegspiel::{Game, Notation, notation},
    notation::{NoteKind, Severity},
    replay::{Match, Variations, bgn_contradictions},
    search::walk_text,
};
use std::{fmt::Display, ops::ControlFlow};

pub(super) struct FoundIssue {
    /// The byte offset of the issue in the text of the file.
    pub(super) offset: u64,
    pub(super) severity: Severity,
    pub(super) words: String,
}

/// The counts and issues of a chunk of records.
#[derive(Default)]
pub(super) struct ChunkIssues {
    pub(super) matches: usize,
    pub(super) plies: usize,
    /// Whether at least one record has a tag or a ply.
    pub(super) readable: bool,
    pub(super) issues: Vec<FoundIssue>,
}

impl ChunkIssues {
    fn push(&mut self, range: FileRange, span: Span, severity: Severity, words: &dyn Display) {
        self.issues.push(FoundIssue {
            offset: range.offset_of(span.start),
            severity,
            words: words.to_string(),
        });
    }
}

/// Replays the records of `text` and calls `each` for each chunk, in order, with the number of records done and the
/// issues found. If `text` was converted from `bgn`, its plies are also compared with the replayed plies.
pub(super) fn find_issues(
    text: &Text,
    bgn: Option<&ReadFile>,
    each: impl FnMut(usize, ChunkIssues) -> ControlFlow<()>,
) -> Result<(), WalkError> {
    walk_text(
        text,
        |played: &mut Match, read, chunk: &mut ChunkIssues| {
            chunk.matches += usize::from(read.record.is_readable());
            chunk.readable |= read.record.is_readable();
            match Notation::of(read.record, read.text) {
                Notation::Kriegspiel => find_in_game(read, chunk),
                Notation::Bpgn => find_in_match(played, read, bgn, chunk),
            }
        },
        each,
    )
}

fn find_in_game(record: &ReadRecord<'_>, chunk: &mut ChunkIssues) {
    let mut game = Game::replay(&notation::Record::parse(record.text), record.text);
    if record.lacks_separator {
        game.add_missing_separator_issue();
    }
    for issue in &game.issues {
        let severity = issue.problem.severity();
        chunk.push(record.range, issue.span, severity, &issue.problem);
    }
    chunk.plies += game.plies();
}

fn find_in_match(
    played: &mut Match,
    read: &ReadRecord<'_>,
    bgn: Option<&ReadFile>,
    chunk: &mut ChunkIssues,
) {
    let record = read.record;
    played.replay_into(record, read.text);
    if record.notes.iter().any(|note| note.kind == NoteKind::Variation) {
        let variations = Variations::of(record, read.text, played);
        played.report_unplayable_groups(&variations);
    }
    if read.lacks_separator {
        played.add_missing_separator_issue();
    }
    // One issue suffices for a file that is no match at all, such as an image.
    let max_issues = if record.is_readable() { usize::MAX } else { 1 };
    for issue in played.issues.iter().take(max_issues) {
        let severity = issue.problem.severity();
        chunk.push(read.range, issue.span, severity, &issue.problem);
    }
    let original = bgn.and_then(|bgn| bgn.original_bgn_at(read.range.start));
    let contradictions = original.iter().flat_map(|it| bgn_contradictions(it, played));
    for (index, contradiction) in contradictions {
        let ply = record.plies.get(index);
        let span = ply.map_or(Span::at(0), |ply| ply.span);
        let name = ply.map_or_else(String::new, |ply| ply.name().to_string());
        let words = format!("{name}: {contradiction}");
        chunk.push(read.range, span, Severity::Warning, &words);
    }
    chunk.plies += played.plies.len();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        file::{Reader, atomic_write},
        notation::{Record, Records, lacks_separator},
    };

    /// Returns the issues of `bytes` as lines, found in memory, one record at a time.
    fn one_by_one(bytes: &[u8]) -> Vec<String> {
        let mut chunk = ChunkIssues::default();
        let mut played = Match::default();
        let mut records = Records::of(bytes);
        let mut count = 0;
        while let Some((_, text, range)) = records.read_next() {
            // The record is parsed from its own bytes alone.
            let record = Record::parse(text);
            let read = ReadRecord {
                record: &record,
                range,
                text,
                lacks_separator: lacks_separator(bytes, range.start),
            };
            count += usize::from(record.is_readable());
            match Notation::of(&record, text) {
                Notation::Kriegspiel => find_in_game(&read, &mut chunk),
                Notation::Bpgn => find_in_match(&mut played, &read, None, &mut chunk),
            }
        }
        let mut lines = in_words(&chunk);
        lines.push(format!("{count} records, {} plies", chunk.plies));
        lines
    }

    fn in_words(chunk: &ChunkIssues) -> Vec<String> {
        let line = |issue: &FoundIssue| format!("{} {}", issue.offset, issue.words);
        chunk.issues.iter().map(line).collect()
    }

    /// Returns the issues of `bytes` as lines, found on all cores in a file on disk.
    fn from_disk(bytes: &[u8]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bpgn");
        atomic_write(&path, bytes, false).unwrap();
        let text = Text::from(Reader::open(&path).unwrap());
        let (mut lines, mut matches, mut plies) = (Vec::new(), 0, 0);
        let walked = find_issues(&text, None, |records, chunk| {
            lines.extend(in_words(&chunk));
            matches += chunk.matches;
            plies += chunk.plies;
            assert!(records >= matches);
            ControlFlow::Continue(())
        });
        walked.unwrap();
        lines.push(format!("{matches} records, {plies} plies"));
        lines
    }

    #[test]
    fn parallel_file_search_equals_sequential_search() {
        let pieces: [&[u8]; 6] = [
            b"[Event \"x\"]\r\n[Round \"1\"]\r\n\r\n1A. e4 {9} 1a. e5 Zz9 2A. Ke2 Ke9 *\r\n\r\n",
            b"[Event \"y\"]\n\n1A. e4 *",
            "\u{feff}[Event \"z\"]\n\n1B. d4 1b. d5 2B. Qd9\n".as_bytes(),
            b"1A. e4 1a. e5 {never closed\n",
            b"[Event \"k\"]\n[Variant \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n\n1. e4 {(:)} e9 *\n\n",
            b"\n\nDear diary,\n",
        ];
        let mut all = Vec::new();
        for first in 0..pieces.len() {
            for second in 0..pieces.len() {
                all.extend_from_slice(pieces[first]);
                all.extend_from_slice(pieces[second]);
                let text = [pieces[first], pieces[second], pieces[first]].concat();
                assert_eq!(from_disk(&text), one_by_one(&text), "{first} {second}");
            }
        }
        let many = all.repeat(40);
        assert_eq!(from_disk(&many), one_by_one(&many));
    }
}
