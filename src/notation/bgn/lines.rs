//! Files of BGN, one match a line.

use super::{Bgn, places::place_in_line};
use crate::file::FileRange;
use std::path::Path;

/// So much of the beginning of a file tells whether it is BGN.
const HEAD: usize = 64 << 10;

/// The matches of a file of BGN.
#[derive(Debug, Default)]
pub struct BgnLines {
    /// The matches as BPGN, in UTF-8, one behind the other.
    pub bpgn: String,
    /// Where each match stands, in the order of the file.
    pub matches: Vec<BgnMatch>,
    /// The lines that are no match. They are left out of `bpgn`.
    pub unread: Vec<BgnError>,
}

/// Where a match of a file of BGN stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BgnMatch {
    /// The byte of the BPGN text with which it begins.
    pub start: u64,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The bytes of that line in the file, without the line's end.
    pub range: FileRange,
}

/// A line that is no match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not BGN and is left out ({reason})")]
pub struct BgnError {
    /// The line, from 1.
    pub line: usize,
    /// The byte of the line at which it goes wrong, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Whether the file called `path` is BGN. Its `bytes`, all of them or the beginning, tell: a line begins with an object
/// of JSON that has a member, and no line before it with a tag. The name tells only where the bytes are neither.
#[must_use]
pub fn is_bgn(path: &Path, bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    for line in head.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = line.trim_ascii_start();
        if begins_object(line) {
            return true;
        }
        if line.first() == Some(&b'[') {
            return false;
        }
    }
    let name = path.to_string_lossy().to_lowercase();
    [".bgn", ".jsonl", ".ndjson"].iter().any(|end| name.ends_with(end))
        && !head.trim_ascii().is_empty()
}

/// Whether `line` begins `{"name":`, blanks between them or not.
fn begins_object(line: &[u8]) -> bool {
    let Some(name) =
        line.strip_prefix(b"{").and_then(|rest| rest.trim_ascii_start().strip_prefix(b"\""))
    else {
        return false;
    };
    let end = name.iter().position(|&byte| byte == b'"');
    end.is_some_and(|end| name[end + 1..].trim_ascii_start().first() == Some(&b':'))
}

impl BgnLines {
    /// Reads every line of `bytes`. Blank lines are left out.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut all = Self::default();
        let mut start = 0;
        for (line, json) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let range = FileRange::new(start as u64, (start + json.len()) as u64);
            start += json.len() + 1;
            let bom = if line == 1 { "\u{feff}" } else { "" };
            let json = json.strip_prefix(bom.as_bytes()).unwrap_or(json);
            let object = json.trim_ascii();
            if object.is_empty() {
                continue;
            }
            match read_line(object) {
                Ok(game) => {
                    all.matches.push(BgnMatch { start: all.bpgn.len() as u64, line, range });
                    all.bpgn.push_str(&game.to_bpgn());
                }
                Err((column, reason)) => all.unread.push(BgnError {
                    line,
                    column: column + json.len() - json.trim_ascii_start().len(),
                    reason,
                }),
            }
        }
        all
    }

    /// Where in `bytes`, which these are the lines of, the byte `offset` of the BPGN stands: the ply that it is in, or the
    /// tags before the first ply.
    #[must_use]
    pub fn place_of(&self, bytes: &[u8], offset: u64) -> Option<u64> {
        let (game, json) = self.match_of(bytes, offset)?;
        let within = usize::try_from(offset - game.start).ok()?;
        let (_, places) = json.to_bpgn_with_places();
        let ply = places.partition_point(|&place| place <= within).checked_sub(1);
        let line = line_of(bytes, game);
        let blanks = line.len() - object_of(line).len();
        let at = place_in_line(object_of(line), ply);
        Some(game.range.start + (blanks + at) as u64)
    }

    /// The match whose BPGN holds the byte `offset`, and what its line in `bytes` says.
    #[must_use]
    pub fn match_of(&self, bytes: &[u8], offset: u64) -> Option<(&BgnMatch, Bgn)> {
        let game = self.match_at(offset)?;
        Some((game, Bgn::of_line(line_of(bytes, game))?))
    }

    /// The match whose BPGN holds the byte `offset`.
    #[must_use]
    pub fn match_at(&self, offset: u64) -> Option<&BgnMatch> {
        let behind = self.matches.partition_point(|game| game.start <= offset);
        self.matches.get(behind.checked_sub(1)?)
    }
}

impl Bgn {
    /// The match on one line of a file; `None` where there is none.
    #[must_use]
    pub fn of_line(line: &[u8]) -> Option<Self> {
        read_line(object_of(line).trim_ascii_end()).ok()
    }
}

fn line_of<'b>(bytes: &'b [u8], game: &BgnMatch) -> &'b [u8] {
    let [start, end] = [game.range.start, game.range.end].map(|at| usize::try_from(at).ok());
    let range = start.zip(end).map(|(start, end)| start..end);
    range.and_then(|range| bytes.get(range)).unwrap_or_default()
}

/// The line without what stands before its object.
fn object_of(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    line.trim_ascii_start()
}

/// The match on one line, or the column and what is wrong there.
fn read_line(json: &[u8]) -> Result<Bgn, (usize, String)> {
    let game: Bgn = serde_json::from_slice(json).map_err(|error| {
        let words = error.to_string();
        // The place is told by the line and the column of the file.
        let words = words.rsplit_once(" at line ").map_or(&*words, |it| it.0);
        (error.column().max(1), words.to_owned())
    })?;
    if game.is_other() {
        return Err((1, "it has neither pgn, bgn nor moves".to_owned()));
    }
    Ok(game)
}
