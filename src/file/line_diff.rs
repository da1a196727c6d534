//! [`changed_lines`]: the lines that differ between two versions of a file.

use crate::clock::{Instant, std_deadline};

use super::{FileRange, line_index::line_ends};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::{ops::Range, time::Duration};

/// The time limit of a comparison. Lines that are not compared in time count as changed.
const DIFF_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of lines of both texts together. Above it, everything between the first and the last difference
/// is one change.
const MAX_LINES: usize = 1_000_000;

/// Adjacent lines that differ between two texts. Lines include their ends: CR, LF or CRLF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// Lines removed, counted from 1 in the old text; an empty range marks the place of an insertion.
    pub old_lines: Range<usize>,
    /// Lines added, counted from 1 in the new text; empty for a deletion.
    pub new_lines: Range<usize>,
    /// Bytes removed from the old text.
    pub old: FileRange,
    /// Bytes added in the new text.
    pub new: FileRange,
}

/// Returns the changes from `old` to `new`, in text order; empty if the texts are equal. For very different texts the
/// changes may be more or larger than necessary, but are always correct.
pub fn changed_lines(old: &[u8], new: &[u8]) -> Vec<LineChange> {
    changed_lines_until(old, new, Some(Instant::now() + DIFF_TIMEOUT))
}

/// As [`changed_lines`], with a chosen deadline; `None` for no deadline.
fn changed_lines_until(old: &[u8], new: &[u8], deadline: Option<Instant>) -> Vec<LineChange> {
    if old == new {
        return Vec::new();
    }
    let head = common_head(old, new);
    let tail = common_tail(&old[head..], &new[head..]);
    let first_line = 1 + line_ends(&old[..head]).count();
    let old_lines = LineIndex::of(&old[head..old.len() - tail]);
    let new_lines = LineIndex::of(&new[head..new.len() - tail]);
    diff_lines(&old_lines, &new_lines, deadline)
        .into_iter()
        .map(|(removed, inserted)| LineChange {
            old: old_lines.bytes(&removed, head),
            new: new_lines.bytes(&inserted, head),
            old_lines: first_line + removed.start..first_line + removed.end,
            new_lines: first_line + inserted.start..first_line + inserted.end,
        })
        .collect()
}

/// A text and the offsets at which its lines start, followed by the end of the text.
struct LineIndex<'a> {
    text: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    fn of(text: &'a [u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(line_ends(text));
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        Self { text, starts }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn to_vec(&self) -> Vec<&'a [u8]> {
        let pairs = self.starts.windows(2);
        pairs.map(|pair| &self.text[pair[0]..pair[1]]).collect()
    }

    /// Returns the range of `lines` in the file. `offset` is the offset at which this text begins in the file.
    fn bytes(&self, lines: &Range<usize>, offset: usize) -> FileRange {
        let at = |line: usize| (offset + self.starts[line]) as u64;
        FileRange::new(at(lines.start), at(lines.end))
    }
}

/// Returns pairs of removed and added lines, counted from 0.
fn diff_lines(
    old: &LineIndex<'_>,
    new: &LineIndex<'_>,
    deadline: Option<Instant>,
) -> Vec<(Range<usize>, Range<usize>)> {
    if old.count() + new.count() > MAX_LINES {
        return vec![(0..old.count(), 0..new.count())];
    }
    let (old, new) = (old.to_vec(), new.to_vec());
    let mut changes = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    let mut push_change = |removed: Range<usize>, inserted: Range<usize>| {
        if !(removed.is_empty() && inserted.is_empty()) {
            changes.push((removed, inserted));
        }
    };
    let deadline = std_deadline(deadline);
    // Changes are the gaps between runs of equal lines. The other steps are ignored: at its deadline, the library may
    // split one change into several.
    for step in capture_diff_slices_deadline(Algorithm::Patience, &old, &new, deadline) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            push_change(old_at..old_index, new_at..new_index);
            (old_at, new_at) = (old_index + len, new_index + len);
        }
    }
    push_change(old_at..old.len(), new_at..new.len());
    changes
}

/// Returns the number of bytes of the whole lines that both texts begin with.
fn common_head(old: &[u8], new: &[u8]) -> usize {
    let same = same_bytes(old.iter(), new.iter());
    // A CR that is the last common byte may be half of a CRLF in one of the texts.
    let whole = match old[..same] {
        [.., b'\r'] => same - 1,
        _ => same,
    };
    memchr::memrchr2(b'\n', b'\r', &old[..whole]).map_or(0, |at| at + 1)
}

