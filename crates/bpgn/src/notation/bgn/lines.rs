//! BGN files: one match per line.

use super::{Bgn, offsets::place_in_line};
use crate::FileRange;
use std::path::Path;

/// The number of bytes at the start of a file that are examined to detect BGN.
const HEAD_BYTES: usize = 64 << 10;

/// A BGN file, converted to BPGN.
#[derive(Debug, Default)]
pub struct BgnLines {
    /// The matches converted to BPGN, one record after another.
    pub bpgn: String,
    /// The position of each match, in file order.
    pub matches: Vec<BgnMatch>,
    /// The lines that are not matches. They are missing from `bpgn`.
    pub unreadable_lines: Vec<BgnError>,
}

/// The position of a match in a BGN file and in its conversion to BPGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BgnMatch {
    /// The offset of the record in [`BgnLines::bpgn`].
    pub start: u64,
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The bytes of the line in the file, without its `\n`.
    pub range: FileRange,
}

/// A line that is not a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not BGN ({reason}); skipped")]
pub struct BgnError {
    /// Counted from 1.
    pub line: usize,
    /// The column of the error in bytes, counted from 1.
    pub column: usize,
    pub reason: String,
}

/// Returns whether a file is BGN, given at least its first bytes. The first line that begins with a JSON object
/// (`{"name":`) or with a tag decides. If there is no such line, the file name decides. A blank file is not BGN.
pub fn is_bgn(path: &Path, bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
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

/// Returns whether `line` begins with `{"name":`, possibly with blanks in between.
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
    /// Parses each line of `bytes` as a match. Skips blank lines.
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
                Err((column, reason)) => all.unreadable_lines.push(BgnError {
                    line,
                    column: column + json.len() - json.trim_ascii_start().len(),
                    reason,
                }),
            }
        }
        all
    }

    /// Converts `offset` in [`BgnLines::bpgn`] to an offset in the original file `bytes`. Returns the offset of the
    /// last ply that begins at or before `offset`, or of the tags if no ply does. Returns `None` if there is no match
    /// at `offset`.
    pub fn place_of(&self, bytes: &[u8], offset: u64) -> Option<u64> {
        let (game, json) = self.parse_match_at(bytes, offset)?;
        let within = usize::try_from(offset - game.start).ok()?;
        let (_, places) = json.to_bpgn_with_places();
        let ply = places.partition_point(|&place| place <= within).checked_sub(1);
        let line = line_of(bytes, game);
        let blanks = line.len() - object_of(line).len();
        let at = place_in_line(object_of(line), ply);
        Some(game.range.start + (blanks + at) as u64)
    }

    /// Returns the match at `offset` in [`BgnLines::bpgn`], and its JSON. The JSON is parsed from the line in the
    /// original file `bytes`. Returns `None` if there is no match at `offset`.
    pub fn parse_match_at(&self, bytes: &[u8], offset: u64) -> Option<(&BgnMatch, Bgn)> {
        let game = self.match_at(offset)?;
        Some((game, Bgn::from_line(line_of(bytes, game))?))
    }

    /// Returns the match whose record contains `offset` in [`BgnLines::bpgn`], or `None` if there are no matches.
    pub fn match_at(&self, offset: u64) -> Option<&BgnMatch> {
        let count = self.matches.partition_point(|game| game.start <= offset);
        self.matches.get(count.checked_sub(1)?)
    }
}

impl Bgn {
    /// Parses the match on one line of a file. Returns `None` if the line is not a match.
    pub fn from_line(line: &[u8]) -> Option<Self> {
        read_line(object_of(line).trim_ascii_end()).ok()
    }
}

fn line_of<'b>(bytes: &'b [u8], game: &BgnMatch) -> &'b [u8] {
    let [start, end] = [game.range.start, game.range.end].map(|at| usize::try_from(at).ok());
    let range = start.zip(end).map(|(start, end)| start..end);
    range.and_then(|range| bytes.get(range)).unwrap_or_default()
}

/// Removes a byte order mark and leading blanks.
fn object_of(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    line.trim_ascii_start()
}

/// Parses the match on one line. An error consists of a column, counted from 1, and a reason.
fn read_line(json: &[u8]) -> Result<Bgn, (usize, String)> {
    let game: Bgn = serde_json::from_slice(json).map_err(|error| {
        let message = error.to_string();
        // Cut off the position, since `BgnError` has its own line and column.
        let reason = message.rsplit_once(" at line ").map_or(&*message, |parts| parts.0);
        (error.column().max(1), reason.to_owned())
    })?;
    if game.is_not_a_match() {
        return Err((1, "no pgn, bgn or moves field".to_owned()));
    }
    Ok(game)
}