/// Returns the number of bytes of the whole lines that both texts end with.
fn common_tail(old: &[u8], new: &[u8]) -> usize {
    let same = same_bytes(old.iter().rev(), new.iter().rev());
    let tail = &old[old.len() - same..];
    // The first line of the tail may be incomplete: its beginning may differ.
    line_ends(tail).next().map_or(0, |end| tail.len() - end)
}

fn same_bytes<'a>(old: impl Iterator<Item = &'a u8>, new: impl Iterator<Item = &'a u8>) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks the changes from `old` to `new`. In `expect`, `-` and `+` precede the numbers of removed and added lines.
    fn check(old: &str, new: &str, expect: &str) {
        let report: Vec<_> = changed_lines_until(old.as_bytes(), new.as_bytes(), None)
            .iter()
            .map(|change| {
                let removed = change.old_lines.clone().map(|line| format!("-{line}"));
                let inserted = change.new_lines.clone().map(|line| format!("+{line}"));
                removed.chain(inserted).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(report.join(", "), expect, "{old:?} {new:?}");
    }

    #[test]
    fn changed_lines_are_found() {
        check("", "", "");
        check("a\nb\nc\n", "a\nb\nc\n", "");
        check("a\nb\nc\n", "a\nB\nc\n", "-2 +2");
        check("a\nb\nc\n", "a\nc\n", "-2");
        check("a\nc\n", "a\nb\nc\n", "+2");
        check("", "a\nb", "+1 +2");
        check("a", "a\n", "-1 +1");
        check("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\nf\n", "-1 +1, +6");
        check("a\r\nb\r\n", "a\nb\r\n", "-1 +1");
        check("a\rb\r", "a\r\nb\r", "-1 +1");
        check("x\nb\nb\n", "x\nb\nb\nb\n", "+4");
    }

    proptest! {
        /// The changes, applied to the old text, must give the new text.
        #[test]
        fn diff_turns_old_text_into_new(
            old in "[ab\r\n]{0,40}",
            new in "[ab\r\n]{0,40}",
            same in "[ab\r\n]{0,40}",
        ) {
            let old = format!("{same}{old}{same}").into_bytes();
            let new = format!("{same}{new}{same}").into_bytes();
            let mut changed = old.clone();
            let mut last_line = usize::MAX;
            for change in changed_lines_until(&old, &new, None).iter().rev() {
                let range = |range: FileRange| {
                    let at = |offset| usize::try_from(offset).unwrap();
                    at(range.start)..at(range.end)
                };
                changed.splice(range(change.old), new[range(change.new)].iter().copied());
                let line_at = |text: &[u8], at: Range<usize>| 1 + line_ends(&text[..at.start])
                    .filter(|&end| text.get(end - 1..=end) != Some(b"\r\n")).count();
                prop_assert_eq!(change.old_lines.start, line_at(&old, range(change.old)));
                prop_assert_eq!(change.new_lines.start, line_at(&new, range(change.new)));
                prop_assert!(change.old_lines.end < last_line);
                last_line = change.old_lines.start;
            }
            prop_assert_eq!(changed, new);
        }
    }

    #[test]
    fn long_texts_that_differ_in_one_line() {
        let text = |changed: usize| {
            let line = |at| format!("{at}{}\r\n", if at == changed { "*" } else { "" });
            (1..=5000).map(line).collect::<String>()
        };
        check(&text(0), &text(2500), "-2500 +2500");
        check(&text(1), &text(5000), "-1 +1, -5000 +5000");
    }

    #[test]
    fn diff_gives_up_at_its_deadline() {
        let text = |from: u32| -> Vec<u8> {
            (from..from + 300_000)
                .flat_map(|line| format!("{}\n", line.wrapping_mul(2_654_435_761)).into_bytes())
                .collect()
        };
        let (old, new) = (text(0), text(1_000_000));
        // Without the deadline, the comparison would take minutes.
        let changes = changed_lines_until(&old, &new, Some(Instant::now()));
        let whole = |text: &[u8]| FileRange::new(0, text.len() as u64);
        let ends = |change: &LineChange| (change.old.end, change.new.end);
        assert_eq!(changes.last().map(ends), Some((whole(&old).end, whole(&new).end)));
    }
}
